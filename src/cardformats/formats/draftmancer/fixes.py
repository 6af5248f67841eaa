"""What mends card lines."""

from __future__ import annotations

import re
from typing import Final

from ...diagnostics import Fix
from ...source import Span, TextEdit
from ..json_text import encode
from .syntax import BLANKS
from .typos import Typo

_ODD: Final = re.compile("[\r\u2028\u2029\ufeff]")
_SEPARATOR: Final = re.compile("(?<![\r\u2028\u2029])[\u2028\u2029]+(?=[^\r\u2028\u2029])")
_ENDS: Final = re.compile("[\r\u2028\u2029]+(?=[^\r\u2028\u2029])")


def line_fix(span: Span, text: str, typo: Typo | None) -> Fix | None:
    """What writes the line that is meant in the place of *text*, if that is all at *span*.

    It may also be a string of JSON there.
    """
    if typo is None or typo.line is None or span.text not in (text, encode(text, None)):
        return None
    new = typo.line if span.text == text else encode(typo.line, None)
    return Fix(f"write {typo.line!r}", (TextEdit(span, new), *typo.beside), typo.is_safe)


def odd_fix(span: Span) -> Fix | None:
    """What ends a line where an unusual end of a line stands, and deletes what nobody sees.

    A separator of lines may stand within a name, too.
    """
    new = _ODD.sub("", _ENDS.sub("\n", span.text))
    is_safe = _SEPARATOR.search(span.text) is None
    title = "delete invisible characters"
    return Fix.replace(span, new, title, is_safe=is_safe) if new.strip(BLANKS) else None
