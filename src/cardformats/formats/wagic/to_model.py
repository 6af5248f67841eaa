"""Reads sets, folders of sets, or primitives, to a card set: printings with sheets and boosters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import is_
from pathlib import Path
from typing import Any

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Diagnostic, Report, SharedCode
from ...model import Booster, Card, CardSet, FrozenDict, Sheet, Value
from ...model.frozen import EMPTY
from ...source import SourceText, Span
from ..base import Input
from ..folders import around
from ..other_data import is_other_data
from .codes import WagicCode
from .engine.loader import ExactCards
from .engine.macros import DEFINITION
from .format import BOOSTER_FILE, CARDS_FILE, PRIMITIVES_FOLDER, WagicOptions, split
from .macros import MacroTable, out_of_work
from .packs import WagicBoosterBuilder, default_pack, read_pack, sheet_names
from .primitives import load_primitives
from .printings import NOTHING, BlockOutcome, Printings
from .reader import fields, load_sources, primitive_files, scan
from .syntax import CardFile, kind_of
from .tree import FileTree, code_of, is_of_packs, is_of_primitives


def read(input_: Input, options: WagicOptions) -> Report[CardSet]:
    """Read a set's folder or file, a folder of sets, or files of primitives."""
    log = DiagnosticLog(options.max_diagnostics)
    places = options.places
    if places is None and input_.path is not None:
        places = neighbours(input_.path)
    primitives = load_primitives(places, options)
    files = [
        (code, scan(source, log))
        for code, source in _sources(input_, options, log)
        if not is_other_data(source, "wagic", log)
    ]
    packs = dict(_packs(input_, options, log))
    exact = ExactCards(places, files, options) if options.engine == "exact" else None
    log.extend(primitives.diagnostics)
    printings = Printings(primitives, options, log, Budget(options.max_work))
    cardset, outcomes = card_set(files, packs, printings, exact)
    scanned = {
        f"{code or PRIMITIVES_FOLDER}/{CARDS_FILE if code else _name(file)}": file
        for code, file in files
    }
    for file in primitives.files:
        if input_.path is not None and _is_below(Path(file.source.name), input_.path):
            scanned.setdefault(f"{PRIMITIVES_FOLDER}/{_name(file)}", file)
    tree = FileTree.of(
        scanned,
        {f"{code}/{BOOSTER_FILE}": source for code, source in packs.items()},
        () if exact else _blocks(outcomes),
        places or (),
        primitives,
        options,
        is_folder=input_.path is not None and input_.path.is_dir(),
    )
    # how many printings have no primitive comes first, since a whole set may be missing
    observed = [each.observed for each in outcomes if each.observed is not NOTHING]
    missing = sum(each.is_missing for each in observed)
    count = sum(each.is_printing for each in outcomes) if missing else 0
    start, known = SourceText(input_.name, "").span(0), primitives.files
    first = (left_out(start, missing, count, known),) if missing else ()
    return Report(cardset.with_syntax(tree), first + log.finish())


def read_again(tree: FileTree, sources: Mapping[str, SourceText], before: CardSet) -> CardSet:
    """Read *sources*, which are those of *tree* after some changes, to a card set.

    *before* is what was read of the tree; what is still the same is not read again.
    """
    log, options = DiagnosticLog(0), tree.options
    scanned = {
        path: tree.file(path) if source is tree.sources.get(path) else scan(source, log)
        for path, source in sources.items()
        if not is_of_packs(path)
    }
    packs = {path: source for path, source in sources.items() if is_of_packs(path)}
    files = [(code_of(path), file) for path, file in scanned.items() if not is_of_primitives(path)]
    files = files or [(None, file) for file in scanned.values()]
    primitives = tree.primitives_with(scanned)
    known = tree.unchanged(scanned, before.cards)
    printings = Printings(primitives, options, log, Budget(options.max_work), known)
    by_code = {str(code_of(path)): source for path, source in packs.items()}
    cardset, outcomes = card_set(files, by_code, printings, None, before)
    blocks, places, is_folder = _blocks(outcomes), tree.elsewhere, tree.is_folder
    again = FileTree.of(scanned, packs, blocks, places, primitives, options, is_folder=is_folder)
    return cardset.with_syntax(again)


def _blocks(outcomes: Iterable[BlockOutcome]) -> Iterator[tuple[CardFile, int]]:
    """Return the blocks that became cards."""
    return ((each.file, each.number) for each in outcomes if each.card is not None)


def left_out(span: Span, missing: int, count: int, files: Sequence[CardFile] = ()) -> Diagnostic:
    """Return the diagnostic that *missing* of *count* printings are omitted."""
    kept_as = "wagic 'unresolved'"
    names = ", ".join(Path(file.source.name).name for file in files)
    notes = [f"the files of primitives: {names}"] if names else []
    notes.append("--primitives names other files; --unresolved named keeps the cards by name")
    return WagicCode.LEFT_OUT.at(
        span,
        notes=notes,
        left_out=missing,
        count=count,
        kept_as=kept_as,
        counted=WagicCode.UNRESOLVED,
    )


def _is_below(path: Path, folder: Path) -> bool:
    """Return whether *path* is in *folder*, or in a folder in it."""
    # the path of all that is above «.» begins with «..», which is below it for pathlib
    return folder in path.parents and ".." not in path.relative_to(folder).parts


def _name(file: CardFile) -> str:
    return Path(file.source.name).name


def neighbours(path: Path) -> tuple[Path, ...] | None:
    """Return the primitives folder beside the set at *path* (or in it, for a folder of sets)."""
    folder = path if path.is_dir() else path.parent
    for place in (folder / PRIMITIVES_FOLDER, around(folder) / PRIMITIVES_FOLDER):
        if place.is_dir():
            return (place,)
    return None


def _packs(
    input_: Input, options: WagicOptions, log: DiagnosticLog
) -> Iterator[tuple[str, SourceText]]:
    """Yield the files that say what the boosters of sets in *input* are, by the code of the set."""
    if input_.path is None or not (input_.path.is_dir() or input_.path.name == CARDS_FILE):
        return
    for folder in _set_folders(input_.path) if input_.path.is_dir() else (input_.path.parent,):
        path = folder / BOOSTER_FILE
        for source in load_sources((path,), options, log) if path.is_file() else ():
            yield folder.resolve().name, source


def _set_folders(folder: Path) -> tuple[Path, ...]:
    """Return the folders of the sets in *folder*, which may be one itself."""
    return (folder,) if (folder / CARDS_FILE).is_file() else split(folder)


def _sources(
    input_: Input, options: WagicOptions, log: DiagnosticLog
) -> Iterator[tuple[str | None, SourceText]]:
    """Yield the files of *input*, each with the code of its set, if it is one."""
    if input_.path is None or input_.data is not None:
        is_set = input_.path is not None and input_.path.name == CARDS_FILE
        yield input_.path.resolve().parent.name if input_.path and is_set else None, input_.source()
        return
    folders = _set_folders(input_.path)
    for folder in folders:
        for source in load_sources((folder / CARDS_FILE,), options, log):
            yield folder.resolve().name, source
    if not folders:
        files = primitive_files(input_.path)
        yield from ((None, source) for source in load_sources(files, options, log))
        if not files:
            log.add(SharedCode.NOTHING_TO_READ, SourceText(input_.name, "").span(0))


def card_set(
    files: Sequence[tuple[str | None, CardFile]],
    packs: Mapping[str, SourceText],
    printings: Printings,
    exact: ExactCards | None,
    before: CardSet | None = None,
) -> tuple[CardSet, list[BlockOutcome]]:
    """Return the card set of *files*, each with the code of its set (None for primitives).

    *packs* are the files of boosters by the code of the set; a set without one has the usual.
    Its cards are those of *exact* if that is given; then this reading only finds what is wrong.
    A set with the very cards that it had *before* keeps its usual booster.
    One set gives its name, code and metadata to the result; several share one result, and their
    sheets carry the set's code in their names. What became of each block is returned, too.
    """
    options, log, budget = printings.options, printings.log, printings.budget
    outcomes: list[BlockOutcome] = []
    cards: dict[str | None, list[Card]] = {}
    names: dict[str, str] = {}
    meta: dict[str, str] = {}
    for code, file in files:
        was_spent, first = budget.spent, len(outcomes)
        outcomes += printings.of(file, code)
        made = [each.card for each in outcomes[first:] if each.card is not None]
        if exact is not None:
            was_spent = budget.spent
            made = exact.of(code, budget) if code not in cards else []
            if budget.spent and not was_spent:
                log.extend((out_of_work(None, budget),))
        cards.setdefault(code, []).extend(made)
        if code is not None or len(files) == 1:
            meta = meta_of(file, options, log)
        if code is not None:
            names[code] = meta.get("name", code)
    every = [card for made in cards.values() for card in made]
    odd = [each for each in outcomes if each.observed is not NOTHING]
    unnamed = [each.observed.unnamed for each in odd if each.observed.unnamed is not None]
    sheets: list[Sheet] = []
    boosters: list[Booster] = []
    kept = _kept_boosters(before, cards, packs) if before is not None and not unnamed else {}
    for code, name in names.items():
        if code in kept and kept[code][0].name == name:
            boosters.append(kept[code][0])
            sheets += kept[code][1]
            continue
        prefix = f"{code} " if len(files) > 1 else ""
        pack = read_pack(packs[code], log) if code in packs else None
        builder = WagicBoosterBuilder(every if pack else cards[code], options.engine, log, prefix)
        is_known = any(card.faces[0].types for card in cards[code])
        is_known = is_known and not (printings.primitives.available and unnamed)
        pack = pack or default_pack(types_are_known=is_known)
        booster = builder.booster(pack, name=name, code=code)
        sheets += builder.sheets.values()
        boosters += [booster] if booster else []
    if unnamed and options.places != ():
        log.add(WagicCode.NO_PRIMITIVES, unnamed[0], count=len(unnamed))
    single = files[0][0] if len(files) == 1 else None
    meta = meta if len(files) == 1 else {}
    table = printings.primitives.macros
    if any(file.macros for _, file in files):
        table = MacroTable((*table, *chain(*(file.macros for _, file in files))), options)
    of_set = {
        "unresolved": tuple(FrozenDict(each) for each in _left_out(files, odd)),
        "macros": _called(table, every),
    }
    of_set = {key: values for key, values in of_set.items() if values}
    name = meta.pop("name", single or "")
    extras = {"wagic": of_set} if of_set else {}
    # of sheets of one name, which only odd codes of sets can make, the last counts
    by_name = {sheet.name: sheet for sheet in sheets}
    return CardSet(name, single, every, by_name, boosters, None, meta, extras), outcomes


def _kept_boosters(
    before: CardSet, cards: Mapping[str | None, Sequence[Card]], packs: Collection[str]
) -> dict[str | None, tuple[Booster, list[Sheet]]]:
    """Return the usual boosters and sheets of the sets that have the same *cards* as *before*.

    *packs* are the codes of the sets whose boosters are not the usual ones.
    """
    was: defaultdict[str | None, list[Card]] = defaultdict(list)
    for card in before.cards:
        was[card.set_code].append(card)
    return {
        booster.id: (booster, [before.sheets[each] for each in sheet_names(booster.layouts[0])])
        for booster in before.boosters
        if booster.id not in packs
        and len(was[booster.id]) == len(cards.get(booster.id, ()))
        and all(map(is_, was[booster.id], cards.get(booster.id, ())))
    }


def _left_out(
    files: Sequence[tuple[str | None, CardFile]], outcomes: Iterable[BlockOutcome]
) -> Iterator[Mapping[str, Value]]:
    """Yield the printings that are left out; of several sets, each with the code of its set."""
    codes = {id(file): code for code, file in files if code is not None and len(files) > 1}
    for each in outcomes:
        if kept := each.observed.kept:
            code = codes.get(id(each.file))
            yield kept if code is None else {**kept, "set": code}


def _called(table: MacroTable, cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the definitions in *table* that *cards* call, as they are written, in order."""
    lines: list[str] = []
    for card in cards:
        kept: Any = card.extras.get("wagic", EMPTY)
        for key in kept.get("expanded", ()):
            lines += kept[key]
    called = table.reached(lines)
    ordered = (macro.span.text for macro in table if macro.name in called)
    return tuple(text.removeprefix(DEFINITION) for text in ordered)


def meta_of(file: CardFile, options: WagicOptions, log: DiagnosticLog) -> dict[str, str]:
    """Return the metadata of *file*; a later line of a key replaces an earlier one."""
    return {
        line.key.strip().lower(): line.value.strip()
        for number, text in enumerate(file.texts)
        if kind_of(text) == "meta"
        for line in fields(file, number, log, options.max_line)
    }
