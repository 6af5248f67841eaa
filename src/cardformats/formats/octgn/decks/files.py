"""Which files and folders are decks."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ...base import Confidence
from ...folders import files_below
from ...xml_text import outermost
from ..format import DECK, DEFINITION_FILE, SET_FILE


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Recognise a deck by its outermost element; a folder of decks has no game in it."""
    if path is not None and path.is_dir():
        return Confidence.CERTAIN if split(path) else Confidence.NO
    is_named = path is not None and path.suffix.lower() == DECK
    tag, attributes = outermost(head.decode("utf-8", "replace"))
    if tag == "deck":
        # decks of other programs use this name, too, but do not specify a game there
        return Confidence.CERTAIN if is_named or "game" in attributes else Confidence.LIKELY
    return Confidence.EXTENSION if is_named else Confidence.NO


def split(path: Path) -> tuple[Path, ...]:
    """Return the decks in a folder and in those below it; empty if it holds a game, or none."""
    if not path.is_dir() or _has_game(path.iterdir()) or _has_game(files := files_below(path)):
        return ()
    return tuple(each for each in files if each.suffix.lower() == DECK)


def _has_game(files: Iterable[Path]) -> bool:
    own = (each for each in files if each.name.lower() in (DEFINITION_FILE, SET_FILE))
    return any(map(Path.is_file, own))
