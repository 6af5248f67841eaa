"""Wagic's ability language: lines as trees of values, and what can be asked of them.

:func:`parse` reads a line, :func:`scripts` says which lines a card has, :func:`find` searches the
abilities of cards, :func:`lint` says what is wrong in a line, :func:`explain` what it means, and
:func:`explain_as_engine` what the engine does with it; :func:`words` are those of the language, by
class.  :func:`normalise` writes a line as it is best written, and :func:`transform` changes a tree.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..lexicon import Word, lookup, words
from .find import Match, Script, find, scripts
from .nodes import Node, Unknown, Visitor
from .reading import parse

if TYPE_CHECKING:
    from .canonical import normalise, transform
    from .engine.built import CardFacts
    from .engine.english import explain_as_engine
    from .english.explain import explain
    from .linter.lint import lint
    from .linter.unread import fault

__all__ = [
    "CardFacts",
    "Match",
    "Node",
    "Script",
    "Unknown",
    "Visitor",
    "Word",
    "explain",
    "explain_as_engine",
    "fault",
    "find",
    "lint",
    "lookup",
    "normalise",
    "parse",
    "scripts",
    "transform",
    "words",
]


#: What takes as long to import as all else, by the module that has it.
_HOME = {
    "CardFacts": ".engine.built",
    "explain": ".english",
    "explain_as_engine": ".engine.english",
    "fault": ".linter.unread",
    "lint": ".linter.lint",
    "normalise": ".canonical",
    "transform": ".canonical",
}


def __getattr__(name: str) -> Any:
    """Import what many programs do not need."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value
