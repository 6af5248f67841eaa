"""Old names of the public surface: they go on working, with a warning, until a stated version.

Within a major version nothing public is removed before two minor versions have warned of it.
A module that has renamed something says so in one line::

    __getattr__ = renamed(__name__, {"OldName": Renamed("cardformats.model", "NewName", "1.4")})
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from attrs import frozen


@frozen
class Renamed:
    """Where a public name has gone.

    Attributes:
        module: The module that has the new name.
        name: The new name.
        removal: The version that removes the old name.
    """

    module: str
    name: str
    removal: str


def renamed(module: str, names: Mapping[str, Renamed]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module, which gives renamed objects by their old names.

    The function raises AttributeError for any other name. It issues a DeprecationWarning at the
    line that uses the old name.
    """

    def module_attribute(name: str) -> Any:
        """Return the object that has been renamed."""
        new = names.get(name)
        if new is None:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warnings.warn(
            f"{module}.{name} is now {new.module}.{new.name}; {new.removal} removes the old name",
            DeprecationWarning,
            stacklevel=2,
        )
        return getattr(import_module(new.module), new.name)

    return module_attribute
