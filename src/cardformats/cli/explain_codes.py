"""Explanations of codes in the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import chain

import click
from rich.text import Text

from ..diagnostics import Code
from ..explanations import all_codes, codes_beginning, markdown, message, summary
from .app import print_json
from .output import out

#: What people put between the letters and the number of a code.
_SEPARATORS = str.maketrans("", "", "-_ ")


def explain_codes(texts: Iterable[str], *, as_json: bool) -> bool:
    """Print the explanation of each code in *texts*.

    For a prefix such as ``DM``, print one line for each matching code.  Unknown codes are reported
    on standard error with similar codes.  Return whether all codes are known.
    """
    words = (each.upper().translate(_SEPARATORS) for each in texts)
    matching = {text: codes_beginning(text) for text in words}
    if as_json:
        print_json([_as_dict(code) for code in dict.fromkeys(chain(*matching.values()))])
    else:
        for text, codes in matching.items():
            for code in codes:
                if code == text:
                    _print(code)
                else:
                    out().print(Text.assemble((code.value, "bold"), f"  {summary(code)}"))
    unknown = [text for text, codes in matching.items() if not codes]
    for text in unknown:
        near = get_close_matches(text, [code.value for code in all_codes()], 3, 0.6)
        hint = f"; similar codes are {', '.join(near)}" if near else ""
        click.echo(f"cardformats: unknown code {text}{hint}", err=True)
    return not unknown


def _as_dict(code: Code) -> dict[str, str]:
    return {
        "code": code.value,
        "severity": code.severity.value,
        "text": markdown(code),
        "message": message(code),
        "help": code.help,
        "example": code.example,
    }


def _print(code: Code) -> None:
    """Print severity, message, help and example."""
    example = [Text(f"    {line}".rstrip()) for line in code.example.split("\n")]
    parts = [[Text(code.value, "bold"), Text(summary(code))], [Text(code.help)]]
    if code.example:
        parts += [[Text("Example:")], example]
    for part in parts:
        out().print(Text("\n").join(part), end="\n\n")
