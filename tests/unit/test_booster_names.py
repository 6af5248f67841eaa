"""Boosters of one name: they are told apart by id and by set, and never taken by chance."""

from __future__ import annotations

import json

import pytest

import cardformats as cf
from cardformats.collation.rounds import set_names
from tests.unit.commands import run

SET = """<set name="{name}" id="6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5a{set}" {short}
 gameId="6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5aff" version="1.0.0">
<cards><card id="6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5b{set}" name="Heron of {name}">
<property name="Rarity" value="Common"/></card></cards>
<packaging><pack name="Booster" id="6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5c{pack}">
<pick qty="1" key="Rarity" value="Common"/></pack></packaging></set>
"""


@pytest.fixture
def game(tmp_path):
    """A game of three sets with a booster each; all have one name, two have one id."""
    for number, (name, pack) in enumerate((("Fen", 1), ("Marsh", 2), ("Bog", 2))):
        folder = tmp_path / "game" / "Sets" / name
        folder.mkdir(parents=True)
        short = f'shortName="{name[:3].upper()}"' if name != "Bog" else ""
        text = SET.format(name=name, set=f"{number:02}", pack=f"{pack:02}", short=short)
        (folder / "set.xml").write_text(text, "utf-8")
    return tmp_path / "game"


PACK = "6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5c"


@pytest.mark.parametrize(("name", "count"), [("Booster", 3), (f"{PACK}02", 2)])
def test_an_ambiguous_name_or_id_raises_and_names_set_and_booster_of_each(game, name, count):
    cardset = cf.read(game)
    for call in (
        lambda: cf.Generator(cardset, name, seed=1),
        lambda: cf.Generator(cf.loads(cf.dumps(cardset, "json"), "json"), name, seed=1),
    ):
        with pytest.raises(cf.CollationError) as raised:
            call()
        message = str(raised.value)
        assert message.startswith(f"{count} boosters have the name {name!r}: ")
        assert f"'Booster' (id {PACK}02, of Bog)" in message
        assert f"'Booster' (id {PACK}02, of Marsh / MAR)" in message
        assert (f"'Booster' (id {PACK}01, of Fen / FEN)" in message) is (count == 3)
        assert message.endswith("; specify the id of the booster, or its set")


@pytest.mark.parametrize(
    ("arguments", "card"),
    [
        ({}, "Heron of Bog"),  # the first, if nothing is named
        ({"booster": f"{PACK}01"}, "Heron of Fen"),
        ({"booster": "Booster", "of_set": "Marsh"}, "Heron of Marsh"),
        ({"booster": "Booster", "of_set": "mar"}, "Heron of Marsh"),
        ({"of_set": "Bog"}, "Heron of Bog"),
        ({"booster": f"{PACK}02", "of_set": "Bog"}, "Heron of Bog"),
        ({"of_set": "6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5a01"}, "Heron of Marsh"),
    ],
)
def test_an_id_or_a_set_says_which(game, arguments, card):
    generator = cf.Generator(cf.read(game), **arguments, seed=1)
    assert [each.card.name for each in generator.pack(0).cards] == [card]
    options = {"booster": "--booster", "of_set": "--set"}
    given = [word for name, value in arguments.items() for word in (options[name], value)]
    assert card in run("open", game, "--seed", 1, *given).stdout
    assert card in run("odds", game, *given).stdout
    if arguments:
        assert run("audit", game, "--players", 1, *given).exit_code == 0


def test_a_set_or_booster_that_is_not_there_is_told_with_those_that_are(game):
    cardset = cf.read(game)
    with pytest.raises(cf.CollationError, match=r"no set 'Moor'.*Bog, Fen / FEN, Marsh / MAR"):
        cf.Generator(cardset, of_set="Moor", seed=1)
    with pytest.raises(
        cf.CollationError, match=r"no booster 'Box'; the boosters are 'Booster' \(id"
    ):
        cf.Generator(cardset, "Box", seed=1)
    with pytest.raises(cf.CollationError, match=r"no booster 'Box'.*of Bog\)$"):
        cf.Generator(cardset, "Box", of_set="Bog", seed=1)


def test_of_very_many_boosters_some_are_listed():
    layout = cf.Layout("", 1, [cf.Slot("A", 1, [cf.SheetChoice("A")])])
    boosters = [cf.Booster("Booster", str(number), [layout]) for number in range(139)]
    sheet = cf.Sheet("A", [cf.Entry(cf.CardRef("Forest"))])
    cardset = cf.CardSet("x", sheets=[sheet], boosters=boosters)
    with pytest.raises(cf.CollationError, match=r"139 boosters .* and 119 more") as raised:
        cf.Generator(cardset, "Booster", seed=1)
    assert len(str(raised.value)) < 2000
    # an id goes before a name that is the same
    clash = cf.Booster("7", "other", [layout])
    both = cf.CardSet("x", sheets=[sheet], boosters=[*boosters, clash])
    assert cf.Generator(both, "7", seed=1).booster is both.boosters[7]


def test_rounds_of_an_event_name_one_booster_too(game):
    cardset = cf.read(game)
    event = cf.model.Event(rounds=[cf.model.Round("Booster")])
    with pytest.raises(cf.CollationError, match="3 boosters have the name"):
        cf.Generator(cardset, seed=1).deal(2, event)
    by_id = cf.model.Event(rounds=[cf.model.Round(f"{PACK}01")], boosters_per_player=1)
    assert len(cf.Generator(cardset, seed=1).deal(2, by_id).rounds) == 1


def test_commands_refuse_and_say_how_to_choose(game):
    for command in (("open", "--seed", 1), ("odds",), ("audit",), ("draft", "--players", 2)):
        result = run(command[0], game, "--booster", "Booster", *command[1:])
        assert result.exit_code == 1
        assert "3 boosters have the name 'Booster'" in result.stderr
    assert run("draft", game, "--set", "Bog", "--players", 2, "--seed", 1).exit_code == 0
    result = run("draft", game, "--format", "deckbuilder", "--set", "Bog")
    assert "--set is not for the format deckbuilder" in result.stderr


def test_show_says_of_which_set_boosters_are(game):
    shown = json.loads(run("show", game, "--json").stdout)
    assert [each["set"] for each in shown["boosters"]] == ["Bog", "Fen / FEN", "Marsh / MAR"]
    lines = run("show", game, "--set", "Marsh").stdout.splitlines()
    assert "1 cards: 1 common" in lines
    assert "booster Booster" in lines
    assert [line for line in lines if "Bog" in line or "Fen" in line] == []


def test_boosters_of_wagic_are_called_as_their_sets(sample, tmp_path):
    sets = tmp_path / "sets"
    for name in ("ONE", "TWO"):
        (sets / name).mkdir(parents=True)
        text = (
            (sample / "_cards.dat")
            .read_bytes()
            .replace(b"id=", b"id=%d" % (len(name) + ord(name[0])))
        )
        (sets / name / "_cards.dat").write_bytes(text)
    (sets / "primitives").symlink_to(sample.parent / "primitives")
    cardset = cf.read(sets)
    assert [set_names(cardset, each)[1] for each in cardset.boosters] == ["ONE", "TWO"]
    assert cf.Generator(cardset, of_set="two", seed=1).booster.id == "TWO"
    with pytest.raises(cf.CollationError, match="id ONE"):
        cf.Generator(cardset, cardset.boosters[0].name, seed=1)
