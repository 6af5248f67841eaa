"""What a writer could not say: a code for each thing, the same in all formats, and all counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Self

from attrs import field, frozen

from .diagnostics import MOST_EXAMPLES, Code, Concern, Diagnostic, How, Severity, SharedCode


class LossCode(Code):
    """Base of the codes of what a writer's format cannot say; one diagnostic counts its subjects.

    A subclass lists ``NAME = id, word, concern, help, example`` members; *word* is what is lost, in
    the plural.  How it is lost is in ``Diagnostic.how``.
    """

    word: str
    concern: Concern

    def __new__(cls, id_: str, word: str, concern: Concern, help_: str, example: str = "") -> Self:
        """Make a member from its parts."""
        self = str.__new__(cls, id_)
        self._value_ = id_
        self.severity = Severity.WARNING
        self.template = "{format} {verdict} {kind}: {count} {outcome} ({examples})"
        self.word, self.concern, self.help = word, concern, help_
        self.example = example
        return self


class Loss(LossCode):
    """A thing that a format may have no words for: its id, word and concern, and a help."""

    # -- cards
    CARD = (
        "CF210",
        "cards",
        Concern.CARDS,
        "The output does not contain the cards, or contains only their names.",
    )
    NAME = (
        "CF211",
        "names",
        Concern.CARDS,
        "The format cannot store the name of a card, a sheet, a booster or a set unchanged.",
    )
    TEXT = (
        "CF212",
        "texts",
        Concern.CARDS,
        "The format cannot store some characters or spaces of a text.",
    )
    COST = ("CF213", "costs", Concern.CARDS, "The format cannot store the whole cost.")
    TYPE = ("CF214", "types", Concern.CARDS, "The format cannot store the whole type line.")
    STATS = (
        "CF215",
        "power, toughness and loyalty",
        Concern.CARDS,
        "The format cannot store the power, toughness or loyalty of a card unchanged.",
    )
    COLOR = (
        "CF216",
        "colours",
        Concern.CARDS,
        "The format derives colours from costs, or cannot store them.",
    )
    FACE = (
        "CF217",
        "faces",
        Concern.CARDS,
        "The format cannot store a face of this kind, or this number of faces.",
    )
    PROPERTY = (
        "CF218",
        "properties",
        Concern.CARDS,
        "The property exists only in games other than Magic, or the game of the format does"
        " not have this field.",
    )
    EFFECT = (
        "CF219",
        "draft effects",
        Concern.CARDS,
        "The format cannot store the effect that the card has during a draft.",
    )
    RELATED = (
        "CF220",
        "related cards",
        Concern.CARDS,
        "The format cannot store tokens and other cards that belong to a card.",
    )
    RARITY = (
        "CF221",
        "rarities",
        Concern.CARDS,
        "The format has other rarities. The nearest rarity is written.",
    )
    # -- packs
    COLLATION = (
        "CF230",
        "collations",
        Concern.ODDS,
        "The cards of a sheet are drawn in another way than in the source.",
    )
    COPIES = (
        "CF231",
        "copies",
        Concern.ODDS,
        "The format cannot store the number of copies of a card on a sheet.",
    )
    DISTINCT = (
        "CF232",
        "rules about duplicates",
        Concern.ODDS,
        "The rule that decides whether a pack can contain a card twice differs from the source.",
    )
    CONSTRAINT = (
        "CF233",
        "constraints on a pack",
        Concern.ODDS,
        "The output allows packs that the source never produces.",
    )
    BOX = (
        "CF234",
        "how packs are boxed",
        Concern.ODDS,
        "The output contains single packs and no boxes.",
    )
    BOOSTER = (
        "CF235",
        "boosters",
        Concern.ODDS,
        "The output has fewer boosters than the source, or none.",
    )
    LAYOUT = (
        "CF236",
        "layouts",
        Concern.ODDS,
        "The format cannot store all possible contents of a pack, or their probabilities.",
    )
    SLOT = ("CF237", "slots", Concern.ODDS, "The format cannot store all settings of a slot.")
    SHEET = (
        "CF238",
        "sheets",
        Concern.ODDS,
        "The format cannot store a sheet, or the cards on it.",
    )
    WEIGHT = (
        "CF239",
        "probabilities",
        Concern.ODDS,
        "The format cannot store a probability exactly. An approximate one is written.",
    )
    EVENT = (
        "CF240",
        "draft settings",
        Concern.ODDS,
        "The format cannot store some or all of the draft settings of the set.",
    )
    # -- what is known of cards and sets
    FINISH = (
        "CF250",
        "finishes",
        Concern.DATA,
        "The format does not distinguish foil cards from others.",
    )
    OVERRIDE = (
        "CF251",
        "overrides of an entry",
        Concern.DATA,
        "The format cannot store properties that a card has only on one sheet.",
    )
    ID = (
        "CF252",
        "ids",
        Concern.DATA,
        "The format has no field for the id, or cannot store this value.",
    )
    NUMBER = (
        "CF253",
        "collector numbers",
        Concern.DATA,
        "The format has no field for collector numbers.",
    )
    SET = (
        "CF254",
        "sets",
        Concern.DATA,
        "The format cannot store the set of a card, or a file has only one set.",
    )
    RATING = ("CF255", "ratings", Concern.DATA, "The format has no field for the rating of a card.")
    IMAGE = (
        "CF256",
        "images",
        Concern.DATA,
        "The format has no field for the addresses of images.",
    )
    PRINTED_NAME = (
        "CF257",
        "localised names",
        Concern.DATA,
        "The format has no field for names in other languages.",
    )
    METADATA = (
        "CF258",
        "metadata",
        Concern.DATA,
        "The format has no field for this property of a set.",
    )
    FILE = (
        "CF259",
        "files",
        Concern.DATA,
        "The output does not contain files that belong to the set.",
    )
    MACRO = (
        "CF260",
        "macro calls",
        Concern.DATA,
        "The expansion of a macro is written instead of the macro call.",
    )
    PRODUCT = ("CF261", "products", Concern.DATA, "The format has no field for products.")
    EXTRAS = (
        "CF270",
        "keys of other programs",
        Concern.KEYS,
        "The model has no field for the key and preserves it for one program only. The output"
        " has another format, or is no longer based on the file that was read.",
    )


#: What a message says of something that is lost, before it and after its count.
_PHRASES: Mapping[How, tuple[str, str]] = {
    How.DROPPED: ("has no place for", "left out"),
    How.CHANGED: ("cannot store", "written differently"),
    How.KEPT: ("does not know", "written all the same"),
    How.REFUSED: ("", ""),
    How.MISTAKEN: ("", ""),
    How.REPLACED: ("no longer has", "gone"),
}
_ORDER = {how: number for number, how in enumerate(How)}


@frozen(order=True)
class _LossKind:
    """What tells losses apart that are counted."""

    how: How = field(order=lambda how: _ORDER[how])
    kind: str
    code: Code
    into: str


class LossLog:
    """Counts what a writer cannot say, by code and kind, with all that lost it.

    A *subject* is what loses something: a card's name, say.  A *detail* says what is lost more
    exactly than the word of the code, and stands in its place; *into* is what is written instead.
    """

    def __init__(self, format_id: str) -> None:
        """Losses on writing the format *format_id*."""
        self.format_id = format_id
        self._subjects: defaultdict[_LossKind, list[str]] = defaultdict(list)

    def dropped(self, code: LossCode, subject: str, detail: str = "") -> None:
        """Report that *subject* loses what *code* stands for."""
        self._subjects[_LossKind(How.DROPPED, detail or code.word, code, "")].append(subject)

    def changed(self, code: LossCode, subject: str, detail: str = "", into: str = "") -> None:
        """Report that what *code* stands for is written of *subject* in another way."""
        kind = (detail or code.word) + (f" (now {into})" if into else "")
        self._subjects[_LossKind(How.CHANGED, kind, code, into)].append(subject)

    def kept(self, code: LossCode, subject: str, detail: str = "") -> None:
        """Report that what *code* stands for is preserved, but not understood by the format."""
        self._subjects[_LossKind(How.KEPT, detail or code.word, code, "")].append(subject)

    def refused(self, kind: str, subject: str) -> None:
        """Report that the target program rejects the output because of *kind* of *subject*."""
        self._subjects[_LossKind(How.REFUSED, kind, SharedCode.REFUSED, "")].append(subject)

    def mistaken(self, kind: str, subject: str) -> None:
        """Report that the target program reads *kind* of *subject* as something else."""
        self._subjects[_LossKind(How.MISTAKEN, kind, SharedCode.MISTAKEN, "")].append(subject)

    def replaced(self, code: LossCode, subject: str, detail: str) -> None:
        """Report that *subject* is in a file that is replaced, and not in the output."""
        self._subjects[_LossKind(How.REPLACED, detail, code, "")].append(subject)

    def finish(self, besides: Iterable[Diagnostic] = ()) -> tuple[Diagnostic, ...]:
        """Return one diagnostic per kind, the most frequent first, without those in *besides*."""
        known: defaultdict[tuple[Code, How, str], Counter[str]] = defaultdict(Counter)
        for each in besides:
            if each.how:
                known[each.code, each.how, each.kind].update(each.subjects)
        left = {
            kind: tuple(_without(known[kind.code, kind.how, kind.kind], subjects))
            for kind, subjects in self._subjects.items()
        }
        by_count = sorted(left.items(), key=lambda item: (-len(item[1]), item[0]))
        return tuple(self._lost(kind, subjects) for kind, subjects in by_count if subjects)

    def _lost(self, kind: _LossKind, subjects: tuple[str, ...]) -> Diagnostic:
        verdict, outcome = _PHRASES[kind.how]
        examples = ", ".join(subjects[:MOST_EXAMPLES])
        message = kind.code.template.format(
            format=self.format_id,
            verdict=verdict,
            kind=kind.kind,
            count=len(subjects),
            outcome=outcome,
            examples=examples + (", …" if len(subjects) > MOST_EXAMPLES else ""),
        )
        data = {"format": self.format_id, "kind": kind.kind, "into": kind.into}
        count = len(subjects)
        return Diagnostic(
            kind.code, message, data=data, count=count, how=kind.how, subjects=subjects
        )


def _without(known: Counter[str], subjects: Iterable[str]) -> Iterator[str]:
    """Yield the *subjects* in their order, each as often as it exceeds *known*."""
    left = Counter(known)
    for subject in subjects:
        if left[subject]:
            left[subject] -= 1
        else:
            yield subject
