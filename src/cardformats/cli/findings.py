"""What a check found, as the command line writes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TypeVar

import click

from ..checking.findings import Findings
from ..checking.outputs import OUTPUTS, lines
from ..checking.outputs.text import text as text_of
from ..diagnostics import Severity
from .arguments import PlacePath, several
from .output import err, out, print_lines, print_marked, put
from .terminal import print_report

T = TypeVar("T")

#: Maximum number of codes to name, and the number of findings that warrants a baseline.
_FEW, _MANY = 4, 100


#: What findings are written as, and where to.
output_options = several(
    click.option(
        "--format",
        "output_format",
        type=click.Choice([*OUTPUTS]),
        default="text",
        help="Output format of findings.",
    ),
    click.option("--json", "output_format", flag_value="json", help="Short for --format json."),
    click.option(
        "--output",
        type=PlacePath(reads=False),
        metavar="FILE",
        help="File to write findings to.",
    ),
)


def put_findings(
    findings: Findings, output_format: str, target: Path | BinaryIO | None, *, brief: bool = False
) -> None:
    """Write findings in an output format: into a file, or where results and diagnostics go."""
    if output_format == "text" and not isinstance(target, Path):
        console = err() if target is None else out()
        print_marked(console, lines(findings, brief=brief))
        if target is None and console.is_terminal:
            print_lines(console, _hints(findings))
        return
    text = (
        OUTPUTS[output_format](findings)
        if output_format != "text"
        else text_of(findings, brief=brief)
    )
    if isinstance(target, Path):
        # an unpaired surrogate is written as an escape, which is also valid JSON
        put(target, text.encode("utf-8", "backslashreplace"), quiet=True)
    else:
        print_report(text)


def _hints(findings: Findings) -> Iterator[str]:
    """Yield what a person at a terminal can do about the diagnostics."""
    if findings.counts:
        codes = sorted(findings.counts, key=lambda code: [*Severity].index(code.severity))
        yield f"what a code means: cardformats explain {' '.join(codes[:_FEW])}"
    if sum(findings.counts.values()) >= _MANY and "baseline" not in findings.others:
        yield "to count only what is new: cardformats check --baseline FILE --write-baseline"
