"""The pictures of the cards and markers of sets: their names, their places, and which lack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ....diagnostic_log import DiagnosticLog
from ....source import SourceText
from ..pictures import CARDS_FOLDER, MARKERS_FOLDER, picture
from .codes import GameCode
from .folder import GameFolder, few
from .set_text import SetText


def check_pictures(folder: GameFolder, sets: Sequence[SetText], log: DiagnosticLog) -> None:
    """Report the pictures in the folders of *sets* that OCTGN does not find, and those it lacks."""
    owners: dict[str, str] = {}
    for each in sets:
        for card in each.index.cards:
            owners.setdefault(card.id, f"the set {each.name!r}")
    inside: dict[str, list[str]] = {}
    for lower, name in folder.files.items():
        inside.setdefault(lower[: lower.rfind("/") + 1], []).append(name)
    for each in sets:
        _SetPictures(each, folder, owners, log).check(inside)


class _SetPictures:
    """The pictures of one set."""

    def __init__(
        self,
        own: SetText,
        folder: GameFolder,
        owners: dict[str, str],
        log: DiagnosticLog,
    ) -> None:
        self.set = own
        self.folder = folder
        self.owners = owners
        self.log = log
        self.faces = {
            (card.id, kind.lower()): card.name
            for card in own.index.cards
            for kind in ("", *card.alternates)
        }
        self.markers = {marker.id: marker.name for marker in own.index.markers}

    def check(self, inside: dict[str, list[str]]) -> None:
        """Check the files of the game, which are *inside* by their folders."""
        own = self.set.folder.lower()
        beside = [name for name in inside.get(own, ()) if picture(name)]
        self._check_places(beside, self.set.folder or ".", set(), "the folder Cards")
        self._check_cards(inside.get(f"{own}{CARDS_FOLDER}/", []))
        self._check_markers(inside.get(f"{own}{MARKERS_FOLDER}/", []), own)

    def _check_cards(self, names: list[str]) -> None:
        if not names:
            return
        path = names[0].rpartition("/")[0]
        self._check_places(names, path, self.faces.keys(), "the markers of the set")
        pictured = {each.key for name in names if (each := picture(name))}
        missing = [name for face, name in self.faces.items() if face not in pictured]
        if missing and len(missing) < len(self.faces):
            count, total = len(missing), len(self.faces)
            self._add(GameCode.NO_PICTURES, path, missing, count=count, total=total)

    def _check_markers(self, names: list[str], own: str) -> None:
        if f"{own}{MARKERS_FOLDER}/" not in self.folder.folders:
            return
        path = f"{self.set.folder}{MARKERS_FOLDER.capitalize()}"
        keys = {(number, "") for number in self.markers}
        self._check_places(names, path, keys, "cards of the set")
        pictured = {each.id for name in names if (each := picture(name))}
        for marker in self.set.index.markers:
            if marker.id not in pictured:
                self.log.add(GameCode.NO_MARKER, self.set.span(marker), name=marker.name, path=path)

    def _check_places(
        self, names: list[str], path: str, keys: Iterable[tuple[str, str]], elsewhere: str
    ) -> None:
        """Check the names of files in a folder; those of *keys* belong there."""
        known = set(keys)
        own = {*self.faces, *((number, "") for number in self.markers)}
        nameless, of_none, elsewhere_of = [], [], dict[str, list[str]]()
        for name in names:
            each, shown = picture(name), name.rpartition("/")[2]
            if each is None:
                nameless.append(shown)
            elif each.key in known:
                continue
            elif each.key in own:
                elsewhere_of.setdefault(elsewhere, []).append(shown)
            elif (each.id, "") not in own and each.id in self.owners:
                elsewhere_of.setdefault(self.owners[each.id], []).append(shown)
            else:
                of_none.append(shown)
        for code, its in ((GameCode.PICTURE_NAME, nameless), (GameCode.PICTURE_OF_NONE, of_none)):
            if its:
                self._add(code, path, its)
        for place, its in elsewhere_of.items():
            self._add(GameCode.PICTURE_PLACE, path, its, place=place)

    def _add(self, code: GameCode, path: str, names: list[str], **data: Any) -> None:
        where = SourceText(self.folder.label, "").span(0)
        self.log.add(code, where, path=path.rstrip("/"), names=few(names), **data)
