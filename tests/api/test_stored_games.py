"""Games that were stored by an earlier version are played again, and come to the same.

``scripts/store_games.py`` has made them; ``tests/stored_games.py`` says what is stored.  A game
that is different by a rule that was changed on purpose is listed in
``tests/data/games/changed.toml``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import attrs
import pytest
from scripts import store_games

import cardformats as cf
from cardformats import draft
from cardformats.draft.official import OFFICIAL_EFFECTS
from tests import stored_games
from tests.conftest import ROOT

FILES = stored_games.names()
GAMES = {
    game["name"]: (file, game) for file in FILES for game in stored_games.stored(file)["games"]
}
LISTED = {entry["name"]: entry for entry in stored_games.changed()}
SET_UPS = stored_games.stored("deckbuilder")["set_ups"]


def card_set(file):
    return stored_games.card_set(stored_games.stored(file)["cards"])


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_is_the_same_when_it_is_played_again(name):
    file, game = GAMES[name]
    found = stored_games.differences(game, card_set(file))
    listed = LISTED.get(name, {}).get("parts", [])
    unlisted = [text for part, text in found.items() if part not in listed]
    assert not unlisted, "\n".join(unlisted)
    assert {*listed} <= {*found}, "this is listed as different, and is not"


@pytest.mark.parametrize("at", range(len(SET_UPS)))
def test_what_is_set_up_for_a_deckbuilder_draft_is_the_same(at):
    stored = SET_UPS[at]
    is_now = stored_games.set_up(stored["given"], card_set("deckbuilder"))
    assert is_now["findings"] == stored["findings"]
    assert is_now["made"] == stored["made"]


def test_a_game_that_is_listed_as_different_has_a_rule_that_has_changed():
    entries = stored_games.changed()
    assert len(LISTED) == len(entries)
    assert {*LISTED} <= {*GAMES}
    for entry in entries:
        assert {*entry} == {"name", "parts", "rule"}
        assert entry["parts"]
        assert {*entry["parts"]} <= {*stored_games.PARTS}
        assert entry["rule"].endswith(".")


# there are games of everything


def test_there_are_five_games_and_more_of_every_kind_of_draft():
    kinds = {"booster", "conspiracy", "deckbuilder", "team_sealed", *draft.draft_kinds()}
    assert {game["setup"]["kind"] for _, game in GAMES.values()} == kinds
    assert all(len(stored_games.stored(file)["games"]) >= 5 for file in FILES)
    assert len(GAMES) == sum(len(stored_games.stored(file)["games"]) for file in FILES)
    assert sum(path.stat().st_size for path in stored_games.FOLDER.iterdir()) < 1_500_000


@pytest.mark.parametrize("kind", draft.draft_kinds())
def test_every_setting_of_a_kind_of_draft_has_several_values(kind):
    setups = [game["setup"] for _, game in GAMES.values() if game["setup"]["kind"] == kind]
    settings = [draft.draft_kind(kind).settle(setup["settings"]) for setup in setups]
    for setting in attrs.fields(draft.draft_kind(kind).settings):
        values = {getattr(each, setting.name) for each in settings}
        assert values >= {*setting.metadata.get("words", ())}, setting.name
        assert len(values) > 1, setting.name
    assert len({setup["players"] for setup in setups}) > 1 or kind in ("solomon", "supreme")


DONE = """
pick pass_pack answer use_card add_pack together
place_conspiracies exile_cards begin_game choose_number keep keep_hand
turn_up_conspiracy reveal_conspiracies
drafting build report buy pass_turn release_card take_card
take_pile skip_pile take_open_pile take_row take_column exchange divide_cards choose_pile
choose_pack
"""
CAME = """
drafted burned removed added looked offered traded revealed turned_up turned_down used noted
returned passed announced opened refused round_began ended
put_face_up put_face_down exiled began number_chosen conspiracy_turned_up
building_began built played received market_opened bought turn_passed market_closed ranked
moved shown
"""


def records():
    """For each action of each game its file, the game, its number, itself, and its outcomes."""
    for file, game in GAMES.values():
        for at, (action, outcomes) in enumerate(zip(game["actions"], game["log"][1:], strict=True)):
            yield file, game, at, action, outcomes


def test_everything_is_done_that_can_be_done_and_everything_comes_about():
    done, came = set(), set()
    for _, _, _, action, outcomes in records():
        done.update(each["type"] for each in [action, *action.get("actions", [])])
        came.update(each["type"] for each in outcomes)
    assert done == {*DONE.split()}
    assert came == {*CAME.split()}
    tried = {digit for _, game in GAMES.values() for pair in game["allowed"] for digit in pair}
    assert tried == {*"01-"}


def effects_of(cards):
    """What each card of a set does, by the words of draft programs."""
    return {
        str(card.ref): {
            effect.value
            if isinstance(effect, cf.model.SimpleEffect)
            else getattr(effect, "kind", type(effect).__name__)
            for effect in card.draft_effects
        }
        for card in cards.cards
    }


#: The outcomes by which it is seen that a card did what it does.
SHOWN_BY = {
    "revealed": {"Reveal"},
    "turned_up": {"FaceUp"},
    "turned_down": {"AgentOfAcquisitions", "ArchdemonOfPaliano", "LeovoldsOperative"},
    "returned": {"CogworkLibrarian"},
    "used": {"IllusionaryInformant", "WhispergearSneak"},
}
#: Effects by which others come that are seen by their outcome.
SHOWN_ALONE = {"added": "AddCards", "opened": "AddBooster", "traded": "DealBroker"}


def occurred(game, does):
    """The effects of which it is seen that they did something."""
    moments = stored_games.stretched(game["moments"])
    seats = len(game["learned"])
    for at, outcomes in enumerate(game["log"][1:]):
        before, after = (moments.get(each, {}).get("table", {}) for each in (at, at + 1))
        for each in outcomes:
            kind, card = each["type"], each.get("card")
            if kind in SHOWN_BY:
                yield from SHOWN_BY[kind] & does(card)
            elif kind in SHOWN_ALONE:
                yield SHOWN_ALONE[kind]
            elif kind == "noted":
                yield each["note"]["effect"]
            elif kind == "removed":
                yield from {"RemoveDraftCard"} & does(each.get("by", 0))
            elif kind == "burned":
                yield from {"BurnAfterPicking"} & {e for c in each["cards"] for e in does(c)}
            elif kind == "passed" and (each["to"] - each["seat"]) % seats not in (1, seats - 1):
                yield "CanalDredger"
            elif kind == "looked":
                ended = {effect for effect, seat, *_ in before.get("going_on", [])}
                left = {effect for effect, seat, *_ in after.get("going_on", [])}
                yield from {"CogworkSpy"} & (ended - left)


@pytest.mark.parametrize("file", ["booster-cr", "booster-draftmancer"])
def test_every_draft_effect_occurs(file):
    by_name = effects_of(card_set(file))
    found = set()
    for game in stored_games.stored(file)["games"]:
        names = game["cards"]

        def does(card, names=names):
            return by_name.get(names[card], set())

        found.update(occurred(game, does))
    effects = {effect.value for effect in cf.model.SimpleEffect} | {"AddCards", "AddBooster"}
    hidden = {
        effect.kind
        for each in OFFICIAL_EFFECTS.values()
        for effect in each
        if isinstance(effect, cf.model.OtherEffect)
    }
    # what Draftmancer has no word for does nothing by its rules
    assert found == effects | (hidden if file == "booster-cr" else set())


# how they are stored


def test_a_file_that_is_there_is_replaced_only_if_it_is_told(tmp_path, monkeypatch, capsys):
    path = tmp_path / "solomon.json.gz"
    path.write_bytes(b"")
    monkeypatch.setattr(sys, "argv", ["store_games.py", "solomon", "--to", str(tmp_path)])
    assert store_games.main() == 1
    assert capsys.readouterr().out == "solomon.json.gz is there, and stays as it is\n"
    assert path.read_bytes() == b""
    sys.argv.append("--replace")
    assert store_games.main() == 0
    assert path.read_bytes() == store_games.data_of("solomon")


def test_another_process_stores_the_same(tmp_path):
    done = subprocess.run(
        [sys.executable, "scripts/store_games.py", "solomon", "--to", tmp_path],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1234"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "solomon.json.gz").read_bytes() == store_games.data_of("solomon")


def test_a_difference_is_found_and_said_where_it_is():
    _, game = GAMES["winston 0"]
    changed = json.loads(json.dumps(game))
    changed["result"]["pools"][0][1] = "Another Card"
    changed["moments"][3][1]["table"]["turn"] = 77
    found = stored_games.differences(changed, card_set("winston"))
    assert {*found} == {"result", "views"}
    assert ".pools[0][1] is" in found["result"]
    assert "of table after 3.turn is" in found["views"]
