"""Commands of all kinds on the examples: what they print, and which files they write.

The answers are in `tests/data/commands`.  After a change, run this file with `--accept`, and read
the difference.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil

import pytest
from click.testing import CliRunner

import cardformats as cf
from cardformats import draft
from cardformats.cli.app import app
from tests.conftest import ROOT
from tests.properties.test_draft_kinds import CUBE, SMALL
from tests.unit.draftmancer_lists import MARSH
from tests.unit.test_written_texts import CARDS, PRIMITIVE, rich

FOLDER = ROOT / "tests" / "data" / "commands"
KINDS = {name: SMALL.get(name, {}) for name in draft.draft_kinds() if name[:4] != "jump"}
LOGS = ROOT / "tests" / "data" / "draft_logs"
WORDS = {
    "marsh": "marsh.txt --no-catalog",
    "rich": "rich.json --no-catalog",
    "fen": "mtgjson/FEN.json --no-catalog",
    "reed": "octgn/Marsh/Sets/Reedlight/set.xml --no-catalog",
    "lan": "wagic/sets/LAN --no-catalog",
    "lamp": "lamp/FEN --no-catalog",
}
#: Commands for each of the files above.
FOR_EACH = """
show
show --json
check
check --json
check --statistics
check --brief
check --format sarif
check --format github
check --format junit
check --select CF,WG --fail-on note
fix --unsafe --diff
audit
audit --json
odds
odds --json
odds --card Forest
odds --rarity rare --finish foil
odds --rarity common --of box --json
odds --of seat --players 2 --sheet common
open --seed 1
open --seed 2 --packs 3 --json
report --seed 1 -o page.html
convert -o out/list.txt --to draftmancer --odds
convert -o out.json --json
convert -o out/WAG --to wagic
"""
OTHERS = """
formats
formats --json
diff marsh.txt rich.json --no-catalog
diff marsh.txt rich.json --no-catalog --no-odds --limit 1 --all
diff marsh.txt rich.json --no-catalog --json --all
diff lamp/FEN wagic/sets/LAN --no-catalog
diff lamp/FEN wagic/sets/LAN --no-catalog --format markdown
diff lamp wagic/sets --no-catalog
diff octgn/Marsh/Sets/Tidewrack/set.xml octgn/Marsh/Sets/Reedlight/set.xml --no-catalog
format --diff lamp/primitives/mtg.txt
format --diff marsh.txt
open rich.json --seed 3 --no-catalog --image pack.svg
open rich.json --seed 3 --no-catalog --product "Marsh bundle"
open rich.json --seed 3 --no-catalog --predetermined --players 2 --rounds 2
open marsh.txt --seed 3 --no-catalog --packs 40 --json
report rich.json --seed 3 --no-catalog --compare marsh.txt -o page.html
report rich.json --seed 3 --no-catalog --log logs/draft.txt --pictures -o page.html
log logs/draft.txt
log logs/draft.txt --passed --json
log logs/winston.txt --passed
log logs/magic-online.txt --limit 2
log marsh.txt
explain "{T}:damage:1 target(creature)" "@each my upkeep:draw:1"
explain "{T}:damage:1 target(creature)" --json
explain "Fen Lamp" --cards lamp
explain "Fen Lamp" --cards lamp --as engine
explain DM033 WG021
cards find "lantern eel" --database cards.sqlite
cards find "lantern eel" --database cards.sqlite --json
cards find "lantren eel" --database cards.sqlite
cards find "lantren eel" --database cards.sqlite --json --most 1
cards show "Lantern Eel" --database cards.sqlite
cards show "Lantern Eel" --database cards.sqlite --json
cards show "Forest" --set FEN --database cards.sqlite
cards show "Forest" --set BOG --database cards.sqlite
cards sets --database cards.sqlite
cards sets --database cards.sqlite --json
show marsh.txt --catalog cards.sqlite
wagic boosters wagic/sets
wagic boosters wagic/sets --json
wagic ids lamp wagic/sets
wagic ids lamp --json
wagic missing wagic/sets
wagic prints "Fen Lamp" lamp
wagic unprinted wagic/sets
octgn ids octgn/Marsh
octgn ids octgn/Marsh --json
mapping octgn/Marsh
mapping octgn/Marsh/definition.xml
convert rich.json -o out/WAG --to wagic --odds --json --no-catalog
convert rich.json -o out/list.txt --odds --json --no-catalog
cards show "Lantren Eel" --database cards.sqlite
draft rich.json --no-catalog --seed 2 --players 2
draft rich.json --no-catalog --seed 2 --players 2 --json
draft marsh.txt --no-catalog --seed 2 --players 2 --seat 0
new octgn pond --name Pond
"""
CASES = {
    f"{name}-{command}": f"{command.split()[0]} {words} {command.partition(' ')[2]}"
    for command in FOR_EACH.strip().splitlines()
    for name, words in WORDS.items()
} | {line: line for line in OTHERS.strip().splitlines()}
#: Drafts of zones, with a person who says all kinds of things.
DRAFTS = {
    f"draft-{name}": f"draft cube.json --format {name} --seed 2 --seat 0 "
    + " ".join(f"--setting {key}={'yes' if it is True else it}" for key, it in settings.items())
    for name, settings in KINDS.items()
}
TYPED = "?1\ncards\nchoices\nnone\n1\n2\n1 2\n1 1\n1 | \n\nhelp\n" * 9
#: Longer texts are in no file; only a number tells whether they are the same.
LONGEST = 4_000


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    folder = tmp_path_factory.mktemp("commands")
    for name in ("wagic", "octgn", "mtgjson"):
        shutil.copytree(ROOT / "examples" / name, folder / name)
    shutil.copytree(LOGS, folder / "logs")
    (folder / "marsh.txt").write_text(MARSH, "utf-8")
    (folder / "rich.json").write_text(cf.dumps(rich(), "json"), "utf-8")
    (folder / "cube.json").write_text(cf.dumps(CUBE, "json"), "utf-8")
    cf.CardDatabase.build([rich(), CUBE], folder / "cards.sqlite").value.close()
    (folder / "lamp" / "primitives").mkdir(parents=True)
    (folder / "lamp" / "primitives" / "mtg.txt").write_text(PRIMITIVE, "utf-8")
    (folder / "lamp" / "FEN").mkdir()
    (folder / "lamp" / "FEN" / "_cards.dat").write_text(CARDS, "utf-8")
    return folder


def short(text, folders):
    for folder in folders:
        text = text.replace(f"{folder}/", "")
    text = text.replace(cf.__version__, "VERSION")
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST // 6]}…\n{hashlib.sha256(text.encode()).hexdigest()}"


def printed(command, folder, examples):
    """Yield what a command prints, and what it writes."""
    runner = CliRunner(env={"COLUMNS": "100"})
    typed = TYPED if "--format" in command and "--seat" in command else ""
    result = runner.invoke(app, shlex.split(command), input=typed, prog_name="cardformats")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    yield f"$ cardformats {command}\nexit status {result.exit_code}"
    lines = (line.rstrip() for line in result.output.splitlines())
    yield short("\n".join(lines), (folder, examples))
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            text = path.read_text("utf-8", "replace")
            yield f"writes {path.relative_to(folder)}\n{short(text, (folder, examples))}"


#: It counts all packs of a box; another file has the same command.
SLOW = "rich-odds --rarity common --of box --json"


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=[pytest.mark.slow] * (each == SLOW)) for each in CASES | DRAFTS],
)
def test_a_command_does_what_it_did(name, examples, tmp_path, monkeypatch, request):
    for path in examples.iterdir():
        (tmp_path / path.name).symlink_to(path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cardformats.collation.collators._COLLATORS._known", {})
    text = "\n".join(printed((CASES | DRAFTS)[name], tmp_path, examples)) + "\n"
    file = FOLDER / (re.sub(r"[^A-Za-z0-9.]+", "-", name) + ".txt")
    if request.config.getoption("--accept"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")
