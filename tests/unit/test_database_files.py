"""Card databases as files: replaced whole, shared, damaged, of other programs."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import random
import shutil
import sqlite3
import struct
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import cardformats as cf
from cardformats.database.schema import VERSION
from cardformats.errors import CardDatabaseError

CARDS = [
    cf.Card.of(f"Eel {number}", set_code="FEN", number=str(number), ids={"mtgjson": f"u{number}"})
    for number in range(300)
]
FENS = cf.CardSet.of(CARDS, "Fens", "FEN", pack=3)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The bytes of a database of the fens."""
    path = tmp_path_factory.mktemp("fens") / "cards.sqlite"
    cf.CardDatabase.build(FENS, path).value.close()
    return path.read_bytes()


@pytest.fixture
def path(tmp_path, built):
    """A database of the fens."""
    path = tmp_path / "cards.sqlite"
    path.write_bytes(built)
    return path


def change(path, statement, *values):
    """Change a database as no version of the library does."""
    connection = sqlite3.connect(path)
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def use(database):
    """Ask everything."""
    for summary in database.sets():
        database.set(summary.code or summary.name)
    database.printings("Eel 7"), database.card("Eel 8"), database.card("Eel 7 (FEN)")
    database.with_id("mtgjson", "u9"), database.near("Eel 77x"), database.cards()


def is_refused(path, asked):
    """Whether what is *asked* of the database finds that it is to be built again."""
    try:
        with cf.CardDatabase(path) as database:
            asked(database)
    except CardDatabaseError as error:
        return "rebuild it" in str(error)
    return False


def ask(path):
    """What another process finds."""
    with cf.CardDatabase(path) as database:
        return database.card("Eel 5")


def ask_pickled(pickled):
    with pickle.loads(pickled) as database:
        return database.card("Eel 5")


# replacing


def test_a_new_database_takes_the_place_of_the_old_which_goes_on(path):
    with cf.CardDatabase(path) as old:
        bogs = cf.CardSet.of([cf.Card.of("Heron")], "Bogs", "BOG")
        with cf.CardDatabase.build(bogs, path).value as new:
            assert new.card("Eel 5") is None
            assert new.card("Heron") is not None
        assert old.card("Eel 5") == CARDS[5]
        assert old.set("FEN") == FENS
    assert [each.name for each in path.parent.iterdir()] == ["cards.sqlite"]


def test_a_build_that_fails_leaves_what_was_there(path):
    def sources():
        yield FENS
        raise KeyboardInterrupt

    before = path.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        cf.CardDatabase.build(sources(), path)
    with pytest.raises(FileNotFoundError):
        cf.CardDatabase.build([path.with_name("missing.txt")], path)
    with pytest.raises(FileNotFoundError):
        cf.CardDatabase.build([path.with_name("missing")], path.parent / "a" / "b.sqlite")
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["cards.sqlite"]


@pytest.mark.parametrize("data", [b"1 Forest\n", b"", b"SQLite format 3\0" + bytes(100)])
def test_another_file_is_not_replaced(tmp_path, data):
    path = tmp_path / "list.txt"
    path.write_bytes(data)
    with pytest.raises(CardDatabaseError, match="it is not replaced"):
        cf.CardDatabase.build(FENS, path)
    assert path.read_bytes() == data


def test_a_folder_is_not_replaced(tmp_path):
    with pytest.raises(cf.CardFormatsError):
        cf.CardDatabase.build(FENS, tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_nothing_waits_for_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(CardDatabaseError, match="not a card database"):
        cf.CardDatabase.build(FENS, pipe)
    with pytest.raises(CardDatabaseError, match="not a card database"):
        cf.CardDatabase(pipe)


def test_a_link_is_followed(tmp_path, path):
    link = tmp_path / "link.sqlite"
    link.symlink_to(path.name)
    cf.CardDatabase.build(cf.CardSet.of([cf.Card.of("Heron")]), link).value.close()
    assert link.is_symlink()
    with cf.CardDatabase(path) as database:
        assert database.card("Heron")


def test_a_full_disk_is_an_error_of_the_library(path, monkeypatch):
    class Full:
        def __init__(self, connection):
            self.connection = connection

        def executemany(self, *_):
            raise sqlite3.OperationalError("database or disk is full")

        def __getattr__(self, name):
            return getattr(self.connection, name)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **more: Full(connect(*args, **more)))
    with pytest.raises(CardDatabaseError, match="disk is full"):
        cf.CardDatabase.build(FENS, path)


# threads and processes


def test_threads_share_a_database(path):
    barrier = threading.Barrier(8)
    with cf.CardDatabase(path) as database:

        def work(number):
            barrier.wait()
            for turn in range(15):
                at = (number * 37 + turn) % 300
                assert database.card(f"Eel {at}") == CARDS[at]
                assert database.with_id("mtgjson", f"u{at}") == CARDS[at]
                assert database.near(f"Eel {at}x") is not None
            return database.set("FEN") == FENS

        with ThreadPoolExecutor(8) as threads:
            assert all(threads.map(work, range(8)))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_share_a_database(path, method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    context = multiprocessing.get_context(method)
    processes = 1 if method == "spawn" else 2  # each that is spawned imports everything
    with cf.CardDatabase(path) as database, context.Pool(processes) as pool:
        assert pool.map(ask, [path] * 4) == [CARDS[5]] * 4
        assert pool.map(ask_pickled, [pickle.dumps(database)] * 4) == [CARDS[5]] * 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_goes_on_though_a_thread_held_the_lock(path):
    with cf.CardDatabase(path) as database:
        with database._connection._opened.lock:  # noqa: SLF001 - as another thread would
            child = os.fork()
            if not child:
                os._exit(0 if database.card("Eel 5") == CARDS[5] else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert database.card("Eel 6") == CARDS[6]


def test_nothing_can_be_asked_of_a_closed_database(path):
    database = cf.CardDatabase(path)
    database.close()
    with pytest.raises(CardDatabaseError):
        database.card("Eel 5")


# damage


def test_what_is_no_database_is_refused(tmp_path):
    path = tmp_path / "cards.sqlite"
    with pytest.raises(FileNotFoundError, match="cards"):
        cf.CardDatabase(path)
    path.write_bytes(b"1 Forest\n")
    with pytest.raises(CardDatabaseError, match="is not a card database"):
        cf.CardDatabase(path)
    with pytest.raises(CardDatabaseError, match="is not a card database"):
        cf.CardDatabase(tmp_path)


def test_the_database_of_another_program_is_refused(tmp_path):
    path = tmp_path / "cards.sqlite"
    change(path, "CREATE TABLE cards (id INTEGER PRIMARY KEY, code TEXT, data TEXT)")
    with pytest.raises(CardDatabaseError, match="is not a card database"):
        cf.CardDatabase(path)


def test_the_database_of_another_version_is_refused(path):
    data = bytearray(path.read_bytes())
    data[60:64] = struct.pack(">I", VERSION + 1)
    path.write_bytes(data)
    with pytest.raises(CardDatabaseError, match=f"of version {VERSION + 1}, .*rebuild it"):
        cf.CardDatabase(path)
    cf.CardDatabase.build(FENS, path).value.close()


@pytest.mark.parametrize(
    "script",
    [
        "DROP TABLE names; CREATE VIEW names AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
        " SELECT i + 1 FROM n) SELECT 'x' AS name, i AS rank, i AS card FROM n",
        "CREATE TRIGGER t AFTER INSERT ON sets BEGIN DELETE FROM cards;END",
        "CREATE TABLE more (x)",
        "DROP TABLE letter_groups",
    ],
)
def test_other_tables_are_refused(path, script):
    for statement in script.split("; "):
        change(path, statement)
    with pytest.raises(CardDatabaseError, match="not have the tables"):
        cf.CardDatabase(path)


#: Texts that no version of the library wrote.
TEXTS = [
    *("", "{", "null", "7", "[]", "{}", '"abc"', "[[]]", "[[[]]]", '[[["Eel"]]'),
    *('[[["Eel","{Q}"]]]', '[[["Eel",7]]]', '[[["Eel",null,"X"]]]', "[[[7]]]", '[[["Eel"]],7]'),
    '[[["Eel"]],null,null,null,{"a":7}]',
    '[[["Eel"]],null,null,null,{},null,NaN]',
    '[[["Eel"]],null,null,null,{},null,null,[["os.system","x"]]]',
    '[[["Eel"]],null,null,null,{},null,null,[["Fraction","1e999999999",1]]]',
    '[[["Eel"]],null,null,null,{},null,null,[["Fraction",1,0]]]',
    '[[["Eel"]],null,null,null,{},null,null,[["SimpleEffect","a","b"]]]',
    '[[["Eel"]],null,null,null,{},null,null,[[["a"],"b"]]]',
    "[" * 100_000,
    f"[{'1' * 10_000}]",
    "[" * 500 + "]" * 500,
]


@pytest.mark.parametrize("text", [*TEXTS, None, 7, 2.5, b"\xff\xfe", b"[[[]]]"])
def test_rows_that_hold_something_else_are_refused(path, built, text):
    for column in ("cards SET data", "sets SET data", "sets SET summary"):
        path.write_bytes(built)
        change(path, f"UPDATE {column} = ?", text)
        assert is_refused(path, use), column


@pytest.mark.parametrize("data", [b"123", "text", 7, None])
def test_letter_groups_that_hold_something_else_are_refused(path, data):
    change(path, "UPDATE letter_groups SET spellings = ?", data)
    assert is_refused(path, lambda database: database.near("Eel 7x"))


def test_truncated_files_are_refused_or_damaged(path):
    data = path.read_bytes()
    for size in (*range(0, 200, 7), *range(200, len(data), 997)):
        path.write_bytes(data[:size])
        with pytest.raises(cf.CardFormatsError), cf.CardDatabase(path) as database:
            use(database)


@pytest.mark.part(6)
@pytest.mark.parametrize("seed", range(150))
def test_random_bytes_do_no_harm(path, seed):
    rnd = random.Random(seed)  # noqa: S311 - to be the same each time
    data = bytearray(path.read_bytes())
    start = rnd.choice((16, 100, 4096))
    for _ in range(rnd.choice((1, 10, 1000))):
        data[rnd.randrange(start, len(data))] = rnd.randrange(256)
    path.write_bytes(data)
    try:
        with cf.CardDatabase(path) as database:
            use(database)
    except cf.CardFormatsError:
        pass


@pytest.mark.parametrize("limits", [{"_STEPS": 1, "_MOST_TIMES": 50}, {"_MOST_READ": 0}], ids=str)
def test_pages_that_lead_to_each_other_have_an_end(path, limits, monkeypatch):
    for name, value in limits.items():
        monkeypatch.setattr(f"cardformats.database.connection.{name}", value)
    with pytest.raises(CardDatabaseError), cf.CardDatabase(path) as database:
        database.cards()


def test_a_copy_is_as_good(path, tmp_path):
    shutil.copy(path, tmp_path / "a ?%23#ü.sqlite")
    assert ask(tmp_path / "a ?%23#ü.sqlite") == CARDS[5]
