"""Reads changed files again, to see that they say what they are meant to say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import evolve

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...model import Booster, Card, CardSet, Sheet
from ...source import SourceText
from .packs import BoosterBuilder, default_pack, read_pack, sheet_names
from .primitives import Primitives
from .reader import scan
from .syntax import CardFile
from .to_model import Printings, card_set
from .tree import FileTree, is_of_packs, is_of_primitives


def read_again(tree: FileTree, sources: Mapping[str, SourceText]) -> CardSet:
    """What readers make of *sources*, which are those of *tree* after some changes."""
    log, options = DiagnosticLog(0), tree.options
    files = {
        path: tree.file(path) if source is tree.sources.get(path) else scan(source, log)
        for path, source in sources.items()
        if not is_of_packs(path)
    }
    packs = {path.split("/")[0]: source for path, source in sources.items() if is_of_packs(path)}
    sets: list[tuple[str | None, CardFile]] = [
        (path.split("/")[0], file) for path, file in files.items() if not is_of_primitives(path)
    ]
    own = sets or [(None, file) for path, file in files.items() if is_of_primitives(path)]
    is_same = all(
        source is tree.sources.get(path)
        for path, source in sources.items()
        if is_of_primitives(path)
    )
    known = tree.primitives if is_same else tree.primitives_with(files)
    printings = Printings(known, options, log, Budget(options.max_work))
    return card_set(own, packs, printings, None)


def block_again(text: str) -> str | None:
    """What a block says that stands as *text* in its file; None if that is not one block."""
    scanned = scan(SourceText("", text), DiagnosticLog(0))
    is_block = len(scanned.texts) == 1 and scanned.starts == [0] and not scanned.macros
    return scanned.texts[0] if is_block and scanned.grade is None else None


class Parts:
    """The blocks that say what some cards are, and no others.

    Attributes:
        primitives: what the cards and their backs refer to.
        sets: the blocks of the cards, by the paths of their files.
    """

    def __init__(
        self,
        tree: FileTree,
        numbers: Iterable[int],
        texts: Mapping[tuple[str, int], str],
        names: Iterable[str],
    ) -> None:
        """The blocks of the cards *numbers* and the primitives *names*; some say other *texts*."""
        self.tree = tree
        of_file: defaultdict[str, dict[int, str]] = defaultdict(dict)
        for (path, number), text in texts.items():
            of_file[path][number] = text
        paths = {id(tree.file(path).source): path for path in tree.primitive_paths}
        own: defaultdict[str, set[int]] = defaultdict(set)
        for number in numbers:
            own[tree.places[number][0]].add(tree.places[number][1])
        self.primitives = tree.primitives.parts(
            names, {source: of_file[path] for source, path in paths.items() if path in of_file}
        )
        self.sets = {path: tree.file(path).part(its, of_file[path]) for path, its in own.items()}
        self._blocks = {path: sorted(its) for path, its in own.items()}

    def cards(self, numbers: Sequence[int]) -> list[Card] | None:
        """What becomes of the cards *numbers*; None if these blocks alone cannot tell."""
        options, known = self.tree.options, self.tree.primitives
        primitives = Primitives(tuple(self.primitives), options, available=known.available)
        primitives.macros = known.macros
        printings = Printings(primitives, options, DiagnosticLog(0), Budget(options.max_work))
        cards: dict[tuple[str, int], Card] = {}
        for path, part in self.sets.items():
            made = printings.of(part, code_of(path))
            for card, (_, block) in zip(made, printings.places, strict=False):
                cards[path, self._blocks[path][block]] = card
            printings.places.clear()
        places = [self.tree.places[number] for number in numbers]
        return [cards[place] for place in places] if cards.keys() >= {*places} else None


def code_of(path: str) -> str | None:
    """The code of the set that the file at *path* is of; None for primitives."""
    return None if is_of_primitives(path) else path.split("/", maxsplit=1)[0]


def sheets_again(
    tree: FileTree, before: CardSet, after: CardSet, changed: Sequence[tuple[Card, Card]]
) -> dict[str, Sheet] | None:
    """The sheets of *before* when some cards have *changed*, so that they are those of *after*.

    None if all have to be made again, or boosters change, too.
    """
    if not changed:
        return dict(before.sheets)
    packs = {
        path.split("/")[0]: source for path, source in tree.sources.items() if is_of_packs(path)
    }
    sides = list(zip(*changed, strict=True))
    if any(_sheets(source, sides[0]) != _sheets(source, sides[1]) for source in packs.values()):
        return None
    sheets = dict(before.sheets)
    is_one = sum(not is_of_primitives(path) for path in tree.sources) - len(packs) == 1
    codes = {card.set_code for card in sides[0]} - packs.keys() - {None}
    own, old = _by_code(after.cards, codes), {each.id: each for each in before.boosters}
    for code in codes:
        made, booster = _usual(own[code], code, "" if is_one else f"{code} ")
        was = old.get(code)
        if was is None or booster is None or was != evolve(booster, name=was.name):
            return None
        for layout in was.layouts:
            for name in sheet_names(layout):
                sheets.pop(name, None)
        sheets |= made
    return sheets


def _by_code(cards: Iterable[Card], codes: Collection[str | None]) -> dict[str | None, list[Card]]:
    """The cards of the sets *codes*."""
    groups: dict[str | None, list[Card]] = {code: [] for code in codes}
    for card in cards:
        if card.set_code in groups:
            groups[card.set_code].append(card)
    return groups


def _usual(
    own: Sequence[Card], code: str | None, prefix: str
) -> tuple[dict[str, Sheet], Booster | None]:
    """The sheets and the booster that the engine gives the set *code*, which has no name here."""
    builder = BoosterBuilder(own, "sane", DiagnosticLog(0), prefix)
    pack = default_pack(types_are_known=any(card.faces[0].types for card in own))
    return builder.sheets, builder.booster(pack, name="", code=code)


def _sheets(source: SourceText, cards: Sequence[Card]) -> dict[str, list[int]]:
    """The sheets of a pack that draws from *cards* alone, with the places of their cards."""
    log = DiagnosticLog(0)
    pack = read_pack(source, log)
    builder = BoosterBuilder(cards, "sane", log)
    if pack is not None:
        builder.booster(pack, name="", code=None)
    numbers = {card.ref: number for number, card in enumerate(cards)}
    return {
        name: [numbers[entry.card] for entry in sheet.entries]
        for name, sheet in builder.sheets.items()
    }
