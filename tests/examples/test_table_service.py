"""What the services share: work ends in time, a dead process is replaced, drafts have a clock."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from table_service import BusyError, Stored, Table, TooSlowError, Workers, work

import cardformats as cf
from cardformats import draft
from tests.conftest import ROOT
from tests.examples.conftest import MARSH

DATA = MARSH.encode()


def stubborn(seconds):
    """Work that lets nothing stop it that is an Exception."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(Exception):
            time.sleep(0.01)


def test_what_takes_too_long_is_ended_and_the_process_goes_on():
    async def play():
        workers = Workers(1, seconds=0.5)
        await workers.run(os.getpid)
        process = await workers.run(os.getpid)
        with pytest.raises(TooSlowError, match=r"longer than 0\.5 seconds"):
            await workers.run(stubborn, 30)
        assert await workers.run(os.getpid) == process != os.getpid()
        workers.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        b"<!DOCTYPE html>\n<html><body>Not found</body></html>",
        b"%PDF-1.7\n1 0 obj",
        b'{"message": "not found"}',
        b" \n",
        b"",
    ],
    ids=["image", "page", "document", "json", "blank", "empty"],
)
def test_what_is_not_a_list_is_answered_with_one_sentence(data):
    with pytest.raises(cf.UnknownFormatError) as caught:
        work.info(data)
    assert str(caught.value) == work.NOT_A_LIST
    assert "<data>" not in work.NOT_A_LIST


def test_lists_of_other_formats_are_read():
    text = cf.dumps(cf.loads(DATA), "json").encode()
    assert work.info(text) == work.info(DATA)
    assert work.packs(text, "tea", 0, 3) == work.packs(DATA, "tea", 0, 3)


def test_a_pack_that_is_too_large_is_an_error():
    info = work.info(b"[A(101)]\n200 Heron\n")
    assert not info.ok
    assert any("101" in each.text and "100" in each.text for each in info.findings)


def test_a_process_that_dies_is_replaced():
    async def play():
        workers = Workers(1)
        with pytest.raises(BusyError, match="has died"):
            await workers.run(os._exit, 1)
        assert await workers.run(work.names, DATA, "eel", 5) == ["Lantern Eel"]
        workers.close()

    asyncio.run(play())


PARENT = """
import asyncio, os, sys
sys.path[:0] = sys.argv[1:]
from table_service import Workers
workers = Workers(1)
async def play():
    print(await workers.run(os.getpid), flush=True)
    await asyncio.sleep(60)
asyncio.run(play())
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked up in /proc")
def test_a_worker_ends_with_its_parent():
    place = str(ROOT / "examples" / "table_service")
    command = [sys.executable, "-c", PARENT, place]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        worker = Path("/proc", parent.stdout.readline().strip(), "cmdline")
        assert worker.read_bytes()
        parent.kill()
    end = time.monotonic() + 20
    while worker.exists() and worker.read_bytes():  # what has ended has no command
        assert time.monotonic() < end
        time.sleep(0.05)


def test_no_more_work_waits_than_may():
    async def play():
        few = Workers(1, waiting=2)
        first = [asyncio.create_task(few.run(time.sleep, 0.2)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match="2 pieces"):
            await few.run(time.sleep, 0)
        await asyncio.gather(*first)
        await few.run(time.sleep, 0)
        few.close()

    asyncio.run(play())


def test_the_event_loop_goes_on_while_a_list_is_read(workers):
    async def play():
        ticks = 0
        info = asyncio.create_task(workers.run(work.info, DATA))
        while not info.done():
            await asyncio.sleep(0.001)
            ticks += 1
        assert info.result().ok
        assert ticks

    asyncio.run(play())


@pytest.fixture
def table(workers):
    """Makes a table that keeps what it has to in a list."""

    def make(players, seconds=60.0, kept=None, **options):
        kept = [] if kept is None else kept

        async def keep(stored):
            kept.append(stored)

        stored = Stored(DATA, "seed", seconds, players)
        return Table(stored, workers, **{"keep": keep} | options)

    return make


def test_a_state_that_cannot_be_kept_is_not_seen(table):
    async def play():
        full = []

        async def keep(_):
            if full:
                raise OSError("no space left")

        own = table(("a", "b"), keep=keep)
        await own.begin()
        before = own.state
        full.append(True)
        with pytest.raises(OSError, match="no space"):
            await own.act(draft.actions.Pick(0, next(iter(own.view(0).pack))))
        assert own.state is before

    asyncio.run(play())


def test_actions_at_the_same_time_are_taken_one_after_the_other(table):
    async def play():
        kept = []
        own = table(("a", "b", None), kept=kept)
        await own.begin()
        picks = [draft.actions.Pick(seat, next(iter(own.view(seat).pack))) for seat in (0, 1)]
        twice = [own.act(each, 0) for each in (*picks, *picks)]
        results = await asyncio.gather(*twice, return_exceptions=True)
        assert [type(each) for each in results] == [type(None)] * 2 + [cf.DraftError] * 2
        assert [len(own.state.pool(seat)) for seat in (0, 1)] == [1, 1]
        assert work.load(kept[-1].text) == own.state

    asyncio.run(play())


def test_seats_are_taken_once(table):
    async def play():
        own = table(("a", None, None))
        assert await own.join("b", 2) == 2
        assert await own.join("b", 1) == 2
        with pytest.raises(cf.DraftError, match="taken"):
            await own.join("c", 2)
        with pytest.raises(cf.DraftError, match="has not begun"):
            own.view(0)
        assert await own.join("c") == 1
        assert own.state is not None
        with pytest.raises(cf.DraftError, match="has begun"):
            await own.join("d")
        with pytest.raises(cf.DraftError, match="no seat"):
            own.seat("d")

    asyncio.run(play())


def test_a_clock_goes_on_after_a_failure(table):
    async def play():
        failures = [OSError("no space left")] * 2

        async def keep(_):
            if failures:
                raise failures.pop()

        own = table(("a", "b"), 0.02, keep=keep, begin_within=0)
        await asyncio.wait_for(own.run(), 60)
        assert own.is_over

    asyncio.run(play())


def test_a_draft_in_which_nobody_acts_ends(table, workers):
    async def play():
        kept = []
        own = table(("a", "b", None), 0.02, kept, begin_within=0.02)
        await asyncio.wait_for(own.run(), 60)
        assert own.is_over
        again = Table(kept[-1], workers, keep=None)
        await again.load()
        assert again.state == own.state

    asyncio.run(play())
