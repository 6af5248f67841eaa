"""Lark's tables are kept for the next process only where nobody else can change them."""

from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path
from subprocess import PIPE, Popen, run
from threading import Thread

import pytest

from cardformats.formats.grammar import GrammarProblem
from cardformats.formats.wagic.abilities import parse
from cardformats.formats.wagic.abilities.reading import read
from cardformats.formats.wagic.abilities.table_cache import is_safe, stored
from cardformats.formats.wagic.abilities.tables import grammar

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no cache")

LINES = ["@each my upkeep:may draw:1 && life:2 controller", "lord(elf|mybattlefield 1/1", "if x("]
PROGRAM = f"""
from cardformats.formats.wagic.abilities import parse
for line in {LINES!r}:
    print(repr(parse(line)))
"""
TREES = "".join(f"{parse(line)!r}\n" for line in LINES)


@pytest.fixture
def caches(tmp_path):
    """A folder of caches that only its user can change."""
    tmp_path.chmod(0o700)
    return tmp_path


def environment(caches):
    return {**os.environ, "XDG_CACHE_HOME": str(caches)}


def trees(caches):
    """The trees of the lines in a fresh process, which says nothing else."""
    done = run(
        [sys.executable, "-c", PROGRAM], env=environment(caches), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


def files(caches):
    return list(Path(caches, "cardformats").iterdir())


class Trap:
    """A value whose pickle makes a file when it is loaded."""

    def __init__(self, file):
        self.file = file

    def __reduce__(self):
        return Path.touch, (self.file,)


def test_the_second_process_loads_what_the_first_has_stored(caches):
    assert trees(caches) == TREES
    [file] = files(caches)
    written = file.stat().st_mtime_ns
    assert trees(caches) == TREES
    assert [each.stat().st_mtime_ns for each in files(caches)] == [written]


def test_a_pickle_is_loaded_only_where_nobody_else_can_write(caches):
    trees(caches)
    [file] = files(caches)
    sprung = caches / "sprung"
    file.write_bytes(pickle.dumps(Trap(sprung)))
    file.parent.chmod(0o777)
    assert trees(caches) == TREES
    assert not sprung.exists()
    file.parent.chmod(0o700)
    assert trees(caches) == TREES
    assert sprung.exists()  # so that the trap would have worked


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o1777])
def test_a_folder_that_others_can_write_to_is_not_safe(caches, mode):
    folder = caches / "cardformats"
    folder.mkdir(mode=0o700)
    assert is_safe(folder)
    folder.chmod(mode)
    assert not is_safe(folder)


def test_a_folder_that_others_can_exchange_is_not_safe(caches):
    folder = caches / "above" / "cardformats"
    folder.mkdir(parents=True, mode=0o700)
    folder.parent.chmod(0o777)
    assert not is_safe(folder)
    folder.parent.chmod(0o1777)  # as /tmp, where each can remove only what is theirs
    assert is_safe(folder)


def test_a_folder_of_another_user_is_not_safe(caches, monkeypatch):
    owner = caches.stat().st_uid
    if owner == 0:
        os.chown(caches, 12_345, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert not is_safe(caches)


def test_a_file_that_is_no_cache_is_replaced(caches):
    trees(caches)
    [file] = files(caches)
    for content in (b"", b"no pickle", pickle.dumps({"data": 1})):
        file.write_bytes(content)
        assert trees(caches) == TREES
        [new] = files(caches)
        assert new == file
        assert new.stat().st_size > 10_000


def test_a_folder_that_cannot_be_made_is_done_without(caches):
    file = caches / "file"
    file.touch()
    assert trees(file) == TREES
    assert trees(caches / "new" / "folders") == TREES


def test_without_a_home_nothing_is_stored(monkeypatch):
    def no_home():
        raise RuntimeError

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert stored("text", lambda: "made") == "made"


def test_processes_can_store_it_at_once(caches):
    arguments = [sys.executable, "-c", PROGRAM]
    running = [Popen(arguments, env=environment(caches), stdout=PIPE, text=True) for _ in range(4)]
    assert [each.communicate()[0] for each in running] == [TREES] * 4
    assert len(files(caches)) == 1
    assert trees(caches) == TREES


def test_threads_can_read_the_first_line_at_once(caches):
    program = f"""
from threading import Barrier, Thread
from cardformats.formats.wagic.abilities import parse
start, found = Barrier(8), []
def read():
    start.wait()
    found.append("".join(f"{{parse(line)!r}}\\n" for line in {LINES!r}))
threads = [Thread(target=read) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
print(len(found), *set(found), end="")
"""
    done = run(
        [sys.executable, "-c", program], env=environment(caches), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stdout == f"8 {TREES}"


def test_threads_that_read_the_same_lines_get_the_same_trees():
    lines = [f"{{T}}:damage:{number} target(creature[power>={number}])" for number in range(200)]
    found = []
    threads = [Thread(target=lambda: found.append([*map(parse, lines)])) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == [[*map(parse, lines)]] * 4


def test_no_exception_of_lark_comes_with_what_is_raised():
    with pytest.raises(GrammarProblem) as raised:
        read("ability", "draw:1, life:1")
    assert raised.value.__cause__ is None
    assert raised.value.__context__ is None


def test_the_words_of_the_lexicon_are_in_the_grammar():
    text = grammar()
    assert '"@event' not in text
    assert '"movedto"' in text
