"""Drawings as PNG, by resvg, which the extra ``report`` installs."""

from __future__ import annotations

import re
from functools import lru_cache
from types import ModuleType
from typing import Final

from ..errors import MissingExtraError, RenderError

#: Fonts without serifs that machines have, those with the widths that are counted first; what is
#: called otherwise is drawn with whatever there is.
_FAMILIES: Final = (
    "Arimo", "Liberation Sans", "Arial", "Helvetica", "Nimbus Sans", "DejaVu Sans", "Noto Sans",
    "Segoe UI", "Verdana", "Roboto",
)  # fmt: skip
_FAMILY: Final = re.compile(r'font-family="[^"]*"')
_TRIAL: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" font-family="x">{}</svg>'
)
_LETTER: Final = '<text x="2" y="14" font-size="14">M</text>'
_UNKNOWN: Final = "there is no font with this name"
#: No picture is wider, in pixels.
_MOST: Final = 8192


def png(drawing: str, *, width: int | None = None) -> bytes:
    """Return a drawing of this package as PNG; the default width is twice its own.

    Raises:
        MissingExtraError: If resvg is not installed.
        RenderError: If the machine has no font, or the drawing cannot be made.
    """
    resvg = _resvg()
    own = re.search(r' width="([0-9.]+)"', drawing)
    wide = width or int(float(own[1] if own else 1) * 2)
    try:
        return bytes(
            resvg.svg_to_bytes(_with_font(drawing, _family()), width=max(1, min(wide, _MOST)))
        )
    except ValueError as error:
        raise RenderError(f"the drawing cannot be converted to an image: {error}") from None


def _resvg() -> ModuleType:
    try:
        import resvg_py  # noqa: PLC0415 - an extra
    except ImportError:
        raise MissingExtraError.of("a PNG", "report") from None
    return resvg_py


def _with_font(drawing: str, family: str) -> str:
    return _FAMILY.sub(f'font-family="{family}"', drawing, count=1)


@lru_cache(maxsize=1)
def _family() -> str:
    """Return a font of this machine.

    Raises:
        RenderError: If there is none.
    """

    def drawn(family: str, inner: str = _LETTER) -> bytes:
        return bytes(_resvg().svg_to_bytes(_with_font(_TRIAL.format(inner), family)))

    whatever = drawn(_UNKNOWN)
    for family in _FAMILIES:
        if drawn(family) != whatever:
            return family
    if whatever == drawn(_UNKNOWN, ""):
        raise RenderError(f"this machine has no font; one of {', '.join(_FAMILIES)} would do")
    return _UNKNOWN
