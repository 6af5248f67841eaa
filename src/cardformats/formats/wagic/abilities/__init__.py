"""Wagic's ability language: lines as trees of values, and what can be asked of them.

:func:`parse` reads a line, :func:`scripts` says which lines a card has, :func:`find` searches the
abilities of cards, :func:`lint` says what is wrong in a line, :func:`explain` what it means.
:func:`normalise` writes a line as it is best written, :func:`transform` changes a tree, and the
module :mod:`~.builder` builds lines.
"""

from .canonical import normalise, transform
from .english import explain
from .find import Match, Script, find, scripts
from .linter.lint import Finding, lint
from .nodes import Node, Unknown, Visitor
from .reading import Fault, fault, parse

__all__ = [
    "Fault",
    "Finding",
    "Match",
    "Node",
    "Script",
    "Unknown",
    "Visitor",
    "explain",
    "fault",
    "find",
    "lint",
    "normalise",
    "parse",
    "scripts",
    "transform",
]
