"""The examples that are services: found where they stand, with worker processes of their own."""

from __future__ import annotations

import asyncio
import sys

import pytest

from tests.conftest import ROOT

for example in ("table_service", "discord_bot", "web_api"):
    sys.path.append(str(ROOT / "examples" / example))


@pytest.fixture(scope="session")
def workers():
    """One process that works for all tests."""
    from table_service import Workers  # noqa: PLC0415 - it is found only now

    own = Workers(1, seconds=60)
    yield own
    own.close()


#: A list whose cards ask nothing.
MARSH = """\
[Settings]
{ "name": "Marsh Cube", "boostersPerPlayer": 2 }
[Common(4)]
20 Lantern Eel
20 Reed Thatcher
20 Marsh Ferry
20 Mist Heron
20 Toll Keeper
[Rare(1)]
4 The Drowned Bell
4 Keeper of Tapers
"""


@pytest.fixture
def evening(tmp_path, workers, monkeypatch):
    """Runs what happens with a bot, and gives it the Discord that the bot is connected to."""
    from tests.examples.running_bot import running  # noqa: PLC0415 - Discord may be missing

    def run(play, **options):
        async def all_of_it():
            async with running(tmp_path, workers, monkeypatch, **options) as fake:
                await play(fake)

        asyncio.run(asyncio.wait_for(all_of_it(), 120))

    return run
