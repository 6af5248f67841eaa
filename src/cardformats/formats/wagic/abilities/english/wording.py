"""English: articles, plurals, verbs, lists and sentences, as the rules of Magic use them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import singledispatch
from typing import Final

from attrs import evolve, frozen

from ..nodes import Node

_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip
_PLURALS: Final = {
    "cyclops": "cyclopes", "dwarf": "dwarves", "elf": "elves", "equipment": "equipment",
    "fish": "fish", "fungus": "fungi", "homunculus": "homunculi", "kithkin": "kithkin",
    "kor": "kor", "merfolk": "merfolk", "mouse": "mice", "myr": "myr", "ox": "oxen",
    "pegasus": "pegasi", "plains": "plains", "samurai": "samurai", "sheep": "sheep",
    "treefolk": "treefolk", "werewolf": "werewolves", "wolf": "wolves", "you": "you",
    **{f"{word}s": f"{word}s" for word in ("artifact", "creature", "land", "player", "card")},
    "eldrazi": "eldrazi", "food": "food",
}  # fmt: skip
_THIRD: Final = {"have": "has", "do": "does", "be": "is", "can't": "can't", "can": "can",
                 "must": "must", "don't": "doesn't", "aren't": "isn't"}  # fmt: skip
_FIXED: Final = frozenset(("can't", "can", "must", "don't", "aren't"))
_VOWEL_SOUNDS: Final = re.compile(r"(?i)[\"“]?(?:[aeiou8]|x\b|11\b|18\b)")
_CONSONANT_SOUNDS: Final = re.compile(r"(?i)[\"“]?(?:uni|eu|one\b|once\b|urza)")
_HISSING: Final = ("s", "x", "z", "ch", "sh")


@frozen
class Noun:
    """Who or what a sentence is about.

    Attributes:
        text: what it is called.
        plural: whether there are several, so that verbs have no *s*.
    """

    text: str
    plural: bool = False

    @property
    def is_you(self) -> bool:
        """Return whether the reader is meant."""
        return self.text == "you"

    @property
    def owning(self) -> str:
        """Return the possessive: ``your``, ``its controller's``."""
        if self.is_you:
            return "your"
        if self.text in {"this", "it"}:
            return "its"
        return f"{self.text}'" if self.plural and self.text.endswith("s") else f"{self.text}'s"

    @property
    def their(self) -> str:
        """Return the pronoun for what belongs to this player."""
        return "your" if self.is_you else "their"

    def verb(self, base: str) -> str:
        """Return the form of a verb that goes with this."""
        return base if self.plural or self.is_you else third(base)

    def does(self, base: str, rest: str = "") -> str:
        """Return a sentence: this, and what it does."""
        return joined(self.text, self.verb(base), rest)


YOU: Final = Noun("you")
THIS: Final = Noun("this")
#: What happens to several cards that were spoken of happens to each of them.
EACH: Final = Noun("each of them")


@frozen
class Sentence:
    """What happens: who does it, and what it is.

    Attributes:
        subject: None for an instruction to the player, or if the action has no verb.
        actions: verbs in their base form, each with what comes after it; a action without a verb
            is a text that says it all.
        lead: what comes first, with a comma.
    """

    subject: Noun | None
    actions: tuple[tuple[str, str], ...]
    lead: str = ""

    def __str__(self) -> str:
        """Return the sentence, with no capital and no full stop."""
        if self.subject is None:
            return joined(self.lead, self._predicate(str))
        return joined(self.lead, self.subject.text, self._predicate(self.subject.verb))

    @property
    def allowed(self) -> str:
        """Return the sentence as something that you may do."""
        verbs = {verb for verb, _ in self.actions}
        bare = self._predicate(str)
        if "" in verbs or verbs & _FIXED:
            return joined(self.lead, f"you may do this: {Sentence(self.subject, self.actions)}")
        if self.subject is None or self.subject.is_you:
            return joined(self.lead, "you may", bare)
        return joined(self.lead, "you may have", self.subject.text, bare)

    def _predicate(self, form: Callable[[str], str]) -> str:
        return listed([joined(verb and form(verb), rest) for verb, rest in self.actions])

    def then(self, more: str) -> Sentence:
        """Return the same, with something after it."""
        verb, rest = self.actions[-1]
        return evolve(self, actions=(*self.actions[:-1], (verb, joined(rest, more))))

    def during(self, time: str) -> Sentence:
        """Return the same, with how long it lasts; what X is comes after that."""
        verb, rest = self.actions[-1]
        what, where, size = rest.partition(", where ")
        text = joined(what, time) + where + size
        return evolve(self, actions=(*self.actions[:-1], (verb, text)))

    def naming(self, names: Mapping[str, str]) -> Sentence:
        """Return the same, with other names for what it is about."""
        if not names:
            return self
        pattern = re.compile("|".join(map(re.escape, names)))

        def renamed(text: str) -> str:
            return pattern.sub(lambda match: names[match[0]], text)

        subject = self.subject and evolve(self.subject, text=renamed(self.subject.text))
        actions = tuple((verb, renamed(rest)) for verb, rest in self.actions)
        return Sentence(subject, actions, renamed(self.lead))

    def after(self, lead: str) -> Sentence:
        """Return the same, with something before it."""
        return evolve(self, lead=joined(lead, self.lead))


def action(subject: Noun | None, verb: str, rest: str = "") -> Sentence:
    """Return a sentence of a single verb."""
    return Sentence(subject, ((verb, rest),))


def statement(text: str) -> Sentence:
    """Return a sentence that is a text, with no verb that could change."""
    return Sentence(None, (("", text),))


def joined(*parts: str) -> str:
    """Return the parts that are there, with spaces between them but not before a comma."""
    return re.sub(r" +([,;:])(?=\s|$)", r"\1", " ".join(part for part in parts if part))


def third(base: str) -> str:
    """Return the third person of a verb, or of a phrase that begins with one."""
    first, space, rest = base.partition(" ")
    if (known := _THIRD.get(first)) is None:
        hissing = first.endswith(_HISSING)
        known = f"{first[:-1]}ies" if re.search(r"[^aeiou]y$", first) else first
        known += "es" if hissing or first.endswith("o") else "" if known != first else "s"
    return f"{known}{space}{rest}"


def plural(noun: str) -> str:
    """Return the plural of a noun; only its last word changes."""
    front, space, last = noun.rpartition(" ")
    if last.endswith(('"', "`")):
        return noun
    known = _PLURALS.get(last.lower())
    if known is None:
        if re.search(r"[^aeiou]y$", last):
            known = f"{last[:-1]}ies"
        else:
            known = f"{last}es" if last.endswith(_HISSING) else f"{last}s"
    return f"{front}{space}{known}"


def an(phrase: str) -> str:
    """Return the phrase, with its article."""
    vowel = _VOWEL_SOUNDS.match(phrase) and not _CONSONANT_SOUNDS.match(phrase)
    return f"{'an' if vowel else 'a'} {phrase}"


def negated(text: str) -> str:
    """Negate a clause: by its article, by its first verb, or as a whole."""
    if text.startswith("a "):
        return f"no {text[2:]}"
    changed, count = _NEGATED.subn(r"\1n't", text, count=1)
    is_one = count and not re.search(r"\b(?:and|or|not)\b", text)
    return re.sub(r"\bcann't", "can't", changed) if is_one else f"it isn't so that {text}"


#: The first verb, if that is one that can be denied.
_NEGATED: Final = re.compile(r"^((?:\w+ ){1,3}?(?:is|was|are|can|could))(?= )")


def spelled(number: int) -> str:
    """Return a number as a word, if it is small."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def whole(text: object) -> int | None:
    """Return a number that is written in digits; None for any other text, and for huge numbers."""
    word = str(text).strip()
    return int(word) if re.fullmatch(r"[-+]?[0-9]{1,6}", word) else None


def listed(parts: Iterable[str], word: str = "and") -> str:
    """Parts as a list: ``a, b, and c``."""
    every: Sequence[str] = [part for part in parts if part]
    if len(every) <= 2:  # noqa: PLR2004 - two need no commas
        return f" {word} ".join(every)
    return f"{', '.join(every[:-1])}, {word} {every[-1]}"


def capital(text: str) -> str:
    """Return the text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def source(text: object) -> str:
    """Return a text as it was written, in backquotes."""
    plain = re.sub(r"\s+", " ", str(text).strip().replace("`", "'"))
    return f"`{plain}`" if plain else ""


def quoted(text: str) -> str:
    """Return a text in quotes, as a sentence; quotes within it become single."""
    inner = re.sub(r'"', "'", text)
    return f'"{capital(inner)}"'


def together(parts: Iterable[str]) -> str:
    """Join effects that happen together to one sentence."""
    every: Sequence[str] = [part for part in parts if part]
    if len(every) > 1 and any(sign in part for part in every for sign in ",;:"):
        return f"{'; '.join(every[:-1])}; and {every[-1]}"
    return listed(every) if len(every) != 2 else ", and ".join(every)  # noqa: PLR2004 - a pair


@frozen
class Scene:
    """What a part of an ability need not say, since what is around it does.

    Attributes:
        it: what something happens to if nothing is named.
        lasting: whether the text states a condition, not an event: a card has flying, or gains it.
        chosen: whether *it* is what the card's ``target=`` chose.
        is_player: whether *it* is a player.
        gained: whether the card gained the ability, and does not have it by itself.
        shared: whether what one of several effects targets is what all of them are about.
        passing: whether sizes and keywords last only until end of turn by default.
    """

    it: Noun = THIS
    lasting: bool = True
    chosen: bool = False
    is_player: bool = False
    gained: bool = False
    shared: bool = False
    passing: bool = False


ALONE: Final = Scene()
GAINED: Final = Scene(gained=True)


@singledispatch
def say(node: Node | None, scene: Scene) -> Sentence:
    """Return a sentence on a node; one without a wording is its text, None is ``nothing happens``.

    Args:
        node: an ability, or what one consists of; None if there is none.
        scene: what goes without saying.
    """
    del scene
    return statement("nothing happens" if node is None else source(node))


def text_of(node: Node | None, scene: Scene) -> str:
    """Return the English of an ability as text."""
    return str(say(node, scene))


def happening(scene: Scene) -> Scene:
    """Return the scene of what happens at a time, rather than lasts."""
    return evolve(scene, lasting=False)
