"""Brackets without a partner."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

_CLOSERS: Final = {"(": ")", "[": "]", "{": "}"}
_SIGN: Final = re.compile(r"[()\[\]{}]")
#: What is between these brackets is not code.
_NAME: Final = re.compile(r"name\s*\([^)]*\)?|!:.*?:!", re.IGNORECASE)
#: The engine ends this at its first closing bracket, and authors leave the second one out.
_HALF: Final = re.compile(r"this\s*\(\s*cantargetcard(?=\()", re.IGNORECASE)


@frozen
class LoneBracket:
    """A bracket without a partner.

    Attributes:
        offset: where it stands.
        sign: the bracket.
        other: where the bracket stands that it meets instead; None if it meets none.
    """

    offset: int
    sign: str
    other: int | None = None


def lone_brackets(text: str) -> Iterator[LoneBracket]:
    """The brackets of *text* that have no partner; what stands in names does not count.

    Where two of different kinds meet, the one that is missing is looked for on the side where
    fewer others would be left alone.
    """
    plain = _NAME.sub(lambda match: "." * len(match[0]), text)
    plain = _HALF.sub(lambda match: "." * len(match[0]), plain)
    opened: list[tuple[str, int]] = []
    for match in _SIGN.finditer(plain):
        sign, offset = match[0], match.start()
        if sign in _CLOSERS:
            opened.append((sign, offset))
        elif opened and _CLOSERS[opened[-1][0]] == sign:
            opened.pop()
        elif len(opened) > 1 and _CLOSERS[opened[-2][0]] == sign:
            yield LoneBracket(opened[-1][1], opened[-1][0], offset)
            del opened[-2:]
        else:
            yield LoneBracket(offset, sign, opened[-1][1] if opened else None)
    for sign, offset in opened:
        yield LoneBracket(offset, sign)
