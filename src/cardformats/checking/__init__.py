"""Checking: all that is wrong or doubtful in files, folders and repositories, and what counts."""

from .config import Config
from .findings import CheckedInput, Findings
from .inputs import Checked, check
from .repository import RevisionError
from .rules import CheckRule, register_rule
from .selection import Selection
from .what_counts import run

__all__ = [
    "CheckRule",
    "Checked",
    "CheckedInput",
    "Config",
    "Findings",
    "RevisionError",
    "Selection",
    "check",
    "register_rule",
    "run",
]
