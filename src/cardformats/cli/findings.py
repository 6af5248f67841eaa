"""What a check found, as the command line writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TypeVar

import click
from rich.text import Text

from ..checking.findings import Findings
from ..checking.outputs import OUTPUTS, Line, lines
from ..diagnostics import Severity
from .arguments import PlacePath
from .output import STYLES, err, print_lines, put
from .terminal import contents

T = TypeVar("T")

#: So many codes are named, and so many findings are a case for a baseline.
_FEW, _MANY = 4, 100


def output_options(command: Callable[..., T]) -> Callable[..., T]:
    """Adds what findings are written as, and where to."""
    options = (
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
    for option in reversed(options):
        command = option(command)
    return command


def put_findings(
    findings: Findings, output_format: str, target: Path | BinaryIO | None, *, brief: bool = False
) -> None:
    """Findings in an output format: into a file, or where results and diagnostics go."""
    if output_format != "text":
        text = OUTPUTS[output_format](findings)
    elif target is not None:
        text = "".join(f"{line}\n" for line, _ in lines(findings, brief=brief))
    else:
        _print_finding_lines(lines(findings, brief=brief))
        if err().is_terminal:
            print_lines(err(), _hints(findings))
        return
    # half of a character is written as an escape, which JSON has, too
    put(target or contents(), text.encode("utf-8", "backslashreplace"), quiet=True)


def _hints(findings: Findings) -> Iterator[str]:
    """What can be done about findings, for who sits at a terminal."""
    if findings.counts:
        codes = sorted(findings.counts, key=lambda code: [*Severity].index(code.severity))
        yield f"what a code means: cardformats explain {' '.join(codes[:_FEW])}"
    if sum(findings.counts.values()) >= _MANY and "baseline" not in findings.others:
        yield "to count only what is new: cardformats check --baseline FILE --write-baseline"


def _print_finding_lines(every: Iterable[Line]) -> None:
    """Each first line in the colour of its severity."""
    console = err()
    for text, severity in every:
        first, _, rest = text.partition("\n")
        console.print(Text(first, style=STYLES[severity] if severity else ""))
        if rest:
            console.print(Text(rest))
