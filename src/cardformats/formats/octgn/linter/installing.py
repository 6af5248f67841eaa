"""Whether OCTGN can install a package: its manifest, and where its files are."""

from __future__ import annotations

from typing import Final

from ....diagnostic_log import DiagnosticLog
from ....source import SourceText
from ...xml_tags import XmlProblem
from ...xml_text import Document
from ..document import report_no_xml
from ..format import DEFINITION_FILE, SET_FILE, SETS_FOLDER
from ..identity import guid, is_guid
from ..package import FOLDER
from .codes import GameCode
from .folder import GameFolder, few

_MANIFEST: Final = ".nuspec"


def check_installing(package: GameFolder, game_id: str, limit: int, log: DiagnosticLog) -> None:
    """Report what makes OCTGN refuse a package.

    Args:
        package: all its files, not only those of the game.
        game_id: the id that the definition says; empty if it is not known.
        limit: so many bytes a manifest has at most.
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
