"""Card lines that Draftmancer reads as names, but that probably contain typing errors.

These are the forms of other programs, and names that are similar to those of custom cards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from attrs import evolve

from ...catalog import NearNames
from ...catalog.names import folded
from ...diagnostics import Fix
from ...model import Card, CardRef
from ...model.frozen import EMPTY
from ...source import Span, TextEdit
from ..json_text import encode
from .lines import TYPOS, UNSAFE, card_line, without_set
from .section_json import SCRIPT_NAMES
from .syntax import WHITE_SPACE, DraftmancerCardLine


class Typo(NamedTuple):
    """The probable intention of the author of a line.

    Attributes:
        note: The intention as a sentence.
        line: The line that expresses it, if there is one.
        is_safe: Whether no other intention is possible, and no part of the line is lost.
        beside: Further edits that are needed with the line.
    """

    note: str
    line: str | None = None
    is_safe: bool = False
    beside: tuple[TextEdit, ...] = ()


_SET = r"(?P<set>[A-Za-z0-9_]{2,6})"
_NUMBER = r"(?P<number>[A-Za-z0-9★†-]{1,8})"

_HEADING_WORDS = tuple(
    "deck sideboard maybeboard mainboard commander commanders companion about creature creatures"  # noqa: SIM905 - readable
    " land lands instant instants sorcery sorceries artifact artifacts enchantment enchantments"
    " planeswalker planeswalkers battle battles spell spells token tokens card cards".split()
)
#: Words on their own line that start a part of a deck export.
HEADINGS: Final = frozenset(
    each for word in _HEADING_WORDS for each in (word, word.capitalize(), word.upper())
)

#: Lines that are not card lines, with their notes.
_NO_CARDS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (
            rf"(?:{'|'.join(_HEADING_WORDS)})\s*:?\s*(?:[(\[]?\d+[)\]]?)?:?",
            "a heading of a deck export is not a comment: delete the line, or put «#» before it",
        ),
        (
            r"\"?(?:name|card ?name|count|quantity|qty|amount)\"?[,;\t].*",
            "CSV is not supported: a line is a count, a name, a set in parentheses and a number",
        ),
        (
            r"(?:<{7}|>{7}|\|{7})(?: .*)?|={7}",
            "git inserts such lines between two versions: delete one version and these lines",
        ),
        (r"//.*|--.*|;.*", "comments start with «#»"),
        (r"[-=*~]{3,}", "comments start with «#»"),
        (r"https?://.*", "comments start with «#»"),
        (
            r"[{}\]].*|\[\s*(?:[{\"].*)?|\"[^\"]*\"\s*:.*",
            "JSON must be below [Settings] or [CustomCards], or in the line of a sheet's header",
        ),
        (
            r"\[(?!\[).*\]",
            "a list with sections must start with a header, before the first card",
        ),
        (r"<[/?!a-z].*", "XML is not supported: a line is a count, a name, a set and a number"),
    )
)

#: The start of lines that are intended as comments.
_COMMENTS: Final = TYPOS.rule("COMMENT")
_HEADING: Final = _NO_CARDS[0][0]
#: Comments with these words have a meaning, or seem to have one.
_BOARDS: Final = TYPOS.rule("BOARDS")

#: In the rows below: the fix may be wrong, or it omits a part of the line.
_GUESS: Final = (False,)
#: Other forms and their replacements in card lines; all that match are applied in this order.
_REPAIRS: Final = tuple(
    (re.compile(pattern), repaired, not guess)
    for pattern, repaired, *guess in (
        # characters that other programs put around a card line
        (r"^[•–—*-]\s+(?=\S)", ""),
        (r"^SB:\s*", "", *_GUESS),
        (r"^([0-9]+\s+)?\[\[(.+?)\]\]$", r"\1\2"),
        (r"\s+\^[^^]*\^?$", "", *_GUESS),
        (r"\s+(?:#(?![0-9]).*|# .*)$", "", *_GUESS),
        (r"^\"?([0-9]{1,4})\"?[,;]\s*\"([^\"]*[^\"0-9][^\"]*)\"(?:[,;].*)?$", r"\1 \2", *_GUESS),
        (r"^\"([^\"]+)\"[,;]\"?([1-9][0-9]{0,3})\"?(?:[,;].*)?$", r"\2 \1", *_GUESS),
        (
            r"^\"?([0-9]{1,4})\"?[,;](?:\"?[0-9]{1,4}\"?[,;])?\s*\"?([^\",;]+)\"?(?:[,;].*)?$",
            r"\1 \2",
            *_GUESS,
        ),
        (r"^\"([^\"]+)\"[,;].*$", r"\1", *_GUESS),
        (r"^([^\",;]+)[,;]([0-9]{1,4})(?:[,;].*)?$", r"\2 \1", *_GUESS),
        # counts
        (r"^([0-9]+)(?:\s*[x×]|X)\s+(?=\S)", r"\1 "),
        (r"^-?([0-9]+)(?:\s*[x×]|X|[.):])\s+(?=\S)", r"\1 ", *_GUESS),
        (r"^-([0-9]+)\s+(?=\S)", r"\1 ", *_GUESS),
        (r"^[xX×]\s?([0-9]{1,4})\s+(?=\S)", r"\1 "),
        (r"^([^\W\d].*?)\s+[xX×]\s?([0-9]{1,4})$", r"\2 \1", *_GUESS),
        # foil marks
        (r"\s*(?:\*[FfEe]\*|[(\[](?:foil|Foil|FOIL|etched|F|f)[)\]])(?=\s|$)", " F"),
        (r"(?<=\S)\s+(?:\+?f|foil)$", " F"),
        (r"(\([A-Za-z0-9_]+\)\s+[^\s+()]+)\+F$", r"\1 F"),
        # sets and numbers
        (r"\s*<[a-z][a-z ]*>(?=\s*\[)", "", *_GUESS),
        (rf"\s*<{_NUMBER}>\s*\[{_SET}\]", r" (\g<set>) \g<number>"),
        (r"(\([A-Za-z0-9_]{2,6}\))(?=[A-Za-z0-9])", r"\1 "),
        (rf"^([0-9]+\s+)?\[{_SET}(?::{_NUMBER})?\]\s+(\S.*)$", r"\1\4 (\2) \3"),
        (rf"\s*[\[<{{]{_SET}[\]>}}]\s+#?{_NUMBER}(?=$|\s+F$)", r" (\g<set>) \g<number>"),
        (rf"\s*[\[<{{(]{_SET}\s*[:#|/]\s*#?{_NUMBER}[\]>}})](?=$|\s+F$)", r" (\g<set>) \g<number>"),
        (r"(\([A-Za-z0-9_]+\)(?:\s+[^\s+()]+)?(?:\s+F)?)\s+\[[^\[\]]*\]$", r"\1", *_GUESS),
        (rf"\s*[\[<{{]{_SET}[\]>}}](?=$|\s+F$)", r" (\g<set>)"),
        (rf"\s*\|\s*{_SET}(?:\s*\|\s*{_NUMBER})?$", r" (\g<set>) \g<number>"),
        (r"(?<=[^\s(])(\([A-Za-z0-9_]{2,6}\)(?:\s+[^\s+()]+)?(?:\s+F)?)$", r" \1"),
        (rf"(\([A-Za-z0-9_]+\))\s+(?:#|\((?=[0-9]+\)))?{_NUMBER}\)?(?=$|\s+F$)", r"\1 \g<number>"),
        # split cards
        (r"(?<=[^\W\d_][^\W\d_])\s*/{1,2}\s*(?=[^\W\d_a-z][^\W\d_])", " // "),
        (r" F \+?F$", " F"),
        # after a set without a number, a bare «F» would be the number
        (r"(\((?:[A-Z0-9_]+|[a-z0-9_]+)\)) F$", r"\1 +F"),
    )
)
#: Signs of typing errors in lines that look usual. Each pattern starts with a fixed character,
#: which is fast.
_SUSPECTS: Final = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r",(?!\s|[0-9]{3}|$)",
        r"x(?<![^\s0-9]x)(?: |[0-9]+(?:[^\S\n]|$))",
        r"X(?<![^\s]X)[0-9]+(?:[^\S\n]|$)",
        r"f(?<=[ +]f)(?:oil)?[^\S\n]*+$",
        r"\((?:[fF]|[fF]oil|FOIL|etched)\)",
        r"\)[^\S\n]++(?:[#*\[]|\+?[fF](?:oil)?[^\S\n]*+$)",
        r":[^\S\n]*+[0-9]+[^\S\n]*+$",
        r"SB:",
        r"<{7}(?: |$)",
        r">{7}(?: |$)",
    )
)
_HYPHEN_IN_SET: Final = TYPOS.rule("HYPHEN_IN_SET")
#: The maximum length of a line that is checked for typing errors.
_LONGEST: Final = 200


_SECTIONS: Final = {"settings": "Settings", "customcards": "CustomCards", "layouts": "Layouts"}
_NAME_AND_COUNT: Final = TYPOS.rule("name_and_count")
_NO_LETTERS: Final = TYPOS.rule("NO_LETTERS")


def suspects(text: str) -> Iterator[str]:
    """Yield the lines of *text* that may contain typing errors although they look usual."""
    for pattern in _SUSPECTS:
        position = 0
        while match := pattern.search(text, position):
            start = text.rfind("\n", position, match.start()) + 1 or position
            end = text.find("\n", match.end())
            position = len(text) if end < 0 else end
            yield text[start:position]


def meant_section(name: str) -> str | None:
    """Return the section header that a header with this *name* probably means."""
    word = _NO_LETTERS.sub("", name.lower()) if len(name) <= _LONGEST else ""
    near = get_close_matches(word, _SECTIONS, 1, 0.8)
    return f"[{_SECTIONS[near[0]]}]" if near else None


def meant_count(name: str) -> str | None:
    """Return the counted header that a header with this *name* and no count probably means."""
    counted = _NAME_AND_COUNT.fullmatch(name) if len(name) <= _LONGEST else None
    return f"[{counted[1]}({counted[2]})]" if counted else None


def meant(line: str) -> Typo | None:
    """Return the probable intention of *line*; None if it looks valid."""
    return _meant(line) if len(line) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _meant(line: str) -> Typo | None:
    for pattern, words in _NO_CARDS:
        if pattern.fullmatch(line):
            comment = _as_comment(line)
            return Typo(words, comment, is_safe=comment is not None)
    repaired, is_safe = line, True
    for pattern, replacement, is_certain in _REPAIRS:
        before, repaired = repaired, pattern.sub(replacement, repaired)
        is_safe = is_safe and (is_certain or repaired == before)
    repaired = " ".join(repaired.split())
    # a number alone would be the name of a card
    if repaired and not repaired.isdecimal() and repaired != " ".join(line.split()):
        is_read_so = repaired[0] not in "#[" and _meant(repaired) is None
        return Typo(f"did you mean {repaired!r}?", repaired if is_read_so else None, is_safe)
    if _HYPHEN_IN_SET.search(line):
        return Typo("a set in parentheses has only letters, digits and «_»")
    return None


def _as_comment(line: str) -> str | None:
    """Return *line* as a comment, if it is intended as one without a meaning to programs."""
    if _BOARDS.search(line):
        return None
    match = _COMMENTS.match(line)
    if match is not None:
        return f"# {line[match.end() :]}"
    return f"# {line}" if _HEADING.fullmatch(line) else None


_GAP = TYPOS.rule("BEFORE_PARENTHESIS")
#: Text that may follow a name by mistake: a bracket that is never closed, or a number of copies.
_TAIL = TYPOS.rule("TAIL")


class CustomNames:
    """The names of the custom cards of a list, and the typing errors in its lines."""

    def __init__(
        self, custom: Mapping[str, Sequence[Card]], renumbered: Mapping[CardRef, TextEdit] = EMPTY
    ) -> None:
        """Create the names of *custom* cards; *renumbered* has the edits of invalid numbers."""
        self.custom = custom
        self._renumbered = {str(ref): (ref, edit) for ref, edit in renumbered.items()}

    @cached_property
    def special(self) -> frozenset[str]:
        """Return the names that need a closer look: empty names, headings, and parts of names."""
        before_parentheses = (_GAP.split(name, 1)[0] for name in self.custom if "(" in name)
        return frozenset(("", *HEADINGS, *SCRIPT_NAMES, *before_parentheses, *self._read_as))

    @cached_property
    def _read_as(self) -> frozenset[str]:
        """Return the names read from custom names that start or end like a card line."""
        doubtful = (name for name in self.custom if name[:1].isdigit() or name.endswith("F"))
        return frozenset(card_line(name).name for name in doubtful)

    def swallowed(self, line: DraftmancerCardLine, text: str) -> DraftmancerCardLine | None:
        """Return the line of the custom card whose name is the whole *line*; *text* is the line.

        The name of such a card starts with a count, or ends with a set, a foil mark or a number.
        """
        whole = DraftmancerCardLine(None, text, text=text)
        for each in (whole, evolve(whole, count=line.count, name=line.text), without_set(line)):
            if each.name != line.name and each.name in self.custom:
                return each
        return None

    def is_near(self, name: str) -> bool:
        """Return whether *name* is similar to the name of a custom card, or equal to it."""
        return name in self.custom or self._names.near(name) is not None

    def meant(self, line: DraftmancerCardLine, text: str) -> Typo | None:
        """Return the intention of *line* if its name is similar to that of a custom card.

        *text* is the whole line.
        """
        near = self._names.near(line.name)
        if near is None and line.number is not None:
            before = without_set(line).name.removesuffix(line.number).rstrip()
            return Typo(f"did you mean {before!r}?") if before in self.custom else None
        if near is None or near == line.name:
            return None
        note = f"did you mean {near!r}?"
        if near.lower() == line.name.lower():
            note += " Names are case-sensitive"
        return with_name(line, text, near, note)

    def meant_number(self, line: DraftmancerCardLine, text: str) -> Typo | None:
        """Return the intention of *line* if it names a custom card by an invalid number."""
        if not self._renumbered:
            return None
        for written in (line.text, without_set(line).name):
            if written in self._renumbered:
                ref, edit = self._renumbered[written]
                number = json.loads(edit.new)
                new = text.replace(written, str(evolve(ref, number=number)))
                note = f"use a number without spaces and parentheses, such as {number!r}"
                return Typo(note, new, is_safe=True, beside=(edit,))
        return None

    def meant_before(self, line: DraftmancerCardLine) -> Typo | None:
        """Return the intention of *line* if a custom name is followed by unknown text."""
        tail = _TAIL.search(line.name) if len(line.name) <= _LONGEST else None
        near = self._names.near(line.name[: tail.start()]) if tail and tail.start() else None
        return None if near is None else Typo(f"did you mean {near!r}?")

    @cached_property
    def _names(self) -> NearNames:
        return NearNames(dict(self._written()))

    def _written(self) -> Iterator[tuple[str, str]]:
        """Yield all written forms of custom names: the whole name, or one of its faces."""
        for name in self.custom:
            yield name, name
        for name, cards in self.custom.items():
            others = [face.name for card in cards for face in card.faces[1:]]
            for part in (*name.split(" // "), *others):
                if part not in self.custom:
                    yield part, name


def with_name(line: DraftmancerCardLine, text: str, name: str, note: str) -> Typo:
    """Return the typo of *line*, the whole *text*, for *name*.

    It is safe if only case or diacritical marks differ.
    """
    start = text.find(line.name)
    new = text[:start] + name + text[start + len(line.name) :]
    is_card = new[:1] not in ("#", "[") and not UNSAFE.search(new) and "\ufeff" not in new
    read = card_line(new)
    if start < 0 or not is_card or read != evolve(line, name=name, text=read.text):
        return Typo(note)
    return Typo(note, new, is_safe=folded(name) == folded(line.name))


# -- fixes of card lines

_ODD: Final = TYPOS.rule("INVISIBLE")
_SEPARATOR: Final = TYPOS.rule("SEPARATORS")
_ENDS: Final = TYPOS.rule("ENDS")


def line_fix(span: Span, text: str, typo: Typo | None) -> Fix | None:
    """Return the fix that replaces *text*, the whole text at *span*, by the intended line.

    The text at *span* can also be a JSON string.
    """
    if typo is None or typo.line is None or span.text not in (text, encode(text, None)):
        return None
    new = typo.line if span.text == text else encode(typo.line, None)
    return Fix(f"write {typo.line!r}", (TextEdit(span, new), *typo.beside), typo.is_safe)


def odd_fix(span: Span) -> Fix | None:
    """Return the fix that ends a line at an unusual line end, and deletes invisible characters.

    A line separator can also be inside a name.
    """
    new = _ODD.sub("", _ENDS.sub("\n", span.text))
    is_safe = _SEPARATOR.search(span.text) is None
    title = "delete invisible characters"
    return Fix.replace(span, new, title, is_safe=is_safe) if new.strip(WHITE_SPACE) else None
