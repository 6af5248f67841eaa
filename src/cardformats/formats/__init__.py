"""The formats: a folder each, a table of them, and what they have in common.

The package shares its name with the public function :func:`cardformats.formats`; whichever of the
two an importer ends up with, calling it lists the known formats.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .base import Format


class _CallablePackage(ModuleType):
    """This package, which can be called."""

    def __call__(self) -> tuple[Format, ...]:
        """Return every known format."""
        from .registry import REGISTRY  # noqa: PLC0415 - the package itself imports nothing

        return REGISTRY.all()


sys.modules[__name__].__class__ = _CallablePackage
