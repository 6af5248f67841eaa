"""Makes cards of the blocks of card files: printings with what they take from their primitives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from attrs import evolve

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Diagnostic, Fix, Related
from ...model import Card, Face, FrozenDict, Value
from ...model.frozen import EMPTY
from ...source import SourceText, Span
from .block_lines import without_block
from .codes import WagicCode
from .fields import FACE_FIELDS, PRINTING_KEYS, FieldsOfCard, read_fields
from .format import WagicOptions
from .halves import faces_of
from .macros import MacroTable
from .primitives import Body, Primitive, Primitives, body_of, kept_extras
from .repairs import renamed, saved_as, without_line, without_mark
from .syntax import GRAMMAR, RARITIES, CardFile, MacroDefinition, kind_of

_ID: Final = GRAMMAR.rule("ID")
_NUMBER: Final = GRAMMAR.rule("NUMBER")


class Observed(NamedTuple):
    """What a block shows besides a card, which is nothing for most.

    Attributes:
        kept: the lines of a printing that is left out, since its primitive is.
        is_missing: whether that is not there; else its grade is too bad.
        unnamed: where a printing names its primitive, if no primitives are known at all.
    """

    kept: Mapping[str, Value] = EMPTY
    is_missing: bool = False
    unnamed: Span | None = None


class BlockOutcome(NamedTuple):
    """What became of a block.

    Attributes:
        file, number: the block.
        card: its card; None if it is none that counts.
        is_printing: whether it is a printing, and no primitive.
        observed: what the block shows besides.
    """

    file: CardFile
    number: int
    card: Card | None
    is_printing: bool
    observed: Observed


#: A block: the ``id()`` of its file, and its number there.
Block: TypeAlias = tuple[int, int]

#: What nearly all blocks show.
NOTHING: Final = Observed()


class Printings:
    """Makes cards of blocks, and remembers what was there before: ids, names, and problems."""

    def __init__(
        self,
        primitives: Primitives,
        options: WagicOptions,
        log: DiagnosticLog,
        budget: Budget,
        known: Mapping[Block, Card] = EMPTY,
    ) -> None:
        """Printings refer to *primitives*; what is wrong goes to *log*, work is of *budget*.

        The *known* cards are those of blocks that were read before and are still the same, as are
        the primitives that they refer to.
        """
        self.known = known
        self.primitives = primitives
        self.options = options
        self.log = log
        self.budget = budget
        #: Whether printings without their primitives are left out, and not kept by their names.
        self.finds_all: bool = options.unresolved == "left-out" or options.engine == "exact"
        #: What was first of its kind and value: a card of an id, a name of a back, and so on.
        self._firsts: dict[tuple[str, str, str], Any] = {}

    def of(self, file: CardFile, code: str | None) -> Iterator[BlockOutcome]:
        """Yield the outcomes of the blocks of cards in *file*, in order."""
        if file.source.text.startswith("\ufeff"):
            fix = without_mark(file.source)
            self.log.add(WagicCode.BYTE_ORDER_MARK, file.source.span(0, 1), fix)
        macros, known = self.macros(file), self.known
        for number, text in enumerate(file.texts):
            if (card := known.get((id(file), number))) is not None:
                is_first = self._is_first("printing", card.ids["wagic"], card.faces[0].name)
                made = card if is_first else None
                yield BlockOutcome(file, number, made, is_printing=True, observed=NOTHING)
            elif kind_of(text) == "card":
                yield self.outcome(file, number, code, macros)

    def macros(self, file: CardFile) -> MacroTable:
        """Macros are global: those of the primitives hold in *file*, and its own."""
        table = self.primitives.macros
        if file.macros:
            table = MacroTable((*table, *file.macros), self.options)
            for macro, first in table.repeated:
                self.log.extend((repeated_macro(macro, first),))
        for excess in (self.primitives.macros.excess, table.excess):
            if excess is not None:
                limit, option = self.options.max_macros, "max_macros"
                self.log.add(
                    WagicCode.MACRO_LIMIT, excess.span, limit=limit, unit="macros", option=option
                )
        return table

    def _is_first(self, kind: str, value: str, other: str = "") -> bool:
        """Return whether nothing of this kind and these values came before."""
        known = len(self._firsts)
        self._firsts.setdefault((kind, value, other), True)
        return len(self._firsts) > known

    def outcome(
        self, file: CardFile, number: int, code: str | None, macros: MacroTable
    ) -> BlockOutcome:
        """Return the outcome of the block *number* of *file*."""
        card = read_fields(file, number, self.log, self.options.max_line)
        body, observed = self._body(card, macros)
        made: Card | None = None
        is_printing = code is not None or not PRINTING_KEYS.isdisjoint(card.single)
        if body is not None and code is None:
            grade = card.get("grade").lower() or file.grade_at(number)
            if self.options.refuses(grade):
                self.log.add(WagicCode.GRADED_OUT, card.opening(), name=body.face.name, grade=grade)
                return BlockOutcome(file, number, made, is_printing=False, observed=observed)
        if is_printing:
            # what is wrong with cards that are left out is reported, too
            identifier, rarity = self._id(card), self._rarity(card)
            self.is_repeated(WagicCode.REPEATED_ID, "id", identifier, card)
            if body is not None and self._is_first("printing", identifier, body.face.name):
                ids, faces = FrozenDict({"wagic": identifier}), self._faces(card, body)
                made = Card(faces, code, identifier, rarity, ids, extras=body.kept)
        elif body is not None:
            made = self._primitive(card, body)
        return BlockOutcome(file, number, made, is_printing, observed)

    def _faces(self, card: FieldsOfCard, body: Body) -> tuple[Face, ...]:
        """Return the face of *body*, or its halves, and the back that it names."""
        faces, name = faces_of(body), body.extras.get("backside")
        if not isinstance(name, str) or not self.primitives.available:
            return faces
        back = self.primitives.get(name.strip())
        if back is not None:
            return *faces, evolve(self.primitives.body(back, self.budget)[0].face, kind="back")
        if self._is_first("back", name):
            primitive = self.primitives.get(card.single.get("primitive", ""))
            if "backside" not in card.single and primitive is not None:
                card = primitive.fields(DiagnosticLog(0), self.options.max_line)
            span = card.place("backside")
            notes, fix = self._near(name.strip(), span)
            self.log.add(WagicCode.MISSING_BACK, span, fix, notes=notes, name=name)
        return faces

    def is_repeated(self, code: WagicCode, key: str, value: str, card: FieldsOfCard) -> bool:
        """Return whether another card has this *value* of *key* before *card*; that is reported."""
        first = self._firsts.setdefault((key, value, ""), card)
        if first is card:
            return False
        places = [Related(first.place(key), "the first one")]
        fix = None
        if first.file is card.file or code is WagicCode.REPEATED_NAME:
            fix = without_block(card.file, card.number, first.file.texts[first.number])
        self.log.add(code, card.place(key), fix, places, **{key: value})
        return True

    def _primitive(self, card: FieldsOfCard, body: Body) -> Card | None:
        """Return a card that is a primitive, unless one of the very same name came before."""
        name = card.single["name"]
        if name != name.strip():
            span = card.place("name")
            is_free = self.primitives.get(name.strip()) is None and name.strip() != ""
            # references to it may have the spaces, too
            fix = Fix.replace(span, name.strip(), is_safe=False) if is_free else None
            self.log.add(WagicCode.SPACES, span, fix, value=name)
        if self.is_repeated(WagicCode.REPEATED_NAME, "name", name, card):
            return None
        return Card(self._faces(card, body), extras=body.kept)

    def _body(self, card: FieldsOfCard, macros: MacroTable) -> tuple[Body | None, Observed]:
        """Return the face and extras of *card*, from its primitive and its own lines."""
        has_own_keys = bool(card.repeated) or not card.single.keys() <= PRINTING_KEYS
        own: Body | None = None
        if has_own_keys or card.unknown:
            own = body_of(card, macros, self.log, self.budget, self.primitives.check)
        reference = card.single.get("primitive", "")
        name = reference.strip()
        if not name:
            if own is None or not own.face.name:
                self.log.add(WagicCode.NAMELESS, card.opening())
                own = None
            return own, NOTHING
        primitive = self.primitives.get(reference) or self.primitives.get_stripped(name)
        base: Body | None
        unnamed = None
        if self.primitives.available and (self.finds_all or primitive is not None):
            base = self._resolved(card, reference, primitive)
            if base is None:
                kept = {key: card.single[key] for key in sorted(PRINTING_KEYS & card.single.keys())}
                return None, Observed(kept, primitive is None)
        else:
            base = Body(Face(name), EMPTY)
            unnamed = None if has_own_keys else card.place("primitive")
        if own is not None:
            if self.primitives.available and has_own_keys and base.face != Face(name):
                span = card.place("primitive")
                self.log.add(WagicCode.PRIMITIVE_AND_FIELDS, span, name=base.face.name)
            base = _merge(base, own, card)
        return base, Observed(unnamed=unnamed) if unnamed else NOTHING

    def _resolved(
        self, card: FieldsOfCard, reference: str, primitive: Primitive | None
    ) -> Body | None:
        """Return the body of the *primitive* of a *reference*; None if it may not be used."""
        name = reference.strip()
        if primitive is not None and primitive.name != reference:
            span, encoding = card.place("primitive"), primitive.file.source.encoding
            is_plain = primitive.name == name
            fix = renamed(span, name, encoding, is_safe=True) if is_plain else None
            note = f"the name of the primitive is {primitive.name!r}"
            self.log.add(WagicCode.SPACES, span, fix, notes=(note,), value=reference)
        if primitive is None:
            span = card.place("primitive")
            notes, fix = self._near(name, span)
            self.log.add(WagicCode.UNRESOLVED, span, fix, notes=notes, name=reference)
            return None
        if (grade := self.primitives.refused_grade(primitive, self.budget)) is not None:
            span = card.place("primitive")
            self.log.add(WagicCode.GRADED_OUT, span, name=name, grade=grade)
            return None
        body, diagnostics = self.primitives.body(primitive, self.budget)
        if not name.isascii():
            self._check_encoding(card, primitive)
        if diagnostics and self._is_first("body", primitive.name):
            self.log.extend(diagnostics)
        return body

    def _near(self, name: str, span: Span) -> tuple[tuple[str, ...], Fix | None]:
        """Return a note on the primitives that *name* probably means, and a fix.

        The *name* stands at *span*.  Where nobody hears of it, nothing is looked for.
        """
        if not self.log.has_capacity(WagicCode.UNRESOLVED):
            return (), None
        alike = self.primitives.alike(name)
        may_suggest = self.log.may_suggest()
        near = alike or (self.primitives.near(name) if may_suggest else ())
        notes = (f"did you mean {' or '.join(map(repr, near))}?",) if near else ()
        meant = None
        if len(alike) == 1:
            meant = alike[0]
        elif may_suggest and not alike:
            meant = self.primitives.one_letter_off(name)
        primitive = None if meant is None else self.primitives.get(meant)
        if primitive is None or primitive.name != primitive.name.strip():
            return notes, None
        encoding = primitive.file.source.encoding
        # the primitive may be the one with two spaces too many
        is_safe = bool(alike) and "  " not in primitive.name
        return notes, renamed(span, primitive.name, encoding, is_safe=is_safe)

    def _check_encoding(self, card: FieldsOfCard, primitive: Primitive) -> None:
        """Report a name whose bytes are others where it is defined."""
        here, there = card.file.source.encoding, primitive.file.source.encoding
        if here != there:
            start = primitive.file.starts[primitive.number]
            self.log.add(
                WagicCode.OTHER_ENCODING,
                card.place("primitive"),
                self._saved(card.file.source) if there == self.primitives.encoding else None,
                [Related(primitive.file.source.span(start), "the primitive")],
                name=primitive.name,
                here=here,
                there=there,
            )

    def _saved(self, source: SourceText) -> Fix | None:
        """Return a fix that saves a file in the encoding of all primitives; cache it."""
        key = "encoding", source.name, self.primitives.encoding or ""
        if key not in self._firsts:
            self._firsts[key] = saved_as(source, key[-1])
        fix: Fix | None = self._firsts[key]
        return fix

    def _id(self, card: FieldsOfCard) -> str:
        written = card.single.get("id", "")
        if _ID.fullmatch(written):  # nearly all are, and it is done at once
            return written
        value = written.strip()
        if not value:
            self.log.add(WagicCode.NO_ID, card.opening())
            return "0"
        number = _NUMBER.match(value)
        if number is None or number[0] != value:
            self.log.add(WagicCode.BAD_ID, card.place("id"), value=written[:40])
        if number is None:
            return "0"
        sign, digits = number[0][0] == "-", number[0].lstrip("+-0") or "0"
        return f"-{digits}" if sign and digits != "0" else digits

    def _rarity(self, card: FieldsOfCard) -> str:
        written = card.single.get("rarity", "")
        if written in RARITIES:
            return RARITIES[written]
        value = written.strip()
        if not value:
            self.log.add(WagicCode.NO_RARITY, card.place("rarity"))
            return RARITIES["C"]
        rarity = RARITIES.get(value[0].upper(), value.lower())
        span = card.place("rarity")
        letter = next(
            (each for each in RARITIES if value.lower() in (each.lower(), RARITIES[each])), ""
        )
        fix = Fix.replace(span, letter) if letter else None
        self.log.add(WagicCode.BAD_RARITY, span, fix, value=written, rarity=rarity)
        return rarity


def _merge(base: Body, own: Body, card: FieldsOfCard) -> Body:
    """Return *base* with what *card* says itself in place of it, key by key."""
    names = {name for key in card.single for name in FACE_FIELDS.get(key, ())}
    changed: dict[str, Any] = {name: getattr(own.face, name) for name in names}
    kept: dict[str, Any] = dict(base.extras)
    if "mana" in card.single:
        kept.pop("extra_costs", None)
        kept.pop("mana", None)
    expanded: dict[str, Value] = {
        key: lines
        for key, lines in kept.pop("expanded", FrozenDict()).items()
        if key not in card.repeated
    }
    kept |= own.extras
    expanded |= kept.pop("expanded", {})
    if expanded:
        kept["expanded"] = FrozenDict(expanded)
    return Body(evolve(base.face, **changed), kept_extras(FrozenDict(kept)))


def repeated_macro(macro: MacroDefinition, first: MacroDefinition) -> Diagnostic:
    """Return the diagnostic that *macro* is defined again after the *first* definition."""
    places = [Related(first.span, "the first one")]
    is_same = (macro.params, macro.body) == (first.params, first.body)
    fix = without_line(macro.span.source, macro.span.start) if is_same else None
    return WagicCode.REPEATED_MACRO.at(macro.span, fix, places, name=macro.name)
