"""Write the documentation's page of diagnostic codes, each with its case.

The text comes from the enumerations of codes, the cases from ``tests/cases``.  With ``--check``
nothing is written; the exit status is 1 if the page is not what would be written.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from generated import Generated

from cardformats.diagnostics import Code
from cardformats.explanations import GROUPS, description
from cardformats.losses import Loss

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "diagnostics.md"
CASES = ROOT / "tests" / "cases"

_BLOCK = re.compile(r"^```(text|python|console) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: The command that fixes a diagnostic, by the mark of the diagnostic in a case.
_FIXING = {"[*]": "cardformats fix", "[?]": "cardformats fix --unsafe"}
_INTRODUCTION = """\
# Diagnostic codes

<!-- Written by scripts/make_diagnostics_page.py; edit the codes and tests/cases instead. -->

Every {term}`diagnostic` has a code.
A code is stable: it keeps its meaning from one release to the next.
Its severity and the wording of its message come with it;
words in braces stand for the data of the single diagnostic.
How to read and show diagnostics is described in [](../how-to/show-errors.md);
`cardformats explain CODE` prints the message, the help and a short example in a terminal.
[`cardformats fix`](command-line.md) fixes a diagnostic that is marked `[*]` in an example.
With `--unsafe` it also fixes those marked `[?]`, which are guesses.
"""
_LOSSES = """\
What a writer's format cannot say is a {term}`loss`, with the same code in all formats.
Losses are counted: one diagnostic has all that was lost of a kind, and in one way.

- `has no place for …: 2 left out`: the output lacks it;
- `cannot say …: 2 written differently`: the output says something near it;
- `does not know …: 2 written all the same`: the program that the output is for may refuse it.

What the program certainly refuses ([](#CF204)) or mistakes ([](#CF205)) is an error.
For programs a loss is data: `loss.code`, `loss.how`, `loss.kind`, `loss.into`, `loss.count`,
`loss.subjects`, and `loss.related`, the positions of the first few in what was read.
"""


def page() -> str:
    """The text of the page."""
    return "\n".join([_INTRODUCTION, *_sections()])


def _sections() -> Iterator[str]:
    for group in GROUPS:
        yield f"## {group.title}\n"
        if isinstance(group.codes()[0], Loss):
            yield _LOSSES
        for code in group.codes():
            yield from _entry(code)


def _entry(code: Code) -> Iterator[str]:
    yield f"({code})=\n### {code}\n"
    yield description(code)
    case = CASES / f"{code}.md"
    if case.exists():
        text = case.read_text("utf-8")
        for mark, command in _FIXING.items():
            if f"[{code}]: {mark} " in text:
                yield f"`{command}` can fix it.\n"
        for kind, info, body in _BLOCK.findall(text):
            yield f"```console\n{body}```\n" if kind == "console" else _file(kind, info, body)


def _file(kind: str, info: str, body: str) -> str:
    """A file of an example: its name, with its line ends and encoding if they matter, and text."""
    name, *extra = info.split()
    caption = f"{name} ({', '.join(extra)})" if extra else name
    if not body.strip():
        return f"The file `{caption}` is empty.\n"
    return f"```{{code-block}} {kind}\n:caption: {caption}\n\n{body}```\n"


FILE = Generated(PAGE, page)

if __name__ == "__main__":
    sys.exit(FILE.main())
