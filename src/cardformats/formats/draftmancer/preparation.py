"""What Draftmancer does to the JSON of a section before it is decoded, and what that does to texts.

It takes lines until brackets of the section's kind are balanced, those in texts too, and removes
commas before closing brackets, in texts too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...source import Span
from ..jsontext import JsonText
from .syntax import BLANKS

_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_COMMENT = re.compile(rf"(?m)^[{BLANKS.replace(chr(10), '')}]*+#[^\n]*")
_COMMA = re.compile(r",\s*+[\]}]")
_REMOVED_COMMA = re.compile(r'(?:true|false|null|["0-9\]}])\s*,\s*[\]}]')
_STRING_OR_NO_VALUE = re.compile(_STRING.pattern + r"|[\[{:,]\s*,(?=\s*[\]}])")


def otherwise(json: JsonText) -> tuple[Span, str] | None:
    """Where Draftmancer reads *json* otherwise than it is meant, and why; None if it does not."""
    text = json.source.text[json.start : json.end]
    if "#" in text:
        text = _COMMENT.sub(lambda match: " " * len(match[0]), text)
    opening, closing = ("[", "]") if text[0] == "[" else ("{", "}")
    if _end(text, opening, closing) != len(text):
        for start, string in _strings(text):
            if not balanced(string, opening, closing):
                problem = f"a bracket in this text counts where it looks for the last «{closing}»"
                return _span(json, start, string), problem
    if _COMMA.search(text):
        for start, string in _strings(text):
            if comma := _REMOVED_COMMA.search(string):
                return _span(json, start, string), f"the comma in {comma[0]!r} is removed"
        for match in _STRING_OR_NO_VALUE.finditer(text):
            if match[0][0] != '"':
                return _span(json, match.start(), match[0]), "a comma without a value before it"
    return None


def balanced(string: str, opening: str, closing: str) -> bool:
    """Whether each *closing* bracket in *string* has an *opening* one before it, and no more."""
    depth = 0
    for char in string:
        depth += (char == opening) - (char == closing)
        if depth < 0:
            return False
    return depth == 0


def _end(text: str, opening: str, closing: str) -> int | None:
    """Where *text* ends if brackets in texts count."""
    start = depth = 0
    while (place := text.find(closing, start)) >= 0:
        depth += text.count(opening, start, place) - 1
        if not depth:
            return place + 1
        start = place + 1
    return None


def _strings(text: str) -> Iterator[tuple[int, str]]:
    return ((match.start(), match[0]) for match in _STRING.finditer(text))


def _span(json: JsonText, start: int, string: str) -> Span:
    return json.source.span(json.start + start, json.start + start + len(string))
