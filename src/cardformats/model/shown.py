"""How values show themselves: at a prompt in short, in a notebook as a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import NOTHING, Attribute, fields

from ..display import Displayed

#: A field that takes more characters than these shows only how much there is in it.
_MOST: Final = 400


class ShownInNotebooks(Displayed):
    """A value that shows what differs from the defaults, and that notebooks show as HTML."""

    __slots__ = ("__weakref__",)

    def __repr__(self) -> str:
        """Return the expression of the value, without defaults; long fields show their length."""
        return f"{type(self).__name__}({', '.join(self._arguments())})"

    def _arguments(self) -> Iterator[str]:
        for attribute in fields(type(self)):  # type: ignore[arg-type] # those that show are of attrs
            value = getattr(self, attribute.name)
            if not attribute.repr or value == _default(attribute, self):
                continue
            text = repr(value)
            if len(text) > _MOST and hasattr(value, "__len__") and not isinstance(value, str):
                text = f"<{len(value)} items>"
            is_plain = attribute.default is NOTHING and not attribute.kw_only
            yield text if is_plain else f"{attribute.name}={text}"


def _default(attribute: Attribute[Any], value: object) -> Any:
    """Return the value of a field that is not given."""
    default: Any = attribute.default
    if not hasattr(default, "factory"):
        return default
    return default.factory(value) if default.takes_self else default.factory()
