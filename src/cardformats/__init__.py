"""Read and write card lists and card sets of card games, and open packs from them.

Everything public is an attribute of this package and is imported on first use.
"""

from importlib import import_module
from typing import Any

__version__ = "1.0.0"

#: The public names by the module that has them; the stub for type checkers is made from this
#: (``scripts/make_stub.py``).
_NAMES = {
    ".catalog": ("CardCatalog",),
    ".collation": ("Generator", "simulate"),
    ".database": ("CardDatabase",),
    ".diagnostics": ("Diagnostic", "Report", "Severity"),
    ".errors": (
        "CardFormatsError", "CollationError", "DraftError", "EmptySheetError", "ModelError",
        "OptionError", "OverwriteError", "ReadError", "UnknownFormatError", "WriteError",
    ),
    ".formats.limits": ("Limits",),
    ".io": (
        "convert", "dumps", "dumps_report", "loads", "loads_report", "read", "read_report",
        "read_sets", "write",
    ),
    ".model": (
        "Booster", "Card", "CardRef", "CardSet", "Entry", "Face", "Layout", "Pack", "PackCard",
        "Sheet", "SheetChoice", "Slot",
    ),
    ".reading": ("detect", "formats"),
}  # fmt: skip

#: Public modules that are attributes of this package; they have what these names take and give.
_MODULES = ("draft", "model", "stats")

_HOME = {name: module for module, names in _NAMES.items() for name in names}

__all__ = ["__version__", *_HOME, *_MODULES]  # noqa: PLE0604 - all of them are strings


def __getattr__(name: str) -> Any:
    """Import the public name or module *name*."""
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    module = _HOME.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(module, __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
