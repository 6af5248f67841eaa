"""Packs of pictures (``.o8c``): the files of a folder, named as OCTGN looks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copyfileobj
from typing import BinaryIO, Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from attrs import evolve, frozen

from ....diagnostic_log import DiagnosticLog
from ....diagnostics import Report
from ....source import SourceText, read_bytes
from ..codes import OctgnCode
from ..files import files_below
from ..format import OctgnOptions
from ..pictures import EXTENSIONS, extension_of
from .faces import GameFace
from .picture_names import PictureNames, shown

#: Maximum number of bytes of a picture in memory at a time.
_PART: Final = 2**18
#: Number of bytes that identify the type of a picture.
_BEGINNING: Final = 16
_KNOWN: Final = ", ".join(EXTENSIONS)


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
            OSError: If a file cannot be read, or the stream cannot be written.
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
    """Return the pictures in *folder*, and in the folders in it, for *faces*.

    Hidden files, and those that links lead out of the folder to, are left out; what is no picture,
    or may be of no card, of several, or of one that has another picture, is reported, too.  A
    picture gets the extension of what its contents are.

    Args:
        folder: where the pictures are.
        faces: the cards and alternates, see :func:`~.faces.faces_of`.
        rule: what files are called, as ``{set}/{number}``; by default the GUID, or a number or a
            name with or without the set.
        options: ``max_size`` is that of a picture.

    Raises:
        OptionError: If the rule has an unknown field.
        OSError: If the folder cannot be read.
    """
    options = options or OctgnOptions()
    log = DiagnosticLog(options.max_diagnostics)
    names = PictureNames(faces, rule)
    files: dict[str, str] = {}
    taken: dict[tuple[str, str, str], str] = {}
    for name in files_below(folder):
        own, problem = _face(name, names)
        start = SourceText(str(folder / name), "").span(0)
        extension = name.rpartition(".")[2].lower()
        kind = ""
        if own is not None and own.key in taken:
            problem = f"{taken[own.key]} is the image of {shown([own])}"
        elif own is not None:
            kind, problem = _kind(folder / name, extension, options.max_size)
        if problem:
            log.add(OctgnCode.PICTURE, start, problem=problem)
        elif own is not None:
            taken[own.key] = name
            if kind != extension:
                log.add(OctgnCode.PICTURE_KIND, start, extension=extension, kind=kind)
            image = evolve(own.picture, extension=kind)
            files[image.in_pack(own.game_id, own.set_id)] = name
    missing = [face for face in faces if face.key not in taken]
    start = SourceText(str(folder), "").span(0)
    if not files:
        log.add(OctgnCode.EMPTY_PACK, start)
    if missing:
        log.add(
            OctgnCode.NO_PICTURE, start, count=len(missing), total=len(faces), shown=shown(missing)
        )
    return Report(PicturePack(folder, files, missing), log.finish())


def _face(name: str, names: PictureNames) -> tuple[GameFace | None, str]:
    """Return the face that a file shows, or the reason why it shows none."""
    if name.rpartition("/")[2].startswith("."):
        return None, ""
    if name.rpartition(".")[2].lower() not in EXTENSIONS:
        return None, f"OCTGN does not support this kind of image ({_KNOWN})"
    some = names.matches(name)
    if len(some) != 1:
        return None, f"it may be of {shown(some)}" if some else "no card has this name"
    if not some[0].picture.is_possible:
        return None, f"no file can be called like the alternate {some[0].picture.type!r}"
    return some[0], ""


def _kind(path: Path, extension: str, limit: int) -> tuple[str, str]:
    """Return the right *extension* of the picture in a file, or an error.

    It is wrong, too, if the file has more than *limit* bytes.
    """
    if path.stat().st_size > limit:
        return "", f"it is larger than {limit} bytes (option max_size)"
    kind = extension_of(read_bytes(path, _BEGINNING), extension)
    return kind, "" if kind else f"OCTGN does not support its contents as an image ({_KNOWN})"
