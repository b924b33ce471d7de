"""Routes of auditors and administrators: journal, ledger, rounds, audits, the state of the house, others' tokens."""

import time
from asyncio import to_thread
from datetime import timedelta
from pathlib import Path as FilePath
from stat import S_IMODE
from typing import Annotated, Final

from fastapi import Query, Request, Response
from msgspec import structs, to_builtins
from msgspec.json import encode

from chapter47.core.version import VERSION
from chapter47.service.access import Access, token_named
from chapter47.service.api import models as common
from chapter47.service.api import staff_models as models
from chapter47.service.api.endpoints import Endpoint, TheAccess, TheActor, ThePit, json
from chapter47.service.api.past_rounds import with_titles
from chapter47.service.api.people import token_shown
from chapter47.service.api.staff_chips import account_turn
from chapter47.service.audit_runs import AuditRuns
from chapter47.service.pit import Pit
from chapter47.service.store import inspecting
from chapter47.service.terms import YEAR, ServiceError
from chapter47.service.users import User

At: Final = Query(ge=0, le=10**15, description="Milliseconds since 1970")
Text: Final = Query(max_length=200)
OTHERS_MAY_READ: Final = 0o077
A_DAY: Final = int(timedelta(days=1).total_seconds() * 1000)


# Journal and ledger --------------------------------------------------------------------------------------------------


async def journal(
    pit: ThePit,
    stream: Annotated[str, Text] = "",
    kind: Annotated[str, Text] = "",
    actor: Annotated[str, Text] = "",
    since: Annotated[int, At] = 0,
    until: Annotated[int | None, At] = None,
    before: Annotated[int | None, Query(ge=0, le=10**15, description="Rows before this `seq`")] = None,
    limit: Annotated[int, Query(ge=1, le=inspecting.MOST_ROWS)] = 50,
) -> models.JournalPage:
    """Show the journal, newest rows first, by stream, kind, actor and time."""
    wanted = inspecting.JournalFilter(
        stream=stream, kind=kind, actor=actor, since=since, until=until, before=before, limit=limit
    )

    def read() -> models.JournalPage:
        with pit.store.reading() as connection:
            rows = inspecting.journal_lines(connection, wanted)
            kinds = inspecting.journal_kinds(connection)
        return models.JournalPage.model_validate({"rows": to_builtins(rows), "kinds": kinds})

    return await to_thread(read)


async def journal_head(pit: ThePit) -> models.JournalHeadShown:
    """Show the number and hash of the journal's last row, to write down outside the house."""

    def read() -> models.JournalHeadShown:
        with pit.store.reading() as connection:
            return models.JournalHeadShown.model_validate(to_builtins(inspecting.journal_head(connection)))

    return await to_thread(read)


async def ledger(
    request: Request,
    pit: ThePit,
    account: Annotated[str, Query(min_length=1, max_length=200)],
    since: Annotated[int, At] = 0,
    until: Annotated[int | None, At] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> models.AccountShown:
    """Show an account with its newest entries and the balance after each."""
    if account not in pit.balances(account):
        raise ServiceError(
            "account.unknown", "There is no such account", got=account[:80], allowed="GET /api/v1/balances", status=404
        )

    def read() -> models.AccountShown:
        with pit.store.reading() as connection:
            lines = inspecting.ledger_lines(connection, account, since=since, until=until, limit=limit)
        held = pit.balances(account)[account]
        return models.AccountShown.model_validate({"account": account, "balance": held, "lines": to_builtins(lines)})

    async with account_turn(request):
        return await to_thread(read)


async def rounds(
    pit: ThePit,
    actor: TheActor,
    table: Annotated[str, Query(max_length=80)] = "",
    player: Annotated[str, Query(max_length=64)] = "",
    since: Annotated[int, At] = 0,
    before: Annotated[int | None, At] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """List rounds of all tables, newest first, by table, player and time."""

    def found() -> bytes:
        listed = pit.rounds(actor, table=table or None, player=player or None, since=since, before=before, limit=limit)
        return encode(with_titles(pit, listed))

    return json(await to_thread(found))


# Audits --------------------------------------------------------------------------------------------------------------


def _runs(request: Request) -> AuditRuns:
    runs: AuditRuns = request.app.state.audits
    return runs


async def start_audit(request: Request, pit: ThePit, actor: TheActor) -> models.AuditState:
    """Audit everything the server has stored, in a process of its own."""
    runs = _runs(request)
    runs.start(actor.name, pit.store.database.url.render_as_string(hide_password=False), pit.house.secrets.path)
    return models.AuditState.model_validate(runs.state())


async def audit_state(request: Request) -> models.AuditState:
    """Show the progress of the last audit, or what it found."""
    return models.AuditState.model_validate(_runs(request).state())


# The house -----------------------------------------------------------------------------------------------------------

STARTED: Final = int(time.time() * 1000)


async def house(request: Request, pit: ThePit, access: TheAccess) -> models.HouseStatus:
    """Show settings in force, retention, and the state of database, key and backups."""
    settings, now = pit.house.settings, pit.house.now()
    years = settings.retention_years
    return models.HouseStatus(
        version=VERSION,
        demo=access.demo,
        started=STARTED,
        now=now,
        settings=structs.asdict(settings),
        limits=structs.asdict(request.app.state.limits),
        retention_years=years,
        purged_before=now - years * YEAR if years else 0,
        database=await to_thread(_database, pit),
        key=_key(pit),
        backups=_backups(settings.backup_folder, now),
    )


def _database(pit: Pit) -> models.DatabaseStatus:
    database = pit.store.database
    with pit.store.reading() as connection:
        head = inspecting.journal_head(connection)
    return models.DatabaseStatus(
        kind="SQLite" if database.file else "PostgreSQL",
        shown=database.shown,
        bytes=database.file.stat().st_size if database.file and database.file.exists() else None,
        writable=not pit.store.lost,
        journal=head.seq,
        last_at=head.at,
    )


def _key(pit: Pit) -> models.KeyStatus:
    secrets = pit.house.secrets
    path = secrets.path
    present = path is not None and path.exists()
    owner_only = path is not None and present and not S_IMODE(path.stat().st_mode) & OTHERS_MAY_READ
    return models.KeyStatus(
        file=str(path or ""), present=present, owner_only=owner_only, fingerprint=secrets.fingerprint
    )


def _backups(folder: str, now: int) -> models.BackupStatus:
    files = (
        [path for path in FilePath(folder).iterdir() if path.is_file()] if folder and FilePath(folder).is_dir() else []
    )
    newest = max(files, key=lambda path: path.stat().st_mtime, default=None)
    at = int(newest.stat().st_mtime * 1000) if newest else 0
    return models.BackupStatus(folder=folder, newest=newest.name if newest else "", at=at, overdue=now - at > A_DAY)


# Tokens of others, and sessions of one's own -------------------------------------------------------------------------


def _user(access: Access, name: str) -> User:
    user = access.users.get(name)
    if user is None:
        raise ServiceError("user.unknown", "No user has this name", got=name[:64], allowed="a user", status=404)
    return user


async def tokens_of(user: str, access: TheAccess) -> list[common.TokenShown]:
    """List a user's sessions and tokens; never the tokens themselves."""
    return [token_shown(token) for token in access.tokens.of(_user(access, user).name)]


async def end_token_of(user: str, token: str, access: TheAccess, actor: TheActor) -> Response:
    """End a session or token of a user, by its id in the list."""
    named = token_named(access.tokens.of(_user(access, user).name), token)
    if named is None:
        allowed = "an id of GET /api/v1/users/{user}/tokens"
        raise ServiceError("token.unknown", "There is no such token", got=token[:64], allowed=allowed, status=404)
    await access.end_token(named, actor.name)
    return Response(status_code=204)


async def end_own_tokens(access: TheAccess, actor: TheActor) -> models.TokensEnded:
    """Sign out everywhere: every session and token of yours ends, this one too."""
    tokens = access.tokens.of(actor.name)
    for token in tokens:
        await access.end_token(token, actor.name)
    return models.TokensEnded(ended=len(tokens))


ENDPOINTS: Final = (
    Endpoint("GET", "/journal", journal, models.JournalPage),
    Endpoint("GET", "/journal/head", journal_head, models.JournalHeadShown),
    Endpoint("GET", "/ledger", ledger, models.AccountShown),
    Endpoint("GET", "/rounds", rounds, list[common.View]),
    Endpoint("POST", "/audits", start_audit, models.AuditState, 202),
    Endpoint("GET", "/audits", audit_state, models.AuditState),
    Endpoint("GET", "/house", house, models.HouseStatus),
    Endpoint("GET", "/users/{user}/tokens", tokens_of, list[common.TokenShown]),
    Endpoint("DELETE", "/users/{user}/tokens/{token}", end_token_of, None, 204),
    Endpoint("DELETE", "/tokens", end_own_tokens, models.TokensEnded),
)
