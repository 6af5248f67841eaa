"""Write the documentation's page of diagnostic codes, a row for each.

The text comes from the enumerations of codes; ``tests/cases`` shows which can be fixed.  With
``--check`` nothing is written; the exit status is 1 if the page is not what would be written.
"""

from __future__ import annotations

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

_INTRODUCTION = """\
# Diagnostic codes

<!-- Written by scripts/make_diagnostics_page.py; edit the codes instead. -->

Every {term}`diagnostic` has a code. A code is stable: it keeps its meaning in later releases. It
determines the severity and the message; words in braces stand for values. To read and show
diagnostics in a program, see [](../how-to/show-errors.md). `cardformats explain CODE` prints the
same help in a terminal. *Fixable* means that `cardformats fix` can fix it; *fixable by a guess*
needs `cardformats fix --unsafe`. `tests/cases/CODE.md` in the project has a complete case of each
code.
"""
_LOSSES = """\
A {term}`loss` is data that a format cannot store. All formats use the same codes. A diagnostic
counts all losses of one kind. *Left out* means that the output lacks the data. *Written
differently* means that it contains something similar. *Written all the same* means that the
target program may not accept it. Output that the program certainly rejects ([CF204](#cf204)) or
misreads ([CF205](#cf205)) is an error. Programs can use `loss.code`, `how`, `kind`, `into`,
`count`, `subjects` and `related`.
"""


def page() -> str:
    """Return the text of the page."""
    return "\n".join([_INTRODUCTION, *_sections()])


def _sections() -> Iterator[str]:
    for group in GROUPS:
        yield f"## {group.title}\n"
        if isinstance(group.codes()[0], Loss):
            yield _LOSSES
        yield "| code | severity | message and help | example |"
        yield "| --- | --- | --- | --- |"
        for code in group.codes():
            yield f"| {' | '.join(_cells(code))} |"
        yield ""


def _cells(code: Code) -> Iterator[str]:
    message, _, help_ = description(code).rstrip().partition("\n\n")
    severity, _, text = message.partition(":")
    yield f"[{code}]{{#{code.lower()}}}"  # the anchor that editors and SARIF files link to
    yield severity.replace("*", "") + _fixable(code)
    yield _escaped(f"{text.strip()}<br>{help_}")
    yield "<br>".join(_escaped(_code(line)) for line in code.example.rstrip().splitlines())


def _code(line: str) -> str:
    """Return a line as inline code, which may contain backquotes itself."""
    return f"`` {line} ``" if "`" in line else f"`{line}`" if line.strip() else ""


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _fixable(code: Code) -> str:
    """Return how a diagnostic can be fixed, as its case shows it."""
    case = CASES / f"{code}.md"
    text = case.read_text("utf-8") if case.exists() else ""
    if f"[{code}]: [*] " in text:
        return ", fixable"
    return ", fixable by a guess" if f"[{code}]: [?] " in text else ""


FILE = Generated(PAGE, page)

if __name__ == "__main__":
    sys.exit(FILE.main())
