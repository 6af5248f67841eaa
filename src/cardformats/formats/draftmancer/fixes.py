"""What mends card lines."""

from __future__ import annotations

import re
from typing import Final

from ...diagnostics import Fix
from ...source import Span
from .syntax import BLANKS
from .typos import Typo

_ODD: Final = re.compile("[\r\u2028\u2029\ufeff]")
_ENDS: Final = re.compile("[\r\u2028\u2029]+(?=[^\r\u2028\u2029])")


def line_fix(span: Span, text: str, typo: Typo | None) -> Fix | None:
    """What writes the line that is meant in the place of *text*, if that is all at *span*."""
    if typo is None or typo.line is None or span.text != text:
        return None
    return Fix.replace(span, typo.line, is_safe=typo.is_safe)


def odd_fix(span: Span) -> Fix | None:
    """What ends a line where an unusual end of a line stands, and deletes what nobody sees."""
    new = _ODD.sub("", _ENDS.sub("\n", span.text))
    return Fix.replace(span, new, "delete invisible characters") if new.strip(BLANKS) else None
