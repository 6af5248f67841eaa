"""A plugin of mypy that refuses to add up floats with ``sum``.

From Python 3.12 on, ``sum`` of floats is compensated and rounds otherwise than before: bots would
pick other cards, and statistics have other last digits.  ``math.fsum`` is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import FunctionContext, Plugin
from mypy.type_visitor import TypeQuery
from mypy.types import Instance, Type


class _HasFloat(TypeQuery[bool]):
    """Looks for the type ``float`` in a type."""

    def strategy(self, items: list[bool]) -> bool:
        """Return whether any part has it."""
        return any(items)

    def visit_instance(self, t: Instance, /) -> bool:
        """Return whether the type, or one that it holds, is ``float``."""
        return t.type.fullname == "builtins.float" or super().visit_instance(t)


def _check(context: FunctionContext) -> Type:
    """Report a sum of floats; return its type as it is."""
    summed = context.arg_types[0][0]
    if summed.accept(_HasFloat()):
        context.api.fail("floats are added up with math.fsum, not sum", context.context)
    return context.default_return_type


class FloatSums(Plugin):
    """The plugin."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Return what looks at the calls of a function."""
        return _check if fullname == "builtins.sum" else None


def plugin(_version: str) -> type[Plugin]:
    """Return the plugin's class, as mypy asks for it."""
    return FloatSums
