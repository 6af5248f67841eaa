"""Writes sets of the engine to files: unchanged files as they were read, others from scratch."""

from __future__ import annotations

import errno
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path, PurePosixPath

from attrs import evolve

from ...diagnostics import Diagnostic, Report
from ...losses import Loss, LossLog
from ...model import Card, CardSet, Face
from ...source import SourceText
from ..base import Input, Written
from ..nameless import without_nameless
from ..patch import CannotPatchError
from .acceptance import ABSENT, blocks_of, check, loaded
from .card_lines import backs, block_text, card_name, primitive_lines, printing_lines
from .edits import without_stale
from .engine.loader import Engine
from .format import BOOSTER_FILE, CARDS_FILE, PRIMITIVES_FOLDER, WagicOptions
from .from_model import EngineSet, TargetFolder, engine_sets
from .macros import Calls
from .needed import needed_primitives
from .packs import render_pack
from .packs_from_model import WagicPackBuilder
from .patch import patched_sources
from .primitives import Primitives
from .to_model import read as read_tree
from .tree import FileTree, code_of, home

_SEVERAL = "cards"
_UTF_8 = "utf-8"


def write(cardset: CardSet, options: WagicOptions) -> Report[Written]:
    """Write *cardset* as one file, in which no card needs a primitive."""
    losses = LossLog("wagic")
    cardset = without_nameless(without_stale(cardset), losses, "wagic")
    read = _as_read(cardset, options, losses)
    if read is not None:
        files = [name for name in read.value if PurePosixPath(name).name != BOOSTER_FILE]
        if len(files) == 1:
            for name in read.value.keys() - files:
                losses.dropped(Loss.FILE, name, "further files")
            source = read.value[files[0]]
            written = Written.of(source)
            return Report(written, (*read.diagnostics, *losses.finish()))
    sets, alone = engine_sets(cardset, options, losses)
    boosters = WagicPackBuilder(cardset, [pair for each in sets for pair in each.pairs], losses)
    nothing = Primitives((), options, available=False)
    blocks = _Blocks(nothing, losses, Calls(cardset, nothing.macros, options), are_whole=True)
    for each in sets:
        if len(sets) > 1:
            losses.changed(Loss.SET, each.code, "several sets", "one")
        if boosters.pack_of_set(each) is not None:
            losses.dropped(Loss.BOOSTER, each.code, "a booster that is not the engine's default")
    text = _one_file(sets, alone, blocks)
    if options.verify:
        file = (sets[0].code if sets else None, Written(text).encode())
        _verify(sets, alone, loaded(nothing.macros.engine_bytes, [file], options), losses)
    return Report(Written(text), losses.finish())


def write_folder(
    cardset: CardSet, options: WagicOptions, folder: Path | None = None
) -> Report[Mapping[str, Written]]:
    """Write *cardset* as the files of a folder of sets, primitives and boosters among them.

    New text does not conflict with the ids and names of primitives already in *folder*.
    If *folder* is the set's own, only files of the set are written, and no primitives.

    Raises:
        FileExistsError: If *folder* is that of another set.
    """
    losses = LossLog("wagic")
    cardset = without_nameless(without_stale(cardset), losses, "wagic")
    target = TargetFolder(folder, options)
    read = _as_read(cardset, options, losses, target)
    tree = cardset.syntax
    if isinstance(tree, FileTree) and read and read.value and _is_folder(read.value, cardset):
        if target.takes(tree.sources):
            sources = read.value.items()
            files = {name: Written.of(each) for name, each in sources}
            _report_removed(cardset, files, target, losses)
            _report_replaced(cardset, target, losses)
            return _in_target(files, target, (*read.diagnostics, *losses.finish()))
        kind = "files of primitives, in the folder of a set"
        losses.changed(Loss.FILE, target.code, kind, "rewritten")
    all_sets, alone = engine_sets(cardset, options, losses, target)
    if target.own is not None and [each.code for each in all_sets] != [target.code]:
        raise FileExistsError(errno.EEXIST, "the folder of another set", str(target.own))
    # as readers find them, so that of cards with one name the same is the primitive every time
    sets = sorted(all_sets, key=attrgetter("code"))
    name = f"{sets[0].code if len(sets) == 1 else _SEVERAL}.txt"
    if len(sets) > 1:
        name = target.free_name(_SEVERAL)
    are_whole = target.own is not None
    known = target.primitives(*(() if are_whole else (name,)))
    calls = Calls(cardset, known.macros, options)
    encoding = _encoding_of_names(sets, known)
    if encoding != _UTF_8:
        blocks = _Blocks(known, LossLog("wagic"), calls, encoding, are_whole=are_whole)
        trial = _card_files(sets, alone, blocks, name)
        if not all(SourceText("", text, encoding).is_decoded_again() for text in trial.values()):
            encoding = _UTF_8
    blocks = _Blocks(known, losses, calls, encoding, are_whole=are_whole)
    texts = _card_files(sets, alone, blocks, name)
    files = {path: Written(text, encoding) for path, text in texts.items()}
    boosters = WagicPackBuilder(cardset, [pair for each in sets for pair in each.pairs], losses)
    for each in sets:
        path = f"{each.code}/{BOOSTER_FILE}"
        # one that is there would hold in the place of the engine's default
        place = target.place(path)
        is_there = place is not None and place.is_file()
        pack = boosters.pack_of_set(each, is_needed=is_there)
        if pack is not None:
            files[path] = Written(render_pack(pack))
    blocks.report_names(boosters.drawn)
    _report_removed(cardset, files, target, losses)
    _report_replaced(cardset, target, losses)
    if options.verify:
        printings = (card for each in sets for _, card in each.pairs)
        names = map(card_name, (*printings, *alone))
        there = [(None, blocks_of(file)) for file in known.parts(names)]
        written = [(code_of(path), files[path].encode()) for path in reversed(texts)]
        _verify(sets, alone, loaded(known.macros.engine_bytes, there + written, options), losses)
    return _in_target(files, target, losses.finish())


def _in_target(
    files: Mapping[str, Written], target: TargetFolder, diagnostics: Sequence[Diagnostic]
) -> Report[Mapping[str, Written]]:
    """Return *files* of a folder of sets, by their names in the *target*."""
    return Report({target.name(path): file for path, file in files.items()}, diagnostics)


def _report_replaced(cardset: CardSet, target: TargetFolder, losses: LossLog) -> None:
    """Report the cards that the set in its own folder has, and *cardset* has not.

    What was read from there and has fewer cards now is meant so.
    """
    if target.own is None or home(cardset, target.own / CARDS_FILE) is not None:
        return
    options = WagicOptions(primitives=(), unresolved="named")
    left = Counter(map(card_name, cardset.cards))
    for card in read_tree(Input(str(target.own), target.own), options).value.cards:
        left[card.name] -= 1
        if left[card.name] < 0:
            losses.replaced(Loss.CARD, card.name, f"cards that {CARDS_FILE} has")


def _report_removed(
    cardset: CardSet, files: Iterable[str], target: TargetFolder, losses: LossLog
) -> None:
    """Report the primitives that were removed, but are still there, or sets still refer to.

    *files* are written into *target*.
    """
    before = cardset.as_read.cards if cardset.as_read is not None else ()
    primitives = (card for card in before if card.set_code is None and not card.ids)
    removed = {card_name(card) for card in primitives}
    if not removed or target.folder is None:
        return
    removed -= {card_name(card) for card in cardset.cards}
    left = target.primitives(*(PurePosixPath(each).name for each in files))
    there = {name for name in removed if left.get(name) is not None}
    for name in sorted(there):
        losses.changed(Loss.CARD, name, "removed cards that another file in the folder has")
    for name in sorted(filter(target.prints, removed - there)):
        losses.refused(ABSENT, name)


def _verify(
    sets: Iterable[EngineSet], alone: Iterable[Card], engine: Engine, losses: LossLog
) -> None:
    """Report what *engine*, which has loaded what was written, has otherwise than was meant."""
    check([*(card for each in sets for _, card in each.pairs), *alone], engine, losses)


def _card_files(
    sets: Iterable[EngineSet], alone: Iterable[Card], blocks: _Blocks, name: str
) -> dict[str, str]:
    """Return the texts of the files of cards by path; primitives are in the file *name*.

    If printings are whole, these are in the file of the one set.
    """
    if blocks.are_whole:
        return {f"{each.code}/{CARDS_FILE}": _one_file((each,), alone, blocks) for each in sets}
    files = {f"{each.code}/{CARDS_FILE}": blocks.of_set(each) for each in sets}
    for card in alone:
        blocks.add_alone(card)
    blocks.add_backs()
    macros = blocks.calls.definitions()
    if blocks.primitives or macros:
        described = (block_text(lines) for _, lines in sorted(blocks.primitives.items()))
        files[f"{PRIMITIVES_FOLDER}/{name}"] = "".join((macros, *described))
    return files


def _one_file(sets: Iterable[EngineSet], alone: Iterable[Card], blocks: _Blocks) -> str:
    """Return the text of one file of all cards, whose printings are whole."""
    parts = [blocks.of_set(each) for each in sets]
    for card in alone:
        blocks.add_alone(card)
    for name in blocks.add_backs():
        blocks.losses.changed(Loss.FACE, name, "backs", "cards of their own")
    described = map(block_text, blocks.primitives.values())
    return "".join((blocks.calls.definitions(), *parts, *described))


def _as_read(
    cardset: CardSet, options: WagicOptions, losses: LossLog, target: TargetFolder | None = None
) -> Report[Mapping[str, SourceText]] | None:
    """Return the files that *cardset* was read from, with what has changed.

    With them are the primitives that they need in *target*. Return None if everything is written
    from scratch; report it if the files cannot express a change.
    """
    tree = cardset.syntax
    if not isinstance(tree, FileTree) or options.canonical or options.code is not None:
        return None
    own = LossLog("wagic")
    report: Report[Mapping[str, SourceText]] = Report(tree.sources)
    try:
        if cardset != cardset.as_read:
            report = patched_sources(cardset, tree, options, own, target)
        needed = needed_primitives(tree, report.value, target, _SEVERAL) if target else {}
        return Report({**report.value, **needed}, (*report.diagnostics, *own.finish()))
    except CannotPatchError as error:
        losses.changed(Loss.FILE, str(error) or "edits", "files as they were read", "rewritten")
        return None


def _is_folder(sources: Iterable[str], cardset: CardSet) -> bool:
    """Return whether *sources* can be written unchanged, as a folder."""
    names = [PurePosixPath(name).name for name in sources]
    was_folder = isinstance(cardset.syntax, FileTree) and cardset.syntax.is_folder
    is_folder = was_folder or CARDS_FILE in names or len(names) > 1
    # a text in memory has no name that a file could have
    return is_folder or not (names[0].startswith("<") or any(card.ids for card in cardset.cards))


def _encoding_of_names(sets: Iterable[EngineSet], known: Primitives) -> str:
    """Return the encoding of most of the *known* primitives that *sets* refer to by no ASCII name.

    The engine compares names byte by byte.
    """
    cards = (card for each in sets for card in (*(own for _, own in each.pairs), *each.unresolved))
    primitives = (known.get(name) for name in map(card_name, cards) if not name.isascii())
    counts = Counter(each.file.source.encoding for each in primitives if each is not None)
    return counts.most_common(1)[0][0] if counts else _UTF_8


class _Blocks:
    """Makes blocks of printings, and gathers the primitives that they refer to.

    Attributes:
        primitives: the lines of those that were not there before, by name.
    """

    def __init__(
        self,
        known: Primitives,
        losses: LossLog,
        calls: Calls,
        encoding: str = _UTF_8,
        *,
        are_whole: bool = False,
    ) -> None:
        """Return *known* are primitives that are there already, so that they need not be written.

        Those whose names have other bytes in *encoding* cannot be referred to.  If blocks *are
        whole*, no printing refers to a primitive that is not known.
        """
        self.known = known
        self.losses = losses
        self.calls = calls
        self.encoding = encoding
        self.are_whole = are_whole
        self.primitives: dict[str, tuple[str, ...]] = {}
        self._faces: dict[str, Face] = {}
        self._only_named: list[str] = []
        self._backs: list[tuple[str, Face]] = []

    def of_set(self, each: EngineSet) -> str:
        """Return the text of a set."""
        meta = [f"{key}={value}" for key, value in each.meta.items()]
        blocks = [block_text(meta, "meta")] if meta else []
        blocks += [self._printing(card) for _, card in each.pairs]
        return "".join([*blocks, *map(_reference, each.unresolved)])

    def _printing(self, card: Card) -> str:
        """Return the block of a printing; it has the whole card if another one has its name."""
        name, lines = card_name(card), self._lines(card)
        if _is_only_a_name(card, lines):
            self._only_named.append(name)
            if self._has_other_bytes(name):
                self.losses.refused("primitives in a file of another encoding", name)
            return _reference(card)
        self._backs += [(card.name, back) for back in backs(card)[:1]]
        has_known = self.known.get(name) is not None
        if (has_known or not self.are_whole) and self._add(card.faces[0], lines):
            return _reference(card)
        return block_text((*lines, *printing_lines(card)))

    def add_alone(self, card: Card) -> None:
        """Add a card that is no printing."""
        self._backs += [(card.name, back) for back in backs(card)[:1]]
        name, lines = card_name(card), self._lines(card)
        if _is_only_a_name(card, lines) and self.known.get(name) is not None:
            return
        if name in self.primitives or not self._add(card.faces[0], lines):
            self.losses.dropped(Loss.CARD, name, "cards in no set, whose names others have")

    def report_names(self, drawn: Collection[str]) -> None:
        """Report the cards that have only a name, and no primitive where there are some.

        Those whose names are *drawn* were in boosters.
        """
        for name in self._only_named:
            is_there = name in self.primitives or self.known.get(name) is not None
            if not is_there and (self.primitives or self.known.available):
                kind = "cards that no primitive describes"
                self.losses.changed(Loss.CARD, name, kind)
                if name in drawn:
                    self.losses.dropped(Loss.SHEET, name, f"{kind} in boosters")

    def add_backs(self) -> list[str]:
        """Add the backs that no card is; the names of the cards whose backs are not known."""
        owners: list[str] = []
        for owner, back in self._backs:
            face = evolve(back, kind="front")
            name = card_name(Card(face))
            there = self.known.card(name)
            owners += [owner] if there is None else []
            known = there.faces[0] if there is not None else self._faces.get(name)
            if self._has_other_bytes(name):
                self.losses.refused("primitives in a file of another encoding", owner)
            if known is not None and self._face_lines(known) != self._face_lines(face):
                self.losses.dropped(Loss.FACE, owner, "backs whose names other cards have")
            elif known is None and face == Face(face.name):
                self.losses.changed(Loss.FACE, owner, "backs that no primitive describes")
            elif known is None:
                self._add(face, self._lines(Card(face)))
        return owners

    def _add(self, face: Face, lines: tuple[str, ...]) -> bool:
        """Return whether a primitive has these *lines*; add it if its name is free."""
        name = card_name(Card(face))
        there = self.known.card(name)
        if there is not None:
            known = primitive_lines(there, LossLog("wagic"), self.calls)
            return known == lines and not self._has_other_bytes(name)
        self._faces.setdefault(name, face)
        return self.primitives.setdefault(name, lines) == lines

    def _lines(self, card: Card) -> tuple[str, ...]:
        return primitive_lines(card, self.losses, self.calls)

    def _face_lines(self, face: Face) -> tuple[str, ...]:
        """Return the lines of *face* alone."""
        return primitive_lines(Card(evolve(face, kind="front")), LossLog("wagic"), self.calls)

    def _has_other_bytes(self, name: str) -> bool:
        """Return whether the known primitive *name* stands in a file of another encoding."""
        primitive = None if name.isascii() else self.known.get(name)
        return primitive is not None and primitive.file.source.encoding != self.encoding


def _is_only_a_name(card: Card, lines: Sequence[str]) -> bool:
    """Return whether *lines* contain only the name of *card*, without a description."""
    return card.faces == (Face(card.name),) and len(lines) == 1


def _reference(card: Card) -> str:
    """Return the block of a printing whose primitive is elsewhere."""
    return block_text((f"primitive={card_name(card)}", *printing_lines(card)))
