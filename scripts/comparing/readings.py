"""What readers make of texts and files, and what writers make of that."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs
from varied_texts import Text, Varied, files_in, format_of

import cardformats as cf
from cardformats.io import check_report

from .records import Observations

#: The formats that every value is written in, besides its own.
_WRITTEN: Final = ("draftmancer", "wagic", "octgn", "mtgjson", "csv", "decklist")
#: Maximum number of bytes of a file of which writing is observed in all formats.
_SMALL: Final = 200_000
#: The options with which a text is read besides the usual ones, by format.
_VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "wagic": {"engine": "exact"},
    "octgn": {"rules": "octgn"},
    "draftmancer": {"thorough": True},
    "mtgjson": {"thorough": True},
}


def _place(span: Any) -> str:
    if span is None:
        return "-"
    return f"{Path(span.source.name).name}:{span.start}-{span.end}"


def shown(diagnostic: Any) -> str:
    """Return code, severity, place and fix of a diagnostic, and the count of a loss."""
    text = f"{diagnostic.code} {diagnostic.severity.value} {_place(diagnostic.span)}"
    if count := diagnostic.data.get("count"):
        text += f" ×{count}"
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


def edited(cardset: Any, chance: random.Random) -> Any:
    """Return a card set with one change that *chance* selects, of those that are possible."""
    new = cf.Card.of("Lantern Eel", mana_cost="{1}{U}", rarity="common")
    changes: list[Any] = [lambda: cardset.adding(new)]
    if cardset.cards:
        card = chance.choice(cardset.cards)
        face, *others = card.faces
        face = attrs.evolve(face, text=f"{face.text or ''}Reach".strip())
        changes += [
            lambda: cardset.replacing(card, attrs.evolve(card, faces=[face, *others])),
            lambda: cardset.replacing(card, attrs.evolve(card, rarity="uncommon")),
            lambda: cardset.without(card),
        ]
    chance.shuffle(changes)
    for change in changes[:-1]:
        with suppress(cf.CardFormatsError):
            return change()
    return changes[-1]()


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
) -> None:
    """Observe the text and the losses of a writing."""
    reports: list[Any] = []

    def write() -> Any:
        reports.append(cf.dumps_report(cardset, format_id, **options))
        return reports[0].value

    observed.add(f"{kind}: text", key, write)
    for report in reports:
        observed.add(f"{kind}: losses", key, _diagnosed, report)


def observe_text(observed: Observations, text: Text, key: str, others: Sequence[str]) -> Any:
    """Observe how a text is read and written; return the card set."""
    report = _read(observed, text, key, {})
    if text.format in _VARIANTS:
        _read(observed, text, key, _VARIANTS[text.format])
    if report is None:
        return None
    own, value = text.format, report.value
    changed: list[Any] = []
    observed.add("edit", key, _edit, value, key, changed)
    if own != "scryfall":
        _written(observed, f"write {own} as it was read", key, value, own)
        _written(observed, f"write {own} canonical", key, value, own, canonical=True)
        for other in changed:
            _written(observed, f"write {own} after an edit", key, other, own)
    for other in others:
        if other != own:
            _written(observed, f"write {own} as {other}", key, value, other)
    return value


def _edit(value: Any, key: str, changed: list[Any]) -> int:
    changed.append(edited(value, random.Random(key)))  # noqa: S311 - of tests
    return len(changed[0].cards)


def observe_varied(observed: Observations, varied: Varied, count: int) -> Iterator[Any]:
    """Observe mutated texts; yield the key and the card set of each."""
    for number in range(count):
        text = varied[number]
        key = f"{number}: {text.name}"
        others = (_WRITTEN[number % len(_WRITTEN)],)
        yield key, observe_text(observed, text, key, others)


def observe_files(observed: Observations, folders: Sequence[Path]) -> Iterator[Any]:
    """Observe the files of folders, one by one; yield the name and the card set of each."""
    for name, path in files_in(folders):
        data = path.read_bytes()
        if format_id := format_of(path, data[:4096]):
            others = _WRITTEN if len(data) <= _SMALL else _WRITTEN[:1]
            yield name, observe_text(observed, Text(name, format_id, data), name, others)


def observe_folders(observed: Observations, folders: Sequence[Path]) -> Iterator[Any]:
    """Observe sets as commands read and check them: with primitives, games and what is beside."""
    sets = [
        (name, path.parent if path.name == "_cards.dat" else path)
        for name, path in files_in(folders)
        if path.name in {"_cards.dat", "set.xml"} or path.suffix == ".o8d"
    ]
    for name, path in sets:
        reports: list[Any] = []
        observed.add("check: diagnostics", name, _check, path, reports)
        for report in reports:
            observed.add("check: value", name, model, report.value)
            for target in ("draftmancer", "wagic", "octgn"):
                kind = f"write a folder as {target}"
                observed.add(kind, name, _folder, report.value, target)
            yield name, report.value


def _check(path: Path, reports: list[Any]) -> Any:
    return _diagnosed(check_report(path), reports)


def _folder(cardset: Any, format_id: str) -> Any:
    """Return the files that a card set is written to in a new folder, and the losses."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / ("set.txt" if format_id == "draftmancer" else "set")
        report = cf.write(cardset, target, format_id)
        files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
        texts = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
        return {
            "files": {name: data.decode("utf-8", "replace") for name, data in texts.items()},
            "losses": diagnostics(report.diagnostics),
        }
