"""Targets on the texts of formats: reading, writing, editing, fixing and formatting."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from attrs import evolve
from varied_texts import ROOT

import cardformats as cf
from cardformats import testing
from cardformats.checking import Config, check, run
from cardformats.checking.fixing import apply_fixes
from cardformats.checking.formatting import _content as content
from cardformats.checking.formatting import formatted
from cardformats.checking.rules import with_rules
from cardformats.diagnostics import Diagnostic, Report, Severity
from cardformats.formats.base import Format
from cardformats.io import check_report
from cardformats.source import SourceText

from .trials import Target, Trial, must

FORMATS: Final = frozenset(each.id for each in cf.formats())
WRITABLE: Final = tuple(sorted(each.id for each in cf.formats() if each.writer is not None))
#: The formats that have cards, not only names of them.
WITH_CARDS: Final = FORMATS - {"decklist", "dek", "octgn-deck", "wagic-pack"}
LIMITS: Final = (0, 1, 5, 10_000)


def _catalog(data: bytes, format_id: str) -> cf.CardCatalog:
    """Return a catalog of every second card that a text names."""
    cardset = cf.loads_report(data, format_id).value
    named = [entry.card.name for sheet in cardset.sheets.values() for entry in sheet.entries]
    names = list(dict.fromkeys([*named, *(card.name for card in cardset.cards)]))[::2]
    cards = [
        cf.Card.of(name, types="Land", set_code=("AAA", "B2")[number % 2], number=str(number))
        for number, name in enumerate(names)
        if name
    ]
    return cf.CardCatalog(cards)


def options_for(format_id: str, data: bytes, chance: random.Random) -> dict[str, Any]:
    """Return options for reading a text, often none."""
    every: dict[str, list[dict[str, Any]]] = {
        "wagic": [
            {"engine": "exact"}, {"engine": "exact"}, {"unresolved": "named"},
            {"thorough": True}, {"engine_version": 2016, "thorough": True},
            {"max_grade": "supported"}, {"max_expansions": 3}, {"max_nesting": 1},
        ],
        "wagic-pack": [{"engine": "exact"}],
        "octgn": [{"rules": "octgn"}],
        "draftmancer": [{"max_copies": 3}, {"cards_per_booster": 1}, {"max_cards": 2}],
        "mtgjson": [{"images": True}],
        "csv": [{"pack": "10 common, 3 uncommon, 1 rare"}],
        "cockatrice": [{"of_set": "LAN"}],
        "lackey": [{"max_work": 100}],
    }  # fmt: skip
    options = dict(chance.choice([{}, {}, {}, *every.get(format_id, [])]))
    if chance.choice((True, False)):
        options["thorough"] = True
    few = chance.randrange(8)
    if few == 0:
        options["max_diagnostics"] = chance.choice(LIMITS)
    elif few == 1:
        options["catalog"] = _catalog(data, format_id)
    elif few == 2:  # noqa: PLR2004 - another one of the eight
        options["max_work"] = chance.choice((0, 100, 10_000))
    return options


def check_report_of(diagnostics: tuple[Diagnostic, ...]) -> None:
    """Every span, fix and message of a report can be shown."""
    for each in diagnostics:
        must(each.message, "a diagnostic without a message", each.code)
        spans = [each.span, *(edit.span for edit in (each.fix.edits if each.fix else ()))]
        for span in spans:
            if span is not None:
                size = len(span.source.text)
                must(0 <= span.start <= span.end <= max(size, 1), "a span outside its source", each)
        each.render()
        each.to_dict()


def read(trial: Trial, _folder: Path) -> None:
    """Any text gives a report, with any options."""
    chance = trial.choices()
    format_id = trial.format
    if not chance.randrange(10):
        format_id = chance.choice(sorted(FORMATS))
    data: bytes | str = trial.data if chance.randrange(4) else trial.text
    options = options_for(format_id, trial.data, chance)
    report = testing.assert_total(data, format_id, **options)
    check_report_of(report.diagnostics)
    if format_id == "wagic":
        check_report_of(with_rules(report, "trial", ["wagic-texts"]).diagnostics)
    limit = options.get("max_diagnostics", LIMITS[-1])
    # errors and others each have the limit, and so has what a catalog does not know
    most = 2 * (2 * max(limit, 1) + 2)
    must(len(report.diagnostics) <= most, "more diagnostics than the limit", options)
    if not chance.randrange(4):
        again = cf.loads_report(data, format_id, **options)
        must(again.value == report.value, "reading twice differs")


def _is_refused(report: Report[str]) -> bool:
    """Return whether the writer says that its output is not read, or is read as something else."""
    return any(each.severity is Severity.ERROR for each in report.diagnostics)


def write(trial: Trial, _folder: Path) -> None:
    """What was read can be written, to any format, and what is written reads back.

    In its own format it comes back as it was, unless the writer says that it does not.
    """
    chance = trial.choices()
    first = cf.loads_report(trial.data, trial.format)
    target = trial.format if chance.randrange(3) else chance.choice(WRITABLE)
    if target not in WRITABLE:
        target = chance.choice(WRITABLE)
    canonical = chance.choice((True, False))
    report = cf.dumps_report(first.value, target, canonical=canonical)
    check_report_of(report.diagnostics)
    again = cf.loads_report(report.value, target)
    check_report_of(again.diagnostics)
    entries = any(sheet.entries for sheet in first.value.sheets.values())
    if _is_refused(report) or not (first.value.cards or entries):
        return
    if canonical:
        new = {*map(_code, again.errors)} - {*map(_code, first.errors)}
        must(not new, f"{target}: what is written has new errors", [*map(str, again.errors)])
    if target == trial.format and again.ok and (first.ok or target in _TOTAL):
        testing.assert_reads_back(first.value, target)
        if first.ok and not report.losses:
            lost = _said(first.value) - _said(again.value)
            must(not lost, f"{target}: what is written lacks something", lost)


#: The formats that read back whatever they write, of any text.
_TOTAL: Final = frozenset({"json", "draftmancer"})


def _said(cardset: cf.CardSet) -> Counter[Any]:
    """Return the cards and the names on the sheets."""
    named = [entry.card.name for sheet in cardset.sheets.values() for entry in sheet.entries]
    return Counter([*((card.name, card.faces) for card in cardset.cards), *named])


def _code(diagnostic: Diagnostic) -> str:
    return str(diagnostic.code)


def _edited(cardset: cf.CardSet, chance: random.Random) -> tuple[cf.CardSet, cf.Card | None]:
    """Return the set with a card changed, added or removed, and the new card."""
    kind = chance.randrange(4)
    if kind == 0 or not cardset.cards:
        new = cf.Card.of("Zeppelin Moth", mana_cost="{1}{U}", types="Creature", rarity="common")
        sheets = [*cardset.sheets]
        return cardset.adding(new, sheet=chance.choice(sheets) if sheets else None), new
    old = chance.choice(cardset.cards)
    if kind == 1:
        return cardset.without(old), None
    changes: tuple[dict[str, Any], ...] = (
        {"name": "Zeppelin Moth"},
        {"types": ["Artifact"]},
        {"text": "{T}: Draw a card."},
        {"power": "7", "toughness": "8"},
    )
    face = evolve(old.faces[0], **chance.choice(changes))
    new = evolve(old, faces=(face, *old.faces[1:]))
    return cardset.replacing(old, new), new


def _names(cardset: cf.CardSet) -> Counter[str]:
    return Counter(card.name for card in cardset.cards)


def edit(trial: Trial, _folder: Path) -> None:
    """A set that is edited is written with the edit, whatever else the file has."""
    format_id = trial.format if trial.format in WRITABLE else "json"
    before = cf.loads_report(trial.data, trial.format).value
    chance = trial.choices()
    try:
        after, new = _edited(before, chance)
    except cf.ModelError:
        return
    if after == before:
        return
    plain, report = (cf.dumps_report(each, format_id) for each in (before, after))
    check_report_of(report.diagnostics)
    control = cf.loads_report(plain.value, format_id).value
    again = cf.loads_report(report.value, format_id)
    check_report_of(again.diagnostics)
    if _is_refused(plain) or _is_refused(report) or _names(control) != _names(before):
        return
    if report.losses or plain.losses:
        return
    must(
        _names(again.value) == _names(after),
        f"{format_id}: the cards of an edited set are not read back",
        f"{new}\n{_names(after) - _names(again.value)}\n{_names(again.value) - _names(after)}",
    )
    if new is None:
        return
    same = [card for card in again.value.cards if _faces(card) == _faces(new)]
    must(same, f"{format_id}: a changed card is not read back as it is", new)


def _faces(card: cf.Card) -> list[tuple[cf.Face, set[str]]]:
    """Return the faces, and the names of their properties.

    A property in which a changed field is written as well has another value when it is read.
    """
    return [(evolve(face, properties={}), {*face.properties}) for face in card.faces]


GAME: Final = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
_DEFINITION: Final = f"""<game name="Marsh" id="{GAME}" version="1.0.0.0" scriptVersion="3.1.0.2">
<card><property name="Rarity" type="String"/><property name="Text" type="RichText"/></card></game>
"""
_SET: Final = f"""<set name="S" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00" gameId="{GAME}"><cards>
<card name="A" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e01"><property name="Rarity" value="R"/></card>
</cards></set>
"""
_BY_SUFFIX: Final = {
    "octgn-deck": "deck.o8d", "dek": "deck.dek", "csv": "cards.csv", "json": "set.json",
    "mtgjson": "set.json", "scryfall": "cards.json", "cockatrice": "cards.xml",
    "lackey": "cards.txt", "lackey-deck": "deck.dek",
}  # fmt: skip


@cache
def _wagic_example() -> dict[str, bytes]:
    folder = ROOT / "examples" / "wagic" / "sets"
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def tree(trial: Trial, folder: Path, chance: random.Random) -> Path:
    """Write a folder around a text, as its program has it; return the path of the text."""
    files: dict[str, bytes] = {}
    name = _BY_SUFFIX.get(trial.format, "list.txt")
    if trial.format == "octgn":
        name = "definition.xml" if b"<game" in trial.data[:500] else "Sets/One/set.xml"
        files = {"definition.xml": _DEFINITION.encode(), "Sets/Two/set.xml": _SET.encode()}
    elif trial.format in {"wagic", "wagic-pack"}:
        files = dict(_wagic_example())
        name = chance.choice([*files]) if trial.format == "wagic" else "LAN/booster.txt"
    for path, data in (files | {name: trial.data}).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder / name


def folder(trial: Trial, folder: Path) -> None:
    """A folder with the text in it is read and checked."""
    path = tree(trial, folder, trial.choices())
    reads = {each.id: each for each in cf.formats()}[trial.format].reads_folders
    if reads:
        check_report_of(check_report(folder, trial.format, thorough=True).diagnostics)
    try:
        for checked in check(folder):
            check_report_of(checked.report.diagnostics)
    except cf.UnknownFormatError:
        pass
    if path.name != "definition.xml":
        check_report_of(check_report(path, trial.format, thorough=True).diagnostics)


def _errors(diagnostics: Iterable[Diagnostic]) -> int:
    return sum(each.severity is Severity.ERROR for each in diagnostics)


def fix(trial: Trial, folder: Path) -> None:
    """Fixes make nothing worse, and applied twice they change nothing."""
    chance = trial.choices()
    path = tree(trial, folder, chance)
    unsafe = chance.choice((True, False))
    looks_at = path.parent if trial.format in {"octgn", "wagic"} else path
    format_id = "octgn" if trial.format == "octgn" else trial.format
    if path.name == "definition.xml":
        looks_at = folder
    every = partial(run, [looks_at], format=format_id)
    before = every().diagnostics
    result = apply_fixes(every, [folder], unsafe=unsafe)
    left = result.left.diagnostics
    check_report_of(left)
    # what an error hid that is fixed is shown now
    if not unsafe and not _errors(each for each in result.applied if each in before):
        must(_errors(left) <= _errors(before), "more errors after fixing", [*map(str, left)])
    result.write()
    after = every().diagnostics
    kinds = [Counter(str(each.code) for each in its) for its in (left, after)]
    must(kinds[0] == kinds[1], "what is left is not what is found in the files", kinds)
    again = apply_fixes(every, [folder], unsafe=unsafe)
    changed = [*again.files] if not result.taken_back else []
    must(not changed, "fixes change something when applied again", changed)


_STYLES: Final[dict[str, dict[str, tuple[Any, ...]]]] = {
    "wagic": {
        "order": (None, "name", "letters", "id", "rarity", "kept"),
        "keys": (True, False),
        "blank_lines": (None, 0, 1, 2),
    },
    "octgn": {
        "order": (None, "number", "name", "letters", "kept"),
        "indent": (None, "tab", 2),
        "attributes": (True, False),
    },
    "draftmancer": {
        "blank_lines": (None, 0, 1, 2),
        "indent": (None, "tab", 1, 4),
        "counts": (None, "always", "needed"),
        "sort": (True, False),
    },
}


def format_text(trial: Trial, _folder: Path) -> None:
    """What is formatted means the same, and is not changed when it is formatted again."""
    known: Format = {each.id: each for each in cf.formats()}[trial.format]
    chance = trial.choices()
    values = {key: chance.choice(its) for key, its in _STYLES[trial.format].items()}
    styles = {key: value for key, value in values.items() if value is not None}
    config = Config(styles={known.id: styles})
    text = SourceText.from_bytes("<data>", trial.data).text
    made = formatted(SourceText("<data>", text), known, config).text
    again = formatted(SourceText("<data>", made), known, config).text
    must(again == made, f"{trial.format}: formatted twice differs", f"{made!r}\n{again!r}")
    options = known.options.for_names()
    before, after = (cf.loads_report(each, trial.format, **options) for each in (text, made))
    must(content(before) == content(after), f"{trial.format}: formatted says something else", made)


TARGETS: Final = (
    Target("read", read, 400, FORMATS),
    Target("write", write, 180, FORMATS),
    Target("edit", edit, 80, WITH_CARDS),
    Target("folder", folder, 20, FORMATS, limit=2_500),
    Target("fix", fix, 30, FORMATS - {"json", "scryfall", "mtgjson"}, limit=2_500),
    Target("format", format_text, 60, frozenset(_STYLES)),
)
