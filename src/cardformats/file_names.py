"""Names of files and folders that come from data: the one guard for all of them."""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import chain, count

#: The names of devices on Windows, with any extension.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?=\.|\Z)", re.IGNORECASE)

#: Maximum number of bytes of a name from data; file systems allow 255, encrypted ones 143.
_MAX_NAME = 120


def portable_name(name: str) -> str:
    """Return a name from data as that of a file or folder on every system, without an extension.

    The name of a device gets ``_`` before it, and a long name is shortened.  Characters that are
    not allowed everywhere are for the caller, since formats write them in different ways.
    """
    short = name.encode("utf-8", "surrogatepass")[:_MAX_NAME].decode("utf-8", "ignore").rstrip(" .")
    return f"_{short}" if _DEVICE.match(short) else short


def free_name(name: str, taken: Container[str], separator: str = "_") -> str:
    """Return a name that nothing has: itself, or with the first number from 2 on.

    Args:
        name: The name.
        taken: The names that are not free, in lower case, since some systems ignore case.
        separator: The text before the number.
    """
    numbered = (f"{name}{separator}{number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each.lower() not in taken)
