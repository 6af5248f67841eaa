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
from cardformats.cli.app import app
from tests.conftest import ROOT
from tests.lsp.test_answers import LIST
from tests.unit.test_written_texts import CARDS, PRIMITIVE, rich

FOLDER = ROOT / "tests" / "data" / "commands"
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
check --summary
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
explain "{T}:damage:1 target(creature)" "@each my upkeep:draw:1"
explain "{T}:damage:1 target(creature)" --json
explain "Fen Lamp" --cards lamp
explain "Fen Lamp" --cards lamp --as engine
explain DM033 WG021
wagic --help
octgn --help
mapping octgn/Marsh/definition.xml
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
#: Longer texts are in no file; only a number tells whether they are the same.
LONGEST = 4_000


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    folder = tmp_path_factory.mktemp("commands")
    for name in ("wagic", "octgn", "mtgjson"):
        shutil.copytree(ROOT / "examples" / name, folder / name)
    shutil.copytree(LOGS, folder / "logs")
    (folder / "marsh.txt").write_text(LIST, "utf-8")
    (folder / "rich.json").write_text(cf.dumps(rich(), "json"), "utf-8")
    (folder / "lamp" / "primitives").mkdir(parents=True)
    (folder / "lamp" / "primitives" / "mtg.txt").write_text(PRIMITIVE, "utf-8")
    (folder / "lamp" / "FEN").mkdir()
    (folder / "lamp" / "FEN" / "_cards.dat").write_text(CARDS, "utf-8")
    return folder


def short(text, folders):
    for folder in folders:
        text = text.replace(f"{folder}/", "")
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST // 6]}…\n{hashlib.sha256(text.encode()).hexdigest()}"


def printed(command, folder, examples):
    """Yield what a command prints, and what it writes."""
    runner = CliRunner(env={"COLUMNS": "100"})
    result = runner.invoke(app, shlex.split(command), prog_name="cardformats")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    yield f"$ cardformats {command}\nexit status {result.exit_code}"
    lines = (line.rstrip() for line in result.output.splitlines())
    yield short("\n".join(lines), (folder, examples))
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            text = path.read_text("utf-8", "replace")
            yield f"writes {path.relative_to(folder)}\n{short(text, (folder, examples))}"


@pytest.mark.parametrize("name", CASES)
def test_a_command_does_what_it_did(name, examples, tmp_path, monkeypatch, request):
    for path in examples.iterdir():
        (tmp_path / path.name).symlink_to(path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cardformats.collation.collators._COLLATORS._known", {})
    text = "\n".join(printed(CASES[name], tmp_path, examples)) + "\n"
    file = FOLDER / (re.sub(r"[^A-Za-z0-9.]+", "-", name) + ".txt")
    if request.config.getoption("--accept"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")
