"""Checking: all that is wrong or doubtful in files, folders and repositories, and what counts."""

from .config import Config
from .findings import CheckedInput, Findings
from .inputs import Checked, check
from .selection import Selection
from .what_counts import run

__all__ = ["Checked", "CheckedInput", "Config", "Findings", "Selection", "check", "run"]
