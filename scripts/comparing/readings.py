"""What readers make of texts and files, and what writers make of that."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from varied_texts import Text, Varied, files_in, format_of

import cardformats as cf

from .edits import edited
from .records import Observations

#: The formats that every value is written in, besides its own.
WRITTEN: Final = ("draftmancer", "wagic", "octgn", "mtgjson", "csv", "decklist")
#: Maximum number of bytes of a file that is written with options and after several edits.
_BRIEF: Final = 30_000
#: Options of writers, by format; of each text one of these is observed.
_OPTIONS: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "draftmancer": ({"cards": "names"}, {"cards": "custom", "cards_per_booster": 5},
                    {"verify": False, "image_url": "https://example.org/{name}.png"}),
    "wagic": ({"unresolved": "named"}, {"code": "XLN", "first_id": 7},
              {"max_grade": "crappy", "engine": "exact"}, {"engine_version": 2016}),
    "octgn": ({"version": "1.2.3.4", "authors": "A, B"}, {"game_id": "1" * 32}, {"verify": False}),
    "csv": ({"own_words": False},),
}  # fmt: skip
#: How many edits of a text are observed, each by itself.
_EDITS: Final = 2
#: Maximum number of bytes of a file of which writing is observed in all formats.
_SMALL: Final = 200_000
#: The options with which a text is read besides the usual ones, by format.
_VARIANTS: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "wagic": ({"engine": "exact"},),
    "octgn": ({"rules": "octgn"},),
    "draftmancer": ({"thorough": True},),
    "mtgjson": ({"thorough": True}, {"set": "LEA"}),
}


def _place(span: Any) -> str:
    if span is None:
        return "-"
    return f"{Path(span.source.name).name}:{span.start}-{span.end}"


def shown(diagnostic: Any) -> str:
    """Return code, severity, place and fix of a diagnostic, and the count of a loss."""
    text = f"{diagnostic.code} {diagnostic.severity.value} {_place(diagnostic.span)}"
    # older versions have the count of a loss in its data
    counts = getattr(diagnostic, "count", 1), diagnostic.data.get("count", 1)
    if several := [each for each in counts if each != 1]:
        text += f" ×{several[0]}"
    if fix := diagnostic.fix:
        edits = [f"{_place(edit.span)} {edit.new!r}" for edit in fix.edits]
        text += f" fix {'' if fix.is_safe else '? '}{'; '.join(edits)}"
    return text


def diagnostics(found: Iterable[Any]) -> list[str]:
    """Return diagnostics in an order that does not depend on when they were found."""
    return sorted(map(shown, found))


def model(cardset: Any) -> Any:
    """Return the model's JSON of a card set, as values."""
    return json.loads(cf.dumps(cardset, "json", canonical=True))


def _diagnosed(report: Any, *into: list[Any]) -> Any:
    """Return the diagnostics of a report, and keep it."""
    for each in into:
        each.append(report)
    return diagnostics(report.diagnostics)


def _read(observed: Observations, text: Text, key: str, options: dict[str, Any]) -> Any:
    """Observe a reading; return its report."""
    how = "".join(f" {name}={value}" for name, value in options.items())
    kind = f"read {text.format}{how}"
    reports: list[Any] = []

    def read() -> Any:
        return _diagnosed(cf.loads_report(text.data, text.format, **options), reports)

    observed.add(f"{kind}: diagnostics", key, read)
    for report in reports:
        observed.add(f"{kind}: value", key, model, report.value)
        return report
    return None


def _written(
    observed: Observations, kind: str, key: str, cardset: Any, format_id: str, **options: Any
) -> str | None:
    """Observe the text and the losses of a writing; return the text."""
    reports: list[Any] = []

    def write() -> Any:
        reports.append(cf.dumps_report(cardset, format_id, **options))
        return reports[0].value

    text: str | None = observed.add(f"{kind}: text", key, write)
    for report in reports:
        observed.add(f"{kind}: losses", key, _diagnosed, report)
    return text


def observe_text(observed: Observations, text: Text, key: str, others: Sequence[str]) -> Any:
    """Observe how a text is read and written; return the card set."""
    report = _read(observed, text, key, {})
    for options in _VARIANTS.get(text.format, ()):
        _read(observed, text, key, options)
    if report is None:
        return None
    own, value = text.format, report.value
    changed: list[Any] = []
    is_brief = len(text.data) <= _BRIEF
    for number in range(_EDITS if is_brief else 1):
        observed.add("edit", f"{key} / {number}", _edit, value, f"{key} / {number}", changed)
    if own != "scryfall":
        _written(observed, f"write {own} as it was read", key, value, own)
        _written(observed, f"write {own} canonical", key, value, own, canonical=True)
        for number, edit in enumerate(changed):
            _written(observed, f"write {own} after an edit", f"{key} / {number}", edit, own)
    for number, other in enumerate(others):
        if is_brief:
            _write_with_options(observed, key, value, other)
        if other != own:
            _written(observed, f"write {own} as {other}", key, value, other)
        if other != own and changed and is_brief:
            edit = changed[number % len(changed)]
            _written(observed, f"write {own} after an edit as {other}", key, edit, other)
    return value


def _write_with_options(observed: Observations, key: str, cardset: Any, format_id: str) -> None:
    """Observe a writing with one of the options of a writer."""
    if choices := _OPTIONS.get(format_id):
        options = choices[crc32(key.encode()) % len(choices)]
        kind = f"write {format_id} with {', '.join(options)}"
        _written(observed, kind, key, cardset, format_id, **options)


def observe_written(observed: Observations, key: str, cardset: Any) -> None:
    """Observe what every format has of a card set, and what its reader makes of that."""
    for format_id in WRITTEN:
        _write_with_options(observed, key, cardset, format_id)
        text = _written(observed, f"write a set as {format_id}", key, cardset, format_id)
        if text is not None:
            _read(observed, Text(key, format_id, text.encode("utf-8", "surrogatepass")), key, {})


def _edit(value: Any, key: str, changed: list[Any]) -> int:
    changed.append(edited(value, random.Random(key)))  # noqa: S311 - of tests
    return len(changed[-1].cards)


def observe_varied(observed: Observations, varied: Varied, count: int) -> Iterator[Any]:
    """Observe mutated texts; yield the key and the card set of each."""
    for number in range(count):
        text = varied[number]
        key = f"{number}: {text.name}"
        others = (WRITTEN[number % len(WRITTEN)],)
        yield key, observe_text(observed, text, key, others)


def observe_files(observed: Observations, folders: Sequence[Path]) -> Iterator[Any]:
    """Observe the files of folders, one by one; yield the name and the card set of each."""
    for name, path in files_in(folders):
        data = path.read_bytes()
        if format_id := format_of(path, data[:4096]):
            others = WRITTEN if len(data) <= _SMALL else WRITTEN[:1]
            yield name, observe_text(observed, Text(name, format_id, data), name, others)
