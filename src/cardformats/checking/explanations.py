"""What the codes of findings mean: the page of the documentation, code by code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from attrs import frozen

from ..formats.registry import REGISTRY

#: The page; scripts/make_diagnostics_page.py writes it.
PAGE = "diagnostics.md"

_ENTRY = re.compile(
    r"^\((\w+)\)=\n### \1\n\n(.*?)(?=^## |^\(\w+\)=\n|\Z)", re.MULTILINE | re.DOTALL
)
_SEVERITY = re.compile(r"\*(\w+)\*")
_FILE = re.compile(r"^```\{code-block\} (\w+)\n:caption: ([^\n]*)\n\n", re.MULTILINE)
_LINK = re.compile(r"\[\]\(#(\w+)\)|\{term\}`([^`\n]*)`")


@frozen
class Explanation:
    """What a code means.

    Attributes:
        code: its id.
        severity: the word for how bad it is.
        text: severity and message, what it means and what to do, an example; in Markdown.
    """

    code: str
    severity: str
    text: str


@cache
def explanations() -> Mapping[str, Explanation]:
    """Those of all codes by their ids, in the order of the page; codes of plug-ins come last."""
    page = (files(__package__) / PAGE).read_text("utf-8")
    every = {code: _explanation(code, entry) for code, entry in _ENTRY.findall(page)}
    for known in REGISTRY.all():
        for each in known.load("codes") or ():
            text = f"*{each.severity.value}*: `{each.template}`\n\n{each.help}\n"
            every.setdefault(each.value, Explanation(each.value, each.severity.value, text))
    return MappingProxyType(every)


def _explanation(code: str, entry: str) -> Explanation:
    severity = _SEVERITY.match(entry)
    text = _LINK.sub(r"\1\2", _FILE.sub(r"`\2`:\n\n```\1\n", entry))
    return Explanation(code, severity[1] if severity else "", text.strip() + "\n")
