"""The option that says which mapping a game is read and written with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from ..base import option
from ..grammar import Grammar

#: The texts in mappings, and what names are of mappings that come with the library.
GRAMMAR: Final = Grammar(__package__, "mapping.lark")
_ID: Final = GRAMMAR.rule("MAPPING_ID")

#: A file, a name, or a dictionary of the same parts; None if the game says it.
MappingOption: TypeAlias = str | Path | dict[str, Any] | None


def _as_mapping(mapping: str | os.PathLike[str] | Mapping[str, Any] | None) -> MappingOption:
    if isinstance(mapping, Mapping):
        return dict(mapping)
    if mapping is None or (isinstance(mapping, str) and _ID.fullmatch(mapping)):
        return mapping
    return Path(mapping)


def mapping_option() -> Any:
    """Return a field of an options class for a mapping, for reading and writing."""
    return option(
        default=None,
        converter=_as_mapping,
        help="A file that says which property is the cost, the type, the text, ..., or the name "
        "of a mapping that comes with the library.",
    )
