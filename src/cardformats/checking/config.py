"""``cardformats.toml``: how the files beside it are read, checked and laid out."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from attrs import field, fields, frozen

from ..diagnostics import Code, Severity
from ..errors import OptionError, UnknownFormatError
from ..formats.base import Format
from ..formats.registry import REGISTRY
from ..model import FrozenDict
from ..model.frozen import as_tuple
from ..source import read_bytes
from .known_codes import checked_beginnings
from .option_values import opened, placed
from .path_patterns import PathPattern
from .rules import checked_rules
from .selection import PathIgnore, Selection, is_at_least

#: What a configuration is called.
CONFIG_FILE = "cardformats.toml"

#: Severities by their words, the most severe first.
SEVERITIES = {each.value: each for each in Severity}

#: As a severity to fail on: none.
NEVER = "never"

#: Maximum size of a configuration, in bytes.
_MAX_SIZE = 2**20

#: Where a value of a configuration is: keys and numbers from the outermost in.
Keys: TypeAlias = tuple[str | int, ...]

#: Has the configuration of a path.
Configs: TypeAlias = Callable[[Path], "Config"]


@frozen
class FilesRule:
    """How files of a pattern are read.

    Attributes:
        pattern: which files and folders.
        format: the id of their format; None if it is detected.
        options: those of the format, by name; paths are absolute.
    """

    pattern: PathPattern
    format: str | None = None
    options: Mapping[str, Any] = FrozenDict()


@frozen(kw_only=True)
class Config:
    """What a ``cardformats.toml`` says, or nothing.

    Attributes:
        path: the file, absolute; None if there is none.
        selection: which findings count.
        fail_on: the least severity at which a check fails; None if it never does.
        baseline: the file with the findings that are known, absolute; None if there is none.
        files: how files are read; later ones precede.
        styles: how files are laid out, by the id of their format.
        rules: what is looked for besides, by names.
        usual: the default options for reading files.
    """

    path: Path | None = None
    selection: Selection = field(factory=Selection)
    fail_on: Severity | None = Severity.ERROR
    baseline: Path | None = None
    files: tuple[FilesRule, ...] = field(default=(), converter=as_tuple)
    styles: Mapping[str, Mapping[str, Any]] = FrozenDict()
    rules: tuple[str, ...] = field(default=(), converter=checked_rules)
    usual: Mapping[str, Any] = FrozenDict()
    _opened: dict[tuple[str, str, Path], Any] = field(
        factory=dict, init=False, repr=False, eq=False
    )

    @classmethod
    def find(cls, start: Path) -> Config:
        """Return the nearest configuration in the folder *start* or above it; an empty one if none.

        No folder above the root of a git repository is looked at.

        Raises:
            OptionError: If the file has a mistake. The message has the file, the key, and the
                nearest key that is known.
            OSError: If it cannot be read.
        """
        file = config_file(start)
        return cls() if file is None else cls.load(file)

    @classmethod
    def load(cls, path: Path) -> Config:
        """Read a configuration from a file.

        Raises:
            OptionError, OSError: As :meth:`find` raises them.
        """
        data = read_bytes(path, _MAX_SIZE)
        if len(data) > _MAX_SIZE:
            message = f"{path}: it is larger than {_MAX_SIZE} bytes"
            raise OptionError(message)
        try:
            document = tomllib.loads(data.decode("utf-8"))
        except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
            raise OptionError(f"{path}: {error}") from error
        return _Loading(Path(os.path.normpath(path.absolute()))).config(document)

    def fails(self, code: Code) -> bool:
        """Return whether a check fails because of a diagnostic with a code."""
        return self.fail_on is not None and is_at_least(code.severity, self.fail_on)

    def format_of(self, path: Path) -> str | None:
        """Return the id of the configured format of a path; None if it is to be detected."""
        formats = (each.format for each in reversed(self.files) if each.pattern.matches(path))
        return next(filter(None, formats), None)

    def options_of(self, path: Path, format_id: str | None = None) -> dict[str, Any]:
        """Return the options with which a path is read, by name; catalogs and card sets are open.

        Those that its format has not are not among them.

        Args:
            path: a file or a folder.
            format_id: of its format; by default that of :meth:`format_of`, or any.

        Raises:
            CardFormatsError, OSError: If one of them cannot be opened.
        """
        own = format_id or self.format_of(path)
        known = REGISTRY.get(own) if own else None
        options = dict(self.usual)
        for each in self.files:
            if each.pattern.matches(path):
                options |= each.options
        return {
            name: self._opened_value(known or _with(name, REGISTRY.all())[0], name, value)
            for name, value in options.items()
            if known is None or name in known.options.names("read")
        }

    def _opened_value(self, known: Format, name: str, value: Any) -> Any:
        """Return the value of an option; files are opened only once."""
        if not isinstance(value, Path):
            return value
        key = (known.id, name, value)
        if key not in self._opened:
            self._opened[key] = opened(known, name, value)
        return self._opened[key]

    def style_of(self, format_id: str) -> dict[str, Any]:
        """Return the style of a format: the values of ``[format.ID]`` by name."""
        return dict(self.styles.get(format_id, {}))


def config_file(start: Path) -> Path | None:
    """Return the nearest configuration file in the folder *start* or above it.

    No folder above the root of a git repository is looked at.
    """
    place = Path(os.path.normpath(start.absolute()))
    for folder in (place, *place.parents):
        if (folder / CONFIG_FILE).is_file():
            return folder / CONFIG_FILE
        if (folder / ".git").exists():
            break
    return None


def nearest_configs(change: Callable[[Config], Config] = lambda config: config) -> Configs:
    """Return a function that has the nearest configuration of a path; each file is read once.

    Args:
        change: makes the configuration that is used of what a file, or none, says.
    """
    load = cache(lambda file: change(Config() if file is None else Config.load(file)))
    return lambda path: load(config_file(path))


@frozen
class _CheckTable:
    """The table ``check``, with ``_`` where its keys have ``-``."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: str = Severity.NOTE.value
    fail_on: str = Severity.ERROR.value
    baseline: str | None = None
    with_checks: tuple[str, ...] = ()
    per_path_ignores: Mapping[str, Any] = FrozenDict()


@frozen
class _Tables:
    """The tables of a configuration."""

    check: _CheckTable = field(factory=_CheckTable)
    files: tuple[Mapping[str, Any], ...] = ()
    format: Mapping[str, Mapping[str, Any]] = FrozenDict()


#: Keys are names of fields with ``-`` for ``_``; a key with ``_`` is the name of no field.
_EXCHANGED = str.maketrans("-_", "_-")


@frozen
class _Loading:
    """Makes a configuration of a document; mistakes name the file and the key."""

    path: Path

    def config(self, document: Mapping[str, Any]) -> Config:
        """Return the configuration of a document."""
        tables = self._tables(document)
        check, baseline = tables.check, tables.check.baseline
        for format_id in tables.format:
            self._known_format(("format", format_id), format_id)
        rules = enumerate(document.get("files", ()))
        return Config(
            path=self.path,
            selection=Selection(
                select=self._codes(("check", "select"), check.select),
                ignore=self._codes(("check", "ignore"), check.ignore),
                severity=self._severity("severity", check.severity) or Severity.NOTE,
                per_path=tuple(
                    PathIgnore(
                        PathPattern(self.path.parent, text),
                        self._codes(("check", "per-path-ignores", text), codes),
                    )
                    for text, codes in check.per_path_ignores.items()
                ),
            ),
            fail_on=self._severity("fail-on", check.fail_on, NEVER),
            baseline=None if baseline is None else self.path.parent / baseline,
            files=[self._rule(number, rule) for number, rule in rules],
            rules=self._names(("check", "with-checks"), check.with_checks, checked_rules),
            styles=FrozenDict(document.get("format", {})),
        )

    def _tables(self, document: Mapping[str, Any]) -> _Tables:
        """Return the tables of a document after checking the types of their values."""
        check = document.get("check")
        if isinstance(check, dict):
            exchanged = {key.translate(_EXCHANGED): value for key, value in check.items()}
            document = {**document, "check": exchanged}
        from ..serde import REFUSALS, make_converter, refusals_in  # noqa: PLC0415 - slow to load

        try:
            return make_converter().structure(document, _Tables)
        except REFUSALS as error:
            steps, reason, _ = next(refusals_in(error))
            first, *others = steps
            keys = (first, *(e if isinstance(e, int) else e.translate(_EXCHANGED) for e in others))
            if reason.startswith("there is no member"):
                table = _CheckTable if others else _Tables
                known = [each.name.translate(_EXCHANGED) for each in fields(table)]
                self._known(keys, str(keys[-1]), known)
            return self._fail(keys, _in_words(reason))

    def _rule(self, number: int, rule: Mapping[str, Any]) -> FilesRule:
        text, format_id = rule.get("path"), rule.get("format")
        for key, value in (("path", text), ("format", format_id)):
            if value is not None and not isinstance(value, str):
                self._fail(("files", number, key), "expected a string")
        if text is None:
            self._fail(("files", number), "it contains no path")
        if format_id is not None:
            self._known_format(("files", number, "format"), format_id)
        options = {
            name.replace("-", "_"): self._option(("files", number, name), value, format_id)
            for name, value in rule.items()
            if name not in ("path", "format")
        }
        return FilesRule(PathPattern(self.path.parent, text), format_id, FrozenDict(options))

    def _option(self, keys: Keys, value: Any, format_id: str | None) -> Any:
        """Return the value of an option that one of the possible formats accepts."""
        name = str(keys[-1]).replace("-", "_")
        formats = [REGISTRY.get(format_id)] if format_id else [*REGISTRY.all()]
        self._known(keys, name, {each for its in formats for each in its.options.names("read")})
        for known in _with(name, formats):
            try:
                return placed(known, name, value, self.path.parent)
            except OptionError as error:
                problem = str(error)
        return self._fail(keys, problem)

    def _codes(self, keys: Keys, words: Any) -> tuple[str, ...]:
        return self._names(keys, words, checked_beginnings)

    def _names(
        self, keys: Keys, words: Any, check: Callable[[tuple[str, ...]], tuple[str, ...]]
    ) -> tuple[str, ...]:
        if not isinstance(words, tuple) or not all(isinstance(each, str) for each in words):
            self._fail(keys, "expected an array of strings")
        try:
            return check(words)
        except OptionError as error:
            return self._fail(keys, str(error))

    def _severity(self, key: str, word: str, *others: str) -> Severity | None:
        self._known(("check", key), word, {*SEVERITIES, *others})
        return SEVERITIES.get(word)

    def _known_format(self, keys: Keys, format_id: str) -> None:
        try:
            REGISTRY.get(format_id)
        except UnknownFormatError:
            self._known(keys, format_id, {each.id for each in REGISTRY.all()})

    def _known(self, keys: Keys, word: str, known: Collection[str]) -> None:
        if word not in known:
            near = get_close_matches(word.replace("_", "-"), sorted(known), 1, 0.6)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(sorted(known))}"
            self._fail(keys, f"{word!r} is unknown; {hint}")

    def _fail(self, keys: Keys, reason: str) -> NoReturn:
        key = "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in keys)
        raise OptionError(f"{self.path}: {key.removeprefix('.')}: {reason}")


def _with(name: str, formats: Iterable[Format]) -> list[Format]:
    """Return the formats that have a reading option of that name."""
    return [each for each in formats if name in each.options.names("read")]


def _in_words(reason: str) -> str:
    """Return a reason in the words of TOML."""
    return reason.replace("an object", "a table").replace("object", "table")
