"""Reads changed files again, to see that they say what they are meant to say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import evolve

from ...budget import Budget
from ...diagnostics import DiagnosticLog
from ...model import Booster, Card, CardSet, Sheet
from ...source import SourceText
from .packs import BoosterBuilder, default_pack, read_pack
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


def cards_again(
    tree: FileTree, numbers: Sequence[int], texts: Mapping[tuple[str, int], str], names: set[str]
) -> list[Card] | None:
    """What becomes of the cards *numbers* if the blocks at some places say other *texts*.

    *names* are those of all primitives that they or their backs may refer to.  None if that cannot
    be told from these blocks alone.
    """
    known = tree.primitives
    changed: defaultdict[str, dict[int, str]] = defaultdict(dict)
    paths = {id(tree.file(path)): path for path in tree.primitive_paths}
    used: defaultdict[int, set[int]] = defaultdict(set)
    by_id = {id(file): file for file in known.files}
    for name in names:
        primitive = known.get(name) or known.get_stripped(name)
        if primitive is not None:
            used[id(primitive.file)].add(primitive.number)
    mini = []
    for key, its in used.items():
        path, file = paths.get(key, ""), by_id[key]
        mini.append(_part(file, {each: texts.get((path, each), file.texts[each]) for each in its}))
    primitives = Primitives(tuple(mini), tree.options, available=known.available)
    primitives.macros = known.macros
    for number in numbers:
        path, block = tree.places[number]
        changed[path][block] = texts.get((path, block), tree.file(path).texts[block])
    printings = Printings(primitives, tree.options, DiagnosticLog(0), Budget(tree.options.max_work))
    cards: dict[tuple[str, int], Card] = {}
    for path, blocks in changed.items():
        code = None if is_of_primitives(path) else path.split("/")[0]
        part = _part(tree.file(path), blocks)
        for card, (_, block) in zip(printings.of(part, code), printings.places, strict=False):
            cards[path, sorted(blocks)[block]] = card
        printings.places.clear()
    try:
        return [cards[tree.places[number]] for number in numbers]
    except KeyError:
        return None


def _part(file: CardFile, texts: Mapping[int, str]) -> CardFile:
    """*file* with some of its blocks only, which say *texts*."""
    numbers = sorted(texts)
    starts = [file.starts[number] for number in numbers]
    return evolve(file, starts=starts, texts=[texts[number] for number in numbers])


def sheets_again(
    tree: FileTree, before: CardSet, after: CardSet, changed: Sequence[tuple[Card, Card]]
) -> dict[str, Sheet] | None:
    """The sheets of *before* when some cards have *changed*, so that they are those of *after*.

    None if all have to be made again, or boosters change, too.
    """
    packs = {
        path.split("/")[0]: source for path, source in tree.sources.items() if is_of_packs(path)
    }
    sides = list(zip(*changed, strict=True)) or [(), ()]
    if any(_sheets(source, sides[0]) != _sheets(source, sides[1]) for source in packs.values()):
        return None
    sheets = dict(before.sheets)
    is_one = sum(not is_of_primitives(path) for path in tree.sources) - len(packs) == 1
    codes = {card.set_code for card in sides[0]} - packs.keys() - {None}
    groups = [_by_code(each.cards, codes) for each in (before, after)]
    for code in codes:
        prefix = "" if is_one else f"{code} "
        old, new = (_usual(each[code], code, prefix) for each in groups)
        for name in old[0]:
            sheets.pop(name, None)
        sheets |= new[0]
        if old[1] != new[1]:
            return None
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
