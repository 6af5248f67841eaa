"""Files brought in order: which ones there are, and what the formatters of their formats make."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final

from attrs import evolve, fields, frozen

from ..diagnostics import Report
from ..errors import OptionError, UnknownFormatError
from ..formats.base import MAX_SIZE, Confidence, Format
from ..formats.registry import REGISTRY
from ..formats.styles import Formatted, Formatter, Kept
from ..garbage import paused_collector
from ..io import loads_report
from ..model import CardSet, Random
from ..reading import detect, formats
from ..source import SourceText, is_file, read_bytes
from .changed import ChangedLines, changes_since
from .config import Config, Configs, nearest_configs
from .inputs import files_in
from .text_diff import text_diff

#: The values of styles with which all cards stay where they are.
_IN_PLACE: Final[Mapping[str, Any]] = {"order": "kept", "sort": False}


@frozen
class FormattedFile:
    """A file, and what its formatter makes of it.

    Attributes:
        path: where it is.
        source: what it says.
        text: what it is to say.
        kept: what is not brought in order, and why.
    """

    path: Path
    source: SourceText
    text: str
    kept: tuple[Kept, ...] = ()

    @property
    def is_changed(self) -> bool:
        """Return whether formatting changes the file."""
        return self.text != self.source.text

    @property
    def data(self) -> bytes:
        """Return the new bytes of the file."""
        return self.source.encode(self.text)

    def diff(self) -> Iterator[str]:
        """Yield the lines of a unified diff."""
        return text_diff(self.path, self.source, evolve(self.source, text=self.text))


def format_files(
    paths: Iterable[str | os.PathLike[str]],
    format_id: str | None = None,
    configs: Configs | None = None,
    changed_since: str | None = None,
) -> Iterator[FormattedFile]:
    """Yield the formatted contents of files, without writing them.

    In folders, at any depth, those files are taken that surely are of a format with a formatter, or
    of which the configuration says the format; links and what begins with a dot are not.

    Args:
        paths: files and folders.
        format_id: of all files.
        configs: has the configuration of a path; by default the nearest one.
        changed_since: a revision; only lines that have changed since then are laid out, and no card
            is moved.

    Raises:
        RevisionError: If there is no repository, no such revision, or no git.
        UnknownFormatError: If the format of a file cannot be told, or has no formatter.
        OptionError: If a style is not one of its format.
        OSError: If a file cannot be read.
    """
    configs = configs or nearest_configs()
    changes = None if changed_since is None else changes_since(changed_since)
    for path in map(Path, paths):
        own = configs(path)
        if path.is_dir():
            for file in filter(_is_card_file, files_in(path)):
                if (known := _surely_of(file, format_id, own)) is not None:
                    yield _formatted_file(file, known, own, changes)
        else:
            yield _formatted_file(path, _format_of(path, format_id, own), own, changes)


def formatted(
    source: SourceText, known: Format, config: Config, changed: ChangedLines | None = None
) -> Formatted:
    """Return the formatted text of a source, unless its meaning would change.

    Args:
        source: the text.
        known: its format.
        config: the configuration, which may have a style.
        changed: what has changed, if nothing else is to be laid out.

    Raises:
        OptionError: If a style is not one of the format.
        RevisionError: If git fails.
    """
    formatter: Formatter = known.load("formatter")
    assert known.style is not None  # noqa: S101 - what has a formatter has styles
    try:
        style = known.style.make(known.id, config.style_of(known.id))
    except OptionError as error:
        raise OptionError(f"{config.path}: format.{known.id}: {error}") from error
    with paused_collector():
        if changed is None:
            made = formatter(source, style)
        else:
            in_place = {each.name for each in fields(type(style))} & _IN_PLACE.keys()
            style = evolve(style, **{name: _IN_PLACE[name] for name in in_place})
            whole = formatter(source, style)
            kept = tuple(each for each in whole.kept if changed.meets(each.span))
            made = Formatted(changed.only(source, whole.text), kept)
        if made.text == source.text or _says_same(source, made.text, known):
            return made
    return Formatted(source.text, (Kept(source.span(0), "it would not be read as the same"),))


def _formatted_file(
    path: Path, known: Format, config: Config, changes: Callable[[Path], ChangedLines] | None
) -> FormattedFile:
    data = read_bytes(path, MAX_SIZE)
    source = SourceText.from_bytes(str(path), data[:MAX_SIZE])
    if len(data) > MAX_SIZE:
        return FormattedFile(path, source, source.text, (Kept(source.span(0), "it is too large"),))
    changed = None if changes is None else changes(path)
    if changed is not None and changed.ranges(source) == ():
        return FormattedFile(path, source, source.text)
    made = formatted(source, known, config, changed)
    return FormattedFile(path, source, made.text, made.kept)


# -- formats


def _format_of(path: Path, format_id: str | None, config: Config) -> Format:
    """Return the format of a file given by name.

    Raises:
        UnknownFormatError: If it cannot be told, or has no formatter.
        OSError: If there is no such file.
    """
    if not (is_file(path) or S_ISREG(path.stat().st_mode)):
        message = f"{path}: no file that can be read twice"
        raise UnknownFormatError(message)
    own = format_id or config.format_of(path)
    likely = [each.format for each in detect(path) if each.confidence >= Confidence.LIKELY]
    known = REGISTRY.get(own) if own else next(iter(likely), None)
    if known is None or known.formatter is None:
        what = f"no formatter for {known.id}" if known else "no format that has a formatter"
        raise UnknownFormatError(f"{path}: {what}")
    return known


def _surely_of(path: Path, format_id: str | None, config: Config) -> Format | None:
    """Return the format of a file found in a folder; None if it is uncertain."""
    known = {each.id: each for each in formats() if each.formatter is not None}
    own = config.format_of(path)
    if own is None and path.suffix.lower() in {
        extension for each in known.values() for extension in each.extensions
    }:
        sure = (each for each in detect(path) if each.confidence is Confidence.CERTAIN)
        own = next((each.format.id for each in sure), None)
    return known.get(own) if own is not None and format_id in (None, own) else None


def _is_card_file(path: Path) -> bool:
    return not path.is_symlink() and not path.name.startswith(".")


# -- meaning


def _says_same(source: SourceText, text: str, known: Format) -> bool:
    """Return whether a text has the same meaning as a source, except for the order of cards."""
    options = known.options.for_names()
    before, after = (loads_report(each, known.id, **options) for each in (source.text, text))
    return _content(before) == _content(after)


def _content(report: Report[CardSet]) -> tuple[object, ...]:
    """Return the content of a card set regardless of order, and the number of each code."""
    cardset = report.value
    sheets = {
        name: Counter(sheet.entries) if isinstance(sheet.collation, Random) else sheet.entries
        for name, sheet in cardset.sheets.items()
    }
    extras = {
        (program, key): Counter(value) if isinstance(value, tuple) else value
        for program, kept in cardset.extras.items()
        for key, value in kept.items()
    }
    bare = {name: evolve(sheet, entries=()) for name, sheet in cardset.sheets.items()}
    return (
        Counter(cardset.cards),
        sheets,
        bare,
        cardset.boosters,
        cardset.products,
        (cardset.name, cardset.code, cardset.event, cardset.meta),
        extras,
        Counter(each.code for each in report.diagnostics),
    )
