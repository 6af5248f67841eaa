"""A check as its users want it: of all that is found, what counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from ..diagnostics import Code, Diagnostic, SharedCode, in_order, tally
from ..formats.base import MAX_SIZE
from ..formats.registry import REGISTRY
from ..model import FrozenDict
from ..reading import Place, formats
from ..source import SourceText, read_bytes
from .baseline import Baseline
from .changed import ChangedLines, changes_since
from .config import Config, Configs, nearest_configs
from .findings import CheckedInput, Findings
from .ignore_comments import SIGN, unused_comment, without_ignored
from .inputs import MOST_FINDINGS, Checked, check, files_in, name_of
from .selection import Selection

#: Number of bytes that identify the format of a file.
_HEAD = 64 * 1024

#: The bytes that files with such comments contain, in any encoding.
_SIGNS = (SIGN.encode(), SIGN.encode("utf-16-le")[:-1])


def run(
    paths: Iterable[Place],
    config: Config | Configs | None = None,
    *,
    format: str | None = None,  # noqa: A002 - the field's word
    changed_since: str | None = None,
    step: Callable[[], object] = lambda: None,
    **options: Any,
) -> Findings:
    """Check *paths*, and leave out what does not count.

    Args:
        paths: files, folders, or streams of bytes; see :func:`~cardformats.checking.check`.
        config: the configuration, or what has that of an input; by default the nearest one.
        format: the id of the only format that is looked for.
        changed_since: a revision; only findings in lines that have changed since then count.
        step: is called after each path.
        **options: those of the formats, which precede the configured ones.

    Raises:
        RevisionError: If there is no repository, no such revision, or no git.
        UnknownFormatError, OptionError: As for :func:`~cardformats.checking.check`.
        OSError: If an input, a baseline or a revision cannot be read.
    """
    running = _CheckRun()
    configs = _configs_of(config)
    changes = None if changed_since is None else changes_since(changed_since)
    for path in paths:
        if changes is not None and isinstance(path, (str, PathLike)):
            changes(Path(path))  # an unknown revision is an error before the long check
        for checked in check(path, format, configs=configs, **options):
            running.add(checked)
        step()
    return running.findings(changes)


def _configs_of(config: Config | Configs | None) -> Configs:
    if isinstance(config, Config):
        return lambda _path: config
    return config or nearest_configs()


@frozen
class _Input:
    """An input that was checked, and what was found in it: what was kept of that, and not."""

    path: str | PathLike[str]
    name: str
    cards: int
    config: Config
    diagnostics: tuple[Diagnostic, ...]
    suppressions: tuple[Diagnostic, ...]

    def checked(self, counting: Collection[int]) -> CheckedInput:
        """Return the input with the diagnostics that count, given by ``id()``."""
        its = (*(each for each in self.diagnostics if id(each) in counting), *self.suppressions)
        return CheckedInput(self.path, self.name, self.cards, FrozenDict(tally(its)), its)


class _CheckRun:
    """Collects what is found in inputs; what is found in several of them is one finding."""

    def __init__(self) -> None:
        self._inputs: list[_Input] = []
        self._diagnostics: dict[str, Diagnostic] = {}
        #: How findings are checked, by their ``id()``.
        self._configs: dict[int, Config] = {}
        #: Texts with comments that may ignore diagnostics, by name, with their configurations.
        self._texts: dict[str, tuple[SourceText, Config]] = {}

    def add(self, checked: Checked) -> None:
        """Take what was found in an input; not what was read, which can be large."""
        path, cardset, config = checked.path, checked.report.value, checked.config
        its, suppressions, more = {}, [], Counter[Code]()
        for diagnostic in checked.report.diagnostics:
            key = str(diagnostic)
            if diagnostic.code is SharedCode.SUPPRESSED:
                suppressions.append(_of_codes(diagnostic, config.selection))
            elif key in self._diagnostics or len(self._diagnostics) < MOST_FINDINGS:
                its[key] = self._diagnostics.setdefault(key, diagnostic)
                self._configs.setdefault(id(its[key]), config)
            elif config.selection.has(diagnostic):
                more[diagnostic.code] += 1
        if more:
            suppressions.append(_suppression(more, MOST_FINDINGS))
        place = path if isinstance(path, (str, PathLike)) else name_of(path)
        about = (place, cardset.name, len(cardset.cards), config)
        self._inputs.append(_Input(*about, (*its.values(),), (*suppressions,)))
        for source in _texts_with_comments(checked):
            self._texts.setdefault(source.name, (source, config))

    def findings(self, changes: Callable[[Path], ChangedLines] | None) -> Findings:
        """Return the diagnostics that count."""
        others: Counter[str] = Counter()
        every = self._without_ignored(others)
        chosen = [*self._selected(every)]
        others["ignored"] = len(every) - len(chosen)
        kept, more, gone = self._without_known(chosen, others)
        if changes is not None:
            changed = self._in_changed_lines(kept, changes)
            others["unchanged"] = len(kept) - len(changed)
            kept = changed
        failing = tally(each for each in kept if self._config_of(each).fails(each.code))
        for code, count in more.items():
            if any(each.config.fails(code) for each in self._inputs):
                failing[code] = failing.get(code, 0) + count
        if more:
            limits = (a.data["limit"] for each in self._inputs for a in each.suppressions)
            kept.append(_suppression(more, min(limits)))
        counting = {*map(id, kept)}
        return Findings(
            in_order(kept),
            FrozenDict(tally(kept)),
            [each.checked(counting) for each in self._inputs],
            FrozenDict(+others),
            sum(failing.values()),
            gone,
            frozenset(failing),
            self._diagnostics.values(),
        )

    def _selected(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Yield the diagnostics that are selected by code, severity and path."""
        known: dict[tuple[int, Code, str], bool] = {}
        for each in diagnostics:
            config = self._config_of(each)
            key = (id(config), each.code, each.span.source.name if each.span else "")
            if key not in known:
                known[key] = config.selection.has(each)
            if known[key]:
                yield each

    def _without_ignored(self, others: Counter[str]) -> list[Diagnostic]:
        """Return the diagnostics that no comment ignores, and those of comments without effect."""
        every = [*self._diagnostics.values()]
        kept, unused = without_ignored(every, (source for source, _ in self._texts.values()))
        others["suppressed"] = len(every) - len(kept)
        if not unused or any(each.suppressions for each in self._inputs):
            return kept
        configs = {name: config for name, (_, config) in self._texts.items()}
        for each in every:
            if (span := each.place) is not None:
                configs.setdefault(span.source.name, self._config_of(each))
        for comment in unused:
            diagnostic = unused_comment(comment)
            self._configs[id(diagnostic)] = configs[comment.span.source.name]
            kept.append(diagnostic)
        return kept

    def _without_known(
        self, diagnostics: Sequence[Diagnostic], others: Counter[str]
    ) -> tuple[list[Diagnostic], Counter[Code], int]:
        """Return new diagnostics, the number of further ones by code, and of those gone."""
        kept: list[Diagnostic] = []
        more, gone = Counter[Code](), 0
        for path in dict.fromkeys(each.config.baseline for each in self._inputs):
            its = [each for each in diagnostics if self._config_of(each).baseline == path]
            inputs = [each for each in self._inputs if each.config.baseline == path]
            beyond = _beyond(inputs)
            if path is not None:
                baseline = Baseline.load(path)
                new = baseline.new(its)
                every = {id(each): each for its in inputs for each in its.diagnostics}.values()
                missing = baseline.gone(every, (each.path for each in inputs))
                known = Counter({code: baseline.beyond.get(str(code), 0) for code in beyond})
                others["baseline"] += len(its) - len(new) + (known & beyond).total()
                its, beyond, gone = new, beyond - known, gone + missing
            kept += its
            more += beyond
        return kept, more, gone

    def _in_changed_lines(
        self, diagnostics: Iterable[Diagnostic], changes: Callable[[Path], ChangedLines]
    ) -> list[Diagnostic]:
        """Return the diagnostics in changed lines, and errors that are in no file."""
        every = {id(its): its for its in (changes(Path(each.path)) for each in self._inputs)}
        return [each for each in diagnostics if any(its.has(each) for its in every.values())]

    def _config_of(self, diagnostic: Diagnostic) -> Config:
        """Return the configuration of a diagnostic; that of the first input if it has none."""
        config = self._configs.get(id(diagnostic))
        return config or next((each.config for each in self._inputs), Config())


def _of_codes(suppression: Diagnostic, selection: Selection) -> Diagnostic:
    """Return the diagnostic of suppressed ones, limited to the selected codes."""
    places, others = (
        {code: its for code, its in suppression.data[key].items() if selection.has_code(code)}
        for key in ("places", "others")
    )
    return evolve(suppression, data={**suppression.data, "places": places, "others": others})


def _beyond(inputs: Sequence[_Input]) -> Counter[Code]:
    """Return how many diagnostics of each code were not kept."""
    kept = {id(each): each for its in inputs for each in its.diagnostics}.values()
    every = tally((*kept, *(each for its in inputs for each in its.suppressions)))
    return Counter(every) - Counter(tally(kept))


def _suppression(more: Counter[Code], limit: int) -> Diagnostic:
    """Return the diagnostic for diagnostics that were not kept."""
    data = {"places": {}, "others": dict(more)}
    return SharedCode.SUPPRESSED.at(None, count=more.total(), limit=limit, **data)


def _texts_with_comments(checked: Checked) -> Iterator[SourceText]:
    """Yield the texts of an input in which comments may ignore diagnostics."""
    if not isinstance(checked.path, (str, PathLike)):
        return
    path = Path(checked.path)
    known = (REGISTRY.get(checked.format),) if checked.format else formats()
    for file in files_in(path) if path.is_dir() else (path,):
        data = b""
        with suppress(OSError):  # whoever reads it reports that
            data = read_bytes(file, MAX_SIZE) if file.is_file() else b""
        if any(sign in data for sign in _SIGNS) and (
            file == path or any(each.load("sniff")(data[:_HEAD], file) for each in known)
        ):
            yield SourceText.from_bytes(str(file), data)
