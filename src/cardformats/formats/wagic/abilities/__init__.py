"""Wagic's ability language: lines as trees of values, and what can be asked of them."""

from .reading import Fault, fault, parse

__all__ = ["Fault", "fault", "parse"]
