"""What the school stores: each learner's book, and classes with their assignments and results."""

from collections.abc import Awaitable, Callable, Mapping
from secrets import token_hex
from typing import Final

from msgspec import Struct, convert, to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from chapter47.core.json_object import Json
from chapter47.service.store import RowChange, StoredHistory, Unit
from chapter47.service.terms import Actor, ServiceError

BOOKS: Final = "school-books"
CLASSES: Final = "school-classes"
MOST_CLASSES: Final = 50
"""Most classes of one trainer."""
MOST_MEMBERS: Final = 200
MOST_RESULTS: Final = 20
"""Most results of one member for one assignment; the newest are kept."""


class Assignment(Struct, frozen=True, kw_only=True):
    """A task for a class: a lesson, a drill, a round as the dealer, or rounds of practice from a seed."""

    kind: str
    game: str
    name: str = ""
    """The lesson or drill."""
    seed: str = ""
    number: int = 10
    """Tasks of a drill, or rounds of practice."""
    file: str = ""
    """The trainer's own lesson file."""
    rules: str = ""
    """The table file of the table; without it the lawful defaults of the game."""


class ClassResult(Struct, frozen=True, kw_only=True):
    """A member's result, as judged by the server."""

    right: int
    asked: int
    cost: int = 0
    """What mistakes cost, in cents."""
    at: int


class SchoolClass(Struct, frozen=True, kw_only=True):
    """A class: its trainer, assignments and results. People join with its id."""

    id: str
    title: str
    trainer: str
    at: int
    assignments: tuple[Assignment, ...]
    members: Mapping[str, Mapping[str, tuple[ClassResult, ...]]] = {}
    """Results by member and by the number of the assignment."""

    def row(self) -> RowChange:
        return RowChange(CLASSES, self.id, to_builtins(self))


class SchoolBooks:
    """Books and classes in the store."""

    def __init__(
        self, store: StoredHistory, commit: Callable[[Unit], Awaitable[None]], clock: Callable[[], int]
    ) -> None:
        self._store, self._commit, self._clock = store, commit, clock

    # A learner's own book --------------------------------------------------------------------------------------------

    def book(self, player: str) -> Json:
        """Return this learner's book; empty at first."""
        return self._store.row(BOOKS, player) or {}

    async def keep(self, player: str, book: Json) -> None:
        await self._record("school-book-kept", player, {"player": player}, RowChange(BOOKS, player, book))

    # Classes ---------------------------------------------------------------------------------------------------------

    def classes_of(self, name: str) -> list[SchoolClass]:
        """Return the classes that a person teaches or belongs to, newest first."""
        known = [convert(dict(row), SchoolClass) for row in self._store.rows(CLASSES).values()]
        own = [each for each in known if name == each.trainer or name in each.members]
        return sorted(own, key=lambda each: -each.at)

    def get(self, id_: str) -> SchoolClass:
        row = self._store.row(CLASSES, id_)
        if row is None:
            raise ServiceError(
                "class.unknown", "No such class", got=id_[:40], allowed="the word your trainer gave you", status=404
            )
        return convert(dict(row), SchoolClass)

    async def open(self, title: str, trainer: Actor, assignments: tuple[Assignment, ...]) -> SchoolClass:
        if sum(each.trainer == trainer.name for each in self.classes_of(trainer.name)) >= MOST_CLASSES:
            got, allowed = f"{MOST_CLASSES} classes", f"at most {MOST_CLASSES} classes of one trainer"
            raise ServiceError("class.too-many", "You have too many classes", got=got, allowed=allowed, status=409)
        opened = SchoolClass(
            id=token_hex(4), title=title, trainer=trainer.name, at=self._clock(), assignments=assignments
        )
        await self._record("class-opened", trainer.name, {"class": opened.id, "title": title}, opened.row())
        return opened

    async def join(self, id_: str, member: str) -> SchoolClass:
        known = self.get(id_)
        if member in known.members or member == known.trainer:
            return known
        if len(known.members) >= MOST_MEMBERS:
            raise ServiceError(
                "class.full", "The class is full", got=f"{MOST_MEMBERS} members", allowed="another class", status=409
            )
        joined = replace(known, members={**known.members, member: {}})
        await self._record("class-joined", member, {"class": id_}, joined.row())
        return joined

    async def add(self, id_: str, member: str, item: int, result: ClassResult) -> SchoolClass:
        """Store a judged result."""
        known = await self.join(id_, member)
        own = known.members.get(member, {})
        kept = (*own.get(str(item), ()), result)[-MOST_RESULTS:]
        noted = replace(known, members={**known.members, member: {**own, str(item): kept}})
        body = {"class": id_, "item": item, "right": result.right, "asked": result.asked}
        await self._record("class-result", member, body, noted.row())
        return noted

    def assignment(self, id_: str, item: int) -> Assignment:
        known = self.get(id_)
        if item >= len(known.assignments):
            allowed = f"0 to {len(known.assignments) - 1}"
            raise ServiceError("class.no_assignment", "No such assignment", got=str(item), allowed=allowed, status=404)
        return known.assignments[item]

    def now(self) -> int:
        return self._clock()

    async def _record(self, kind: str, actor: str, body: Json, row: RowChange) -> None:
        unit = Unit(stream="house", kind=kind, actor=actor, at=self._clock(), body=encode(body), rows=(row,))
        await self._commit(unit)
