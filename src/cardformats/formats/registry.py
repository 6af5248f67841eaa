"""The table of formats: the built-in ones, and those that other distributions publish."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock, local
from typing import TYPE_CHECKING

from ..diagnostics import Code, Diagnostic, Severity
from ..errors import UnknownFormatError
from .base import Format, load

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "cardformats.formats"

_BUILT_IN = (
    "cardformats.formats.draftmancer.format:FORMAT",
    "cardformats.formats.wagic.format:FORMAT",
    "cardformats.formats.wagic.format:PACK_FORMAT",
    "cardformats.formats.octgn.format:FORMAT",
    "cardformats.formats.octgn.format:DECK_FORMAT",
    "cardformats.formats.json.format:FORMAT",
)


class PluginCode(Code):
    """What can be wrong with formats that other distributions publish."""

    CLASH = (
        "CF101",
        Severity.WARNING,
        "the format {id!r} of {distribution} is not used: {other} already supplies that id",
        "Two distributions publish a format of the same id; uninstall one.",
    )
    BROKEN = (
        "CF102",
        Severity.WARNING,
        "the format {id!r} of {distribution} cannot be loaded: {reason}",
        "The distribution is broken or made for another version; ask its authors.",
    )


class Registry:
    """Formats by id.

    Built-in descriptors are imported on first use; entry points are looked at only when an id is
    not found, or when :meth:`discover` is called.  Threads may use it at once, also at first: they
    import what there is, each for itself, and one of them makes all of it known at once.
    """

    def __init__(self, targets: Iterable[str] = _BUILT_IN) -> None:
        """Take built-in formats as ``module:name`` strings."""
        self._targets = tuple(targets)
        self._formats: dict[str, Format] = {}
        self._providers: dict[str, str] = {}
        self._is_loaded = False
        self._discovered = False
        #: Held while formats are made known; never while something is imported, which has locks of
        #: its own.
        self._lock = Lock()
        self._here = local()
        self.diagnostics: tuple[Diagnostic, ...] = ()

    def add(self, format: Format, provider: str = "the program") -> None:  # noqa: A002 - the field's word
        """Make *format* known; *provider* is who supplies it."""
        self._load_built_in()
        with self._lock:
            self._formats = {**self._formats, format.id: format}
            self._providers = {**self._providers, format.id: provider}

    def get(self, format_id: str) -> Format:
        """The format of that id.

        Raises:
            UnknownFormatError: there is none, here or among the entry points.
        """
        self._load_built_in()
        if format_id not in self._formats:
            self.discover()
        if format_id not in self._formats:
            message = f"unknown format {format_id!r}; known are {', '.join(self._formats)}"
            raise UnknownFormatError(message)
        return self._formats[format_id]

    def all(self) -> tuple[Format, ...]:
        """Every format, the built-in ones first."""
        self.discover()
        return tuple(self._formats.values())

    def provider(self, format_id: str) -> str:
        """The distribution that supplies the format."""
        self.get(format_id)
        return self._providers[format_id]

    def discover(self) -> None:
        """Load the formats that entry points publish, once; problems go to ``diagnostics``."""
        # a plug-in may ask for the formats while it is imported
        if self._discovered or getattr(self._here, "is_discovering", False):
            return
        self._here.is_discovering = True
        try:
            self._discover()
        finally:
            self._here.is_discovering = False

    def _discover(self) -> None:
        from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import

        self._load_built_in()
        points = [
            (point, point.dist.name if point.dist else "an unknown distribution")
            for point in entry_points(group=ENTRY_POINT_GROUP)
        ]
        loaded = [
            (point.name, provider, None if point.name in self._formats else _loaded(point))
            for point, provider in points
        ]
        with self._lock:
            if self._discovered:
                return
            found, providers, problems = dict(self._formats), dict(self._providers), []
            for name, provider, result in loaded:
                if isinstance(result, Exception):
                    problem = {"id": name, "distribution": provider, "reason": repr(result)}
                    problems.append(PluginCode.BROKEN.at(None, **problem))
                    continue
                id_ = name if result is None or name in found else result.id
                if result is None or id_ in found:
                    clash = {"id": id_, "distribution": provider, "other": providers[id_]}
                    problems.append(PluginCode.CLASH.at(None, **clash))
                else:
                    found[id_], providers[id_] = result, provider
            self._formats, self._providers = found, providers
            self.diagnostics = tuple(problems)
            self._discovered = True

    def _load_built_in(self) -> None:
        if self._is_loaded:
            return
        loaded: list[Format] = [load(target) for target in self._targets]
        with self._lock:
            if not self._is_loaded:
                self._formats = {each.id: each for each in loaded}
                self._providers = {each.id: "cardformats" for each in loaded}
                self._is_loaded = True


def _loaded(point: EntryPoint) -> Format | Exception:
    """The format that an entry point publishes, or why it cannot be loaded."""
    try:
        found: Format = point.load()
        _ = found.id
    except Exception as error:  # noqa: BLE001 - a broken plug-in must not break the library
        return error
    return found


#: The registry that the functions of :mod:`cardformats.io` use.
REGISTRY = Registry()
