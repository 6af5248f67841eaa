"""From a plugin to a card set: a card for each line, a booster for each pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
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
from ..pools import IS, TESTS, Pool, SheetMaker, in_words
from ..xml_tags import root_name
from ..xml_text import Document
from .codes import LackeyCode
from .format import COLUMNS, PLUGIN, LackeyOptions
from .reader import plugin_name, read_cards, read_packs, sources_of
from .syntax import (
    COMMON,
    LABELS,
    TITLE,
    TITLES,
    CardRow,
    PackCriterion,
    PackElement,
    Plugin,
    PluginCards,
    described,
)

#: Steps of work for each card of a sheet.
_SHEET: Final = 5


def read(input_: Input, options: LackeyOptions) -> Report[CardSet]:
    """Read a plugin's folder, a file of its card data, or one of its packs."""
    log = DiagnosticLog(options.max_diagnostics)
    sources, main = sources_of(input_, options, log)
    files: dict[str, PluginCards] = {}
    packs: list[str] = []
    for name, source in sources.items():
        if name.lower() == PLUGIN:
            continue
        if root_name(source.text):
            packs.append(name)
        else:
            file = read_cards(source, options, log)
            if file is not None:
                files[name] = file
    info = next((each for name, each in sources.items() if name.lower() == PLUGIN), None)
    name = plugin_name(info.text) if info is not None else ""
    cards = _PluginReader(files, options, log)
    boosters = _PluginBoosters(cards, Budget(options.max_work), log)
    for file_name in sorted(packs):
        own_packs = read_packs(sources[file_name], log)
        if own_packs is not None and files:
            boosters.add(*own_packs, file_name if len(packs) > 1 else None)
        elif own_packs is not None:
            log.add(LackeyCode.NO_CARDS, sources[file_name].span(0))
    boosters.report_near_values()
    own = cards.cards
    codes = {card.set_code for card in own}
    game = FrozenDict(about_game(name, dict.fromkeys(cards.titles, "String"), cards.mapping))
    path = input_.path
    cardset = CardSet(
        name or ("" if path is None else path.stem if main else path.name),
        codes.pop() if len(codes) == 1 else None,
        own,
        boosters.sheets.values(),
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
        others = (title for each in files.values() for title in each.titles[len(COLUMNS) :])
        #: The titles of the game's own columns.
        self.titles = tuple(dict.fromkeys(others))
        self.mapping = own.completed(self.titles)
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
        self.pool = Pool(cards.rows, str)
        self.refs = dict(zip(map(id, cards.rows), cards.refs(), strict=True))
        self.budget, self.log = budget, log
        self.boosters: list[Booster] = []
        self.sheets: dict[str, Sheet] = {}
        self._maker = SheetMaker(self.sheets)
        self._titles = (*TITLES, *cards.titles)
        #: By columns, where each value that a card has to have is named first.
        self._named: dict[str, dict[str, Span]] = {}

    def add(self, document: Document, packs: PackElement, of_file: str | None) -> None:
        """Add the boosters of *packs*, which stand in *document*."""
        for pack in packs.all("pack"):
            chances = pack.all("chance")
            weights = [Fraction(each.text("prob") or 1) for each in chances]
            total = sum(weights, Fraction(0))
            shown = f"{float(total):g}"
            if len(chances) > 1 and shown != "100":
                self.log.add(LackeyCode.SUM, document.span(pack.origin), total=shown)
            common, has_doubles = pack.criteria(COMMON), bool(pack.text("packdoubles"))
            layouts = []
            for weight, chance in zip(weights, chances, strict=True):
                slots = self._slots(chance, common, document, has_doubles=has_doubles)
                layouts.append(Layout("", weight, filter(None, slots)))
            if self.budget.spent:
                limit, outcome = self.budget.limit, "this pack and the following ones are omitted"
                what = "making the packs of these cards"
                span = document.span(document.root)
                self.log.add(SharedCode.OUT_OF_WORK, span, what=what, limit=limit, outcome=outcome)
                return
            kept: dict[str, Any] = {tag: text for tag in LABELS if (text := pack.text(tag))}
            if common:
                kept["common"] = tuple(map(tuple, common))
            if of_file is not None:
                kept["file"] = of_file
            self.boosters.append(
                Booster(
                    pack.text(TITLE),
                    None,
                    layouts or [Layout()],
                    "none" if has_doubles else "printing",
                    "pack",
                    extras={"lackey": FrozenDict(kept)} if kept else {},
                )
            )

    def _slots(
        self,
        chance: PackElement,
        common: tuple[PackCriterion, ...],
        document: Document,
        *,
        has_doubles: bool,
    ) -> Iterator[Slot | None]:
        """Yield the slot of each kind; None if the budget is exhausted."""
        for kind in chance.all("kind"):
            criteria = tuple(dict.fromkeys(common + kind.criteria("crit")))
            span = document.span(kind.origin)
            known = [self._is_known(each, span) for each in criteria]
            sheet = self._sheet(criteria, has_doubles=has_doubles)
            if sheet is None:
                yield None
                continue
            quantity = int(kind.text("qty"))
            if all(known):
                self._check_number(quantity, sheet, criteria, span)
            yield Slot(sheet.name, quantity, (SheetChoice(sheet.name),), on_short=("skip",))

    def _sheet(self, criteria: Sequence[PackCriterion], *, has_doubles: bool) -> Sheet | None:
        """Return the sheet of the cards that satisfy *criteria*; None if the budget is exhausted.

        Cards return to it where packs may have doubles.
        """
        key = frozenset(criteria), has_doubles
        work = (len(criteria) + _SHEET) * (len(self.pool.cards) + 1)
        if not self._maker.knows(key) and not self.budget.spend(work):
            return None
        words = ["" if each.test == IS else each.test.lower() for each in criteria]
        texts = (f"{word} {each.data}".strip() for word, each in zip(words, criteria, strict=True))
        rows = self.pool.matching(tuple(sorted(each.compared for each in criteria)))
        return self._maker.sheet(
            key,
            [", ".join(texts) or "cards"],
            ((self.refs[id(row)], None) for row in rows),
            collation=Random(replacement=has_doubles),
            extras={"lackey": {"criteria": tuple(map(tuple, criteria))}},
        )

    # -- what is doubtful

    def _is_known(self, criterion: PackCriterion, span: Span) -> bool:
        """Return whether the test and the column exist; report those that do not."""
        column, test, data = criterion.compared
        if test not in TESTS:
            self.log.add(LackeyCode.UNKNOWN_TEST, span, name=test)
        if test == IS:
            self._named.setdefault(column, {}).setdefault(data, span)
        if column not in self._titles:
            notes = self.log.did_you_mean(criterion.field, self._titles)
            self.log.add(LackeyCode.UNKNOWN_FIELD, span, notes=notes, name=criterion.field)
        return test in TESTS and column in self._titles

    def report_near_values(self) -> None:
        """Report values of cards that no pack names, and whose letters are those of one that is."""
        for title, named in self._named.items():
            same = {folded(value): value for value in reversed(named)}
            for value, number in self.pool.values(title).items():
                other = same.get(folded(value))
                if other is not None and value not in named:
                    data = {"count": in_words(number), "value": value, "field": title}
                    self.log.add(LackeyCode.NEAR_VALUE, named[other], **data, other=other)

    def _check_number(
        self, quantity: int, sheet: Sheet, criteria: Sequence[PackCriterion], span: Span
    ) -> None:
        have, wanted = sheet.total, described(criteria) or "nothing"
        if not have and quantity:
            wishes = ((each.compared.key, each.data, str(each), each.compared) for each in criteria)
            notes = self.pool.why_none(wishes) if self.log.may_suggest() else ()
            self.log.add(LackeyCode.NO_MATCH, span, notes=notes, wanted=wanted)
        elif have < quantity and sheet.collation != Random(replacement=True):
            self.log.add(LackeyCode.SHORT, span, quantity=quantity, have=have, wanted=wanted)
