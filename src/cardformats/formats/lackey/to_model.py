"""From a plugin to a card set: a card for each line, a booster for each pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ... import catalog as _catalog  # noqa: F401 - before its modules
from ...budget import Budget
from ...catalog.names import folded
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report, SharedCode
from ...model import (
    Booster,
    Card,
    CardRef,
    CardSet,
    FrozenDict,
    Layout,
    Random,
    Sheet,
    SheetChoice,
    Slot,
    trusted,
)
from ...model.frozen import EMPTY
from ...source import Span
from ..base import Input
from ..mapping.faces import FaceMapping
from ..mapping.game_mapping import GameMapping
from ..mapping.images import ImageSet
from ..mapping.kept import about_game
from ..mapping.reading import chosen_mapping
from ..pools import in_words
from ..xml_tags import root_name
from ..xml_text import Document
from .codes import LackeyCode
from .format import COLUMNS, PLUGIN, ROOT, LackeyOptions
from .pool import IS, TESTS, CriteriaPool
from .reader import plugin_name, read_cards, read_packs, sources_of
from .syntax import (
    TITLE,
    TITLES,
    CardRow,
    PackChance,
    PackCriterion,
    PackDefinition,
    PackKind,
    Plugin,
    PluginCards,
)

#: Steps of work for each card of a sheet.
_SHEET: Final = 5


def read(input_: Input, options: LackeyOptions) -> Report[CardSet]:
    """Read a plugin's folder, a file of its card data, or one of its packs."""
    log = DiagnosticLog(options.max_diagnostics)
    sources, main = sources_of(input_, options, log)
    packs = {name for name, each in sources.items() if root_name(each.text) == ROOT}
    files: dict[str, PluginCards] = {}
    for name, source in sources.items():
        if name not in packs and name.lower() != PLUGIN:
            file = read_cards(source, options, log)
            if file is not None:
                files[name] = file
    info = next((each for name, each in sources.items() if name.lower() == PLUGIN), None)
    name = plugin_name(info.text) if info is not None else ""
    cards = _PluginReader(files, options, log)
    boosters = _PluginBoosters(cards, Budget(options.max_work), log)
    for file_name in sorted(packs):
        if not files:
            log.add(LackeyCode.NO_CARDS, sources[file_name].span(0))
        elif (own_packs := read_packs(sources[file_name], log)) is not None:
            boosters.add(*own_packs, file_name if len(packs) > 1 else None)
    boosters.report_near_values()
    own = cards.cards
    codes = {card.set_code for card in own}
    titles = {title: "String" for each in files.values() for title in each.titles[len(COLUMNS) :]}
    game = FrozenDict(about_game(name, titles, cards.mapping))
    path = input_.path
    cardset = CardSet(
        name or ("" if path is None else path.stem if main else path.name),
        codes.pop() if len(codes) == 1 else None,
        own,
        boosters.sheets(),
        boosters.boosters,
        extras={"lackey": {"game": game}},
    )
    others = {name: each for name, each in sources.items() if name not in files}
    return Report(cardset.with_syntax(Plugin(files, others, main, options)), log.finish())


class _PluginReader:
    """The cards of card data, and what sheets call them."""

    def __init__(
        self, files: Mapping[str, PluginCards], options: LackeyOptions, log: DiagnosticLog
    ) -> None:
        own = chosen_mapping(options.mapping, LackeyCode.BAD_MAPPING, log) or GameMapping()
        self.titles = dict.fromkeys(title for each in files.values() for title in each.titles)
        others = (title for each in files.values() for title in each.titles[len(COLUMNS) :])
        self.mapping = own.completed(dict.fromkeys(others))
        self.faces = FaceMapping(self.mapping)
        self.cards: list[Card] = []
        self.rows: list[CardRow] = []
        self._images: dict[str, ImageSet] = {}
        for name, file in files.items():
            for row in file.rows:
                if not row.value(TITLES[0]).strip():
                    log.add(LackeyCode.NO_NAME, file.source.span(row.start, row.end), left_out=1)
                    continue
                self.rows.append(row)
                self.cards.append(self._card(row, name if len(files) > 1 else None))

    def refs(self) -> list[CardRef]:
        """Return references to the cards, with the image if name, set and number are not unique."""
        keys = [(card.name, card.set_code, card.number) for card in self.cards]
        uses = Counter(keys)
        # a reference without a number fits every card of that name
        uses.update([(name, code, None) for name, code, number in keys if number is not None])
        return [
            trusted.card_ref(*key, card.ids.get("lackey") if uses[key] > 1 else None)
            for key, card in zip(keys, self.cards, strict=True)
        ]

    def _card(self, row: CardRow, of_file: str | None) -> Card:
        name, code, image = map(row.value, TITLES)
        properties: dict[str, Any] = dict(row.cells)
        for title in TITLES:
            properties.pop(title, None)
        rarity, number = self.faces.take_of_card(properties)
        made = self.mapping.templates
        of_card = self.faces.of_card(rarity, number) if made else EMPTY
        if code not in self._images:
            self._images[code] = ImageSet(self.mapping.images, code=code, name=code)
        images = self._images[code].images("front", name, "", image, number or "", set())
        face = self.faces.face(name, properties, "front", of_card, images)
        extras: dict[str, Any] = {}
        if made:
            extras["made"] = FrozenDict(self.faces.marks([face]))
        if of_file is not None:
            extras["file"] = of_file
        if any(row.more):
            extras["more"] = row.more
        return trusted.card(
            (face,), code or None, number, rarity,
            FrozenDict(lackey=image) if image else EMPTY, None, None, (), (),
            FrozenDict(lackey=FrozenDict(extras)) if extras else EMPTY,
        )  # fmt: skip


class _PluginBoosters:
    """The boosters that packs are, and the sheets of the cards that satisfy their criteria."""

    def __init__(self, cards: _PluginReader, budget: Budget, log: DiagnosticLog) -> None:
        self.pool = CriteriaPool(cards.rows)
        self.refs = cards.refs()
        self.budget, self.log = budget, log
        self.boosters: list[Booster] = []
        self._sheets: dict[tuple[frozenset[PackCriterion], bool], Sheet] = {}
        self._numbers: Counter[str] = Counter()
        self._titles = cards.titles
        #: Where each value that a card has to have is named first.
        self._named: dict[tuple[str, str], Span] = {}

    def sheets(self) -> Iterable[Sheet]:
        """Return the sheets that boosters draw from."""
        return self._sheets.values()

    def add(self, document: Document, packs: Sequence[PackDefinition], of_file: str | None) -> None:
        """Add the boosters of *packs*, which stand in *document*."""
        for pack in packs:
            layouts = [self._layout(each, pack, document) for each in pack.chances]
            if self.budget.spent:
                limit, outcome = self.budget.limit, "this pack and the following ones are omitted"
                what = "making the packs of these cards"
                span = document.span(document.root)
                self.log.add(SharedCode.OUT_OF_WORK, span, what=what, limit=limit, outcome=outcome)
                return
            kept: dict[str, Any] = {each: pack.about[each] for each in pack.about if each != TITLE}
            if pack.common:
                kept["common"] = tuple(map(tuple, pack.common))
            if of_file is not None:
                kept["file"] = of_file
            self.boosters.append(
                Booster(
                    pack.about.get(TITLE, ""),
                    None,
                    layouts or [Layout()],
                    "none" if pack.doubles else "printing",
                    "pack",
                    extras={"lackey": FrozenDict(kept)} if kept else {},
                )
            )

    def _layout(self, chance: PackChance, pack: PackDefinition, document: Document) -> Layout:
        weight = 1 if chance.weight is None else chance.weight
        slots = [self._slot(each, pack, document.span(each.element)) for each in chance.kinds]
        return Layout("", weight, [each for each in slots if each is not None])

    def _slot(self, kind: PackKind, pack: PackDefinition, span: Span) -> Slot | None:
        """Return the slot of a kind; None if the budget is exhausted."""
        criteria = tuple(dict.fromkeys((*pack.common, *kind.criteria)))
        known = [self._is_known(each, span) for each in criteria]
        key = frozenset(criteria), pack.doubles
        if key not in self._sheets:
            if not self.budget.spend((len(criteria) + _SHEET) * (len(self.pool.cards) + 1)):
                return None
            self._sheets[key] = self._sheet(criteria, doubles=pack.doubles)
        sheet = self._sheets[key]
        if all(known):
            self._check_number(kind.quantity, sheet, criteria, span)
        return Slot(sheet.name, kind.quantity, (SheetChoice(sheet.name),), on_short=("skip",))

    def _sheet(self, criteria: Sequence[PackCriterion], *, doubles: bool) -> Sheet:
        words = ["" if each.test == IS else each.test.lower() for each in criteria]
        texts = (f"{word} {each.data}".strip() for word, each in zip(words, criteria, strict=True))
        name = ", ".join(texts) or "cards"
        self._numbers[name] += 1
        if self._numbers[name] > 1:
            name = f"{name} {self._numbers[name]}"
        uses = Counter(self.refs[number] for number in self.pool.matching(criteria))
        entries = [trusted.entry(ref, copies, None, EMPTY) for ref, copies in uses.items()]
        extras = {"lackey": {"criteria": tuple(map(tuple, criteria))}}
        return Sheet(name, entries, Random(replacement=doubles), extras=extras)

    # -- what is doubtful

    def _is_known(self, criterion: PackCriterion, span: Span) -> bool:
        """Return whether the test and the column exist; report those that do not."""
        if criterion.test not in TESTS:
            self.log.add(LackeyCode.UNKNOWN_TEST, span, name=criterion.test)
        if criterion.test == IS:
            self._named.setdefault((criterion.column, criterion.data), span)
        if criterion.column not in self._titles:
            notes = self.log.did_you_mean(criterion.field, self._titles)
            self.log.add(LackeyCode.UNKNOWN_FIELD, span, notes=notes, name=criterion.field)
        return criterion.test in TESTS and criterion.column in self._titles

    def report_near_values(self) -> None:
        """Report values of cards that no pack names, and whose letters are those of one that is."""
        near: dict[str, dict[str, list[str]]] = {}
        for (title, named), span in self._named.items():
            if title not in near:
                near[title] = {}
                for value in self.pool.values(title):
                    near[title].setdefault(folded(value), []).append(value)
            for value in near[title].get(folded(named), ()):
                if (title, value) not in self._named:
                    count = in_words(self.pool.values(title)[value])
                    data = {"count": count, "value": value, "field": title, "other": named}
                    self.log.add(LackeyCode.NEAR_VALUE, span, **data)

    def _check_number(
        self, quantity: int, sheet: Sheet, criteria: Sequence[PackCriterion], span: Span
    ) -> None:
        have, wanted = sheet.total, " and ".join(map(str, criteria)) or "nothing"
        if not have and quantity:
            counts = ((each, len(self.pool.satisfying(each))) for each in criteria)
            wishes = ((each.column, each.data, str(each), count) for each, count in counts)
            notes = self.pool.why_none(wishes) if self.log.may_suggest() else ()
            self.log.add(LackeyCode.NO_MATCH, span, notes=notes, wanted=wanted)
        elif have < quantity and sheet.collation != Random(replacement=True):
            self.log.add(LackeyCode.SHORT, span, quantity=quantity, have=have, wanted=wanted)
