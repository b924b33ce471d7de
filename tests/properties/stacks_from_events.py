"""Shoe, discard rack, cutting card and cut, counted from the lines of a log."""

from typing import Any

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.views.records import ShoeView, StackView
from chapter47.core.cards import Card
from chapter47.core.log import ROUND, LogEntry

Facts = dict[str, Any]
Seats = dict[int, str]


def clockwise(seats: Seats, start: int) -> list[int]:
    return sorted(seats, key=lambda box: (box < start, box))


class Stacks:
    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        deck = 48 if rules.game == "spanish-21" else 52
        self.from_hand = rules.game == "six-to-five"
        self.machine = rules.shuffle == "machine" or self.from_hand
        self.double = rules.shoe == "double" and not self.from_hand
        names = ("left", "right") if self.double else ("hand",) if self.from_hand else ("shoe",)
        self.size = rules.decks * deck // len(names)
        self.stacks = {name: self.closed() for name in names}
        self.deals: str | None = None
        self.batch = 1
        self.opened = False
        self.first_card_is_out = False
        self.cutter: int | None = None
        self.starts_at = 0
        """The box from which a recut is offered."""
        self.overdrawn = 0

    def closed(self, spread: str = "") -> Facts:
        return {
            "left": 0,
            "rack": self.size,
            "layout": 0,
            "gone": 0,
            "before": None,
            "out": None,
            "burned": False,
            "cutter": None,
            "spread": spread,
        }

    @property
    def only(self) -> Facts:
        return next(iter(self.stacks.values()))

    @property
    def dealing(self) -> Facts:
        return self.stacks[self.deals] if self.deals else self.only

    # What is heard -------------------------------------------------------------------------------------------------

    def hear(self, entry: LogEntry, *, exposed: Card | None, seats: Seats, came: list[str]) -> None:
        event = entry.event
        if entry.source == ROUND:
            self._round(event, exposed)
            return
        if entry.source == "shoe":
            self._shoe(event, seats, came)
            self.opened = True
        match event:
            case e.RecutOrdered():
                self._recut(event, seats)
            case e.WentIdle():
                self.stacks = {name: self.closed("face up" if event.face_up else "face down") for name in self.stacks}

    def _round(self, event: Event, exposed: Card | None) -> None:
        match event:
            case e.Dealt() if self.first_card_is_out:
                self.first_card_is_out = False
            case e.Dealt() if exposed is None or event.card != exposed:
                self.drawn(self.dealing)
            case e.Called(kind="exposed-card"):
                self.drawn(self.dealing)
            case e.Called(kind="dealer-overdrew") if exposed is None:
                self.drawn(self.dealing)
            case e.RoundOver():
                for stack in self.stacks.values():
                    stack["rack"] += stack["layout"]
                    stack["layout"] = 0
                self.deals = None

    def drawn(self, stack: Facts) -> None:
        self.out_of(stack)
        stack["layout"] += 1
        stack["cutter"] = None

    @staticmethod
    def out_of(stack: Facts) -> None:
        stack["left"] -= 1
        stack["gone"] += 1
        if stack["before"] is not None:
            stack["before"] -= 1

    def taken_in(self, cards: int) -> None:
        self.dealing["layout"] -= cards
        self.dealing["rack"] += cards

    def _shoe(self, event: Event, seats: Seats, came: list[str]) -> None:
        match event:
            case e.Shuffled():
                self._shuffled(event, seats, came)
            case e.Did() if event.what.startswith("leaves the stack uncut"):
                self.cutter = 0
                self.only["cutter"] = 0
            case e.Did() if event.what.startswith("takes batch"):
                self.batch = 3 - self.batch
                assert str(self.batch) in event.what
                self._filled("hand" if self.from_hand else "shoe", seats, came)
            case e.Did() if not self.opened:
                self._opens(seats, came)
            case e.Cut():
                self._cut(event, seats)
            case e.CuttingCardPlaced():
                stack = self.stacks[event.where]
                stack["before"] = stack["left"] - event.behind if event.behind else None
                stack["cutter"] = self.cutter
            case e.CuttingCardOut():
                self.stacks[event.where] |= {"before": None, "out": event.at}
            case e.Burned():
                self._burned(event)
            case e.DeterminantDrawn():
                self._determinant(event)

    def _opens(self, seats: Seats, came: list[str]) -> None:
        """The first thing that is done at the table, shuffle or no shuffle."""
        self.starts_at = self.whose(seats, came, just_begun=True)
        self.stacks = {name: {**self.closed(), "left": self.size, "rack": 0} for name in self.stacks}

    def _shuffled(self, event: e.Shuffled, seats: Seats, came: list[str]) -> None:
        if not self.opened:
            self._opens(seats, came)
        elif event.where.startswith("batch"):
            return
        elif event.where == "discards" and self.rules.shuffle == "bart-carter" and not self.dealing["layout"]:
            stack = self.only
            left = stack["left"] + event.cards
            stack |= {"left": left, "rack": 0, "gone": 0, "burned": False, "out": None, "cutter": None}
        elif event.where == "discards" or self.dealing["layout"]:
            stack = self.dealing
            self.starts_at = self.whose(seats, came, out=stack["out"])
            stack |= {"left": event.cards, "rack": 0, "gone": 0, "before": None, "burned": False, "cutter": None}
        else:
            self._filled(event.where, seats, came)

    def _filled(self, name: str, seats: Seats, came: list[str]) -> None:
        before = self.stacks[name]
        self.starts_at = self.whose(seats, came, out=before["out"], just_begun=bool(before["spread"]))
        self.cutter = None
        self.stacks[name] = {**self.closed(), "left": self.size, "rack": 0}

    def whose(self, seats: Seats, came: list[str], *, out: Place | None = None, just_begun: bool = False) -> int:
        """2.5(e): who came first, on whose box the cutting card appeared, or the far right; with nobody, the dealer."""
        if not seats:
            return 0
        if just_begun:
            return next(box for box, who in seats.items() if who == came[0])
        return out.box if out is not None and out.box else max(seats)

    def _cut(self, event: e.Cut, seats: Seats) -> None:
        boxes = [box for box in clockwise(seats, self.starts_at) if seats[box] == event.player]
        self.cutter = 0 if event.player == "dealer" else boxes[0]
        if not self.double and not self.dealing["layout"]:
            self.only["cutter"] = self.cutter

    def _recut(self, event: e.RecutOrdered, seats: Seats) -> None:
        for stack in self.stacks.values():
            if stack["cutter"] is not None:
                cutter = stack["cutter"]
                self.starts_at = cutter if event.same_player or not seats else clockwise(seats, cutter + 1)[0]
            if stack["gone"] == 1 and stack["burned"]:
                stack |= {"left": stack["left"] + 1, "rack": stack["rack"] - 1, "gone": 0, "burned": False}

    def _burned(self, event: e.Burned) -> None:
        stack = self.stacks[event.where]
        if self.double and stack["layout"] and event.card is not None and self.deals != event.where:
            stack["layout"] -= 1  # the determinant card, which has left the stack already
        else:
            self.out_of(stack)
        stack["rack"] += 1
        stack["burned"] = stack["burned"] or event.card is None

    def _determinant(self, event: e.DeterminantDrawn) -> None:
        self.drawn(self.stacks[event.drawn_from])
        self.deals = event.deals
        self.first_card_is_out = event.deals == event.drawn_from
        for stack in self.stacks.values():
            stack["cutter"] = None

    # What follows --------------------------------------------------------------------------------------------------

    def next_cut(self, seats: Seats, came: list[str], *, is_open: bool, idle: bool) -> tuple[str, ...]:
        uncut = self.rules.game == "switch" and self.machine and (is_open or not self.rules.preshuffled)
        if self.rules.shuffle == "continuous" or uncut or not seats:
            return ()
        out = next((stack["out"] for stack in self.stacks.values() if stack["out"] is not None), None)
        start = self.whose(seats, came, out=out, just_begun=idle or not is_open)
        return tuple(dict.fromkeys(seats[box] for box in clockwise(seats, start)))

    def view(self) -> ShoeView:
        return ShoeView(
            kind="double" if self.double else "hand" if self.from_hand else "single",
            shuffle=self.rules.shuffle,
            stacks=tuple(
                StackView(
                    name=name,  # type: ignore[arg-type]
                    cards_left=stack["left"],
                    discards=stack["rack"],
                    before_the_cutting_card=stack["before"],
                    cutting_card_out_at=None if stack["out"] is None else str(stack["out"]),
                    burned=stack["burned"],
                    cut_by_box=stack["cutter"],
                    spread=stack["spread"],
                )
                for name, stack in self.stacks.items()
            ),
            deals=self.deals,  # type: ignore[arg-type]
            batch=self.batch if self.machine else None,
            in_the_machine=self.size if self.machine else 0,
        )
