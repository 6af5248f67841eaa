"""What a check found as text: for people, for programs, and for the services that show findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ..findings import Findings
from .github import github
from .json import json_text
from .junit import junit
from .sarif import sarif
from .text import lines, summary_lines, text

#: The outputs by name: each makes the text of findings, which ends with a line end.  In ``text``
#: control characters are escaped, as in ``str`` of a diagnostic.  In the others names are as they
#: are, as far as the format can have them: the command line escapes them when it prints.
OUTPUTS: Mapping[str, Callable[[Findings], str]] = MappingProxyType(
    {"text": text, "json": json_text, "sarif": sarif, "github": github, "junit": junit}
)

__all__ = ["OUTPUTS", "lines", "summary_lines"]
