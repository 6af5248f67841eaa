"""Abilities, the card database, and the commands."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import cardformats as cf
from cardformats.formats.wagic import abilities

from .readings import model
from .records import Observations

#: Maximum number of ability lines; of more, some are taken at equal distances.
_LINES: Final = 12_000


def observe_abilities(observed: Observations, cards: Iterable[Any]) -> None:
    """Observe what is read, found and explained of the ability lines of cards."""
    lines = {(each.text, each.rule): None for card in cards for each in abilities.scripts(card)}
    step = max(1, len(lines) // _LINES)
    for text, rule in list(lines)[::step]:
        key = f"{rule}: {text}"
        for kind, make in _OF_ABILITIES.items():
            observed.add(f"ability: {kind}", key, make, text, rule)


def _tree(text: str, rule: Any) -> Any:
    walk = abilities.parse(text, rule).walk()
    return [f"{offset} {type(node).__name__} {node}" for offset, node in walk]


def _found(text: str, rule: Any) -> Any:
    return [f"{each.code} {each.span and each.span.start}" for each in abilities.lint(text, rule)]


def _best(text: str, rule: Any) -> str:
    return str(abilities.normalise(text, rule))


def _as_engine(text: str, rule: Any) -> str:
    return str(abilities.explain_as_engine(text, rule))


_OF_ABILITIES: Final[dict[str, Callable[..., Any]]] = {
    "tree": _tree,
    "findings": _found,
    "best form": _best,
    "in English": abilities.explain,
    "in English, as the engine": _as_engine,
}


def observe_database(observed: Observations, sources: Sequence[Path], folder: Path) -> None:
    """Observe what a card database gives back."""
    path = folder / "cards.sqlite"
    observed.add("database: build", "all", _built, sources, path)
    with cf.CardDatabase(path) as database:
        codes = [each.code for each in database.sets() if each.code]
        for code in codes:
            observed.add("database: set", code, _set, database, code)
        names = [card.name for code in codes[:6] for card in database.set(code).cards][::7]
        for name in names:
            observed.add("database: card", name, _card, database, name)
            observed.add("database: near", f"{name[1:]}x", database.near, f"{name[1:]}x", 3)


def _set(database: Any, code: str) -> Any:
    return model(database.set(code))


def _built(sources: Sequence[Path], path: Path) -> Any:
    report = cf.CardDatabase.build(sources, path)
    report.value.close()
    return len(report.diagnostics)


def _card(database: Any, name: str) -> Any:
    card = database.card(name)
    return None if card is None else model(cf.CardSet(cards=[card]))


#: The commands that are run, with the inputs `draftmancer`, `wagic` and `octgn`.
_COMMANDS: Final = (
    "check {}", "check {} --format sarif", "check {} --statistics", "show {}", "show {} --json",
    "open {} --seed 7 -n 2", "open {} --seed 7 --json", "odds {}", "odds {} --json", "audit {}",
    "report {} --seed 7 -o -", "diff {} {}", "format --diff {}", "fix --diff {}",
    "draft {} --seed 7 --players 3", "draft {} --seed 7 --format winston", "convert {} -o out.txt",
    "convert {} -o set --to wagic", "convert {} -o set --to octgn",
    "convert {} -o set.json --to json", "convert {} -o set.csv --to csv", "cards build {} -o c.db",
)  # fmt: skip
_SINGLE: Final = (
    "formats", "--help", "explain DM033", "explain {T}:draw:1", "mapping {octgn}",
    "wagic prints wagic/sets Marsh*", "log {log}", "log {log} --json --passed", "check --help",
)  # fmt: skip


#: Commands that change nothing, with folders of real files.
_OF_CORPUS: Final = (
    "format --diff wagic/2016/sets", "format --diff octgn/mtg", "fix --diff --unsafe octgn/mtg",
    "fix --diff --unsafe --from draftmancer draftmancer", "fix --diff --unsafe wagic/2026/sets",
    "check --json --from wagic wagic/2021/sets", "wagic ids wagic/2016/sets",
    "wagic unprinted wagic/2016/sets", "diff --json mtgjson/ALA.json mtgjson/LEA.json",
    "mapping octgn/battletech/Game",
)  # fmt: skip


def _commands(inputs: dict[str, Path]) -> Iterator[str]:
    for command in _COMMANDS:
        for path in inputs.values():
            yield command.replace("{}", str(path))
    for command in _SINGLE:
        line = command
        for name, path in inputs.items():
            line = line.replace(f"{{{name}}}", str(path))
        yield line.replace("{log}", "draft.txt")


def observe_commands(observed: Observations, root: Path, folder: Path, corpus: Path | None) -> None:
    """Observe what the commands print and write, each in a folder with copies of the inputs.

    Those that only print are tried on real files, too.
    """
    for command in _OF_CORPUS if corpus else ():
        observed.add("command on real files", command, _called, command, corpus)
    inputs = {
        "draftmancer": Path("list.txt"),
        "wagic": Path("wagic/sets/LAN"),
        "octgn": Path("octgn/Marsh"),
    }
    for number, command in enumerate(_commands(inputs)):
        place = folder / f"command-{number}"
        shutil.copytree(root / "examples" / "wagic", place / "wagic")
        shutil.copytree(root / "examples" / "octgn", place / "octgn")
        shutil.copy(root / "tests" / "data" / "draft_logs" / "draft.txt", place)
        (place / "list.txt").write_text(_LIST, "utf-8")
        observed.add("command", command, _run, command, place)
        shutil.rmtree(place)


def _called(command: str, place: Path) -> dict[str, Any]:
    """Run a command; return its status, and what it prints."""
    words = [sys.executable, "-c", "from cardformats.cli import main; main()", *command.split()]
    done = subprocess.run(words, cwd=place, capture_output=True, check=False)  # noqa: S603
    output, errors = (
        text.decode("utf-8", "replace").replace(str(place), "FOLDER")
        for text in (done.stdout, done.stderr)
    )
    return {"status": done.returncode, "output": output, "errors": errors}


def _run(command: str, place: Path) -> dict[str, Any]:
    """Run a command; return what it prints, and the files that it has changed."""
    before = _files(place)
    result = _called(command, place)
    changed = {
        name: data.decode("utf-8", "replace")
        for name, data in _files(place).items()
        if before.get(name) != data and not name.endswith((".db", ".o8g"))
    }
    return {**result, "files": changed}


def _files(place: Path) -> dict[str, bytes]:
    files = sorted(path for path in place.rglob("*") if path.is_file())
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in files}


_LIST: Final = """\
[Settings]
{"layouts": {"Usual": {"weight": 7, "slots": {"Rare": 1, "Common": 4}},
             "Rich": {"weight": 1, "slots": {"Rare": 2, "Common": 3}}}}
[CustomCards]
[{"name": "Lantern Eel", "mana_cost": "{1}{U}", "type": "Creature", "rarity": "common"},
 {"name": "Marsh King", "mana_cost": "{2}{B}{B}", "type": "Legendary Creature",
  "rarity": "rare", "power": 3, "toughness": "4", "oracle_text": "Menace"}]
[Rare]
10 Marsh King
20 Silt Regent
[Common]
40 Lantern Eel
30 Reed Otter
30 Lantren Eel
20 Low Heron
50 Bog Lamp
"""
