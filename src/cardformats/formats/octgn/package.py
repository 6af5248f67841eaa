"""Packages: ZIP archives with the files of a game, read within limits and written alike."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from io import BytesIO
from itertools import pairwise
from lzma import LZMAError
from struct import Struct
from struct import error as StructError  # noqa: N812 - what it is
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from attrs import frozen

from ...diagnostic_log import DiagnosticLog
from ...source import SourceText
from ..patch import CannotPatchError
from ..xml_text import content, element
from .codes import OctgnCode
from .definition import Definition, described
from .files import GameFiles, is_outside
from .format import DEFINITION_FILE, SET_FILE, SETS_FOLDER, OctgnOptions

_ENCRYPTED: Final = 0x1
#: Of headers in archives: the lengths of names and of what follows them, a checksum and two sizes,
#: the end, a flag, and the number in whose place there is a larger one elsewhere.
_LENGTHS: Final = Struct("<2H")
_ENTRY_LENGTHS: Final = Struct("<3H")
_SIZES: Final = Struct("<3L")
_END: Final = Struct("<4s4H2LH")
_SIZES_BEHIND: Final = 0x8
_TOO_LARGE: Final = b"\xff" * 4
#: Number of bytes of a file to unpack at a time when checking whether it is complete.
_PART: Final = 2**18
#: The folder of a package that has the files of the game.
FOLDER: Final = "def"
_NUSPEC: Final = "http://schemas.microsoft.com/packaging/2011/08/nuspec.xsd"
_CONTENT_TYPES: Final = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels"'
    ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="nuspec" ContentType="application/octet"/>'
    '<Default Extension="xml" ContentType="application/octet"/></Types>'
)
_RELATIONS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_MANIFEST: Final = "http://schemas.microsoft.com/packaging/2010/07/manifest"
#: What describes a package stands beside the folders; it is small.
_MANIFEST_FILE: Final = ".nuspec"
_MOST_MANIFEST: Final = 2**20
#: What a manifest calls otherwise than a definition does here.
_TAGS: Final = {"game_url": "projectUrl", "icon_url": "iconUrl"}
#: Maximum compression ratio; files above it are stored uncompressed.
_TIGHT: Final = 100
#: What is wrong with an archive that cannot be unpacked; NotImplementedError is of methods.
BROKEN: Final = (
    BadZipFile,
    zlib.error,
    LZMAError,
    StructError,
    EOFError,
    NotImplementedError,
    OSError,
    ValueError,
    RuntimeError,
)


def open_package(
    name: str, data: bytes, options: OctgnOptions, log: DiagnosticLog
) -> GameFiles | None:
    """Return the package in *data*; None if it is none. Files that it may not have are left out."""
    start = SourceText(name, "").span(0)
    try:
        archive = ZipFile(BytesIO(data))
    except BROKEN as error:
        log.add(OctgnCode.BAD_ARCHIVE, start, problem=str(error).lower() or "it is damaged")
        return None
    members = archive.infolist()
    if len(members) > options.max_files:
        problem = f"it has {len(members)} files; the limit is {options.max_files} (max_files)"
        log.add(OctgnCode.BAD_ARCHIVE, start, problem=problem)
        return None
    sets: list[str] = []
    definitions: list[str] = []
    size = 0
    #: by their names in lower case, as OCTGN's system compares them; the last of a name counts
    last = {member.filename.lower(): member for member in members}
    for member in members:
        *_, parent, folder, file = "", "", *member.filename.lower().split("/")
        wanted = sets if file == SET_FILE else definitions
        if file == DEFINITION_FILE or (file == SET_FILE and parent == SETS_FOLDER and folder):
            other = last[member.filename.lower()]
            size += member.file_size if other is member else 0
            if other is not member:
                problem = "another file after it has the same name"
                if other.filename != member.filename:
                    problem += f", except for the case: {other.filename!r}"
            elif size > options.max_unpacked:
                limit = options.max_unpacked
                problem = f"the files are larger than {limit} bytes together (option max_unpacked)"
            else:
                problem = _problem(archive, member, options)
            if problem:
                log.add(OctgnCode.ARCHIVE_MEMBER, start, name=member.filename, problem=problem)
            else:
                wanted.append(member.filename)
    definition = min(definitions, key=lambda each: (each.count("/"), each), default=None)

    def read(member: str, limit: int) -> bytes:
        with archive.open(member) as file:
            return file.read(limit + 1)

    return GameFiles(name, lambda: sets, definition, read)


def pack(files: Mapping[str, bytes], definition: Definition) -> bytes:
    """Return a package of *files* by their names; the same files give the same bytes."""
    definition = described(definition)
    metadata = {
        "id": definition.id,
        "version": definition.version,
        "title": definition.name,
        "authors": definition.authors,
        "projectUrl": definition.game_url,
        "iconUrl": definition.icon_url,
        "description": definition.description,
        "tags": definition.tags,
    }
    tags = "".join(element(tag, {}, content(text)) for tag, text in metadata.items() if text)
    manifest = f"{definition.id}.nuspec"
    target = {"Type": _MANIFEST, "Target": f"/{manifest}", "Id": "manifest"}
    relation = element("Relationship", target)
    whole = {
        "[Content_Types].xml": _CONTENT_TYPES,
        "_rels/.rels": element("Relationships", {"xmlns": _RELATIONS}, relation),
        manifest: element("package", {"xmlns": _NUSPEC}, element("metadata", {}, tags)),
    }
    every = {name: text.encode() for name, text in whole.items()}
    every |= {f"{FOLDER}/{name}": data for name, data in files.items()}
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in every.items():
            # what is packed very tightly would look like an attack to whoever unpacks it
            is_tight = len(data) > _TIGHT * len(zlib.compress(data))
            archive.writestr(ZipInfo(name), data, ZIP_STORED if is_tight else ZIP_DEFLATED)
    return packed.getvalue()


def redescribed(package: bytes, definition: Definition, names: Iterable[str]) -> dict[str, bytes]:
    """Return the manifest of *package*, by name, with the data of *definition*.

    Empty if there is none.
    """
    with ZipFile(BytesIO(package)) as archive:
        files = (each for each in archive.namelist() if "/" not in each)
        name = next((each for each in files if each.lower().endswith(_MANIFEST_FILE)), None)
        if name is None or archive.getinfo(name).file_size > _MOST_MANIFEST:
            return {}
        source = SourceText.from_bytes(name, archive.read(name))
    text = source.text
    for each in names:
        tag = _TAGS.get(each, each)
        new = element(tag, {}, content(getattr(definition, each)))
        one = re.compile(rf"<{tag}>[^<]*</{tag}>|<{tag}\s*/>|(?=</metadata>)")
        text = one.sub(lambda _, new=new: new, text, count=1)  # type: ignore[misc] # a default
    return {name: SourceText(name, text, source.encoding).encode()}


def repacked(package: bytes, changed: Mapping[str, bytes]) -> bytes:
    """Return *package* with other data in some of its files; all others stay byte for byte.

    Of several files of the same name the last one counts, and is changed.

    Raises:
        CannotPatchError: If *package* is so large that its directory has another format (ZIP64).
    """
    with ZipFile(BytesIO(package)) as archive:
        members, directory, comment = archive.infolist(), archive.start_dir, archive.comment
    last = {member.filename: member for member in members}
    ends = dict(pairwise(sorted({*(each.header_offset for each in members), directory})))
    packed = bytearray(package[: min(ends, default=directory)])
    places = {}
    data: dict[int, _Data] = {}
    for member in sorted(members, key=lambda each: each.header_offset):
        start = member.header_offset
        places[start] = len(packed)
        if member is last[member.filename] and member.filename in changed:
            own = data[start] = _Data.of(changed[member.filename], member.compress_type)
            names = sum(_LENGTHS.unpack_from(package, start + 26))
            packed += own.put(package[start : start + 30 + names], 6)
            packed += own.packed
        else:
            packed += package[start : ends[start]]
    entries, begin = directory, len(packed)
    for member in members:
        length = 46 + sum(_ENTRY_LENGTHS.unpack_from(package, entries + 28))
        entry = bytearray(package[entries : entries + length])
        entries += length
        if _TOO_LARGE in (entry[20:24], entry[24:28], entry[42:46]):
            raise CannotPatchError
        if member.header_offset in data:
            entry = data[member.header_offset].put(bytes(entry), 8)
        entry[42:46] = places[member.header_offset].to_bytes(4, "little")
        packed += entry
    numbers = (0, 0, len(members), len(members), len(packed) - begin, begin, len(comment))
    return bytes(packed) + _END.pack(b"PK\5\6", *numbers) + comment


@frozen
class _Data:
    """The data of a file of an archive: how it is packed, and what its headers say of it."""

    packed: bytes
    method: int
    checksum: int
    size: int

    @classmethod
    def of(cls, data: bytes, method: int) -> _Data:
        """Return *data* packed as the file was before, or by the method that all know."""
        if method == ZIP_STORED:
            return cls(data, method, zlib.crc32(data), len(data))
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        packed = packer.compress(data) + packer.flush()
        return cls(packed, ZIP_DEFLATED, zlib.crc32(data), len(data))

    def put(self, header: bytes, flags: int) -> bytearray:
        """Return a *header* that has its *flags* there, with what it says of the data."""
        changed = bytearray(header)
        # the sizes are known, and stand before the data, not behind
        changed[flags] &= ~_SIZES_BEHIND & 0xFF
        changed[flags + 2 : flags + 4] = self.method.to_bytes(2, "little")
        numbers = (self.checksum, len(self.packed), self.size)
        changed[flags + 8 : flags + 20] = _SIZES.pack(*numbers)
        return changed


def _problem(archive: ZipFile, member: ZipInfo, options: OctgnOptions) -> str:
    """Return the reason why a file is not read; empty if it is read."""
    if is_outside(member.filename):
        return "its path leads out of the package"
    if member.flag_bits & _ENCRYPTED:
        return "it is encrypted"
    if member.file_size > options.max_size:
        return f"it is larger than {options.max_size} bytes (option max_size)"
    if member.file_size > options.max_ratio * max(member.compress_size, 1):
        return f"it is packed more than {options.max_ratio} times (option max_ratio)"
    try:
        with archive.open(member) as file:
            # what the directory says of sizes may be a lie, and the sum is checked at the end
            size = 0
            while size <= member.file_size and (part := file.read(_PART)):
                size += len(part)
    except BROKEN as error:
        return str(error).lower() or "it is damaged"
    return (
        "" if size == member.file_size else "it does not have the size that the package specifies"
    )
