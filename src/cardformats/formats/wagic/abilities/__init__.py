"""Wagic's ability language: lines as trees of values, and what can be asked of them.

:func:`parse` reads a line, :func:`scripts` says which lines a card has, :func:`find` searches the
abilities of cards, :func:`lint` says what is wrong in a line, :func:`explain` what it means, and
:func:`explain_as_engine` what the engine does with it; :func:`accepts` says which cards the engine
takes for a target, and :func:`words` are those of the language, by class.
"""

from .engine.built import CardFacts
from .engine.english import explain_as_engine
from .engine.matching import Situation, accepts
from .english import explain
from .find import Match, Script, find, scripts
from .lexicon import Word, lookup, words
from .linter.findings import Finding
from .linter.lint import lint
from .nodes import Node, Unknown, Visitor
from .reading import Fault, fault, parse

__all__ = [
    "CardFacts",
    "Fault",
    "Finding",
    "Match",
    "Node",
    "Script",
    "Situation",
    "Unknown",
    "Visitor",
    "Word",
    "accepts",
    "explain",
    "explain_as_engine",
    "fault",
    "find",
    "lint",
    "lookup",
    "parse",
    "scripts",
    "words",
]
