"""The grammar of a game: all its acts, read from a line of text or a JSON object."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from chapter47.core.act import CREW, NAME, Act, Form, did_you_mean, form_of
from chapter47.core.act_words import BadActError, Word, words_of
from chapter47.core.json_object import Json
from chapter47.core.text import legible, printable

ALLOWED_NAME: Final = "Use a name that is not a word of the grammar, without quotation marks."


class Grammar:
    """The acts of a game by text and by JSON."""

    def __init__(
        self,
        acts: Sequence[type[Act]],
        *,
        known: Mapping[str, Collection[str]] | None = None,
        usual: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        """`known` lists the only values of a field, `usual` those to suggest for a misspelling."""
        self.acts = tuple(acts)
        self.forms = tuple(form_of(act) for act in acts)
        self._by_tag = {form.tag: form for form in self.forms}
        self._known, self._usual = dict(known or {}), dict(usual or {})
        self.moves = tuple(self._known.get("move", ()))

    @cached_property
    def reserved(self) -> frozenset[str]:
        """Words that cannot be names: the house's actors, and the first words of verbs and moves."""
        return frozenset((*CREW, *(form.verb[0] for form in self.forms if form.verb), *self.moves))

    def good_name(self, name: str) -> str:
        """Raise `BadActError` for a name that could be mistaken for a word of the grammar."""
        if name in self.reserved:
            raise BadActError(f"'{name}' is a word of the grammar and cannot be a name.", ALLOWED_NAME)
        try:
            NAME.read(name)
        except ValueError as error:
            raise BadActError(str(error), ALLOWED_NAME) from None
        return name

    # Text ------------------------------------------------------------------------------------------------------------

    def read(self, line: str | Sequence[Word]) -> Act:
        """Read the act from a line; raises only `BadActError`."""
        words = words_of(line) if isinstance(line, str) else line
        if not words:
            raise BadActError("The line is empty.", f"Write an act such as: {self.forms[0].example}.")
        first, rest = words[0], words[1:]
        if not first.quoted and first.text in CREW:
            return self._read(first.text, "", rest)
        if not first.quoted and any(form.begins(words) for form in self._forms("script")):
            return self._read("script", "", words)
        return self._read("player", self._actor(first, words), rest)

    def _actor(self, first: Word, words: Sequence[Word]) -> str:
        """Find the player who acts; if a verb comes first, the actor is missing."""
        if not first.quoted and first.text in self.reserved:
            meant = [form for form in self.forms if form.verb and form.begins(words)] or [
                form for form in self.forms if form.verb[:1] == (first.text,)
            ]
            example = meant[0].example if meant else f"{NAME.example} {first.text}"
            raise BadActError(f"'{first.text}' does not say who acts.", f"Start with who acts: {example}.")
        return self.good_name(first.text)

    def _forms(self, actor: str) -> list[Form]:
        return [form for form in self.forms if form.kind.actor == actor]

    def _read(self, actor: str, player: str, words: Sequence[Word]) -> Act:
        meant = [form for form in self._forms(actor) if self._begins(form, words)]
        if not meant:
            raise self._unknown_verb(actor, player, words)
        meant.sort(key=lambda form: -len(form.verb))
        errors = []
        for form in meant:
            try:
                return self._checked(form, form.read(player, words[len(form.verb) :]))
            except BadActError as error:
                errors.append(error)
        raise errors[0]

    def _begins(self, form: Form, words: Sequence[Word]) -> bool:
        if form.verb:
            return form.begins(words)
        return bool(words) and not words[0].quoted and words[0].text in self.moves

    def _unknown_verb(self, actor: str, player: str, words: Sequence[Word]) -> BadActError:
        forms = self._forms(actor)
        verbs = dict.fromkeys([*(" ".join(form.verb) for form in forms if form.verb), *self._moves_of(actor)])
        who = player or f"the {actor}"
        said = " ".join(word.text for word in words[:3])
        if not said:
            meant = [form for form in self.forms if form.verb and did_you_mean(player, (" ".join(form.verb),))]
            advice = f"Did you mean `{meant[0].example}`?" if meant else self._list(verbs)
            return BadActError(f"The line does not say what {who} does.", advice)
        near = did_you_mean(said, verbs) or did_you_mean(words[0].text, verbs)
        if elsewhere := next((form for form in self.forms if form.verb and form.begins(words)), None):
            near = f"Write: {elsewhere.shown}."
        return BadActError(f"'{printable(said)}' is not an act of {who}.", near or self._list(verbs))

    def _moves_of(self, actor: str) -> tuple[str, ...]:
        return self.moves if actor == "player" else ()

    @staticmethod
    def _list(verbs: Iterable[str]) -> str:
        return f"Write one of: {', '.join(verbs)}."

    # JSON ------------------------------------------------------------------------------------------------------------

    def from_json(self, data: object) -> Act:
        """Read the act from a JSON object; raises only `BadActError`."""
        tag = data.get("act") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(tag, str):
            raise BadActError(
                "A JSON act is an object with the key 'act'.", f"For example: {self.forms[0].json_example}."
            )
        if tag not in self._by_tag:
            near = did_you_mean(tag, self._by_tag) or f"Write one of: {', '.join(self._by_tag)}."
            raise BadActError(f"'{printable(tag)}' is not an act of this game.", near)
        form = self._by_tag[tag]
        act = form.from_json(data)
        if form.player:
            self.good_name(act.player_name)
        return self._checked(form, act)

    def to_json(self, act: Act) -> Json:
        return form_of(type(act)).to_json(act)

    # Both ------------------------------------------------------------------------------------------------------------

    def act(self, said: str | Json | Act) -> Act:
        """Read an act in any of its three forms; raises `BadActError` if it is not an act of this game."""
        if isinstance(said, str):
            return self.read(said)
        if isinstance(said, Act):
            return self.from_json(self.to_json(said)) if type(said) in self.acts else self._not_of_this_game(said)
        return self.from_json(said)

    def _not_of_this_game(self, act: Act) -> Act:
        raise BadActError(f"'{act}' is not an act of this game.", f"Write an act such as: {self.forms[0].example}.")

    def _checked(self, form: Form, act: Act) -> Act:
        """Check names in the middle of a line, and words that the game knows."""
        for field in form.fields:
            value = getattr(act, field.name)
            if field.part.kind is NAME and isinstance(value, str):
                self.good_name(value)
            if not isinstance(value, str) or not legible(value):
                continue
            known, usual = self._known.get(field.name), self._usual.get(field.name)
            if known is not None and value not in known:
                near = did_you_mean(value, known) or self._list(known)
                raise BadActError(f"'{printable(value)}' is not known here.", near)
            if usual is not None and value not in usual and (near := did_you_mean(value, usual)):
                raise BadActError(f"'{printable(value)}' is not known here.", near)
        return act
