"""Packs of pictures (``.o8c``): the files of a folder, named as OCTGN looks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copyfileobj
from typing import BinaryIO, Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from attrs import evolve, frozen

from ....diagnostics import DiagnosticLog, Report
from ....source import SourceText
from ..codes import OctgnCode
from ..files import files_below
from ..format import OctgnOptions
from ..pictures import EXTENSIONS
from .faces import GameFace
from .picture_names import PictureNames, shown

#: So many bytes of a picture are in memory at a time.
_PART: Final = 2**18


@frozen
class PicturePack:
    """Which files become which pictures.

    Attributes:
        folder: where the files are.
        files: their names in it, by their paths in the pack.
        missing: the cards and alternates without a picture.
    """

    folder: Path
    files: Mapping[str, str]
    missing: Sequence[GameFace]

    def write(self, stream: BinaryIO) -> None:
        """Write the pack; the same files give the same bytes, one of them in memory at a time.

        Raises:
            OSError: a file cannot be read, or the stream cannot be written.
        """
        with ZipFile(stream, "w", ZIP_STORED) as archive:
            for path, name in sorted(self.files.items()):
                # pictures are packed already, and have no dates
                info = ZipInfo(path)
                source = self.folder / name
                info.file_size = source.stat().st_size
                with source.open("rb") as file, archive.open(info, "w") as packed:
                    copyfileobj(file, packed, _PART)


def picture_pack(
    folder: Path,
    faces: Sequence[GameFace],
    rule: str | None = None,
    options: OctgnOptions | None = None,
) -> Report[PicturePack]:
    """The pictures in *folder*, and in the folders in it, for *faces*.

    Files that are no pictures, or that links lead out of the folder to, are left out; what may be
    of no card, of several, or of one that has another picture is reported.

    Args:
        folder: where the pictures are.
        faces: the cards and alternates, see :func:`~.faces.faces_of`.
        rule: what files are called, as ``{set}/{number}``; by default the GUID, or a number or a
            name with or without the set.
        options: ``max_size`` is that of a picture.

    Raises:
        OptionError: the rule has a field that there is not.
        OSError: the folder cannot be read.
    """
    options = options or OctgnOptions()
    log = DiagnosticLog(options.max_diagnostics)
    names = PictureNames(faces, rule)
    files: dict[str, str] = {}
    taken: dict[tuple[str, str, str], str] = {}
    for name in files_below(folder):
        extension = name.rpartition(".")[2].lower()
        if extension not in EXTENSIONS:
            continue
        some = names.matches(name)
        own = some[0] if len(some) == 1 else None
        problem = ""
        if own is None:
            problem = f"it may be of {shown(some)}" if some else "no card is called so"
        elif not own.picture.is_possible:
            problem = f"no file can be called like the alternate {own.picture.type!r}"
        elif own.key in taken:
            problem = f"{taken[own.key]} is the picture of {shown([own])}"
        elif (folder / name).stat().st_size > options.max_size:
            problem = f"it is larger than {options.max_size} bytes (option max_size)"
        if problem or own is None:
            start = SourceText(str(folder / name), "").span(0)
            log.add(OctgnCode.PICTURE, start, problem=problem)
            continue
        taken[own.key] = name
        image = evolve(own.picture, extension=extension)
        files[image.in_pack(own.game_id, own.set_id)] = name
    missing = [face for face in faces if face.key not in taken]
    if missing:
        start = SourceText(str(folder), "").span(0)
        log.add(
            OctgnCode.NO_PICTURE, start, count=len(missing), total=len(faces), shown=shown(missing)
        )
    return Report(PicturePack(folder, files, missing), log.finish())
