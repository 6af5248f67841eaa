"""A list as an editor sees it: its sections, and what is named where, whatever is still missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from attrs import frozen

from ...caching import Caching
from ...diagnostic_log import DiagnosticLog
from ...formats.draftmancer.card_keys import CARD
from ...formats.draftmancer.headers import header
from ...formats.draftmancer.kinds import array_of, kind_at
from ...formats.draftmancer.lines import OLD_LAYOUT, OLD_SLOT, card_line
from ...formats.draftmancer.settings import SETTINGS_KIND
from ...formats.draftmancer.sheets import OPTIONS
from ...formats.draftmancer.syntax import DEFAULT, WHITE_SPACE, Header
from ...formats.json_text import strict_value
from ...source import SourceText, Span
from ..answers import TextAnswers
from ..json_tokens import JsonScanner, JsonToken

_SPACE: Final = re.escape(WHITE_SPACE.replace("\n", ""))
_HEADER_LINE: Final = re.compile(rf"(?m)^[{_SPACE}]*+(\[[^\n]*\])[{_SPACE}]*+$")
_LIKE_HEADER: Final = re.compile(rf"(?m)^[{_SPACE}]*+\[[^\[\]\",\n]+\][{_SPACE}]*+$")
#: A line that is neither blank nor a comment.
_LINE: Final = re.compile(rf"(?m)^[{_SPACE}]*+([^#\s\ufeff](?:[^\n]*[^\n{_SPACE}])?)")
_COUNT: Final = re.compile(rf"([0-9]+)[{_SPACE}]+(?=\S)")
#: Longer lines name no card.
_MAX_LINE: Final = 1000


#: What the JSON of a section, or of the header of a sheet, can have.
KINDS: Final = {"settings": SETTINGS_KIND, "customcards": array_of(CARD), "sheet": OPTIONS}


@frozen
class Section:
    """A section.

    Attributes:
        kind: ``sheet``, ``settings``, ``customcards`` or ``layouts``.
        name: of a sheet, or the word of the header.
        head: where its header is; empty in a list without sections.
        end: where it ends.
        header: of a sheet, what that says.
        json: where its JSON begins, if it has any.
    """

    kind: str
    name: str
    head: Span
    end: int
    header: Header | None = None
    json: int | None = None

    @property
    def span(self) -> Span:
        """Return the whole section."""
        return self.head.source.span(self.head.start, self.end)

    def has_json(self, offset: int) -> bool:
        """Return whether an offset is in the JSON of the section."""
        is_inside = self.kind != "sheet" or offset < self.head.end
        return self.json is not None and offset > self.json and is_inside


@frozen
class Mention:
    """A place where a sheet, a layout or a card is named.

    Attributes:
        kind: ``sheet``, ``layout`` or ``card``.
        name: what is named.
        span: where.
        declares: whether that is where it is declared.
    """

    kind: str
    name: str
    span: Span
    declares: bool = False


@frozen
class ListLine:
    """A line of a sheet: where it stands without its count, and the name of the card."""

    span: Span
    count: int | None
    name: str
    own: Span


class ListText(Caching):
    """The text of a list.

    Attributes:
        source: the text.
        answers: makes answers about it.
    """

    def __init__(self, source: SourceText, answers: TextAnswers | None = None) -> None:
        """Take the text, and what makes answers about it, if that is known already."""
        self.source = source
        self.answers: TextAnswers = answers or TextAnswers.of(source.text)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Return the sections in order; a list without a first header is one sheet."""
        return tuple(self._sections())

    def _sections(self) -> Iterator[Section]:
        text = self.source.text
        first = _LINE.search(text)
        if first is None or first[1][0] != "[":
            yield Section("sheet", DEFAULT, self.source.span(0), len(text), Header())
            return
        match = _HEADER_LINE.search(text)
        while match is not None:
            head = self.source.span(*match.span(1))
            name = head.text[1:-1].strip(WHITE_SPACE)
            kind = name.lower()
            following: re.Match[str] | None
            json = None
            if kind in ("settings", "customcards"):
                json, end = self._json(match.end())
                following = _HEADER_LINE.search(text, end)
            else:
                following = _HEADER_LINE.search(text, match.end())
            end = following.start() if following else len(text)
            if kind in ("settings", "customcards", "layouts"):
                yield Section(kind, name, head, end, None, json)
            else:
                its = header(self.source, head.start, head.end, DiagnosticLog(0))
                json = its.json.start if its.json else None
                yield Section("sheet", its.name, head, end, its, json)
            match = following

    def _json(self, start: int) -> tuple[int | None, int]:
        """Return where the JSON after a header begins, and where it ends."""
        text = self.source.text
        first = _LINE.search(text, start)
        if first is None or first[1][0] not in "[{":
            return None, start
        if (strict := strict_value(self.source, first.start(1))) is not None:
            return first.start(1), strict[1]
        stop = len(text)
        scanner = JsonScanner(self.source, first.start(1), stop)
        end = first.start(1)
        for token in scanner.tokens():
            end = token.end
        if scanner.open:
            following = _LIKE_HEADER.search(text, first.end())
            end = following.start() if following else stop
        return first.start(1), end

    def section_at(self, offset: int) -> Section | None:
        """Return the section that contains an offset."""
        for each in reversed(self.sections):
            if each.head.start <= offset:
                return each if offset <= each.end else None
        return None

    def tokens(self, section: Section) -> Iterator[JsonToken]:
        """Yield the tokens of the JSON of a section."""
        if section.json is not None:
            end = section.head.end if section.kind == "sheet" else section.end
            yield from JsonScanner(self.source, section.json, end).tokens()

    # -- what is named

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Return all mentions in order, except those in the lines of sheets."""
        return tuple(each for section in self.sections for each in self._mentions(section))

    def _mentions(self, section: Section) -> Iterator[Mention]:
        if section.kind == "layouts":
            yield from self._old_layouts(section)
            return
        if section.kind == "sheet":
            if section.head.text:
                yield Mention("sheet", section.name, _name_in(section.head), declares=True)
            return
        with_sheets = set()
        mentions = []
        for token in self.tokens(section):
            if token.kind == "key" and token.path[-1] == "sheets":
                with_sheets.add(token.path[:-1])
            if (mention := _mention(section.kind, token)) is not None:
                mentions.append((token, mention))
        for token, mention in mentions:
            # a slot with sheets of its own has a name that is no sheet's
            is_slot = mention.kind == "sheet" and token.path[-1] == "name"
            if not is_slot or token.path[:-1] not in with_sheets:
                yield mention

    def _old_layouts(self, section: Section) -> Iterator[Mention]:
        for match in _LINE.finditer(self.source.text, section.head.end, section.end):
            old = OLD_LAYOUT.fullmatch(match[1])
            slot = None if old else OLD_SLOT.fullmatch(match[1])
            if (name := old or slot) is not None:
                start = match.start(1)
                span = self.source.span(start + name.start("WORD"), start + name.end("WORD"))
                yield Mention("layout" if old else "sheet", name["WORD"], span, declares=bool(old))

    # -- lines of sheets

    def line_at(self, offset: int) -> ListLine | None:
        """Return the line of a sheet that contains an offset; None if there is none."""
        section = self.section_at(offset)
        start = self.source.text.rfind("\n", 0, offset) + 1
        if section is None or section.kind != "sheet" or start < section.head.end:
            return None
        return self.line_of(start)

    def line_of(self, start: int) -> ListLine | None:
        """Return the line that begins at an offset in a sheet; None if it names no card."""
        match = _LINE.match(self.source.text, start)
        return self._line(match) if match else None

    def _line(self, match: re.Match[str]) -> ListLine | None:
        written, start = match[1], match.start(1)
        if len(written) > _MAX_LINE:
            return None
        line = card_line(written)
        count = _COUNT.match(written)
        begin = start + (count.end() if count and line.count is not None else 0)
        own = self.source.span(begin, begin + len(line.name))
        return ListLine(self.source.span(begin, start + len(written)), line.count, line.name, own)

    def lines_with(self, name: str) -> Iterator[ListLine]:
        """Yield the lines of sheets that name a card."""
        text = self.source.text
        for section in self.sections:
            if section.kind != "sheet":
                continue
            position = section.head.end
            while name and (place := text.find(name, position, section.end)) >= 0:
                position = place + len(name)
                line = self.line_at(place)
                if line is not None and line.name == name and line.own.start <= place:
                    yield line

    # -- the places of a name

    def target_at(self, offset: int) -> Mention | None:
        """Return the mention at an offset; None if nothing is named there."""
        for each in self.mentions:
            if each.span.start <= offset <= each.span.end:
                return each
        line = self.line_at(offset)
        if line is None or not line.own.start <= offset <= line.span.end:
            return None
        return Mention("card", line.name, line.own)

    def declarations(self, target: Mention) -> list[Span]:
        """Return where the target is declared."""
        return [each.span for each in self._of(target) if each.declares]

    def references(self, target: Mention) -> list[Span]:
        """Return where the target is named or declared, in order."""
        spans = [each.span for each in self._of(target)]
        if target.kind == "card":
            spans += [line.own for line in self.lines_with(target.name)]
        return sorted(spans, key=lambda span: span.start)

    def _of(self, target: Mention) -> Iterator[Mention]:
        return (
            each for each in self.mentions if (each.kind, each.name) == (target.kind, target.name)
        )

    def names(self, kind: str) -> list[str]:
        """Return the names of the declared sheets, layouts or cards, in order."""
        its = (each.name for each in self.mentions if each.kind == kind and each.declares)
        return list(dict.fromkeys(its))


def _name_in(head: Span) -> Span:
    """Return the position of a sheet's name in its header."""
    inner = re.split(r"[({]", head.text[1:-1], maxsplit=1)[0]
    start = head.start + 1 + len(inner) - len(inner.lstrip(WHITE_SPACE))
    return head.source.span(start, start + len(inner.strip(WHITE_SPACE)))


def _mention(kind: str, token: JsonToken) -> Mention | None:
    """Return the mention that a token is; None if it names nothing."""
    root = KINDS[kind]
    if token.kind == "key":
        around = kind_at(root, token.path[:-1])
        step = token.path[-1]
        if around is None or not around.member_names or step in around.members:
            return None
        return Mention(around.member_names, str(step), token.inner, around.declares)
    its = kind_at(root, token.path) if token.kind == "text" else None
    if its is None or not its.names:
        return None
    if its.names == "card" and not its.declares:
        line = card_line(token.text.strip(WHITE_SPACE)) if len(token.text) < _MAX_LINE else None
        return Mention("card", line.name, token.inner) if line else None
    return Mention(its.names, token.text, token.inner, its.declares)
