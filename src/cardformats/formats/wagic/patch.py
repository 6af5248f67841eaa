"""Files of cards that were changed in a few places: as they were read, but for these."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

from attrs import evolve

from ...budget import Budget
from ...diagnostics import DiagnosticLog, LossLog
from ...model import Card, CardSet, Entry
from ...source import SourceText
from ..patch import CannotPatchError, Edit, aligned, patched
from .card_lines import backs, block_text, card_name, primitive_lines, printing_lines
from .format import BOOSTER_FILE, CARDS_FILE, PRIMITIVES_FOLDER, WagicOptions
from .macros import Calls
from .primitives import Primitives, load_primitives
from .reader import scan
from .syntax import CardFile, FileTree, kind_of
from .to_model import Printings, card_set

_ID: Final = re.compile(r"(?mi)^[ \t]*id[ \t]*=[ \t]*([+-]?[0-9]+)")
_REFERENCE: Final = re.compile(r"(?mi)^[ \t]*primitive[ \t]*=")


def patched_sources(
    cardset: CardSet, tree: FileTree, options: WagicOptions, losses: LossLog
) -> dict[str, SourceText]:
    """The files of *tree*, changed where *cardset* is no longer what was read from them.

    Raises:
        CannotPatchError: something that has changed has no place of its own in the files.
    """
    patch = _Patch(cardset, tree, options, losses)
    edits = patch.edits()
    sources = dict(tree.sources)
    for name, its in edits.items():
        source = sources[name]
        sources[name] = SourceText(source.name, patched(source.text, its), source.encoding)
        if not _is_decoded(sources[name]):
            raise CannotPatchError
    if not _says(sources, tree.elsewhere, cardset, options, patch.calls):
        raise CannotPatchError
    return sources


def _is_decoded(source: SourceText) -> bool:
    """Whether readers get the text again from its bytes."""
    try:
        return SourceText.from_bytes("", source.encode()).text == source.text
    except UnicodeEncodeError:
        return False


def _says(
    sources: dict[str, SourceText],
    elsewhere: tuple[Path, ...],
    cardset: CardSet,
    options: WagicOptions,
    calls: Calls,
) -> bool:
    """Whether reading *sources* gives *cardset*."""
    log = DiagnosticLog(0)
    packs: dict[str, SourceText] = {}
    sets: list[tuple[str | None, CardFile]] = []
    primitives: list[CardFile] = []
    for path, source in sources.items():
        folder, _, name = path.rpartition("/")
        if name == BOOSTER_FILE:
            packs[folder] = source
        elif folder == PRIMITIVES_FOLDER:
            primitives.append(scan(source, log))
        else:
            sets.append((folder, scan(source, log)))
    known = Primitives(tuple(primitives), options, available=bool(sets and primitives))
    if elsewhere:
        known = load_primitives(elsewhere, options)
    own = sets or [(None, each) for each in primitives]
    printings = Printings(known, options, log, Budget(options.max_work))
    again = card_set(own, packs, printings, None)
    return _without_order(again) == _without_order(cardset) and all(
        one == other or _all_lines(one, calls) == _all_lines(other, calls)
        for one, other in zip_longest(again.cards, cardset.cards)
    )


def _without_order(cardset: CardSet) -> CardSet:
    """*cardset* without its cards, and with the entries of sheets in one order."""
    sheets = []
    for sheet in cardset.sheets.values():
        entries: list[Entry] = sorted(sheet.entries, key=lambda entry: str(entry.card))
        sheets.append(evolve(sheet, entries=entries))
    return evolve(cardset, cards=(), sheets=sheets)


def _all_lines(card: Card | None, calls: Calls) -> Sequence[Sequence[str]]:
    """All that is written of a card."""
    if card is None:
        return ()
    faces = [card, *(Card(evolve(each, kind="front")) for each in backs(card))]
    losses = LossLog("wagic")
    own = printing_lines(card) if card.set_code else ()
    return [own, *(primitive_lines(each, losses, calls) for each in faces)]


class _Patch:
    """Finds the edits of all files."""

    def __init__(
        self, cardset: CardSet, tree: FileTree, options: WagicOptions, losses: LossLog
    ) -> None:
        assert cardset.as_read is not None  # noqa: S101 - it was read
        self.before, self.after = cardset.as_read, cardset
        self.tree, self.losses = tree, losses
        self._edits: defaultdict[str, list[Edit]] = defaultdict(list)
        self._files: dict[str, CardFile] = {}
        self._ids: dict[str, dict[str, int]] = {}
        self.primitive_files = [each for each in tree.sources if each.startswith(PRIMITIVES_FOLDER)]
        files = tuple(map(self.file, self.primitive_files))
        self.primitives = Primitives(files, options)
        known = load_primitives(tree.elsewhere, options) if tree.elsewhere else self.primitives
        self.names = dict(zip(map(id, files), self.primitive_files, strict=True))
        self.calls = Calls(cardset, known.macros, options)

    def edits(self) -> dict[str, list[Edit]]:
        """The edits of each file."""
        # printings of one name share a primitive: what is changed of it is changed for all
        bodies: dict[str, tuple[Card, Card]] = {}
        last: Card | None = None
        for was, now in aligned(list(map(id, self.before.cards)), list(map(id, self.after.cards))):
            old = None if was is None else self.before.cards[was]
            new = None if now is None else self.after.cards[now]
            if old is not None and new is not None and old is not new:
                self.change(old, new, bodies)
            elif new is None and old is not None:
                self.remove(old)
            elif old is None and new is not None:
                self.add(new, last)
            last = new or last
        for old, new in bodies.values():
            self.change_primitive(old, new)
        return self._edits

    def file(self, name: str) -> CardFile:
        """A file of the tree.

        Raises:
            CannotPatchError: there is none of that name.
        """
        if name not in self.tree.sources:
            raise CannotPatchError
        if name not in self._files:
            self._files[name] = scan(self.tree.sources[name], DiagnosticLog(0))
        return self._files[name]

    def printing(self, card: Card) -> tuple[str, int]:
        """The file of a printing, and the number of its block there.

        Raises:
            CannotPatchError: it is not found.
        """
        name = f"{card.set_code}/{CARDS_FILE}"
        if name not in self._ids:
            texts = enumerate(self.file(name).texts)
            ids = {
                match[1]: number
                for number, text in texts
                if kind_of(text) == "card" and (match := _ID.search(text))
            }
            self._ids[name] = ids
        number = self._ids[name].get(card.ids.get("wagic", ""))
        if number is None:
            raise CannotPatchError
        return name, number

    def change(self, old: Card, new: Card, bodies: dict[str, tuple[Card, Card]]) -> None:
        """Change a card."""
        if old.set_code != new.set_code:
            raise CannotPatchError
        lines = self.lines(old), self.lines(new)
        is_reference = True
        if old.set_code is not None:
            place = self.printing(old)
            is_reference = bool(_REFERENCE.search(self.file(place[0]).texts[place[1]]))
            own = list(lines)
            if is_reference:
                own[0] = (f"primitive={card_name(old)}",)
                if lines[0] == lines[1] or self.primitive_files:
                    own[1] = (f"primitive={card_name(new)}",)
            before, after = (
                (*body, *printing_lines(card)) for body, card in zip(own, (old, new), strict=True)
            )
            self.change_block(*place, before, after)
            is_reference = is_reference and bool(self.primitive_files)
        if is_reference and lines[0] != lines[1]:
            known = bodies.setdefault(card_name(old), (old, new))
            if self.lines(known[1]) != lines[1]:
                raise CannotPatchError
        for was, now in zip(backs(old), backs(new), strict=False):
            faces = [Card(evolve(each, kind="front")) for each in (was, now)]
            if self.lines(faces[0]) != self.lines(faces[1]):
                bodies.setdefault(card_name(faces[0]), (faces[0], faces[1]))

    def lines(self, card: Card) -> tuple[str, ...]:
        """What is written of a card itself."""
        return primitive_lines(card, self.losses, self.calls)

    def change_primitive(self, old: Card, new: Card) -> None:
        """Change the block of a primitive."""
        primitive = self.primitives.get(card_name(old))
        if primitive is None:
            raise CannotPatchError
        file = self.names[id(primitive.file)]
        self.change_block(file, primitive.number, self.lines(old), self.lines(new))

    def change_block(
        self, name: str, number: int, before: Sequence[str], after: Sequence[str]
    ) -> None:
        """Change the lines of a block in which *before* and *after* differ."""
        if before == after:
            return
        lines = _Lines(self.file(name), number)
        last = None
        for was, now in aligned(before, after):
            line = None if was is None else lines.of(before[was])
            if was is not None and line is None and (now is None or before[was] != after[now]):
                raise CannotPatchError
            if line is not None and now is None:
                self._edits[name].append(lines.removed(line))
            elif line is not None and was is not None and before[was] != after[now or 0]:
                self._edits[name].append(lines.replaced(line, after[now or 0]))
            elif was is None and now is not None:
                self._edits[name].append(lines.added(last, after[now]))
            last = line if line is not None and now is not None else last

    def remove(self, card: Card) -> None:
        """Remove a card with the comment above it; its primitive stays, others may need it."""
        if card.set_code is None:
            primitive = self.primitives.get(card_name(card))
            if primitive is None:
                raise CannotPatchError
            place = self.names[id(primitive.file)], primitive.number
        else:
            place = self.printing(card)
        self._edits[place[0]].append(_Lines(self.file(place[0]), place[1]).whole())

    def add(self, card: Card, last: Card | None) -> None:
        """Add a card behind another one."""
        if last is None or last.set_code != card.set_code:
            raise CannotPatchError
        if card.set_code is None:
            primitive = self.primitives.get(card_name(last))
            if primitive is None:
                raise CannotPatchError
            place, lines = (self.names[id(primitive.file)], primitive.number), self.lines(card)
        else:
            if card.ids.get("wagic") is None:
                raise CannotPatchError
            place, lines = self.printing(last), (*self.lines(card), *printing_lines(card))
        self._edits[place[0]].append(_Lines(self.file(place[0]), place[1]).behind(lines))


class _Lines:
    """The lines of a block: their keys and where they stand, without the line ends."""

    def __init__(self, file: CardFile, number: int) -> None:
        self.text = file.source.text
        self.start = file.starts[number]
        self.end = min(self.start + 1 + len(file.texts[number]) + 1, len(self.text))
        first = self.text.find("\n", self.start, self.end)
        self.body = self.end if first < 0 else first + 1
        self.line_end = "\r\n" if "\r\n" in self.text else "\n"
        self._unused: list[tuple[str, int, int]] = []
        start = self.body
        while start < self.end:
            end = self.text.find("\n", start, self.end)
            end = self.end if end < 0 else end
            line = self.text[start:end].removesuffix("\r")
            self._unused.append((line, start, start + len(line)))
            start = end + 1

    def of(self, written: str) -> tuple[int, int] | None:
        """Where the line stands that says *written*: that very line, or the next of its key."""
        key = _key(written)
        same = [each for each in self._unused if each[0].strip() == written.strip()]
        same = same or [each for each in self._unused if _key(each[0]) == key]
        if not same:
            return None
        self._unused.remove(same[0])
        return same[0][1:]

    def replaced(self, place: tuple[int, int], new: str) -> Edit:
        """The edit that lets a line say something else."""
        line = self.text[slice(*place)]
        key, _, value = line.partition("=")
        new_key, _, new_value = new.partition("=")
        if _key(line) != new_key:
            return Edit(*place, new)
        start = place[0] + len(key) + 1 + len(value) - len(value.lstrip())
        return Edit(start, place[1], new_value)

    def removed(self, place: tuple[int, int]) -> Edit:
        """The edit that removes a line."""
        return Edit(place[0], self._next(place[1]), "")

    def added(self, last: tuple[int, int] | None, new: str) -> Edit:
        """The edit that adds a line behind the *last* one, or at the top."""
        place = self.body if last is None else self._next(last[1])
        return Edit(place, place, new + self.line_end)

    def whole(self) -> Edit:
        """The edit that removes the block, its closing line and the comments right above it."""
        start = self.start
        while start:
            above = self.text.rfind("\n", 0, start - 1) + 1
            if (
                not self.text[above:start].startswith("#")
                or "AUTO_DEFINE" in self.text[above:start]
            ):
                break
            start = above
        return Edit(start, self._behind(), "")

    def behind(self, lines: Sequence[str]) -> Edit:
        """The edit that adds a block of *lines* behind the block."""
        place = self._behind()
        text = block_text(lines).replace("\n", self.line_end)
        before = "" if self.text[place - 1 : place] == "\n" else self.line_end
        return Edit(place, place, before + text)

    def _behind(self) -> int:
        """Where the line after the closing line begins."""
        closing = self.text.find("[/", self.end, self.end + 3)
        return self._next(self.end + (closing >= 0) * 3)

    def _next(self, place: int) -> int:
        return self.text.find("\n", place) + 1 or len(self.text)


def _key(line: str) -> str:
    return line.partition("=")[0].strip().lower()
