"""The table of formats: the built-in ones, and those that other distributions publish."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Code, Diagnostic, Severity
from ..errors import UnknownFormatError
from .base import Format, load

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
    not found, or when :meth:`discover` is called.
    """

    def __init__(self, targets: Iterable[str] = _BUILT_IN) -> None:
        """Take built-in formats as ``module:name`` strings."""
        self._targets = tuple(targets)
        self._formats: dict[str, Format] = {}
        self._providers: dict[str, str] = {}
        self._discovered = False
        self.diagnostics: tuple[Diagnostic, ...] = ()

    def add(self, format: Format, provider: str = "the program") -> None:  # noqa: A002 - the field's word
        """Make *format* known; *provider* is who supplies it."""
        self._load_built_in()
        self._formats[format.id] = format
        self._providers[format.id] = provider

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
        if self._discovered:
            return
        self._discovered = True
        from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import

        self._load_built_in()
        problems = []
        for point in entry_points(group=ENTRY_POINT_GROUP):
            provider = point.dist.name if point.dist else "an unknown distribution"
            if point.name in self._formats:
                problems.append(
                    PluginCode.CLASH.at(
                        None,
                        id=point.name,
                        distribution=provider,
                        other=self._providers[point.name],
                    )
                )
                continue
            try:
                self.add(point.load(), provider)
            except Exception as error:  # noqa: BLE001 - a broken plug-in must not break the library
                problems.append(
                    PluginCode.BROKEN.at(
                        None, id=point.name, distribution=provider, reason=repr(error)
                    )
                )
        self.diagnostics = tuple(problems)

    def _load_built_in(self) -> None:
        targets, self._targets = self._targets, ()
        for target in targets:
            descriptor: Format = load(target)
            self._formats[descriptor.id] = descriptor
            self._providers[descriptor.id] = "cardformats"


#: The registry that the functions of :mod:`cardformats.io` use.
REGISTRY = Registry()
