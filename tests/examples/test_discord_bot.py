"""The example of a Discord bot, over a gateway and HTTP: packs, pools, odds, drafts, a kill."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import asynccontextmanager

import pytest

import cardformats as cf
from cardformats import draft
from tests.conftest import ROOT
from tests.examples.conftest import MARSH

pytest.importorskip("discord", reason="the group examples is not installed")
pytest.importorskip("resvg_py", reason="the group examples is not installed")

import discord.gateway
import discord.http
import yarl
from packbot import PackBot, Store, show
from packbot.store import StoredDraft, StoredList
from table_service import Stored, work

from tests.examples.fake_discord import GUILD, FakeDiscord

DATA = MARSH.encode()
ALICE, BOB, EVE = 101, 102, 103
MANAGE_GUILD = 1 << 5
EPHEMERAL = 1 << 6
LOOK = {"type": 1, "components": [
    {"type": 2, "style": 1, "label": "My pack", "custom_id": "draft:look"}
]}  # fmt: skip
PNG = b"\x89PNG"


@asynccontextmanager
async def running(tmp_path, workers, monkeypatch, **options):
    """A bot that has a list, and the Discord it is connected to."""
    fake = FakeDiscord()
    await fake.start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{fake.address}/api/v10")
    gateway = yarl.URL(f"ws://{fake.address}/gateway")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    store = Store(tmp_path / "packbot.sqlite")
    store.put_list(int(GUILD), StoredList("Marsh", ALICE, DATA))
    bot = PackBot(store, workers, new_seed=lambda: "seed", **options)
    task = asyncio.create_task(bot.start("token"))
    try:
        ready = asyncio.create_task(fake.connected())
        await asyncio.wait([ready, task], return_when=asyncio.FIRST_COMPLETED)
        assert not task.done(), task.exception()
        yield fake
    finally:
        await bot.close()
        await task
        await fake.stop()
        store.close()


@pytest.fixture
def evening(tmp_path, workers, monkeypatch):
    """Runs what happens with a bot, and gives it the Discord that the bot is connected to."""

    def run(play, **options):
        async def all_of_it():
            async with running(tmp_path, workers, monkeypatch, **options) as fake:
                await play(fake)

        asyncio.run(asyncio.wait_for(all_of_it(), 120))

    return run


def test_the_commands_are_published(evening):
    async def play(fake):
        assert {each["name"] for each in fake.commands} == {
            "lists", "open", "sealed", "odds", "draft",
        }  # fmt: skip
        (group,) = (each for each in fake.commands if each["name"] == "draft")
        own = {each["name"] for each in group["options"]}
        assert own == {"start", "join", "pick", "status", "stop"}

    evening(play)


def test_a_pack_is_shown_as_text_and_as_a_picture(evening):
    async def play(fake):
        answer = await fake.command(ALICE, "open", list="Marsh", number=3, seed="tea")
        pack = cf.Generator(cf.loads(MARSH, "draftmancer"), seed="tea").pack(3)
        assert "pack 3 of seed `tea`" in answer["content"]
        assert all(each.card.name in answer["content"] for each in pack.cards)
        assert answer["files"]["cards.png"].startswith(PNG)
        again = await fake.command(BOB, "open", list="Marsh", number=3, seed="tea")
        assert again["content"] == answer["content"]
        assert again["files"] == answer["files"]

    evening(play)


def test_a_pool_is_for_one_player(evening):
    async def play(fake):
        answer = await fake.command(ALICE, "sealed", list="Marsh", packs=4, seed="tea")
        assert answer["flags"] & EPHEMERAL
        lines = answer["files"]["pool.txt"].decode().splitlines()
        assert sum(int(line.split()[0]) for line in lines) == 20
        assert answer["files"]["cards.png"].startswith(PNG)
        pool = work.sealed(DATA, "tea", 4)
        assert all(f" {each.card.name}" in "\n".join(lines) for each in pool)

    evening(play)


def test_odds_are_exact_and_names_are_completed(evening):
    async def play(fake):
        answer = await fake.command(ALICE, "odds", list="Marsh", card="The Drowned Bell")
        assert "one in 2 packs (50.00%, exactly 1/2)" in answer["content"]
        answer = await fake.command(ALICE, "odds", list="Marsh", card="Nobody")
        assert answer["content"] == "No pack has Nobody."
        completed = await fake.command(ALICE, "odds", list="Marsh", card="ee", type_=4)
        names = [each["value"] for each in completed["choices"]]
        assert names == ["Lantern Eel", "Reed Thatcher", "Toll Keeper", "Keeper of Tapers"]

    evening(play)


def test_a_list_is_uploaded_with_what_is_wrong_in_it(evening):
    async def play(fake):
        doubtful = b"[Common(2)]\n4 Eel\n0 Heron\n"
        answer = await fake.command(BOB, "lists add", name="Pond", file=doubtful)
        assert "**Pond** is here: 2 cards on 1 sheets" in answer["content"]
        assert "<data>:3:1: warning[DM021]" in answer["content"]
        assert b"0 Heron" in answer["files"]["findings.txt"]
        broken = await fake.command(BOB, "lists add", name="Bog", file=b"[Common(2\n4 Eel\n")
        assert "has errors and was not kept" in broken["content"]
        assert "error[DM" in broken["content"]
        empty = await fake.command(BOB, "lists add", name="Bog", file=b"[Common(3)]\n1 Eel\n")
        assert "3 cards short" in empty["content"]
        answer = await fake.command(EVE, "lists all")
        assert answer["content"] == "Marsh, Pond"
        assert "Eel" in (await fake.command(EVE, "open", list="Pond"))["content"]

    evening(play)


def test_strangers_have_limits(evening):
    async def play(fake):
        large = b"1 Eel\n" * 200_000
        answer = await fake.command(EVE, "lists add", name="Sea", file=large)
        assert answer["content"] == "A list has up to 1048576 bytes; this has 1200000."
        answer = await fake.command(EVE, "lists add", name="Marsh", file=b"1 Eel\n")
        assert answer["content"] == "Somebody else has uploaded a list of this name."
        answer = await fake.command(EVE, "lists remove", name="Marsh")
        assert answer["content"] == "Somebody else has uploaded it."
        huge = await fake.command(EVE, "lists add", name="Sea", file=b"[Common(5000)]\n1 Eel\n")
        assert "error[DM" in huge["content"]
        for _ in range(8):
            answer = await fake.command(EVE, "odds", list="Nowhere", card="Eel")
        assert "cooldown" in answer["content"]
        answer = await fake.command(BOB, "lists remove", name="Marsh", permissions=MANAGE_GUILD)
        assert answer["content"] == "**Marsh** is gone."

    evening(play)


# drafts


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
