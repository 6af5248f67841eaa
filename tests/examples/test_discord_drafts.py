"""Drafts of the example of a Discord bot: people, bots, clocks, questions, a kill."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import pytest

import cardformats as cf
from cardformats import draft
from tests.conftest import ROOT
from tests.examples.conftest import MARSH

pytest.importorskip("discord", reason="the group examples is not installed")
pytest.importorskip("resvg_py", reason="the group examples is not installed")

from packbot import Store, show
from packbot.store import StoredDraft, StoredList
from table_service import Stored, work

from tests.examples.fake_discord import GUILD, FakeDiscord
from tests.examples.running_bot import ALICE, BOB, DATA, EPHEMERAL, EVE, PNG

LOOK = {"type": 1, "components": [
    {"type": 2, "style": 1, "label": "My pack", "custom_id": "draft:look"}
]}  # fmt: skip


async def look(fake, user, message):
    return await fake.press(user, message, "draft:look")


async def draft_all(fake, users):
    """Each user drafts the first card of every pack; the last answer of each."""
    screens = {user: await look(fake, user, fake.said[-1]) for user in users}
    while not all("is over" in each["content"] for each in screens.values()):
        for user, screen in screens.items():
            if screen.menu:
                screens[user] = await fake.press(user, screen, "draft:do:0", screen.menu[:1])
            else:
                screens[user] = fake.answers[screen.token][-1]
        await asyncio.sleep(0.01)
    return screens


def test_two_people_and_a_bot_draft(evening, tmp_path):
    async def play(fake):
        lobby = await fake.command(ALICE, "draft start", list="Marsh", seats=3, seconds=60)
        assert "1: <@101>\n2: free\n3: free" in lobby["content"]
        answer = await fake.press(BOB, lobby, "draft:join")
        assert "2: <@102>" in answer["content"]
        answer = await fake.press(BOB, lobby, "draft:begin")
        assert answer["content"] == "Who has put up the table begins."
        await fake.press(ALICE, lobby, "draft:begin")
        await fake.until(lambda: fake.said)
        assert fake.said[0]["content"].startswith("<@101>, <@102>: it is your turn, for 60 sec")
        answer = await look(fake, EVE, fake.said[0])
        assert answer["content"] == "you have no seat in this draft"
        screen = await look(fake, ALICE, fake.said[0])
        assert screen["flags"] & EPHEMERAL
        assert "Round 1, pick 1: Draft 1 of 5" in screen["content"]
        assert screen["files"]["cards.png"].startswith(PNG)
        after = await fake.press(ALICE, screen, "draft:do:0", screen.menu[1:2])
        assert "pick 1: Draft" not in after["content"]
        late = await fake.press(ALICE, screen, "draft:do:0", screen.menu[2:3])
        assert "that was for an earlier turn" in late["content"]
        screens = await draft_all(fake, [ALICE, BOB])
        await fake.until(lambda: "is over" in fake.said[-1]["content"])
        assert "The seed was `seed`" in fake.said[-1]["content"]
        (stored,) = Store(tmp_path / "packbot.sqlite").drafts()
        state = work.load(stored.table.text)
        for seat, user in enumerate((ALICE, BOB)):
            lines = screens[user]["files"]["pool.txt"].decode().splitlines()
            pool = [card.name for card in state.pool(seat)]
            assert len(pool) == 10
            assert {line.partition(" ")[2] for line in lines} == {*pool}
        answer = await fake.command(BOB, "draft stop")
        assert answer["content"] == "Who has put up the table ends the draft."
        await fake.command(ALICE, "draft stop")
        assert [*Store(tmp_path / "packbot.sqlite").drafts()] == []

    evening(play)


def test_cards_are_named_by_typing(evening):
    async def play(fake):
        await fake.command(ALICE, "draft start", list="Marsh", seats=2, seconds=60)
        await fake.command(BOB, "draft join")
        await fake.until(lambda: fake.said)
        completed = await fake.command(ALICE, "draft pick", cards="", type_=4)
        name = completed["choices"][-1]["value"]
        answer = await fake.command(ALICE, "draft pick", cards="Nothing like it")
        assert "there is no 'Nothing like it'" in answer["content"]
        answer = await fake.command(ALICE, "draft pick", cards=name.upper())
        assert f"You have: {name}" in answer["content"]
        answer = await fake.command(BOB, "draft status")
        assert "1: <@101>, 1 cards" in answer["content"]
        assert "seed" not in answer["content"]

    evening(play)


def stored_draft(seconds, players=(str(ALICE), None, str(BOB))):
    bots = [seat for seat, player in enumerate(players) if player is None]
    _, text = work.deal(DATA, "seed", len(players), bots)
    return StoredDraft(20, int(GUILD), "Marsh", Stored(DATA, "seed", seconds, players, text))


def test_for_those_who_are_late_a_bot_picks(evening, tmp_path):
    store = Store(tmp_path / "packbot.sqlite")
    store.put_draft(stored_draft(0.05))

    async def play(fake):
        await fake.until(lambda: fake.said and "is over" in fake.said[-1]["content"])
        (stored,) = store.drafts()
        state = work.load(stored.table.text)
        assert [len(state.pool(seat)) for seat in range(3)] == [10, 10, 10]

    evening(play)


def test_a_lobby_that_waits_too_long_begins_with_bots(evening):
    async def play(fake):
        await fake.command(ALICE, "draft start", list="Marsh", seats=4, seconds=60)
        await fake.until(lambda: fake.said)
        assert "<@101>: it is your turn" in fake.said[0]["content"]
        assert "2: a bot" in (await fake.command(EVE, "draft status"))["content"]

    evening(play, begin_within=0.1)


def test_a_lobby_is_restored(evening, tmp_path):
    table = Stored(DATA, "seed", 60, (str(ALICE), None))
    Store(tmp_path / "packbot.sqlite").put_draft(StoredDraft(20, int(GUILD), "Marsh", table))

    async def play(fake):
        answer = await fake.command(ALICE, "draft pick", cards="Eel")
        assert answer["content"] == "the draft has not begun"
        answer = await fake.command(BOB, "draft join")
        assert "**Marsh**, round 1" in answer["content"]
        answer = await fake.command(ALICE, "draft start", list="Marsh")
        assert answer["content"] == "A draft is going on in this channel."

    evening(play)


EFFECTS = """\
[Settings]
{ "name": "Tolls", "withReplacement": true, "boostersPerPlayer": 2 }
[CustomCards]
[
  {"name": "Ferry Clerk", "type": "Artifact Creature", "mana_cost": "{2}",
   "draft_effects": ["FaceUp", "CogworkLibrarian"]},
  {"name": "Marsh Courier", "type": "Creature", "mana_cost": "{2}",
   "draft_effects": ["Reveal", "AddBooster"]},
  {"name": "The Three Tolls", "type": "Land", "mana_cost": "",
   "draft_effects": ["Reveal", "ChooseColors"]}
]
[Common(30)]
20 Lantern Eel
12 Ferry Clerk
2 Marsh Courier
12 The Three Tolls
"""


def test_questions_are_menus_and_cards_can_be_used(evening, tmp_path):
    store = Store(tmp_path / "packbot.sqlite")
    store.put_list(int(GUILD), StoredList("Tolls", ALICE, EFFECTS.encode()))

    async def play(fake):
        lobby = await fake.command(ALICE, "draft start", list="Tolls", seats=2, seconds=600)
        await fake.press(ALICE, lobby, "draft:begin")
        await fake.until(lambda: fake.said)
        screen = await look(fake, ALICE, fake.said[0])
        answered, used, menus = set(), 0, []
        while not (answered and used):
            assert "is over" not in screen["content"]
            selects = [row["components"][0] for row in screen["components"]]
            menus.append([len(each["options"]) for each in selects if each["type"] == 3])
            if "asks (ChooseColors)" in screen["content"]:
                assert [value.split(":")[1] for value in screen.menu][:1] == ["answer"]
                screen = await fake.press(ALICE, screen, "draft:do:0", screen.menu[-1:])
                answered.add("colour")
            elif "asks (AddBooster)" in screen["content"]:
                screen = await fake.command(ALICE, "draft pick", cards="no")
                answered.add("booster")
            elif "You can use: " in screen["content"] and not used:
                clerk = screen["content"].partition("You can use: ")[2].split()[0]
                eel = "Lantern Eel"
                screen = await fake.command(ALICE, "draft pick", cards=f"{eel}; {eel}", using=clerk)
                used += 1
            else:
                screen = await fake.press(ALICE, screen, "draft:do:0", screen.menu[:1])
        assert [25, 5] in menus
        (stored,) = store.drafts()
        actions = [each.action for each in work.load(stored.table.text).log[1:]]
        assert sum(bool(getattr(each, "using", ())) for each in actions if each.seat == 0) == used

    evening(play)


BURNS = """\
[Settings]
{ "name": "Burnt", "withReplacement": true, "boostersPerPlayer": 1,
  "boosterSettings": [{ "picks": 2, "burns": 1 }] }
[Common(6)]
4 Lantern Eel
4 Reed Thatcher
"""


def test_picks_of_several_cards_and_burns(evening, tmp_path):
    store = Store(tmp_path / "packbot.sqlite")
    store.put_list(int(GUILD), StoredList("Burnt", ALICE, BURNS.encode()))

    async def play(fake):
        await fake.command(ALICE, "draft start", list="Burnt", seats=2, seconds=600)
        await fake.command(BOB, "draft join")
        await fake.until(lambda: fake.said)
        screen = await look(fake, ALICE, fake.said[0])
        assert "Draft 2 and burn 1 (`/draft pick cards: … burn: …`) of 6" in screen["content"]
        assert screen.menu == []
        short = await fake.command(ALICE, "draft pick", cards="0; 1")
        assert "burn" in short["content"]
        answer = await fake.command(ALICE, "draft pick", cards="0; 1", burn="2")
        assert "You wait for a pack" in answer["content"]

    evening(play)


PROGRAM = """
import sys, yarl, discord.http, discord.gateway
address, *sys.path[:0] = sys.argv[1:]
discord.http.Route.BASE = f"http://{address}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway")
from packbot.__main__ import main
main()
"""


def start_bot(fake, folder):
    """The bot as a process of its own, as the README starts it."""
    places = [str(ROOT / "examples" / name) for name in ("table_service", "discord_bot")]
    more = {"DISCORD_TOKEN": "token", "PACKBOT_FILE": str(folder / "packbot.sqlite")}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, fake.address, *places],
        env=os.environ | more,
        stderr=subprocess.DEVNULL,
    )


def test_a_draft_goes_on_after_a_kill(tmp_path):
    store = Store(tmp_path / "packbot.sqlite")
    store.put_draft(stored_draft(600))
    (begun,) = store.drafts()

    async def play(fake):
        with start_bot(fake, tmp_path) as process:
            await fake.connected()
            table = await fake.command(BOB, "draft status")
            button = table | {"components": [LOOK]}
            for _ in range(3):  # so that the neighbour has packs waiting
                screen = await look(fake, ALICE, button)
                if screen.menu:
                    await fake.press(ALICE, screen, "draft:do:0", screen.menu[-1:])
            before = [await look(fake, user, button) for user in (ALICE, BOB)]
            process.kill()
        (half,) = store.drafts()
        assert half.table.text != begun.table.text
        with start_bot(fake, tmp_path) as process:
            await fake.connected(2)
            after = [await look(fake, user, button) for user in (ALICE, BOB)]
            for one, other in zip(before, after, strict=True):
                assert one.menu == other.menu
                assert one["files"] == other["files"]
                pools = [each["content"].partition("You have: ")[2] for each in (one, other)]
                assert pools[0] == pools[1]
            # a menu that was there before the kill still works
            bob = await fake.press(BOB, before[1], "draft:do:0", before[1].menu[:1])
            assert "You have: " in bob["content"]
            fake.said.append(button)
            screens = await draft_all(fake, [ALICE, BOB])
            process.kill()
        (over,) = store.drafts()
        state = work.load(over.table.text)
        log = work.load(half.table.text).log
        assert state.log[: len(log)] == log
        assert draft.replay(state.log) == state
        # the packs are those of the seed
        deal = cf.Generator(cf.loads(MARSH, "draftmancer"), seed="seed").deal(3)
        assert [card.card for card in state.cards] == [
            each.card for pack in deal.packs for each in pack.cards
        ]
        for seat, user in ((0, ALICE), (2, BOB)):
            pool = show.pool_text(card.name for card in state.pool(seat))
            assert screens[user]["files"]["pool.txt"] == pool

    async def with_discord():
        fake = FakeDiscord()
        await fake.start()
        try:
            await play(fake)
        finally:
            await fake.stop()

    asyncio.run(asyncio.wait_for(with_discord(), 120))
