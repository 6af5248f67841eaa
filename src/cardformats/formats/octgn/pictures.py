"""The names of pictures: where OCTGN looks for those of cards, of alternates and of markers.

A picture is called like the GUID of its card, that of an alternate has the alternate's type behind
a dot.  Packs of pictures have them below the GUIDs of the game and of the set, a set's own folder
has them beside ``set.xml``.  Case counts for nothing.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from ..guids import guid, is_guid

#: The extensions of pictures that OCTGN shows, in lower case; the first is the usual one.
EXTENSIONS: Final = ("png", "jpg", "jpeg", "gif", "bmp")
#: What the contents of pictures begin with, by their usual extension.
_BEGINNINGS: Final = {
    "png": b"\x89PNG\r\n\x1a\n",
    "jpg": b"\xff\xd8\xff",
    "gif": b"GIF8",
    "bmp": b"BM",
}
#: Another extension of the same pictures.
_ALIASES: Final = {"jpeg": "jpg"}
#: The folders of the pictures of a set, in lower case.
CARDS_FOLDER: Final = "cards"
MARKERS_FOLDER: Final = "markers"
#: What no file can be called on some system: parts of paths, signs that are kept for the system.
_NOT_IN_FILES: Final = re.compile(r'[\x00-\x1f<>:"/\\|?*\x7f\ud800-\udfff]|[. ]\Z')


@frozen
class Picture:
    """What the name of a picture says.

    Attributes:
        id: the GUID of the card, or of the marker, bare and in lower case.
        type: that of the alternate, as written; empty for the card as it is first seen.
        extension: in lower case, without a dot.
    """

    id: str
    type: str = ""
    extension: str = EXTENSIONS[0]

    @property
    def key(self) -> tuple[str, str]:
        """Return the key that pictures of the same face share."""
        return self.id, self.type.lower()

    @property
    def name(self) -> str:
        """Return the name of the file."""
        of_type = f".{self.type}" if self.type else ""
        return f"{self.id}{of_type}.{self.extension}"

    @property
    def is_possible(self) -> bool:
        """Return whether every system accepts the name of the file."""
        return not _NOT_IN_FILES.search(self.type)

    def in_pack(self, game_id: str, set_id: str) -> str:
        """Return the path in a pack of pictures."""
        return f"{game_id}/Sets/{set_id}/Cards/{self.name}"


def picture(path: str) -> Picture | None:
    """Return the picture that the file *path* is; None if its name is not one of a picture."""
    stem, dot, extension = path.rpartition("/")[2].rpartition(".")
    number, _, of_type = stem.partition(".")
    if not dot or extension.lower() not in EXTENSIONS or not is_guid(number):
        return None
    return Picture(guid(number), of_type, extension.lower())


def extension_of(contents: bytes, extension: str) -> str:
    """Return the *extension* of a picture if it fits its contents, else the right one.

    Empty if they are no picture that OCTGN shows.  The first bytes suffice.
    """
    kinds = (kind for kind, begin in _BEGINNINGS.items() if contents.startswith(begin))
    kind = next(kinds, "")
    return extension if _ALIASES.get(extension, extension) == kind else kind
