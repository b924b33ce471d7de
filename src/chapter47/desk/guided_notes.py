"""What comes next in the notes of a disputed round: a card to a place, a decision, a wager, an irregularity.

A form asks for one thing after another, so that people need not know the grammar."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from chapter47.core.act import Call
from chapter47.core.cards import Faces
from chapter47.core.hosting import Hosting, Offer, call_offers
from chapter47.core.playing import AMOUNT, CARD, THROW
from chapter47.desk.reconstruct import Applied, apply_notes
from chapter47.desk.round_notes import UNKNOWN, BadNotesError, ReadNotes, read_notes
from chapter47.games import AnyTable, game_of
from chapter47.library.answers import Answer
from chapter47.session.session import Session, playing_of

MOST_TRIES: Final = 60
"""Ways of filling unknown cards that are tried for one that the noted acts allow."""
LIKELY: Final = "9T5A28376K4JQ"
NEEDS: Final = {CARD: "card", THROW: "dice", AMOUNT: "amount"}


class OfferedLine(Answer, frozen=True):
    """A line that may come next, and what a button says."""

    line: str
    label: str
    least: int = 0
    most: int = 0
    citation: str = ""


class NextNote(Answer, frozen=True):
    """What the notes need next."""

    needs: str
    """`card`, `dice`, `amount` (of a display), `decision`, `bets` or `nothing`, if the round is over."""
    words: str
    """What happens next by the rules, or who is asked."""
    player: str
    offers: tuple[OfferedLine, ...]
    calls: tuple[OfferedLine, ...]
    """Irregularities that can be called now."""


def next_note(table: AnyTable, notes: str) -> NextNote:
    """Say what the notes need next; raises `BadNotesError` where they cannot have happened."""
    noted = read_notes(notes, playing_of(game_of(table)).acts) if notes.strip() else ReadNotes({}, (), {})
    applied = _allowed(table, noted)
    if applied.refused:
        raise BadNotesError([applied.refused])
    return _next(applied.session, noted)


def _allowed(table: AnyTable, noted: ReadNotes) -> Applied:
    """Apply the notes with the first way of filling unknown cards that their acts allow."""
    applied = None
    for cards in islice(_filled(noted.tokens), MOST_TRIES):
        applied = apply_notes(table, noted, cards)
        if not applied.refused:
            break
    assert applied is not None
    return applied


def _filled(tokens: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Fill unknown cards with likely ranks, and give every card without a suit one of the four in turn."""
    unknown = [place for place, token in enumerate(tokens) if token == UNKNOWN]
    for ranks in product(LIKELY, repeat=len(unknown)):
        filled = dict(zip(unknown, ranks, strict=True))
        yield tuple(
            token if len(token) > 1 else filled.get(place, token) + "cdhs"[place % 4]
            for place, token in enumerate(tokens)
        )


def _next(session: Session, noted: ReadNotes) -> NextNote:
    while session.table.is_open and not session.waits:
        words = session.words.step(session.dealer_seen().next)
        calls = _calls(session)
        left = len(session.unscripted.listed)
        session.step()
        if drawn := session.unscripted.listed[left:]:
            return NextNote(needs=NEEDS[drawn[0].kind], words=words, player="", offers=(), calls=calls)
    return _people(session, noted)


def _people(session: Session, noted: ReadNotes) -> NextNote:
    """Whose act is needed: one player's decision, or wagers."""
    game = session.game
    assert game.hosting is not None
    hosting: Hosting = game.hosting.load()
    asked = session.asked() if session.table.is_open else None
    calls = _calls(session)
    if asked:
        offers = tuple(map(_line, hosting.offers(session.table, asked.bettor)))
        question = session.words.question(session.seat(asked.bettor), Faces()).strip(" >")
        example = " (an unknown card is shown as an example)" if UNKNOWN in noted.tokens else ""
        words = f"{question or f'{asked.bettor}, {asked.about}'}{example}"
        return NextNote(needs="decision", words=words, player=asked.bettor, offers=offers, calls=calls)
    if session.book.finished and session.between_rounds:
        return NextNote(needs="nothing", words="The round is over.", player="", offers=(), calls=())
    closing = hosting.closes_wagers(session.table)
    ends = (OfferedLine(line=str(closing), label="Betting ends"),) if closing else ()
    return NextNote(
        needs="bets",
        words="Wagers, until betting ends.",
        player="",
        offers=(*ends, *_wagers(session, hosting, noted)),
        calls=calls,
    )


def _wagers(session: Session, hosting: Hosting, noted: ReadNotes) -> Iterator[OfferedLine]:
    """What the players named so far may bet, or do instead."""
    for name in dict.fromkeys(line.act.player_name for line in noted.lines if line.act and line.act.player_name):
        offers = (*hosting.offers(session.table, name), *hosting.dependent_offers(session.table, name))
        yield from (_line(offer) for offer in offers if offer.kind not in ("cut", "leave"))


def _calls(session: Session) -> tuple[OfferedLine, ...]:
    """List the irregularities that can be called now, with what happened and the paragraph."""
    known = {call.kind: call for call in session.game.irregularities}
    lines = []
    for offer in call_offers(session.table):
        call = known[offer.act.kind] if isinstance(offer.act, Call) and offer.act.kind in known else None
        label = (call and call.what) or offer.label
        lines.append(OfferedLine(line=offer.text, label=label, citation=call.by if call else ""))
    return tuple(lines)


def _line(offer: Offer) -> OfferedLine:
    return OfferedLine(line=offer.text, label=offer.label, least=offer.least, most=offer.most, citation=offer.by)
