"""Reads sets, folders of sets, or primitives, to a card set: printings with sheets and boosters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from ...budget import Budget
from ...diagnostics import Diagnostic, DiagnosticLog, Report, SharedCode
from ...model import Booster, Card, CardSet, Face, FrozenDict, Sheet, Value
from ...model.frozen import EMPTY
from ...source import SourceText, Span
from ..base import Input
from .codes import WagicCode
from .engine.loader import ExactCards
from .fields import FACE_FIELDS, PRINTING_KEYS, FieldsOfCard, read_fields
from .format import BOOSTER_FILE, CARDS_FILE, PRIMITIVES_FOLDER, WagicOptions, split
from .macros import DEFINITION, MacroTable, out_of_work
from .packs import BoosterBuilder, default_pack, read_pack
from .primitives import Body, Primitive, Primitives, body_of, kept_extras, load_primitives
from .reader import fields, load_sources, primitive_files, scan
from .syntax import RARITIES, CardFile, FileTree, kind_of


def read(input_: Input, options: WagicOptions) -> Report[CardSet]:
    """Read a set's folder or file, a folder of sets, or files of primitives."""
    log = DiagnosticLog(options.max_diagnostics)
    places = options.primitives
    if places is None and input_.path is not None:
        places = _neighbours(input_.path)
    primitives = load_primitives(places, options)
    files = [(code, scan(source, log)) for code, source in _sources(input_, options, log)]
    packs = dict(_packs(input_, options, log))
    exact = ExactCards(places, files, options) if options.engine == "exact" else None
    inside = [file.source for file in primitives.files if _is_below(input_.path, file)]
    result = to_model(
        input_.name, files, packs, primitives, options, log, Budget(options.max_work), exact
    )
    tree = _tree([(code, file.source) for code, file in files], packs, inside)
    return Report(result.value.with_syntax(tree), result.diagnostics + log.finish())


def _is_below(path: Path | None, file: CardFile) -> bool:
    return path is not None and path in Path(file.source.name).parents


def _tree(
    files: Sequence[tuple[str | None, SourceText]],
    packs: Mapping[str, SourceText],
    primitives: Iterable[SourceText],
) -> FileTree:
    """All files that were read: those of sets, boosters and *primitives*."""
    sources = {
        f"{code or PRIMITIVES_FOLDER}/{CARDS_FILE if code else Path(source.name).name}": source
        for code, source in files
    }
    sources |= {f"{code}/{BOOSTER_FILE}": source for code, source in packs.items()}
    for source in primitives:
        sources.setdefault(f"{PRIMITIVES_FOLDER}/{Path(source.name).name}", source)
    return FileTree(FrozenDict(sources))


def _neighbours(path: Path) -> tuple[Path, ...] | None:
    """The primitives folder beside the set at *path* (or in it, for a folder of sets)."""
    folder = path if path.is_dir() else path.parent
    # the parent of «.» is «..»
    above = folder.parent if folder.name not in ("", "..") else folder / ".."
    for place in (folder / PRIMITIVES_FOLDER, above / PRIMITIVES_FOLDER):
        if place.is_dir():
            return (place,)
    return None


def _packs(
    input_: Input, options: WagicOptions, log: DiagnosticLog
) -> Iterator[tuple[str, SourceText]]:
    """The files that say what the boosters of sets in *input* are, by the code of the set."""
    if input_.path is None:
        return
    folders = _set_folders(input_.path) if input_.path.is_dir() else (input_.path.parent,)
    if input_.path.is_dir() or input_.path.name == CARDS_FILE:
        for folder in folders:
            path = folder / BOOSTER_FILE
            if path.is_file():
                code = folder.resolve().name
                yield from ((code, source) for source in load_sources((path,), options, log))


def _set_folders(folder: Path) -> tuple[Path, ...]:
    """The folders of the sets in *folder*, which may be one itself."""
    return (folder,) if (folder / CARDS_FILE).is_file() else split(folder)


def _sources(
    input_: Input, options: WagicOptions, log: DiagnosticLog
) -> Iterator[tuple[str | None, SourceText]]:
    """The files of *input*, each with the code of its set, if it is one."""
    if input_.path is None or input_.data is not None:
        is_set = input_.path is not None and input_.path.name == CARDS_FILE
        yield input_.path.resolve().parent.name if input_.path and is_set else None, input_.source()
        return
    folders = _set_folders(input_.path)
    paths = [(folder.resolve().name, folder / CARDS_FILE) for folder in folders]
    if not paths:
        files = primitive_files(input_.path)
        yield from ((None, source) for source in load_sources(files, options, log))
        if not files:
            log.add(SharedCode.NOTHING_TO_READ, SourceText(input_.name, "").span(0))
    for code, path in paths:
        yield from ((code, source) for source in load_sources((path,), options, log))


_USUAL_ID = re.compile(r"[1-9][0-9]*")
_LEADING_NUMBER = re.compile(r"([+-]?[0-9]+).*", re.DOTALL)


class Printings:
    """Makes cards of blocks, and remembers what holds across files: ids, and what is missing."""

    def __init__(
        self, primitives: Primitives, options: WagicOptions, log: DiagnosticLog, budget: Budget
    ) -> None:
        """Printings refer to *primitives*; what is wrong goes to *log*, work is of *budget*."""
        self.primitives = primitives
        self.options = options
        self.log = log
        self.budget = budget
        #: Whether printings without their primitives are left out, and not kept by their names.
        self.finds_all = options.unresolved == "left-out" or options.engine == "exact"
        self.unresolved: list[dict[str, Value]] = []
        #: How many printings there are, and how many are left out since no primitive is found.
        self.count = 0
        self.missing = 0
        self.unnamed = 0
        self.unnamed_at: Span | None = None
        self._reported: set[str] = set()
        #: The first block with each id and name.
        self._ids: dict[str, tuple[CardFile, int]] = {}
        self._names: dict[str, tuple[CardFile, int]] = {}
        self._places: dict[tuple[str, str], Span] = {}
        self._printed: set[tuple[str, str]] = set()
        self._missing_backs: set[str] = set()
        #: Macros are global, save those of sets, of which every set has its own.
        self._tables = [primitives.macros]

    def of(self, file: CardFile, code: str | None) -> list[Card]:
        """The cards of *file*."""
        if file.source.text.startswith("\ufeff"):
            self.log.add(WagicCode.BYTE_ORDER_MARK, file.source.span(0, 1))
        macros = self._macros(file)
        cards = (
            self._card(file, number, code, macros)
            for number, text in enumerate(file.texts)
            if kind_of(text) == "card"
        )
        return [card for card in cards if card is not None]

    def _macros(self, file: CardFile) -> MacroTable:
        """Macros are global: those of the primitives hold in *file*, and its own."""
        table = self.primitives.macros
        if file.macros:
            table = MacroTable((*table, *file.macros), self.options)
            self._tables.append(table)
            for macro, first in table.repeated:
                notes = (f"the first is at {first.span}",)
                self.log.add(WagicCode.REPEATED_MACRO, macro.span, notes=notes, name=macro.name)
        for excess in (self.primitives.macros.excess, table.excess):
            if excess is not None:
                limit, option = self.options.max_macros, "max_macros"
                self.log.add(
                    WagicCode.MACRO_LIMIT, excess.span, limit=limit, unit="macros", option=option
                )
        return table

    def macros_of(self, cards: Iterable[Card]) -> tuple[str, ...]:
        """The definitions of all macros that *cards* call, as they are written, in order."""
        lines: list[str] = []
        for card in cards:
            kept: Any = card.extras.get("wagic", EMPTY)
            for key in kept.get("expanded", ()):
                lines += kept[key]
        table = self._tables[0]
        if len(self._tables) > 1:
            table = MacroTable((macro for each in self._tables for macro in each), self.options)
        called = table.reached(lines)
        ordered = (macro.span.text for macro in table if macro.name in called)
        return tuple(text.removeprefix(DEFINITION) for text in ordered)

    def _card(
        self, file: CardFile, number: int, code: str | None, macros: MacroTable
    ) -> Card | None:
        card = read_fields(file, number, self.log, self.options.max_line)
        body = self._body(card, macros)
        if body is not None and code is None:
            grade = card.get("grade").lower() or file.grade_at(number)
            if self.options.refuses(grade):
                self.log.add(WagicCode.GRADED_OUT, card.opening(), name=body.face.name, grade=grade)
                return None
        if code is None and not card.single.keys() & PRINTING_KEYS:
            return self._primitive(card, body) if body else None
        self.count += 1
        # these report also what is wrong with cards that are left out
        identifier = self._id(card)
        rarity = self._rarity(card)
        is_repeated = self._is_repeated(identifier, card, body)
        if body is None or is_repeated:
            return None
        ids = FrozenDict({"wagic": identifier})
        return Card(self._faces(card, body), code, identifier, rarity, ids, extras=body.kept)

    def _faces(self, card: FieldsOfCard, body: Body) -> Face | tuple[Face, Face]:
        """The face of *body*, and the back that it names."""
        name = body.extras.get("backside")
        if not isinstance(name, str) or not self.primitives.available:
            return body.face
        back = self.primitives.get(name.strip())
        if back is not None:
            return body.face, evolve(self.primitives.body(back, self.budget)[0].face, kind="back")
        notes = self._near(name.strip())
        if name not in self._missing_backs:
            self._missing_backs.add(name)
            span = self._place_of_backside(card)
            self.log.add(WagicCode.MISSING_BACK, span, notes=notes, name=name)
        return body.face

    def _place_of_backside(self, card: FieldsOfCard) -> Span:
        """Where the line is that names the back of *card*: its own, or that of its primitive."""
        primitive = self.primitives.get(card.single.get("primitive", ""))
        if "backside" not in card.single and primitive is not None:
            log = DiagnosticLog(0)
            card = read_fields(primitive.file, primitive.number, log, self.options.max_line)
        return card.place("backside")

    def _is_repeated(self, identifier: str, card: FieldsOfCard, body: Body | None) -> bool:
        """Whether *card* is there already, by id and name; a repeated id is reported."""
        own = (card.file, card.number)
        first = self._ids.setdefault(identifier, own)
        if first is not own:
            notes = (f"the first is at {self._first_place('id', identifier, first)}",)
            self.log.add(WagicCode.REPEATED_ID, card.place("id"), notes=notes, id=identifier)
        if body is None:
            return False
        printed = (identifier, body.face.name)
        is_repeated = printed in self._printed
        self._printed.add(printed)
        return is_repeated

    def _primitive(self, card: FieldsOfCard, body: Body) -> Card | None:
        """A card that is a primitive, unless one of the very same name came before."""
        name, own = card.single["name"], (card.file, card.number)
        if name != name.strip():
            self.log.add(WagicCode.BLANKS, card.place("name"), value=name)
        first = self._names.setdefault(name, own)
        if first is not own:
            notes = (f"the first is at {self._first_place('name', name, first)}",)
            self.log.add(WagicCode.REPEATED_NAME, card.place("name"), notes=notes, name=name)
            return None
        return Card(self._faces(card, body), extras=body.kept)

    def _first_place(self, key: str, value: str, block: tuple[CardFile, int]) -> Span:
        """Where the *block* that was the first says *value*; it is read again only once."""
        if (key, value) not in self._places:
            card = read_fields(*block, DiagnosticLog(0), self.options.max_line)
            self._places[key, value] = card.place(key)
        return self._places[key, value]

    def _body(self, card: FieldsOfCard, macros: MacroTable) -> Body | None:
        """The face and extras of *card*, from its primitive and from its own lines."""
        has_own_keys = bool(card.repeated) or not card.single.keys() <= PRINTING_KEYS
        own: Body | None = None
        if has_own_keys or card.unknown:
            own = body_of(card, macros, self.log, self.budget, self.primitives.check)
        reference = card.single.get("primitive", "")
        if not reference.strip():
            if own is None or not own.face.name:
                self.log.add(WagicCode.NAMELESS, card.opening())
                return None
            return own
        if self.primitives.available and (self.finds_all or self._has(reference)):
            base = self._resolve(card, reference)
        else:
            base = self._name_alone(card, reference, has_own_keys=has_own_keys)
        if base is None or own is None:
            return base
        if self.primitives.available and has_own_keys and base.face != Face(reference.strip()):
            span, name = card.place("primitive"), base.face.name
            self.log.add(WagicCode.PRIMITIVE_AND_FIELDS, span, name=name)
        return _merge(base, own, card)

    def _has(self, reference: str) -> bool:
        """Whether there is a primitive that *reference* names, with blanks around it or not."""
        primitive = self.primitives.get(reference)
        return (primitive or self.primitives.get_stripped(reference.strip())) is not None

    def _name_alone(self, card: FieldsOfCard, reference: str, *, has_own_keys: bool) -> Body:
        """What is known of a printing without its primitive."""
        if not has_own_keys:
            self.unnamed += 1
            self.unnamed_at = self.unnamed_at or card.place("primitive")
        return Body(Face(reference.strip()), FrozenDict())

    def _resolve(self, card: FieldsOfCard, reference: str) -> Body | None:
        """The body of the primitive that *reference* names, or None if none may be used."""
        name = reference.strip()
        primitive = self.primitives.get(reference)
        if primitive is None:
            primitive = self.primitives.get_stripped(name)
            if primitive is not None:
                notes = (f"the primitive is called {primitive.name!r}",)
                span = card.place("primitive")
                self.log.add(WagicCode.BLANKS, span, notes=notes, value=reference)
        if primitive is None:
            self.missing += 1
            span, near = card.place("primitive"), self._near(name)
            self.log.add(WagicCode.UNRESOLVED, span, notes=near, name=reference)
        elif (grade := self.primitives.refused_grade(primitive, self.budget)) is not None:
            span = card.place("primitive")
            self.log.add(WagicCode.GRADED_OUT, span, name=name, grade=grade)
        else:
            body, diagnostics = self.primitives.body(primitive, self.budget)
            if not name.isascii():
                self._check_encoding(card, primitive)
            if primitive.name not in self._reported:
                self._reported.add(primitive.name)
                self.log.extend(diagnostics)
            return body
        kept = {key: card.single[key] for key in PRINTING_KEYS if key in card.single}
        self.unresolved.append(dict(sorted(kept.items())))
        return None

    def _near(self, name: str) -> tuple[str, ...]:
        """A note on the primitives that are probably meant by *name*, if there are some."""
        near = self.primitives.near(name) if self.log.may_suggest() else ()
        return (f"did you mean {' or '.join(map(repr, near))}?",) if near else ()

    def _check_encoding(self, card: FieldsOfCard, primitive: Primitive) -> None:
        """Report a name whose bytes are others where it is defined."""
        here, there = card.file.source.encoding, primitive.file.source.encoding
        if here != there:
            start = primitive.file.starts[primitive.number]
            self.log.add(
                WagicCode.OTHER_ENCODING,
                card.place("primitive"),
                notes=(f"the primitive is at {primitive.file.source.span(start)}",),
                name=primitive.name,
                here=here,
                there=there,
            )

    def _id(self, card: FieldsOfCard) -> str:
        written = card.single.get("id", "")
        if _USUAL_ID.fullmatch(written):
            return written
        value = written.strip()
        if not value:
            self.log.add(WagicCode.NO_ID, card.opening())
            return "0"
        number = _LEADING_NUMBER.fullmatch(value)
        if number is None or number[1] != value:
            self.log.add(WagicCode.BAD_ID, card.place("id"), value=written[:40])
        if number is None:
            return "0"
        sign, digits = number[1][0] == "-", number[1].lstrip("+-0") or "0"
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
        self.log.add(WagicCode.BAD_RARITY, span, value=written, rarity=rarity)
        return rarity


def _merge(base: Body, own: Body, card: FieldsOfCard) -> Body:
    """*base* with what *card* says itself in place of it, key by key."""
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


def to_model(
    place: str,
    files: Sequence[tuple[str | None, CardFile]],
    packs: Mapping[str, SourceText],
    primitives: Primitives,
    options: WagicOptions,
    log: DiagnosticLog,
    budget: Budget,
    exact: ExactCards | None = None,
) -> Report[CardSet]:
    """The card set of *files* at *place*, each with the code of its set (None for primitives).

    *packs* are the files of boosters by the code of the set; a set without one has the usual.
    Its cards are those of *exact* if that is given; then this reading only finds what is wrong.

    One set gives its name, code and metadata to the result; several share one result, and their
    sheets carry the set's code in their names.  The report holds what is to be said before what
    *log* has.
    """
    log.extend(primitives.diagnostics)
    printings = Printings(primitives, options, log, budget)
    cards: dict[str | None, list[Card]] = {}
    names: dict[str, str] = {}
    for code, file in files:
        made = printings.of(file, code)
        if exact is not None:
            was_spent = budget.spent
            made = exact.of(code, budget) if code not in cards else []
            if budget.spent and not was_spent:
                log.extend((out_of_work(None, budget),))
        cards.setdefault(code, []).extend(made)
        if code is not None:
            names[code] = _meta(file, options, log).get("name", code)
    every = [card for made in cards.values() for card in made]
    sheets: list[Sheet] = []
    boosters: list[Booster] = []
    for code, name in names.items():
        prefix = f"{code} " if len(files) > 1 else ""
        pack = read_pack(packs[code], log) if code in packs else None
        builder = BoosterBuilder(every if pack else cards[code], options.engine, log, prefix)
        is_known = any(card.faces[0].types for card in cards[code])
        is_known = is_known and not (primitives.available and printings.unnamed)
        pack = pack or default_pack(types_are_known=is_known)
        booster = builder.booster(pack, name=name, code=code)
        sheets += builder.sheets.values()
        boosters += [booster] if booster else []
    if printings.unnamed and options.primitives != ():
        log.add(WagicCode.NO_PRIMITIVES, printings.unnamed_at, count=printings.unnamed)
    meta: dict[str, str] = {}
    single: str | None = None
    if len(files) == 1:
        single = files[0][0]
        meta = _meta(files[0][1], options, log)
    kept: dict[str, Value] = {}
    if printings.unresolved:
        kept["unresolved"] = tuple(map(FrozenDict, printings.unresolved))
    if called := printings.macros_of(every):
        kept["macros"] = called
    name = meta.pop("name", single or "")
    extras = {"wagic": kept} if kept else {}
    cardset = CardSet(name, single, every, sheets, boosters, None, meta, extras)
    return Report(cardset, _left_out(place, printings) if printings.missing else ())


def _left_out(place: str, printings: Printings) -> tuple[Diagnostic]:
    """How many printings have no primitive; said first, since a whole set may be missing."""
    diagnostic = WagicCode.LEFT_OUT.at(
        SourceText(place, "").span(0),
        left_out=printings.missing,
        count=printings.count,
        kept_as="wagic 'unresolved'",
    )
    return (diagnostic,)


def _meta(file: CardFile, options: WagicOptions, log: DiagnosticLog) -> dict[str, str]:
    """The metadata of *file*; a later line of a key replaces an earlier one."""
    return {
        line.key.strip().lower(): line.value.strip()
        for block in file.metadata()
        for line in fields(file, block, log, options.max_line)
    }
