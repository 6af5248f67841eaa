"""Fixes of findings in blocks, where one answer is right."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Final

from attrs import evolve

from ...diagnostics import Fix
from ...source import SourceText, Span, TextEdit
from .spelling import one_letter_off
from .syntax import LINES, lines_of

_KINDS: Final = ("card", "meta")
_OPENER: Final = re.compile(r"\[(\w+)\]?")
_NAMING: Final = frozenset(("name", "primitive"))
_CHOICE: Final = re.compile(r"\{\s*([wubrg])\s+or\s+([wubrg])\s*\}", re.IGNORECASE)
#: Encodings that a file can be saved in so that its letters are those of another file.
_ENCODINGS: Final = frozenset(("utf-8", "cp1252"))


def only_near(word: str, known: Collection[str]) -> str | None:
    """Return the only *known* word that is one letter away from *word*, in lower case."""
    near = one_letter_off(word, known.__contains__)
    return near[0] if len(near) == 1 else None


def respelt(span: Span, word: str, known: Collection[str], *, is_safe: bool = True) -> Fix | None:
    """Return a fix that replaces *span* by the only *known* word near *word*."""
    near = only_near(word.lower(), known)
    return None if near is None else Fix.replace(span, near, is_safe=is_safe)


def closed(source: SourceText, start: int, text: str, kind: str, following: str) -> Fix:
    """Return a fix that closes the block at *start*, which says *text*, before the *following* one.

    The closing line stands behind the last line that is no comment.
    """
    lines = _contents(text, text.find("\n") + 1 or len(text))
    last = lines[-1][0].removesuffix("\n") if lines else ""
    end = start + 1 + (lines[-1].start() + len(last) if lines else len(text.partition("\n")[0]))
    end -= source.text.startswith("\r", end - 1)
    is_one = _is_named(text) and (not following or _is_named(following))
    title = f"close the block with [/{kind}]"
    last = last.strip()
    letters = "".join(filter(str.isalpha, last.lower()))
    if "=" not in last and letters == kind:  # such as [[/card]
        return Fix(title, (TextEdit(source.span(end - len(last), end), f"[/{kind}]"),))
    edit = TextEdit(source.span(end), f"{source.line_end}[/{kind}]")
    return Fix(title, (edit,), is_safe=is_one or kind == "meta")


def _contents(text: str, start: int = 0) -> list[re.Match[str]]:
    """Return the lines of *text* from *start* on that are neither blank nor comments."""
    return [line for line in LINES.finditer(text, start) if line[0].strip()[:1] not in ("", "#")]


def _is_named(text: str) -> bool:
    """Return whether a block that says *text* has a line that names its card."""
    return any(key in _NAMING for key, _, _ in lines_of(text))


def unclosed(source: SourceText, start: int, line: str, before: str) -> Fix | None:
    """Return a fix for the closing *line* at *start*.

    It goes if nothing stands *before* it, outside of blocks; where only fields do, the block is
    opened.
    """
    lines = _contents(before)
    if not lines:
        return without_line(source, start)
    if any((each["KEY"] or " ")[0].isspace() for each in lines):
        return None
    kind = "meta" if line.startswith("[/m") else "card"
    place = source.span(start - len(before) + lines[0].start())
    edit = TextEdit(place, f"[{kind}]{source.line_end}")
    return Fix(f"open the block with [{kind}]", (edit,), is_safe=False)


def opener(source: SourceText, start: int, line: str) -> Fix | None:
    """Return a fix for the opening *line* at *start*, if it is similar to a known one."""
    match = _OPENER.fullmatch(line)
    if match is None:
        return None
    word = match[1].lower()
    kind = word if word in _KINDS else only_near(word, _KINDS)
    if kind is None or kind[0] != ("m" if match[1].startswith("m") else "c"):
        return None  # it is read as a block of the other kind
    return Fix.replace(source.span(start, start + len(line)), f"[{kind}]")


def without_line(source: SourceText, start: int) -> Fix:
    """Return a fix that deletes the line that begins at *start*."""
    end = source.text.find("\n", start) + 1 or len(source.text)
    return Fix.replace(source.span(start, end), "", "delete the line")


def without_mark(source: SourceText) -> Fix:
    """Return a fix that deletes the byte order mark, by which UTF-16 is known."""
    is_wide = source.encoding.startswith("utf-16")
    fix = Fix.replace(source.span(0, 1), "", "save the file as UTF-8 without a mark")
    return evolve(fix, encoding="utf-8") if is_wide else fix


def saved_as(source: SourceText, encoding: str) -> Fix | None:
    """Return a fix that saves the file in another *encoding*, if its letters stay what they are."""
    if encoding not in _ENCODINGS or not evolve(source, encoding=encoding).is_decoded_again():
        return None
    return Fix(f"save the file as {encoding}", encoding=encoding)


def renamed(span: Span, name: str, encoding: str, *, is_safe: bool) -> Fix | None:
    """Return a fix that writes the *name* of a primitive in a file of that *encoding*."""
    fix = Fix.replace(span, name, is_safe=is_safe)
    source = span.source
    if name.isascii() or source.encoding == encoding:
        return fix
    # what has no other letters yet can be saved in any encoding
    is_plain = source.text.isascii() and encoding in _ENCODINGS
    return evolve(fix, encoding=encoding) if is_plain else None


def respelt_symbol(written: str, is_right: Callable[[str], bool]) -> str | None:
    """Return the probable spelling of a *written* mana symbol, with its braces."""
    content = written.strip("{}").strip()
    attempts = [f"{{{content}}}", f"{{{content.replace('/', '')}}}", f"{{{content})}}"]
    if match := _CHOICE.fullmatch(written):
        attempts.insert(0, f"{{{match[1]}{match[2]}}}")
    return next((each for each in attempts if each != written and is_right(each)), None)


def braced(text: str) -> str | None:
    """Return the symbols that *text* in a mana cost, which is not in braces, is meant to be."""
    if text in {"}", "mana="}:
        return ""
    symbols = re.findall(r"[0-9]+|[wubrgxWUBRGX]", text)
    return "".join(f"{{{each}}}" for each in symbols) if "".join(symbols) == text else None
