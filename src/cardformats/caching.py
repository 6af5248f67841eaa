"""Values that keep what they have worked out, but for themselves alone."""

from __future__ import annotations

from functools import cached_property
from typing import Any


class Caching:
    """A class whose cached properties are no part of its pickles and copies.

    What is cached may be impossible to pickle, may be large, or may know objects by ``id()``, which
    is another one in a copy; a copy works it out again.
    """

    def __getstate__(self) -> dict[str, Any]:
        """Return all attributes except the cached ones."""
        kind = type(self)
        return {
            name: value
            for name, value in vars(self).items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }
