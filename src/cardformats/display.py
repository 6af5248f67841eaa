"""Values that notebooks show as HTML."""

from __future__ import annotations

from importlib import import_module

#: What makes the HTML; it knows all values, so none of them can import it at first.
_VIEWS = "cardformats.report.notebook"


class Displayed:
    """A value that notebooks show as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Return the value as HTML, as notebooks ask for it."""
        html: str = import_module(_VIEWS).html(self)
        return html
