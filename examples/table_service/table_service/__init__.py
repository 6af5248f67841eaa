"""What a bot and a web service share: worker processes with limits, and drafts with a clock."""

from . import work
from .table import Stored, Table
from .workers import BusyError, TooSlowError, Workers

__all__ = ["BusyError", "Stored", "Table", "TooSlowError", "Workers", "work"]
