"""Where the files of a game are: what the program that builds packages does not take, and sets.

Of a package: whether OCTGN can install it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ....diagnostic_log import DiagnosticLog
from ....source import SourceText
from ...guids import guid, is_guid
from ...xml_tags import XmlProblem
from ...xml_text import Document
from ..document import report_no_xml
from ..format import DEFINITION_FILE, SET_FILE, SETS_FOLDER
from ..package import FOLDER
from ..pictures import CARDS_FOLDER, MARKERS_FOLDER, picture
from .codes import GameCode
from .folder import GameFolder, few
from .roots import DECKS_FOLDER
from .set_text import SetText

_OF_SETS: Final = (CARDS_FOLDER, MARKERS_FOLDER, DECKS_FOLDER)
#: Maximum number of these in a set, and minimum depth of a file of a set.
_MOST: Final = 2
_TAKEN: Final = (*_OF_SETS, f"{CARDS_FOLDER}/crops")
_SETS: Final = f"{SETS_FOLDER}/"
_MANIFEST: Final = ".nuspec"


def check_layout(folder: GameFolder, sets: Sequence[SetText], log: DiagnosticLog) -> None:
    """Report files and folders that are where a game has none, and sets that are not looked for."""
    where = SourceText(folder.label, "").span(0)
    for what, place, names in _too_many(folder, sets):
        if names:
            shown = f"{len(names)} {what}{'s' if len(names) > 1 else ''}"
            log.add(GameCode.LAYOUT, where, what=shown, place=place, names=few(names))
    lost = [
        each
        for each in folder.files
        if each.startswith(_SETS) and each.endswith(f"/{SET_FILE}") and each.count("/") > _MOST
    ]
    for each in lost:
        log.add(GameCode.LOST_SET, where, path=folder.files[each])
    with_lost = {_SETS + each.split("/")[1] + "/" for each in lost}
    for lower, name in folder.folders.items():
        is_of_set = lower.startswith(_SETS) and lower.count("/") == _MOST
        if is_of_set and lower not in with_lost and f"{lower}{SET_FILE}" not in folder.files:
            log.add(GameCode.NO_SET, where, path=name.rstrip("/"))


def _too_many(folder: GameFolder, sets: Sequence[SetText]) -> Iterator[tuple[str, str, list[str]]]:
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
        and picture(each) is None
    ]
    yield "file", "beside set.xml", sorted(beside)
    strange: list[str] = []
    in_set: dict[str, set[str]] = {}
    for lower, name in folder.folders.items():
        # Sets/<folder>/, or only <folder>/ if it is the folder Sets that is checked
        parts = lower.split("/")
        place = next((each for n in (1, 2) if (each := _joined(parts[:n])) in of_sets), None)
        if place is None or place == lower:
            continue
        inner = lower[len(place) : -1]
        in_set.setdefault(place, set()).add(inner)
        if inner not in _TAKEN and not inner.startswith(f"{DECKS_FOLDER}/"):
            strange.append(name.rstrip("/"))
    yield "folder", "of sets other than Cards, Markers and Decks", strange
    crowded = [place for place, inner in in_set.items() if len(inner & {*_OF_SETS}) > _MOST]
    names = [folder.folders[place].rstrip("/") for place in crowded]
    yield "folder", "of sets with more than two folders", names


def _joined(parts: Sequence[str]) -> str:
    return "/".join(parts) + "/"


def _files_in(place: str, files: Collection[str]) -> list[str]:
    """Return the files directly in a folder."""
    return sorted(
        each for each in files if each.startswith(place) and "/" not in each[len(place) :]
    )


def check_installing(package: GameFolder, game_id: str, limit: int, log: DiagnosticLog) -> None:
    """Report what makes OCTGN refuse a package.

    Args:
        package: all its files, not only those of the game.
        game_id: the id that the definition says; empty if it is not known.
        limit: the maximum size of a manifest, in bytes.
        log: what it is reported to.
    """
    where = SourceText(package.label, "").span(0)

    def refuse(problem: str) -> None:
        log.add(GameCode.PACKAGE, where, problem=problem)

    if f"{FOLDER}/{DEFINITION_FILE}" not in package.files:
        refuse(f"there is no {FOLDER}/{DEFINITION_FILE}")
    own = f"{FOLDER}/{SETS_FOLDER}/"
    outside = [
        name
        for lower, name in package.files.items()
        if lower.endswith(f"/{SET_FILE}")
        and f"/{SETS_FOLDER}/" in f"/{lower}"
        and not lower.startswith(own)
    ]
    if outside:
        refuse(f"sets outside the folder {FOLDER}/Sets: {few(outside)}")
    manifests = [
        name for each, name in package.files.items() if each.endswith(_MANIFEST) and "/" not in each
    ]
    if not manifests:
        refuse(f"there is no manifest, a file {_MANIFEST} beside the folder {FOLDER}")
    elif package.read(manifests[0], 0) is None:
        refuse(f"the manifest {manifests[0]!r} is damaged")
    elif source := package.source(manifests[0], limit, log):
        _check_manifest(source, game_id, log)


def _check_manifest(source: SourceText, game_id: str, log: DiagnosticLog) -> None:
    """Report a manifest that is not that of the game."""
    try:
        document = Document(source)
    except XmlProblem as error:
        report_no_xml(source, error, log)
        return
    # the namespace differs with the version of the program that wrote it
    element = document.root.find("{*}metadata/{*}id")
    value = "" if element is None else (element.text or "").strip()
    span = document.span(document.root if element is None else element)
    if not is_guid(value):
        problem = f"the manifest does not contain the GUID of a game but {value!r}"
    elif game_id and guid(value) != guid(game_id):
        problem = f"the manifest is of the game {value!r}, the definition of {game_id!r}"
    else:
        return
    log.add(GameCode.PACKAGE, span, problem=problem)
