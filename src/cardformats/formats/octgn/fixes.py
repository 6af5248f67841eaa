"""Fixes for elements of OCTGN's files by their text, and for values written in another form."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Final

from ...diagnostics import Fix
from ...source import SourceText, Span, TextEdit
from ..near_words import NearWord
from ..xml_tags import MARKUP
from ..xml_text import attribute_value
from .identity import VALUES

_YES: Final = frozenset(("true", "yes", "y", "1", "on"))
_NO: Final = frozenset(("false", "no", "n", "0", "off"))
_QUANTITY, _PERCENT, _SHARE, _DECIMAL, _DATE, _VERSION, _COLOR = (
    VALUES.rule(f"near_{kind}")
    for kind in ("quantity", "percent", "share", "decimal", "date", "version", "color")
)
#: Maximum number of digits of a probability that is written as a percentage or as a fraction.
_EXACT: Final = 12


def boolean(text: str) -> str | None:
    """Return the boolean that *text* means."""
    word = text.strip().lower()
    return "true" if word in _YES else "false" if word in _NO else None


def quantity(text: str) -> str | None:
    """Return the quantity that *text* means."""
    match = _QUANTITY.fullmatch(text.strip())
    if match is not None:
        return match["COUNT"]
    return "unlimited" if text.strip().lower() in ("unlimited", "all", "∞") else None


def probability(text: str) -> str | None:
    """Return the probability that *text* means: a percentage, a share, or one with a comma."""
    text, number = text.strip(), None
    if match := _PERCENT.fullmatch(text):
        number = Decimal(match["PERCENT"].replace(",", ".")) / 100
    elif (match := _SHARE.fullmatch(text)) and int(match["WHOLE"]):
        number = Decimal(match["PART"]) / Decimal(match["WHOLE"])
    elif match := _DECIMAL.fullmatch(text):
        number = Decimal(f"0.{match['DECIMALS']}")
    is_exact = number is not None and number <= 1 and -number.as_tuple().exponent <= _EXACT  # type: ignore[operator] # it is finite
    return f"{number.normalize():f}" if number is not None and is_exact else None


def released(text: str) -> str | None:
    """Return the date that *text* means, if it begins with the year."""
    match = _DATE.fullmatch(text.strip())
    try:
        return date(*map(int, match.groups())).isoformat() if match else None
    except ValueError:
        return None


def four_numbers(text: str) -> str | None:
    """Return the version that *text* means: what is missing of its four numbers are zeros."""
    match = _VERSION.fullmatch(text.strip())
    return ".".join([*match["NUMBERS"].split("."), "0", "0", "0"][:4]) if match else None


def color(text: str) -> str | None:
    """Return the colour that *text* means."""
    match = _COLOR.fullmatch(text.strip())
    if match is None:
        return None
    digits = match["HEX"]
    return "#" + (digits if len(digits) > len("RGB") else "".join(2 * each for each in digits))


def value_fix(span: Span, new: str | NearWord | None) -> Fix | None:
    """Return a fix that replaces the value of an attribute by *new*."""
    if new is None:
        return None
    word, is_sure = (new, True) if isinstance(new, str) else new
    return Fix.replace(span, attribute_value(word), f"write {word!r}", is_safe=is_sure)


def name_fix(value: Span, new: NearWord | None) -> Fix | None:
    """Return a fix that replaces the name of the attribute with that *value* by *new*."""
    return new.fix(_name_of(value)) if new else None


def without_attribute(value: Span) -> Fix:
    """Return a fix that deletes the attribute with that *value*."""
    start = _end_before_spaces(value.source.text, _name_of(value).start)
    return Fix.replace(value.source.span(start, value.end + 1), "")


def _name_of(value: Span) -> Span:
    """Return the name of the attribute that has the *value* there."""
    text = value.source.text
    start = end = _end_before_spaces(text, text.rfind("=", 0, value.start))
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    return value.source.span(start, end)


def _end_before_spaces(text: str, end: int) -> int:
    """Return the end of the text that precedes the whitespace before *end*."""
    while end > 0 and text[end - 1].isspace():
        end -= 1
    return end


def tag_fix(start: Span, tag: str, new: NearWord | None) -> Fix | None:
    """Return a fix that renames an element whose start tag is at *start*."""
    if new is None or not new.is_sure:
        return None
    source, name = start.source, start.start + 1
    edits = [TextEdit(source.span(name, name + len(tag)), new.word)]
    if not start.text.endswith("/>"):
        end = _end_tag(source, start.end, tag)
        if end is None:
            return None
        edits.append(TextEdit(source.span(end + 2, end + 2 + len(tag)), new.word))
    return Fix(f"write <{new.word}>", edits)


def closed_fix(start: Span, tag: str) -> Fix | None:
    """Return a fix that writes an empty element as one tag."""
    end = _end_tag(start.source, start.end, tag)
    text = start.source.text
    if end is None or text[start.end : end].strip() or start.text.endswith("/>"):
        return None
    span = start.source.span(start.end - 1, text.index(">", end) + 1)
    return Fix.replace(span, "/>", "close the element by '/>'")


def space_fix(start: Span, tag: str) -> Fix | None:
    """Return a fix that moves the space after an element with text to its end."""
    source, text = start.source, start.source.text
    end = _end_tag(source, start.end, tag)
    if end is None or start.text.endswith("/>") or "<" in text[start.end : end]:
        return None
    behind = text.index(">", end) + 1
    last = behind
    while last < len(text) and text[last] in " \t\r\n":
        last += 1
    edits = (
        TextEdit(source.span(end), text[behind:last]),
        TextEdit(source.span(behind, last), ""),
    )
    return Fix("move the whitespace into the element", edits)


def without_element(start: Span, tag: str) -> Fix | None:
    """Return a fix that deletes an element, with the space before it."""
    text, end = start.source.text, start.end
    if not start.text.endswith("/>"):
        closing = _end_tag(start.source, end, tag)
        if closing is None:
            return None
        end = text.index(">", closing) + 1
    first = _end_before_spaces(text, start.start)
    title = "delete it: there is the same before it"
    return Fix.replace(start.source.span(first, end), "", title)


def _end_tag(source: SourceText, position: int, tag: str) -> int | None:
    """Return the offset of the end tag of an element whose content begins at *position*."""
    depth = 0
    for match in MARKUP.finditer(source.text, position):
        if match["TAG"] == tag and not match["EMPTY"]:
            depth += 1
        elif match["CLOSING"] and match["CLOSING"][1:-1].strip() == tag:
            if not depth:
                return match.start()
            depth -= 1
    return None
