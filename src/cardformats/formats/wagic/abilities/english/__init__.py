"""Abilities in plain English."""

from .explain import explain

__all__ = ["explain"]
