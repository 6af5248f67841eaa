"""What a check found as text: for people, for programs, and for the services that show findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from ...plugins import load
from ..findings import Findings
from .github import github
from .json import json_text
from .text import lines, summary_lines, text


def _loaded(name: str, findings: Findings) -> str:
    """Return what an output makes of findings that is seldom used, and slow to load."""
    output: Callable[[Findings], str] = load(f"{__name__}.{name}:{name}")
    return output(findings)


#: The outputs by name: each makes the text of findings, which ends with a line end.  In ``text``
#: control characters are escaped, as in ``str`` of a diagnostic.  In the others names are as they
#: are, as far as the format can have them: the command line escapes them when it prints.
OUTPUTS: Mapping[str, Callable[[Findings], str]] = MappingProxyType(
    {
        "text": text,
        "json": json_text,
        "sarif": partial(_loaded, "sarif"),
        "github": github,
        "junit": partial(_loaded, "junit"),
    }
)

__all__ = ["OUTPUTS", "lines", "summary_lines"]
