"""The example of a Discord bot, over a gateway and HTTP: lists, packs, pools, odds."""

from __future__ import annotations

import pytest

import cardformats as cf
from tests.examples.conftest import MARSH

pytest.importorskip("discord", reason="the group examples is not installed")
pytest.importorskip("resvg_py", reason="the group examples is not installed")

from table_service import work

from tests.examples.running_bot import ALICE, BOB, DATA, EPHEMERAL, EVE, PNG

MANAGE_GUILD = 1 << 5


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
        assert answer["content"].startswith("there is no card 'Nobody'")
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
        assert "needs 3 cards, but only 1 can be drawn" in empty["content"]
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
