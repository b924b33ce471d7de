"""Request and response models of the coach and the school, as in OpenAPI. Money is whole cents."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from chapter47.service.api.models import PLAIN, Asked


class CoachedDecision(BaseModel):
    """The expected gain of each legal move, in cents."""

    player: str
    at: str
    question: str
    hand: str
    against: str
    situation: str
    stake: int
    basic: dict[str, float] = Field(description="From a full shoe without these cards")
    best: str = Field(description="The move of basic strategy")
    cards_seen: dict[str, float] | None = Field(description="Given the cards you have seen since the shuffle")
    best_seen: str | None
    why_not_seen: str
    amounts: dict[str, int]
    cell: dict[str, str] | None = Field(description="Of the chart: part, row, column, code")


class Coached(BaseModel):
    """Your current decision, or why there is none."""

    version: int
    decision: CoachedDecision | None
    why: str


class WagerPriced(BaseModel):
    """The price of a wager as it is placed."""

    wager: str
    amount: int
    house_edge: float
    expected_loss: float = Field(description="Cents")
    cheapest: str
    cheapest_edge: float | None
    advice: str


class WagerAsked(Asked):
    act: Annotated[str, Field(min_length=1, max_length=500)] | dict[str, Any] = Field(
        description="A wager, as for `acts`", examples=["Ann bet 10 on pass"]
    )


class ChartGrid(BaseModel):
    title: str
    rows: dict[str, dict[str, str | int]]
    is_scores: bool
    part: str = Field(description="`hard`, `soft` or `pairs`; empty for a table of scores")
    against_soft: bool = Field(description="Whether the columns are the dealer's soft totals")


class ChartShown(BaseModel):
    """The basic strategy of a table; without grids, but with the reason, if its game has none."""

    title: str
    grids: list[ChartGrid]
    legend: dict[str, str]
    answers: str
    why: str


class DrillShown(BaseModel):
    name: str
    title: str
    trains: str
    games: list[str] = Field(description="The games that have it")
    counts: bool = Field(description="Whether it takes a count, a ramp and the cards between two checks")


class CountListed(BaseModel):
    name: str
    title: str
    has_index: bool = Field(description="Whether it has index plays, as the drill of deviations needs")
    has_true_count: bool = Field(description="Whether it is divided by the decks that are left")


class DrillTaskShown(BaseModel):
    """A task without its answer."""

    prompt: str
    form: Literal["dollars", "number", "choice", "cards"]
    choices: list[str]
    cards: list[str]
    one_by_one: bool = Field(description="Whether the cards are shown one after the other, not side by side")
    picture: str = Field(description="An SVG, such as chips to count; else empty")


class DrillAnswer(Asked):
    answer: str = Field(max_length=2000, pattern=PLAIN)


class DrillMarked(BaseModel):
    right: bool
    answer: str
    by: str
    explains: str


class AuditionSectionShown(BaseModel):
    drill: str
    game: str
    tasks: int
    seconds: int = Field(description="For each task")


class AuditionShown(BaseModel):
    """A mixed exam, and the share of tasks that must be right and in time to pass."""

    sections: list[AuditionSectionShown]
    passing: float = Field(serialization_alias="pass")


class FoulLine(BaseModel):
    place: int
    text: str


class FoulKind(BaseModel):
    name: str
    title: str


class FoulShown(BaseModel):
    """A round for a trainee to watch; nothing reveals whether it has a fault."""

    title: str
    lines: list[FoulLine]
    over: bool = Field(description="Whether these are all lines")
    kinds: list[FoulKind]


class FoulCall(Asked):
    place: int | None = Field(None, ge=0, le=10**6, description="The line at which you stop the game; null for no call")
    kind: str = Field("", max_length=40, pattern=PLAIN)
    by: str = Field("", max_length=40, pattern=PLAIN, description="The paragraph, at the higher level")
    remedy: str | None = Field(None, max_length=2000, description="After a catch: what is done now")


class RulingShown(BaseModel):
    """A round in which an irregularity has just happened."""

    title: str
    lines: list[str]
    what: str
    choices: list[str]


class RulingGiven(Asked):
    answer: str = Field("", max_length=2000)
    by: str = Field("", max_length=40, pattern=PLAIN, description="The paragraph, at the higher level")


class RulingMarked(BaseModel):
    right: bool
    answer: str
    by: str
    follows: list[str] = Field(description="What happens at the table then")
    points: int


class FoulRuling(BaseModel):
    outcome: Literal["catch", "wrong-reason", "miss", "false-call", "clean"]
    kind: str
    title: str
    place: int
    by: str
    should: str = Field(description="What should have come")
    cents: int
    points: int
    remedies: list[str] = Field(description="After a catch without a remedy: those to choose from")
    remedy: str = Field(description="The right one")
    remedied: bool | None


class PracticeAsked(Asked):
    """A session of practice: its seed and options, and your acts."""

    game: str = Field(max_length=40, pattern=PLAIN)
    seed: str = Field(max_length=60, pattern=PLAIN, description="The same seed gives the same cards")
    acts: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(
        max_length=2000, description="Lines such as `You bet 10 on 1` and `You stand`, or `deal`"
    )
    others: int = Field(0, ge=0, le=4, description="Computer players")
    skill: float = Field(1.0, ge=0, le=1, description="How often they follow basic strategy")
    hands: Literal["any", "pairs", "soft", "stiff", "surrender", "chosen"] = "any"
    spots: list[Annotated[str, Field(max_length=8, pattern=r"^[2-9TA]{3}$")]] = Field(
        default_factory=list, max_length=100, description="For `chosen`: two cards and the dealer's, such as T6T"
    )
    table: str = Field(
        "", max_length=60, pattern=PLAIN, description="A posted table whose rules apply, if not the game's"
    )
    coached: bool = Field(True, description="Whether decisions are judged; without it the answer comes faster")
    auto: bool = Field(False, description="Whether obvious moves are made by themselves, such as to stand on 20")
    frames: bool = Field(False, description="Whether the answer has a picture of each step of the last act")
    width: float = Field(1280, ge=0, le=100_000)
    felt: Literal["green", "blue", "burgundy"] = "green"


class WhatIfAsked(Asked):
    session: PracticeAsked
    act: int = Field(ge=0, le=2000, description="The number of the act to replace")
    move: str = Field(max_length=40, pattern=PLAIN)


class BookAsked(Asked):
    book: dict[str, Any] = Field(description="A learner's own data: drills, lessons, sessions, puzzles")


class BookShown(BaseModel):
    book: dict[str, Any]


class PuzzleAnswered(Asked):
    card: str = Field(
        "", max_length=1000, pattern=PLAIN, description="The scheduler's card after the last answer; empty at first"
    )
    right: bool
    now: int = Field(ge=0, le=10**14, description="Milliseconds since 1970")


class PuzzleScheduled(BaseModel):
    card: str
    due: int = Field(description="When the puzzle comes back, in milliseconds since 1970")


class AssignmentAsked(Asked):
    kind: Literal["lesson", "drill", "dealer", "practice"]
    game: str = Field(max_length=40, pattern=PLAIN)
    name: str = Field("", max_length=60, pattern=PLAIN, description="The lesson or drill")
    seed: str = Field(
        "", max_length=60, pattern=PLAIN, description="Seed of tasks, cards and dice, the same for everybody"
    )
    number: int = Field(10, ge=1, le=100, description="Tasks of a drill, or rounds of practice")
    file: str = Field("", max_length=100_000, description="Your own lesson file; `name` is a lesson of it")
    table: str = Field("", max_length=60, pattern=PLAIN, description="A posted table whose rules apply")


class ClassAsked(Asked):
    title: str = Field(min_length=1, max_length=80, pattern=PLAIN)
    assignments: list[AssignmentAsked] = Field(min_length=1, max_length=40)


class ClassWork(Asked):
    """What you did for an assignment; the server judges it."""

    item: int = Field(ge=0, le=40, description="The number of the assignment, from 0")
    answers: list[Annotated[str, Field(max_length=2000)]] = Field(
        default_factory=list, max_length=2000, description="Answers of a drill or lesson, or acts of practice"
    )
    acts: list["DealerActAsked"] = Field(default_factory=list, max_length=500, description="Your acts as the dealer")


class ClassResultShown(BaseModel):
    right: int
    asked: int
    cost: int = Field(description="What mistakes cost, in cents")
    at: int


class AssignmentShown(BaseModel):
    kind: str
    game: str
    name: str
    seed: str
    number: int
    own: bool = Field(description="Whether it is a lesson of the trainer's own file")
    title: str = Field(description="Of the trainer's own lesson")
    table: str = Field(description="The rules of a table that the trainer has chosen, for the other routes; else empty")


class ClassShown(BaseModel):
    """A class; members see only their own results, the trainer sees all."""

    id: str
    title: str
    trainer: str
    at: int
    assignments: list[AssignmentShown]
    members: dict[str, dict[str, list[ClassResultShown]]] = Field(description="Results by member and assignment")


class DealerActAsked(Asked):
    """What you do as the dealer."""

    kind: Literal["say", "card", "turn", "done", "take", "pay", "push", "fee", "mark", "move"]
    what: str = Field("", max_length=200, pattern=PLAIN)
    amount: int = Field(0, ge=0, le=10**12, description="Cents that you pay, or the amount of a fee")


class DealerRoundAsked(Asked):
    """A round in which you are the dealer: its seed, and your acts."""

    game: str = Field(max_length=40, pattern=PLAIN)
    seed: str = Field(max_length=60, pattern=PLAIN)
    number: int = Field(0, ge=0, le=10**6)
    acts: list[DealerActAsked] = Field(max_length=500)
    table: str = Field("", max_length=60, pattern=PLAIN, description="A posted table whose rules apply")
    width: float = Field(1280, ge=0, le=100_000)
    felt: Literal["green", "blue", "burgundy"] = "green"


class LessonAsked(Asked):
    """A step of a lesson in a course on the server or in your own lesson file."""

    course: str = Field("", max_length=40, pattern=PLAIN)
    file: str = Field("", max_length=100_000, description="A lesson file; then `course` is empty")
    of_class: str = Field("", max_length=40, pattern=PLAIN, description="A class whose own lesson it is")
    item: int = Field(0, ge=0, le=40, description="Its assignment, from 0")
    lesson: str = Field(max_length=60, pattern=PLAIN)
    step: int = Field(0, ge=0, le=100)
    width: float = Field(1280, ge=0, le=100_000)
    felt: Literal["green", "blue", "burgundy"] = "green"


class LessonAnswer(LessonAsked):
    answer: str = Field("", max_length=200, pattern=PLAIN, description="An act such as `bet 10 on 1`, or a choice")


class LessonMarked(BaseModel):
    right: bool
    line: str
    by: str


class LessonListed(BaseModel):
    name: str
    title: str
    steps: int


class CourseListed(BaseModel):
    course: str
    game: str
    title: str
    lessons: list[LessonListed]


class LessonFile(Asked):
    file: str = Field(max_length=100_000)


class LessonProblem(BaseModel):
    key: str
    got: str
    allowed: str
    citation: str = ""


class LessonFileChecked(BaseModel):
    course: CourseListed | None
    problems: list[LessonProblem]
