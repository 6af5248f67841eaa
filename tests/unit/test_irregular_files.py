"""Folders in which a pipe, a device, a socket or a folder has the name of a card file."""

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from shutil import copytree

import pytest

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.octgn.definition import definition_at
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes are those of POSIX")

#: Every name that a reader looks for in a folder, by the folder.
NAMES = {
    "game/Sets/odd": ["set.xml", "Set.XML"],
    "game/Sets/odd/Cards": ["a.png"],
    "game/Decks": ["a.o8d"],
    "nogame": ["definition.xml", "set.xml"],
    "nogame/Sets/odd": ["set.xml"],
    "sets/ODD": ["_cards.dat", "booster.txt"],
    "sets/LAN": ["booster.txt"],
    "sets/primitives": ["odd.txt"],
    "lists": ["odd.txt", "odd.csv", "odd.dek", "odd.mwDeck", "odd.html"],
    "mtgjson": ["AAA.json", "BBB.json.gz", "ccc.json"],
    ".": ["cardformats.toml", "odd.json", "odd.xml", "odd.dat"],
}


def _socket(path: Path) -> None:
    above = Path.cwd()
    os.chdir(path.parent)  # the path of a socket has at most about a hundred bytes
    try:
        with socket.socket(socket.AF_UNIX) as own:
            own.bind(path.name)
    finally:
        os.chdir(above)


KINDS = {
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "socket": _socket,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "nowhere": lambda path: path.symlink_to("nowhere"),
    "circle": lambda path: path.symlink_to(path.name),
}

#: Runs every command that looks through folders, in one process that can be ended.
COMMANDS = """
import sys
from pathlib import Path
from click.testing import CliRunner
from cardformats.cli.app import app
root = Path(sys.argv[1])
folders = [path for path in root.rglob("*") if path.is_dir()]
places = [root, *sorted(folders)]
for place in places:
    for words in sys.argv[2:]:
        arguments = [each.replace("@", str(place)) for each in words.split()]
        print(arguments, flush=True)
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code in (0, 1, 2), result.exception
        assert not isinstance(result.exception, RuntimeError), result.exception
print("done")
"""


@pytest.fixture
def odd(tmp_path, kind):
    """A folder of files of several formats, and things of one kind that have such names."""
    copytree(ROOT / "examples" / "octgn" / "Marsh", tmp_path / "game")
    copytree(ROOT / "examples" / "wagic" / "sets", tmp_path / "sets")
    copytree(ROOT / "examples" / "mtgjson", tmp_path / "mtgjson")
    for folder, names in NAMES.items():
        for name in names:
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            KINDS[kind](path)
    return tmp_path


LOOKING = [
    *("check @", "check --from octgn @", "check --from wagic @", "check --from mtgjson @"),
    *("check --from octgn-deck @", "check --from decklist @", "check --from draftmancer @"),
    *("fix @", "fix --from octgn @", "format @", "format --from wagic @"),
]
CONVERTING = [
    *("diff @ @", "diff --from octgn @ @", "diff --from mtgjson @ @", "show @ A", "open @"),
    *("convert @ -o @/out --to json", "convert @ -o @/out2 --to octgn --with-definition"),
    "convert @ -o @/out3 --to wagic",
]


@pytest.mark.part(2)
@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize("commands", [LOOKING, CONVERTING], ids=["looking", "converting"])
def test_no_command_waits_for_what_is_no_regular_file(odd, commands):
    arguments = [sys.executable, "-c", COMMANDS, str(odd), *commands]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.endswith("done\n"), done.stderr


def in_time(call):
    """What *call* returns; a failure if it waits for ever."""
    results = []
    thread = threading.Thread(target=lambda: results.append(call()), daemon=True)
    thread.start()
    thread.join(60)
    assert results
    return results[0]


@pytest.mark.part(2)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_regular_file_is_no_set_and_no_definition(odd):
    """The sets beside it are read as they are without it."""
    for place, example in (("game", "octgn/Marsh"), ("sets", "wagic/sets")):
        cards = in_time(lambda place=place: cf.read(odd / place)).cards
        assert cards == cf.read(ROOT / "examples" / example).cards
    errors = {
        name: in_time(lambda place=place, name=name: cf.read_report(odd / place, name)).errors
        for place, name in (("game/Sets/odd", "octgn"), ("nogame", "octgn"), ("sets/ODD", "wagic"))
    }
    codes = {name: [str(each.code) for each in its] for name, its in errors.items()}
    assert codes == {"octgn": ["OC052"], "wagic": ["CF004"]}
    with pytest.raises(FileNotFoundError, match=r"definition\.xml"):
        definition_at(odd / "nogame", DiagnosticLog(0))
