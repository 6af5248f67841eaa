"""Abilities, the card database, and the commands."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner

import cardformats as cf
from cardformats.cli.app import app
from cardformats.formats.wagic import abilities, lexicon
from cardformats.formats.wagic.abilities.engine.targets import chooser

from .readings import model
from .records import Observations

#: Maximum number of ability lines; of more, some are taken at equal distances.
_LINES: Final = 12_000
#: Maximum number of lines with other words than a card has.
_CHANGED: Final = 3_000
#: Where a word is tried, and by which rule.
_FORMS: Final = (
    ("{}(creature)", "target"), ("{}(creature)", "conditions"),
    ("if {}(creature) then draw:1", "ability"), ("ifnot {}(creature) then draw:1", "ability"),
    ("{{T}}:{0}:1 target(creature[{0}])", "ability"),
)  # fmt: skip
_RULES: Final = ("ability", "target", "conditions", "price")
#: Maximum number of targets.
_TARGETS: Final = 800
_WORD: Final = re.compile(r"[\w']+|[|*~!]|[^\w\s]")
_TARGET: Final = re.compile(r"(?:target|all|lord|foreach|aslongas|notatarget)\(([^()]+)\)")


def observe_abilities(observed: Observations, cards: Sequence[Any]) -> None:
    """Observe what is read, found and explained of the ability lines of cards, and targets."""
    every = {(each.text, each.rule): None for card in cards for each in abilities.scripts(card)}
    step = max(1, -(-len(every) // _LINES))
    lines = list(every)[::step]
    for text, rule in dict.fromkeys([*lines, *_changed(lines), *_of_words()]):
        key = f"{rule}: {text}"
        for kind, make in _OF_ABILITIES.items():
            observed.add(f"ability: {kind}", key, make, text, rule)
    _observe_targets(observed, lines)


def _words() -> list[str]:
    """Return the words of the language."""
    return sorted({word for kind in lexicon.kinds() for word in abilities.words(kind)})


def _of_words() -> Iterator[tuple[str, str]]:
    """Yield lines with each word of the language in some of its usual places."""
    for number, word in enumerate(_words()):
        yield word, _RULES[number % len(_RULES)]
        for form, rule in _FORMS:
            yield form.format(word), rule


def _changed_targets(targets: Sequence[str], chance: random.Random) -> Iterator[str]:
    """Yield targets with other words of the language."""
    words = _words()
    for _ in range(_TARGETS if targets else 0):
        text = chance.choice(targets)
        places = [*re.finditer(r"\w+", text), *re.finditer(r"(?<=[\[;])-?\w+", text)]
        start, end = chance.choice([each.span() for each in places] or [(0, 0)])
        yield f"{text[:start]}{chance.choice(words)}{text[end:]}"
    for word in words:
        yield f"*[{word}]"


def _changed(lines: Sequence[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield lines with a word of another line, or of the language, instead of one of theirs."""
    chance = random.Random("lines")  # noqa: S311 - of tests
    known = _words()
    for _ in range(_CHANGED if lines else 0):
        text, rule = chance.choice(lines)
        for _ in range(chance.choice((1, 1, 2))):
            other, _ = chance.choice(lines)
            words = [chance.choice(known), *_WORD.findall(other)]
            start, end = chance.choice([each.span() for each in _WORD.finditer(text)] or [(0, 0)])
            text = f"{text[:start]}{chance.choice(words)}{text[end:]}"
        yield text, rule


def _observe_targets(observed: Observations, lines: Sequence[tuple[str, Any]]) -> None:
    """Observe what the engine makes of the targets in *lines*."""
    chance = random.Random("targets")  # noqa: S311 - of tests
    texts = [text.lower() for text, _ in [*lines, *_changed(lines)]]
    targets = sorted({each for text in texts for each in _TARGET.findall(text)})
    chosen = chance.sample(targets, min(_TARGETS, len(targets)))
    chosen = list(dict.fromkeys([*chosen, *_changed_targets(targets, chance)]))
    for target in chosen:
        observed.add("target", target, lambda text: [repr(chooser(text))], target)


def _tree(text: str, rule: Any) -> Any:
    walk = abilities.parse(text, rule).walk()
    return [f"{offset} {type(node).__name__} {node}" for offset, node in walk]


def _found(text: str, rule: Any) -> Any:
    # older versions have findings with a start, later ones diagnostics with a span
    found: Any = abilities.lint(text, rule)
    return [f"{each.code} {getattr(each, 'span', each).start}" for each in found]


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
    "octgn ids octgn/Marsh", "octgn pictures pictures --game octgn/Marsh -o pack.o8c",
    "octgn pictures pictures --game octgn/Marsh -o pack.o8c --name {number}_{name}",
    "new octgn Reeds", "new octgn Reeds --like magic", "new octgn Tide --in octgn/Marsh",
    "check octgn/Marsh/Sets", "check octgn octgn/Marsh/Sets/Reedlight", "check wagic wagic/BOG",
    "wagic boosters wagic/sets", "wagic missing wagic/sets", "wagic ids wagic/sets",
    "convert {draftmancer} -o octgn/Marsh", "convert {draftmancer} -o {wagic} --to wagic",
    "convert {octgn} -o {wagic} --to wagic", "convert {wagic} -o octgn/Marsh --to octgn",
    "draft {draftmancer} --format deckbuilder --seed 7 --players 2 --rounds 1",
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
        _put_pictures(place)
        (place / "list.txt").write_text(_LIST, "utf-8")
        observed.add("command", command, _run, command, place)
        shutil.rmtree(place)


def _put_pictures(place: Path) -> None:
    """Make pictures of the cards of the game, with names of several kinds."""
    cards = cf.read_report(place / "octgn" / "Marsh").value.cards
    of_set = {card.set_code: folder for folder in ("Reedlight",) for card in cards}
    for number, card in enumerate(cards):
        own, set_code = card.number or "0", card.set_code or "Marsh"
        names = (f"{own}.png", f"{own} {card.name}.jpg", f"{card.name}.png",
                 f"{set_code} {own} {card.name}.png", f"{card.ids.get('octgn')}.png",
                 f"{set_code}/{own}.png", f"{of_set[card.set_code]}/{card.name}.png")  # fmt: skip
        path = place / "pictures" / names[number % len(names)]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"picture of " + card.name.encode())


def _called(command: str, place: Path) -> dict[str, Any]:
    """Run a command in this process; return its status, what it prints and how it fails."""
    with chdir(place):
        result = CliRunner(env={"COLUMNS": "100"}).invoke(app, command.split())
    error = result.exception
    failed = None if isinstance(error, SystemExit) or error is None else type(error).__name__
    output = result.output.replace(str(place), "FOLDER")
    return {"status": result.exit_code, "output": output, "raises": failed}


def _run(command: str, place: Path) -> dict[str, Any]:
    """Run a command; return what it prints, and the files that it has changed."""
    before = _files(place)
    result = _called(command, place)
    changed = {
        name: data.decode("utf-8", "replace")
        for name, data in _files(place).items()
        if before.get(name) != data and not name.endswith((".db", ".o8g", ".o8c"))
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
