"""Targets on what is no card set: lines of abilities, draft records, saved games, editors."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from varied_texts import ROOT, Text

import cardformats as cf
from cardformats import draft, records
from cardformats.formats.wagic.abilities import (
    Unknown,
    explain,
    explain_as_engine,
    lint,
    normalise,
    parse,
)
from cardformats.formats.wagic.abilities.reading import RULES

from .texts import check_report_of, tree
from .trials import Target, Trial, must

#: One of so many lines of abilities is an original.
_EVERY: Final = 9
_ABILITY: Final = re.compile(r"(?m)^(auto\w*|anyzone\w*|target|restriction|mana|other)=([^\r\n]+)")


def lines_of(texts: Iterable[Text]) -> list[Text]:
    """Return lines of abilities of Wagic's cards, each with the rule that it is read by."""
    rules = {"target": "target", "restriction": "conditions", "mana": "price", "other": "price"}
    found: dict[str, tuple[str, str]] = {}
    for text in texts:
        if text.format == "wagic":
            for key, line in _ABILITY.findall(text.text):
                found.setdefault(line, (text.name, f"line of {rules.get(key, 'ability')}"))
    return [Text(*found[line], line.encode()) for line in sorted(found)[::_EVERY]]


def abilities(trial: Trial, _folder: Path) -> None:
    """No line of abilities is lost, and it can be linted, explained and normalised."""
    rule, text = trial.format.rpartition(" ")[2], re.split(r"[\r\n]", trial.text)[0]
    line = parse(text, rule)
    must(str(line) == text, "a line is not its text")
    for offset, node in line.walk():
        said = str(node)
        must(text[offset : offset + len(said)] == said, "a node with a wrong offset", repr(node))
    written = normalise(text, rule)
    if not any(isinstance(node, Unknown) for _, node in line.walk()):  # which stay as they are
        must(parse(written, rule) == line, f"{rule}: normalised, it says something else", written)
        must(normalise(written, rule) == written, f"{rule}: normalised twice differs", written)
    for finding in lint(text, rule):
        must(finding.message, "a finding without a message")
        edits = finding.fix.edits if finding.fix else ()
        for span in (finding.span, *(each.span for each in edits)):
            is_inside = span is not None and 0 <= span.start <= span.end <= len(text)
            must(is_inside, "a finding outside its line", finding)
    if rule == "ability":
        must(isinstance(explain(text), str), "an explanation is no text")
        must(isinstance(explain_as_engine(text), str), "an explanation is no text")


def logs() -> list[Text]:
    """Return the logs of drafts among the data of the tests."""
    folder = ROOT / "tests" / "data" / "draft_logs"
    return [Text(path.name, "log", path.read_bytes()) for path in sorted(folder.iterdir())]


def record(trial: Trial, _folder: Path) -> None:
    """A log gives a report; its record can be written, read back and played again."""
    report = records.loads_report(trial.data)
    check_report_of(report.diagnostics)
    try:
        text = records.dumps(report.value, "draftmancer")
    except cf.DraftError:
        text = None
    if text is not None:
        again = records.loads_report(text)
        check_report_of(again.diagnostics)
        if report.ok and report.value.seats:
            must(again.ok, "a log that was written has errors", [*map(str, again.errors)])
            second = records.dumps(again.value, "draftmancer")
            must(second == text, "a log is written differently when it is read again")
    for act in (lambda: records.dumps(report.value, "mtgo"), lambda: records.replay(report.value)):
        try:
            act()
        except cf.DraftError:
            continue


#: Maximum number of actions of a stored game of zones.
_FEW: Final = 12


@cache
def games() -> tuple[Text, ...]:
    """Return stored games: of booster drafts with effects, and of kinds of drafts with zones."""
    effects = (cf.model.SimpleEffect.COGWORK_LIBRARIAN, cf.model.SimpleEffect.FACE_UP)
    cards = [
        cf.Card.of(
            f"Moth {number}",
            types="Creature",
            set_code="FEN",
            number=str(number),
            draft_effects=effects if number % 3 == 0 else (),
        )
        for number in range(12)
    ]
    cardset = cf.CardSet(cards=cards)
    refs = [card.ref for card in cards]
    packs = [[refs[seat : seat + 4] for seat in range(3)] for _ in range(2)]
    state: Any = draft.start(packs, cardset, seed=1)
    bots = [draft.RandomBot(seat) for seat in range(3)]
    found = [state, draft.play(state, bots)]
    for kind in draft.draft_kinds():
        players = draft.draft_kind(kind).least
        flat = [refs[:9] for _ in range(3 * max(players, 6))]
        try:
            begun = draft.begin(kind, flat, cardset, players=players, seed=2)
        except cf.DraftError:
            continue
        found.append(
            draft.play(
                begun, (bots * 9)[: len(begun.seats)], until=lambda each: len(each.log) > _FEW
            )
        )
    return tuple(
        Text(f"game {number}", "game", draft.dumps(each).encode())
        for number, each in enumerate(found)
    )


def game(trial: Trial, _folder: Path) -> None:
    """A stored game that was tampered with is refused, or is a game."""
    try:
        state: Any = draft.loads(trial.data)
    except cf.DraftError as error:
        must(str(error), "a game is refused without a reason")
        return
    text = draft.dumps(state)
    must(draft.loads(text) == state, "a game is not the same when it was stored and loaded")
    for seat in range(len(state.seats)):
        draft.as_json(state.view(seat))


# editors


def _edits(text: str, chance: random.Random) -> tuple[int, int, str]:
    """Return a change of a text: where it begins and ends, and what is written there."""
    start = chance.randrange(len(text) + 1)
    end = min(len(text), start + chance.choice((0, 0, 0, 1, 2, 9, 80)))
    at = chance.randrange(len(text) + 1)
    new = chance.choice(("", "", "\n", "(", '"', "}", " ", "𝕎", "\r\n", "<", text[at : at + 30]))
    return start, end, new


def _found(language: Any, document: Any) -> list[str]:
    """Return what is wrong in a document, when all of it was looked at."""
    from cardformats.lsp.protocol import published  # noqa: PLC0415 - needs an extra

    last = None
    for findings in language.check(document):
        last = findings or last
    items = published(document, last, "utf-16", with_related=True) if last is not None else []
    return sorted(map(repr, items))


def _offsets(document: Any) -> Callable[[Any], int]:
    """Return the offset of a position; thousands of offers have one, perhaps in a long line."""
    known: dict[tuple[int, int], int] = {}

    def offset_of(position: Any) -> int:
        place = position.line, position.character
        if place not in known:
            known[place] = document.answers.offset(position)
        return known[place]

    return offset_of


def _ask(language: Any, document: Any, chance: random.Random) -> None:
    """Ask every question about some places of a document."""
    size = len(document.text)
    lines = document.answers.number(size)

    offset_of = _offsets(document)

    def inside(place: Any, what: str) -> tuple[int, int]:
        start, end = map(offset_of, (place.start, place.end))
        must(place.end.line <= lines, f"{what} outside the document", place)
        must(start <= end, f"{what} ends before it begins", place)
        return start, end

    for offset in (chance.randrange(size + 1), chance.randrange(size + 1), size):
        hover = language.hover(document, offset)
        if hover is not None:
            inside(hover.range, "a hover")
        for each in language.completions(document, offset):
            inside(each.text_edit.range, "an offer")
        for spans in (language.definitions, language.references):
            for span in spans(document, offset):
                length = len(span.source.text)
                must(0 <= span.start <= span.end <= length, "a place outside its source", span)
    for symbol in language.symbols(document):
        (start, end), own = (
            inside(each, "a symbol") for each in (symbol.range, symbol.selection_range)
        )
        must(start <= own[0] <= own[1] <= end, "the name of a symbol is not in it", symbol)
    for fold in language.folds(document):
        must(0 <= fold.start_line < fold.end_line <= lines, "a fold outside the document", fold)
    end = 0
    for token in language.tokens(document, 0, size):
        must(token.start < token.end <= size, "a token outside the document", token)
        must(token.start >= end, "tokens that overlap or have no order", token)
        end = token.end
    new = language.formatted(document)
    must(new is None or isinstance(new, str), "a text that is formatted is no text")


def editor(trial: Trial, folder: Path) -> None:
    """An editor gets answers to every question after every change."""
    from lsprotocol import types  # noqa: PLC0415 - needs an extra

    from cardformats.lsp.fixes import fixing_actions  # noqa: PLC0415 - needs an extra
    from cardformats.lsp.languages import Languages  # noqa: PLC0415 - likewise
    from cardformats.lsp.workspace import Workspace  # noqa: PLC0415 - likewise

    chance = trial.choices()
    path, text = tree(trial, folder, chance), trial.text
    workspace = Workspace()
    languages = Languages(workspace)
    uri = path.as_uri()
    workspace.open(uri, path, 1, text, trial.format)
    for version in range(2, 5):
        document: Any = workspace.document(uri)
        language: Any = languages.of(document)
        for findings in language.check(document):
            if findings is not None:
                fixing_actions(document, findings, 0, len(document.text), (), workspace)
        _ask(language, document, chance)
        start, end, new = _edits(document.text, chance)
        place = document.answers.range(start, end)
        change = types.TextDocumentContentChangePartial(place, new)
        workspace.texts[uri].apply_change(change)
        workspace.changed(uri, version)
    document = workspace.document(uri)
    found = _found(languages.of(document), document)
    fresh = Workspace()
    fresh.open(uri, path, 1, document.text, trial.format)
    again: Any = fresh.document(uri)
    must(
        found == _found(Languages(fresh).of(again), again),
        f"{trial.format}: what is found depends on the edits before",
    )


def more_texts(texts: Sequence[Text]) -> list[Text]:
    """Return the texts of the targets here."""
    return [*lines_of(texts), *logs(), *games()]


TARGETS: Final = (
    Target("abilities", abilities, 120, frozenset(f"line of {rule}" for rule in RULES)),
    Target("record", record, 25, frozenset({"log"}), limit=10_000),
    Target("game", game, 40, frozenset({"game"}), limit=50_000),
    Target("editor", editor, 8, frozenset({"draftmancer", "octgn", "octgn-deck", "wagic"}), 2_500),
)
