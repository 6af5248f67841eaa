"""Compares two versions of card files: files, folders, or card sets in memory."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from filecmp import cmp
from pathlib import Path, PurePosixPath
from typing import Any, Final, TypeAlias

from attrs import evolve

from ...errors import OptionError
from ...model import Card, CardSet
from ..config import Configs
from ..inputs import no_config
from .inputs import Inputs
from .pairing import ids
from .sets import Compared, SetVersion, compare_sets
from .values import Differences, Move, SetChange

#: Cards that more sets have do not tell which set is which.
_MANY: Final = 20

#: What is compared: where it is, or a card set; None for nothing.
Version: TypeAlias = str | os.PathLike[str] | CardSet | None


def diff(
    old: Version,
    new: Version,
    format: str | None = None,  # noqa: A002 - the field's word
    *,
    odds: bool = True,
    labels: tuple[str, str] | None = None,
    without: Collection[Path] = (),
    configs: Configs = no_config,
    origins: tuple[Path | None, Path | None] = (None, None),
    **options: Any,
) -> Differences:
    """Return the differences between two versions of card files.

    Folders are compared set by set: those of one path, and of the others those that have most of
    their cards in common.  What Wagic's primitives say is compared once, and not for each printing.

    Args:
        old: a file, a folder, or a card set; None where there is nothing.
        new: the same, as it is now.
        format: the id of the only format that is looked for; detected if it is not named.
        odds: whether odds of packs are compared.
        labels: what the versions are called; else their paths.
        without: files and folders that are left out.
        configs: has the configuration of a path, whose options the others precede.
        origins: the paths that versions have for their configuration, if they are copies.
        **options: those of the formats for reading, by name.

    Raises:
        UnknownFormatError: If a file is of no format, or of several.
        OptionError: If an option is unknown or has a bad value.
        OSError: If a path cannot be read.
    """
    sides = [
        SetVersion(".", _label(each), format or "", each, each, {})
        if isinstance(each, CardSet)
        else Inputs(None if each is None else Path(each), format, options, without, configs, origin)
        for each, origin in zip((old, new), origins, strict=True)
    ]
    names = labels or (_label(old), _label(new))
    return _Comparison(*sides, odds=odds).differences(*names)


def _label(version: Version) -> str:
    if isinstance(version, CardSet):
        return version.name or version.code or "(no name)"
    return "(nothing)" if version is None else str(version)


class _Comparison:
    """Two versions, and what is different in what was compared of them so far."""

    def __init__(self, old: Inputs | SetVersion, new: Inputs | SetVersion, *, odds: bool) -> None:
        self.old, self.new, self.odds = old, new, odds
        self.sets: list[Compared] = []
        self.same = 0
        self.errors = [0, 0]
        self.others: list[str] = []

    def differences(self, old: str, new: str) -> Differences:
        """Return all differences between the versions, which have these names."""
        if isinstance(self.old, SetVersion) or isinstance(self.new, SetVersion):
            self._compare(self._only(self.old), self._only(self.new))
        else:
            self._compare_inputs(self.old, self.new)
        sets, moves = _moved(self.sets)
        return Differences(
            old, new, sets, moves, self.same, sorted(self.others), (self.errors[0], self.errors[1])
        )

    @staticmethod
    def _only(version: Inputs | SetVersion) -> SetVersion | None:
        """Return the only set of a version; None if it is empty."""
        if isinstance(version, SetVersion):
            return version
        read = [each for name in _names(version) if (each := _read(version, name)) is not None]
        if len(read) > 1:
            raise OptionError(f"{version.root} has several sets, and is compared with one card set")
        return read[0] if read else None

    def _compare_inputs(self, old: Inputs, new: Inputs) -> None:
        """Compare what has the same path, then what is left by its cards."""
        if _is_alone(old) and _is_alone(new):
            self._compare(self._only(old), self._only(new))
            return
        changed = _changed(old, new)
        changed |= {each.as_posix() for name in changed for each in PurePosixPath(name).parents}
        names = _names(old), _names(new)
        left: tuple[list[str], list[str]] = ([], [])
        for name in dict.fromkeys((*names[0], *names[1])):
            folders = {each for side in (old, new) for each in side.depends_on(name)}
            if changed.isdisjoint({name, *folders}):
                self.same += name in old.parts
            elif name in names[0] and name in names[1]:
                self._compare_named(name, old, new)
            else:
                left[name in names[1]].append(name)
        olds = [each for name in left[0] if (each := self._read_or_list(old, name)) is not None]
        news = [each for name in left[1] if (each := self._read_or_list(new, name)) is not None]
        for was, now in _alike(olds, news):
            self._compare(was, now)

    def _compare_named(self, name: str, old: Inputs, new: Inputs) -> None:
        sides = _read(old, name), _read(new, name)
        if sides == (None, None):
            self.others.append(name)
        else:
            self._compare(*sides)

    def _read_or_list(self, inputs: Inputs, name: str) -> SetVersion | None:
        """Read a file or a folder; if no format reads it, list it."""
        read = _read(inputs, name)
        self.others += [name] if read is None else []
        return read

    def _compare(self, old: SetVersion | None, new: SetVersion | None) -> None:
        """Compare two versions of a set, or list a new or an old one."""
        for side, version in enumerate((old, new)):
            self.errors[side] += version.errors if version is not None else 0
        compared = compare_sets(old, new, odds=self.odds)
        if compared.change or compared.removed or compared.added:
            self.sets.append(compared)
        else:
            self.same += 1


def _names(inputs: Inputs) -> dict[str, object]:
    """Return the paths of all parts and files."""
    return {**inputs.parts, **inputs.files}


def _is_alone(inputs: Inputs) -> bool:
    """Return whether there is at most one input."""
    return not _names(inputs).keys() - {"."}


def _read(inputs: Inputs, name: str) -> SetVersion | None:
    part = inputs.part(name)
    return None if part is None else inputs.read(name, part)


def _changed(old: Inputs, new: Inputs) -> set[str]:
    """Return the paths of the files that differ, relative to the roots."""
    below = [_files(each) for each in (old, new)]
    return {
        name
        for name in {**below[0], **below[1]}
        if name not in below[0]
        or name not in below[1]
        or not cmp(below[0][name], below[1][name], shallow=False)
    }


def _files(inputs: Inputs) -> dict[str, Path]:
    """Return the files that a format may read, by path relative to the root."""
    root = inputs.root
    if root is None or root.is_file():
        return {} if root is None else {".": root}
    files = (path for _, _, paths in inputs.walk() for path in paths if path.is_file())
    return {each.relative_to(root).as_posix(): each for each in files}


def _alike(
    olds: Sequence[SetVersion], news: Sequence[SetVersion]
) -> Iterator[tuple[SetVersion | None, SetVersion | None]]:
    """Yield pairs of sets with other paths that share most of their cards; the others alone."""
    by_card: defaultdict[object, list[int]] = defaultdict(list)
    sizes: list[int] = []
    for number, each in enumerate(olds):
        own = _identities(each.cardset)
        sizes.append(len(own))
        for key in own:
            by_card[key].append(number)
    left = dict(enumerate(olds))
    for each in news:
        own = _identities(each.cardset)
        alike = (by_card[key] for key in own if len(by_card[key]) <= _MANY)
        shared = Counter(number for numbers in alike for number in numbers if number in left)
        best = max(shared, key=lambda number: shared[number], default=-1)
        larger = max(len(own), sizes[best] if best >= 0 else 0)
        yield (left.pop(best) if 2 * shared[best] > larger else None), each
    yield from ((each, None) for each in left.values())


def _identities(cardset: CardSet) -> set[object]:
    """Return what distinguishes the cards of *cardset*, and those that its sheets only name."""
    refs = {entry.card for sheet in cardset.sheets.values() for entry in sheet.entries}
    named = (ref.name for ref in refs if cardset.card(ref) is None)
    return {*map(_identity, cardset.cards), *named}


def _identity(card: Card) -> object:
    return ids(card) or card.name


def _moved(compared: Iterable[Compared]) -> tuple[list[SetChange], list[Move]]:
    """Return the changes of all sets without moved cards, and the moves."""
    compared = list(compared)
    sides = [_only(compared, "removed"), _only(compared, "added")]
    moves: list[Move] = []
    gone: set[int] = set()
    for key, (was, old) in sides[0].items():
        now, new = sides[1].get(key, (None, None))
        if now is not None and new is not None and old is not new:
            moves.append(Move(now.ref, _title(old, old=True), _title(new)))
            gone |= {id(was), id(now)}
    sets = [
        evolve(
            each.change,
            removed=[card.ref for card in each.removed if id(card) not in gone],
            added=[card.ref for card in each.added if id(card) not in gone],
        )
        for each in compared
    ]
    return [each for each in sets if each], moves


def _only(compared: Iterable[Compared], which: str) -> dict[object, tuple[Card, SetChange]]:
    """Return the removed or added cards by a key that identifies each."""
    by_key: defaultdict[object, list[tuple[Card, SetChange]]] = defaultdict(list)
    for each in compared:
        for card in getattr(each, which):
            by_key[ids(card), card.name].append((card, each.change))
    return {key: its[0] for key, its in by_key.items() if len(its) == 1}


def _title(change: SetChange, *, old: bool = False) -> str:
    """Return the title of a set: its path, or its name if it is the only input."""
    path = (change.old if old else change.new) or change.old or change.new
    return change.name if path in (None, ".") else str(path)
