"""Writes card sets: as they were, if they were read and not changed, else anew."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from ...diagnostics import LossLog, Report
from ...model import CardSet
from ..base import Written
from .format import BOOSTER_FILE, CARDS_FILE, WagicOptions
from .raising import raise_files, raise_text
from .syntax import FileTree


def write(cardset: CardSet, options: WagicOptions) -> Report[Written]:
    """Write *cardset* as one file, in which no card needs a primitive."""
    losses = LossLog("wagic")
    tree = _unchanged(cardset, options)
    if tree is not None:
        files = [name for name in tree.sources if PurePosixPath(name).name != BOOSTER_FILE]
        if len(files) == 1:
            for name in tree.sources.keys() - files:
                losses.dropped("further files", name)
            source = tree.sources[files[0]]
            return Report(Written(source.text, source.encoding), losses.finish())
    text = raise_text(cardset, options, losses)
    return Report(Written(text), losses.finish())


def write_folder(
    cardset: CardSet, options: WagicOptions, folder: Path | None = None
) -> Report[Mapping[str, Written]]:
    """Write *cardset* as the files of a folder of sets, primitives and boosters among them.

    What is written anew gets along with what is in *folder* already: ids and names of primitives.
    """
    tree = _unchanged(cardset, options)
    if tree is not None and tree.sources and _is_folder(tree, cardset):
        sources = tree.sources.items()
        return Report({name: Written(each.text, each.encoding) for name, each in sources})
    losses = LossLog("wagic")
    return Report(raise_files(cardset, options, losses, folder), losses.finish())


def _unchanged(cardset: CardSet, options: WagicOptions) -> FileTree | None:
    """The files that *cardset* was read from, if it is to be written as it was."""
    writes_as_told = options.canonical or options.code is not None
    return cardset.syntax if isinstance(cardset.syntax, FileTree) and not writes_as_told else None


def _is_folder(tree: FileTree, cardset: CardSet) -> bool:
    """Whether *tree* can be written as it is: a file of printings is none of primitives."""
    names = [PurePosixPath(name).name for name in tree.sources]
    is_folder = CARDS_FILE in names or len(names) > 1
    # a text in memory has no name that a file could have
    return is_folder or not (names[0].startswith("<") or any(card.ids for card in cardset.cards))
