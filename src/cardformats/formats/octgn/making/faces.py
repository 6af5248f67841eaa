"""The cards of a game and their alternates, as tables of ids and packs of pictures need them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from attrs import frozen

from ....diagnostic_log import DiagnosticLog
from ....diagnostics import Report
from ....errors import OptionError
from ...guids import guid
from ..cards import effective
from ..files import files_below
from ..format import OctgnOptions
from ..games import LoadedSet
from ..pictures import Picture, picture
from ..reader import game_at


@frozen
class GameFace:
    """A card of a game, or one of its alternates.

    Attributes:
        picture: what its picture is called; the extension is the usual one.
        name: its own.
        number: as its property says; empty if the game has none.
        set_id, set_name, set_code: the GUID, the name and the short name of its set.
        game_id: the GUID of the game.
    """

    picture: Picture
    name: str
    number: str
    set_id: str
    set_name: str
    set_code: str
    game_id: str

    @property
    def key(self) -> tuple[str, str, str]:
        """Return the key of its picture, which is unique in the game."""
        return self.set_id, *self.picture.key

    def is_of(self, wanted: str) -> bool:
        """Return whether *wanted* is its set: the name, the short name or the GUID."""
        names = {self.set_id, self.set_name.casefold(), self.set_code.casefold()}
        return bool(wanted) and (wanted.casefold() in names or guid(wanted) in names)


def faces_of(path: Path, options: OctgnOptions | None = None) -> Report[list[GameFace]]:
    """Return the cards and alternates in a game, a package or a set, in order.

    What is wrong with the files is reported as when they are read.

    Raises:
        OSError: If *path* cannot be read.
    """
    options = options or OctgnOptions()
    log = DiagnosticLog(options.max_diagnostics)
    game, sources, _ = game_at(path, options, log)
    faces: list[GameFace] = []
    for source in sources:
        loaded = game.load(source, log)
        if loaded is not None:
            faces += _faces(loaded)
            game.forget(loaded.record.id)
    return Report(faces, log.finish())


def _faces(loaded: LoadedSet) -> Iterator[GameFace]:
    record, number = loaded.record, loaded.vocabulary.roles.number
    about = record.id, record.name, loaded.code or "", guid(record.attributes.get("gameId", ""))
    for card in record.cards:
        own = card.properties.get(number) or ""
        yield GameFace(Picture(card.id), card.name, own, *about)
        for each in card.alternates:
            own = effective(card, each).get(number) or ""
            yield GameFace(Picture(card.id, each.type), each.name, own, *about)


def pictures_in(path: Path) -> set[tuple[str, str]]:
    """Return the keys of the pictures in a folder, at any depth, or in a pack.

    Raises:
        OptionError: If *path* is a file that is not a pack.
        OSError: If *path* cannot be read.
    """
    names: Iterable[str] = files_below(path)
    if not path.is_dir():
        try:
            with ZipFile(path) as archive:
                names = archive.namelist()
        except (BadZipFile, ValueError, NotImplementedError) as error:
            raise OptionError(f"{path} is not a pack of images: {error}") from error
    pictures = (picture(name) for name in names)
    return {each.key for each in pictures if each is not None}
