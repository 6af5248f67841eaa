"""Where the files of a game are: what the program that builds packages does not take, and sets."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ....diagnostics import DiagnosticLog
from ....source import SourceText
from ..format import DEFINITION_FILE, SET_FILE, SETS_FOLDER
from ..pictures import CARDS_FOLDER, MARKERS_FOLDER, picture
from .codes import GameCode
from .folder import GameFolder, few
from .roots import DECKS_FOLDER
from .scan import ScannedSet

_OF_SETS: Final = (CARDS_FOLDER, MARKERS_FOLDER, DECKS_FOLDER)
_MOST: Final = 2
_CROPS: Final = "crops"
_SETS: Final = f"{SETS_FOLDER}/"


def check_layout(folder: GameFolder, sets: Sequence[ScannedSet], log: DiagnosticLog) -> None:
    """Report files and folders that are where a game has none, and sets that are not looked for."""
    where = SourceText(folder.label, "").span(0)
    for what, place, names in _too_many(folder, sets):
        if names:
            shown = f"{len(names)} {what}{'s' if len(names) > 1 else ''}"
            log.add(GameCode.LAYOUT, where, what=shown, place=place, names=few(names))
    inside = [each for each in folder.files if each.startswith(_SETS)]
    # <Sets>/<folder>/…/set.xml
    lost = [each for each in inside if each.endswith(f"/{SET_FILE}") and each.count("/") > _MOST]
    for each in lost:
        log.add(GameCode.LOST_SET, where, path=folder.files[each])
    for lower, name in folder.folders.items():
        is_of_set = lower.startswith(_SETS) and lower.count("/") == _MOST
        has_lost = any(each.startswith(lower) for each in lost)
        if is_of_set and f"{lower}{SET_FILE}" not in folder.files and not has_lost:
            log.add(GameCode.NO_SET, where, path=name.rstrip("/"))


def _too_many(
    folder: GameFolder, sets: Sequence[ScannedSet]
) -> Iterator[tuple[str, str, list[str]]]:
    """Files and folders that a package cannot have: what they are, where, and their names."""
    if DEFINITION_FILE in folder.files:
        own = [each for each in _files_in("", folder.files) if each != DEFINITION_FILE]
        yield "file", "beside definition.xml", [folder.files[each] for each in own]
    in_sets = _files_in(_SETS, folder.files)
    yield "file", "in the folder Sets", [folder.files[each] for each in in_sets]
    of_sets = {each.folder.lower() for each in sets if each.folder}
    beside = [
        folder.files[each]
        for each in folder.files
        if each[: each.rfind("/") + 1] in of_sets
        and not each.endswith(f"/{SET_FILE}")
        and picture(each.rpartition("/")[2]) is None
    ]
    yield "file", "beside set.xml", sorted(beside)
    strange, crowded = [], []
    for place in sorted(of_sets):
        inner = {
            each[len(place) :].rstrip("/"): each for each in folder.folders if _is_in(each, place)
        }
        taken = (*_OF_SETS, f"{CARDS_FOLDER}/{_CROPS}")
        strange += [inner[name] for name in inner if name not in taken]
        if len(inner.keys() & {*_OF_SETS}) > _MOST:
            crowded.append(place)
    of_sets_too = "of sets other than Cards, Markers and Decks"
    yield "folder", of_sets_too, [folder.folders[each].rstrip("/") for each in strange]
    three = [folder.folders.get(each, each).rstrip("/") for each in crowded]
    yield "folder", "of sets with more than two folders", three


def _is_in(folder: str, place: str) -> bool:
    """Whether a *folder* is in another one; what decks are in is no matter."""
    return folder != place and folder.startswith(place) and f"{place}{DECKS_FOLDER}/" not in folder


def _files_in(place: str, files: Collection[str]) -> list[str]:
    """The files directly in a folder."""
    return sorted(
        each for each in files if each.startswith(place) and "/" not in each[len(place) :]
    )
