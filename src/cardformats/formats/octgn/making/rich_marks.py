"""Rich text as plain text with marks, so that it can stand in the cell of a table.

``<b>Otter</b> pays <s PB>{B/P}</s>.``: bold, italic and underlined text is between tags, coloured
text between ``<c #RRGGBB>`` and ``</c>``.  A symbol whose text is its id in braces, as ``{T}``, is
that text; others are between ``<s ID>`` and ``</s>``.  ``&lt;``, ``&amp;`` and ``&#123;`` are the
signs ``<``, ``&`` and ``{`` where these would be read as marks.  Tags may overlap; a tag without
its other, a colour that is none, and a symbol that the game has not, are text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from typing import Final

from attrs import evolve

from ...grammar import Grammar
from ..rich_text import TextRun, settled

_TAGS: Final = {"b": "bold", "i": "italic", "u": "underline"}
_GRAMMAR: Final = Grammar(__package__, "rich_marks.lark")
_MARK, _LIKE_MARK = _GRAMMAR.rule("mark"), _GRAMMAR.rule("LIKE_MARK")
_SIGNS: Final = {"lt": "<", "amp": "&", "#123": "{"}
_ESCAPES: Final = {sign: f"&{name};" for name, sign in _SIGNS.items()}


def marked(runs: tuple[TextRun, ...]) -> str:
    """Return *runs* as text with marks."""
    return "".join(map(_of_run, runs))


def _of_run(run: TextRun) -> str:
    if run.symbol is None:
        text = _LIKE_MARK.sub(lambda match: _ESCAPES[match[0]], run.text)
    elif run.text == f"{{{run.symbol}}}" and _MARK.fullmatch(run.text):
        text = run.text
    else:
        text = f"<s {run.symbol}>{run.text.replace('&', '&amp;').replace('<', '&lt;')}</s>"
    for tag, style in _TAGS.items():
        text = f"<{tag}>{text}</{tag}>" if getattr(run, style) else text
    return f"<c {run.color}>{text}</c>" if run.color else text


def runs_of(
    text: str, symbols: Container[str], wrong: Callable[[str], None] = lambda _: None
) -> tuple[TextRun, ...]:
    """Return the runs that *text* says, in a game with these *symbols*.

    Marks that do not fit are text, and each is passed to *wrong*.
    """
    return settled(_runs(text, symbols, wrong))


def _runs(text: str, symbols: Container[str], wrong: Callable[[str], None]) -> Iterator[TextRun]:
    marks = [*_MARK.finditer(text)]
    pairs = _pairs(marks)
    #: The tags that are open, by what they say; the latest counts.
    opened: dict[str, list[re.Match[str]]] = {name: [] for name in (*_TAGS, "c")}
    end = 0
    for match in marks:
        if end < match.start():
            yield _run(text[end : match.start()], opened)
        end = match.end()
        if match in pairs:
            if match["CLOSE"]:
                opened[match["CLOSE"]].pop()
            else:
                opened[match["OPEN"] or "c"].append(match)
        elif match["SIGN"]:
            yield _run(_SIGNS[match["SIGN"]], opened)
        elif (symbol := match["ID"] or match["SYMBOL"]) and symbol in symbols:
            shown = _without_signs(match["TEXT"] or "") if match["ID"] else match[0]
            yield evolve(_run(shown, opened), symbol=symbol)
        else:
            wrong(match[0])
            yield _run(match[0], opened)
    if end < len(text):
        yield _run(text[end:], opened)


def _pairs(marks: list[re.Match[str]]) -> dict[re.Match[str], re.Match[str]]:
    """Return the matching tags: each end tag closes the last open tag."""
    opened: dict[str, list[re.Match[str]]] = {name: [] for name in (*_TAGS, "c")}
    pairs = {}
    for match in marks:
        if match["OPEN"] or match["COLOR"]:
            opened[match["OPEN"] or "c"].append(match)
        elif match["CLOSE"] and opened[match["CLOSE"]]:
            other = opened[match["CLOSE"]].pop()
            pairs[match], pairs[other] = other, match
    return pairs


def _run(text: str, opened: dict[str, list[re.Match[str]]]) -> TextRun:
    """Return *text* in the style of the tags that are open."""
    bold, italic, underline = (bool(opened[tag]) for tag in _TAGS)
    color = opened["c"][-1]["COLOR"] if opened["c"] else None
    return TextRun(text, bold, italic, underline, color)


def _without_signs(text: str) -> str:
    return text.replace("&lt;", "<").replace("&amp;", "&")
