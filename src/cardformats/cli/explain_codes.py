"""What codes of findings mean, in the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

import click
from rich.text import Text

from ..checking.explanations import Explanation, explanations
from .app import print_json
from .output import out

_CODE = re.compile(r"[A-Za-z]{1,3}[-_ ]?[0-9]{1,5}")
_FENCE = re.compile(r"^```\w*\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`|\*(\w+)\*")


def is_code(text: str) -> bool:
    """Whether *text* looks like a code, known or not, or is the beginning of one."""
    begins = text and any(code.startswith(text) for code in explanations())
    return bool(begins or _CODE.fullmatch(text))


def explain_codes(texts: Iterable[str], *, as_json: bool) -> bool:
    """Print what codes mean, and a line for each that begins as a text does; whether all are known.

    What is not known is named on standard error, with the nearest codes.
    """
    known, every = explanations(), [text.upper() for text in texts]
    unknown = [text for text in every if not _beginning_with(text)]
    if as_json:
        shown = {each.code: each for text in every for each in _beginning_with(text)}
        print_json(
            [
                {"code": each.code, "severity": each.severity, "text": each.text}
                for each in shown.values()
            ]
        )
    else:
        for text in every:
            if text in known:
                out().print(Text(text, "bold"))
                out().print(Text("\n").join(_lines(known[text].text)), end="\n\n")
            else:
                for each in _beginning_with(text):
                    out().print(Text.assemble((each.code, "bold"), f"  {_summary(each)}"))
    for text in unknown:
        near = get_close_matches(text, known, 3, 0.6)
        hint = f"; near are {', '.join(near)}" if near else ""
        click.echo(f"cardformats: there is no code {text}{hint}", err=True)
    return not unknown


def _beginning_with(text: str) -> list[Explanation]:
    """The code *text*, or those that begin with it."""
    known = explanations()
    if text in known:
        return [known[text]]
    return [each for code, each in known.items() if code.startswith(text)]


def _summary(explanation: Explanation) -> str:
    """The severity and the message, on one line."""
    return _INLINE.sub(r"\1\2", explanation.text.partition("\n")[0])


def _lines(markdown: str) -> Iterator[Text]:
    """Text for a terminal: blocks are indented, what is marked in a line is shown by its colour."""
    position = 0
    for block in _FENCE.finditer(markdown):
        yield from map(_styled, markdown[position : block.start()].splitlines())
        yield from (Text(f"    {line}".rstrip()) for line in block[1].splitlines())
        position = block.end()
    yield from map(_styled, markdown[position:].splitlines())


def _styled(line: str) -> Text:
    text, position = Text(), 0
    for match in _INLINE.finditer(line):
        text.append(line[position : match.start()])
        text.append(match[1] or match[2], "cyan" if match[1] else "bold")
        position = match.end()
    return text.append(line[position:])
