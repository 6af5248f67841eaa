"""Checking: all that is wrong or doubtful in files, folders and repositories."""

from .inputs import Checked, check

__all__ = ["Checked", "check"]
