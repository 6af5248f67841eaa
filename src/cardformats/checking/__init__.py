"""Checking: all that is wrong or doubtful in files, folders and repositories, and what counts."""

from .config import Config
from .findings import CheckedInput, Findings
from .inputs import Checked, check
from .repository import RevisionError
from .selection import Selection
from .what_counts import run

__all__ = [
    "Checked",
    "CheckedInput",
    "Config",
    "Findings",
    "RevisionError",
    "Selection",
    "check",
    "run",
]
