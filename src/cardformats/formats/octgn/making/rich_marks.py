"""Rich text as plain text with marks, so that it can stand in the cell of a table.

``<b>Otter</b> pays <s PB>{B/P}</s>.``: bold, italic and underlined text is between tags, coloured
text between ``<c #RRGGBB>`` and ``</c>``.  A symbol whose text is its id in braces, as ``{T}``, is
that text; others are between ``<s ID>`` and ``</s>``.  ``&lt;``, ``&amp;`` and ``&#123;`` are the
signs ``<``, ``&`` and ``{`` where these would be read as marks.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Any, Final

from attrs import evolve

from ..rich_text import Run, settled

_TAGS: Final = {"b": "bold", "i": "italic", "u": "underline"}
_MARK: Final = re.compile(
    r"<(?P<open>[biu])>|</(?P<close>[biuc])>|<c (?P<color>#[0-9a-fA-F]{6})>"
    r"|<s (?P<id>[^<>]+)>(?P<text>[^<]*)</s>|\{(?P<symbol>[^{}<>&]+)\}|&(?P<sign>lt|amp|#123);"
)
_SIGNS: Final = {"lt": "<", "amp": "&", "#123": "{"}
#: What would be read as a mark, at its beginning.
_LIKE_MARKS: Final = re.compile(
    r"&(?=lt;|amp;|#123;)|<(?=[biu]>|/[biuc]>|c #|s )|\{(?=[^{}<>&]+\})"
)
_ESCAPES: Final = {sign: f"&{name};" for name, sign in _SIGNS.items()}


def marked(runs: tuple[Run, ...]) -> str:
    """*runs* as text with marks."""
    return "".join(map(_of_run, runs))


def _of_run(run: Run) -> str:
    if run.symbol is None:
        text = _LIKE_MARKS.sub(lambda match: _ESCAPES[match[0]], run.text)
    elif run.text == f"{{{run.symbol}}}" and _MARK.fullmatch(run.text):
        text = run.text
    else:
        text = f"<s {run.symbol}>{run.text.replace('&', '&amp;').replace('<', '&lt;')}</s>"
    for tag, style in _TAGS.items():
        text = f"<{tag}>{text}</{tag}>" if getattr(run, style) else text
    return f"<c {run.color}>{text}</c>" if run.color else text


def runs_of(text: str, symbols: Container[str]) -> tuple[Run, ...]:
    """The runs that *text* says, in a game with these *symbols*; marks that do not fit are text."""
    return settled(_runs(text, symbols))


def _runs(text: str, symbols: Container[str]) -> Iterator[Run]:
    style, end = Run(""), 0
    for match in _MARK.finditer(text):
        if end < match.start():
            yield evolve(style, text=text[end : match.start()])
        end = match.end()
        change: dict[str, Any] | None = None
        if match["open"] or match["close"] in _TAGS:
            change = {_TAGS[match["open"] or match["close"]]: bool(match["open"])}
        elif match["color"] or match["close"]:
            change = {"color": match["color"]}
        if change is not None:
            style = evolve(style, **change)
        elif match["sign"]:
            yield evolve(style, text=_SIGNS[match["sign"]])
        elif (symbol := match["id"] or match["symbol"]) in symbols:
            shown = match["text"] if match["id"] else match[0]
            yield evolve(style, text=_without_signs(shown), symbol=symbol)
        else:
            yield evolve(style, text=_without_signs(match["text"]) if match["id"] else match[0])
    if end < len(text):
        yield evolve(style, text=text[end:])


def _without_signs(text: str) -> str:
    return text.replace("&lt;", "<").replace("&amp;", "&")
