"""Things by name: the library's own, what the program registers, what entry points publish."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from threading import Lock, local
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .diagnostics import Code, Diagnostic, Severity

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


class UnknownPluginError(LookupError):
    """Nothing has that name; ``names`` are those that are known or published."""

    def __init__(self, name: str, names: tuple[str, ...]) -> None:
        super().__init__(name)
        self.names = names


class BrokenPluginError(Exception):
    """What is published cannot be loaded; ``reason`` is what its code raised."""

    def __init__(self, name: str, reason: Exception) -> None:
        super().__init__(name, reason)
        self.reason = reason


class PluginCode(Code):
    """What can be wrong with what other distributions publish."""

    CLASH = (
        "CF101",
        Severity.WARNING,
        "the {kind} {id!r} of {distribution} is not used: {other} already supplies that id",
        "Two distributions publish something with the same id. Uninstall one of them.",
    )
    BROKEN = (
        "CF102",
        Severity.WARNING,
        "the {kind} {id!r} of {distribution} cannot be loaded: {reason}",
        "The distribution is broken, or is made for another version of cardformats. Report the"
        " error to its authors.",
    )


class Plugins(Generic[T]):
    """Values by name, registered by the program or published by the entry points of a group.

    Entry points are looked at only when a name is not known, or all are asked for.  Threads may use
    it at once, also at first: they import what there is, each for itself, and one of them makes it
    known.
    """

    def __init__(
        self,
        group: str,
        check: Callable[[str, Any], T],
        built_in: Callable[[], Mapping[str, T]] = dict,
        name_of: Callable[[T], str] | None = None,
    ) -> None:
        """Create a table of built-in values and of those that the entry points of *group* publish.

        Args:
            group: the group of entry points.
            check: turns what was loaded or registered under a name into a value, or raises.
            built_in: gives the library's own values, which are loaded at first use.
            name_of: returns the name of a value; otherwise the name is that of the entry point.
        """
        self._group = group
        self._check = check
        self._built_in = built_in
        self._name_of = name_of
        self._known: dict[str, T] = {}
        self._providers: dict[str, str] = {}
        self._is_loaded = False
        self._is_discovered = False
        #: Held while values are made known; never while something is imported, which has locks of
        #: its own.
        self._lock = Lock()
        self._here = local()
        self.diagnostics: tuple[Diagnostic, ...] = ()

    def add(self, name: str, value: Any, provider: str = "the program") -> None:
        """Register *value*, or an instance of it if it is a class.

        It takes precedence over entry points of that name. *provider* supplies it.
        """
        self._load_built_in()
        checked = self._check(name, _instance(value))
        with self._lock:
            self._known = {**self._known, name: checked}
            self._providers = {**self._providers, name: provider}

    def remove(self, name: str) -> None:
        """Forget what was registered under that name."""
        with self._lock:
            self._known = {each: value for each, value in self._known.items() if each != name}

    def known(self) -> Mapping[str, T]:
        """Return what is known so far, the library's own values first."""
        self._load_built_in()
        return self._known

    def provider(self, name: str) -> str:
        """Return the name of the distribution that supplies what has that name."""
        return self._providers[name]

    def get(self, name: str) -> T:
        """Return what is known or published by that name; no other entry point is loaded.

        Raises:
            UnknownPluginError: If there is no such name.
            BrokenPluginError: If the entry point cannot be loaded.
        """
        value = self._known.get(name)
        if value is not None:
            return value
        known = self.known()
        if name not in known:
            points = dict(self._points())
            if name not in points:
                raise UnknownPluginError(name, tuple(sorted({*points, *known})))
            point = points[name]
            try:
                made = _loaded(point)
            except Exception as error:  # a third party's code can raise anything
                raise BrokenPluginError(name, error) from error
            checked = self._check(name, made)
            with self._lock:
                # what was registered in the meantime counts
                self._known = {name: checked, **self._known}
                self._providers = {name: _distribution(point), **self._providers}
        return self._known[name]

    def all(self) -> Mapping[str, T]:
        """Return all that is known or published, the library's own first; see ``diagnostics``."""
        # a plug-in may ask for all of them while it is imported
        if not (self._is_discovered or getattr(self._here, "is_discovering", False)):
            self._here.is_discovering = True
            try:
                self._discover()
            finally:
                self._here.is_discovering = False
        return self._known

    def _discover(self) -> None:
        known = self.known()
        loaded = [
            (name, _distribution(point), None if name in known else self._load(name, point))
            for name, point in self._points()
        ]
        with self._lock:
            if self._is_discovered:
                return
            kind = self._group.rpartition(".")[2].removesuffix("s")
            values, providers, problems = dict(self._known), dict(self._providers), []
            for published, distribution, value in loaded:
                if isinstance(value, Exception):
                    what = {"kind": kind, "id": published, "distribution": distribution}
                    problems.append(PluginCode.BROKEN.at(None, **what, reason=repr(value)))
                    continue
                named = value is not None and self._name_of is not None
                name = self._name_of(value) if named else published  # type: ignore[misc, arg-type] # both are there
                if value is None or name in values:
                    what = {"kind": kind, "id": name, "distribution": distribution}
                    problems.append(PluginCode.CLASH.at(None, **what, other=providers[name]))
                else:
                    values[name], providers[name] = value, distribution
            self._known, self._providers = values, providers
            self.diagnostics = tuple(problems)
            self._is_discovered = True

    def _points(self) -> Iterator[tuple[str, EntryPoint]]:
        from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import

        yield from ((point.name, point) for point in entry_points(group=self._group))

    def _load(self, name: str, point: EntryPoint) -> T | Exception:
        try:
            return self._check(name, _loaded(point))
        except Exception as error:  # noqa: BLE001 - a broken plug-in must not break the library
            return error

    def _load_built_in(self) -> None:
        if self._is_loaded:
            return
        built_in = dict(self._built_in())
        with self._lock:
            if not self._is_loaded:
                self._known = {**built_in, **self._known}
                self._providers = {**dict.fromkeys(built_in, "cardformats"), **self._providers}
                self._is_loaded = True


def load(target: str) -> Any:
    """Import the object that ``module:name`` names."""
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


def _loaded(point: EntryPoint) -> Any:
    """Load what an entry point publishes; a class is instantiated."""
    return _instance(point.load())


def _instance(published: Any) -> Any:
    """Return an instance of a class, and any other value itself."""
    return published() if isinstance(published, type) else published


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "an unknown distribution"
