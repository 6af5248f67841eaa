"""The collector of cyclic garbage pauses while a format reads or writes, and works again after."""

from __future__ import annotations

import gc
import os
import threading

import pytest

import cardformats as cf
from cardformats.formats.base import Format
from cardformats.garbage import paused_collector


@pytest.fixture(params=[True, False], ids=["enabled", "disabled"])
def before(request):
    """Whether the collector works when a test begins."""
    was_enabled = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if was_enabled else gc.disable)()


def test_pauses_are_nested(before):
    with paused_collector():
        with paused_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled() is before


def test_pauses_of_threads_overlap(before):
    first, second = threading.Event(), threading.Event()

    def pause():
        with paused_collector():
            first.set()
            second.wait(30)

    thread = threading.Thread(target=pause)
    with paused_collector():
        thread.start()
        assert first.wait(30)
    assert not gc.isenabled()  # the other thread's pause lasts
    second.set()
    thread.join()
    assert gc.isenabled() is before


def test_many_threads_leave_it_as_it_was(before):
    def pause():
        for _ in range(200):
            with paused_collector():
                assert not gc.isenabled()

    threads = [threading.Thread(target=pause) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert gc.isenabled() is before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_child_does_not_wait_for_pauses_of_its_parent(before):
    with paused_collector():
        child = os.fork()
        if not child:
            with paused_collector():
                pass
            os._exit(gc.isenabled() is not before)
        assert os.waitpid(child, 0)[1] == 0
        assert not gc.isenabled()
    assert gc.isenabled() is before


@pytest.mark.parametrize("fails", [False, True])
def test_reading_and_writing_pause(before, monkeypatch, fails):
    seen = []

    def watch(load):
        def loads(self, role):
            if role == "reader":
                seen.append(gc.isenabled())
                if fails:
                    raise RuntimeError
            return load(self, role)

        return loads

    monkeypatch.setattr(Format, "load", watch(Format.load))
    try:
        cf.loads_report("Eel", "draftmancer")
        cf.dumps(cf.CardSet(), "json")
    except RuntimeError:
        pass
    assert seen == [False]
    assert gc.isenabled() is before
