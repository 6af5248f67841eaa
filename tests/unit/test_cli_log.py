"""``cardformats log``: what drafts were, when cards were picked, and what was passed."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import cardformats as cf
from cardformats import draft, records
from cardformats.cli.app import app


@pytest.mark.parametrize("kind", ["booster", "winston", "deckbuilder"])
def test_a_draft_that_the_command_has_stored_is_shown(kind, tmp_path):
    cube = tmp_path / "cube.txt"
    rarities = ("common", "uncommon", "rare")
    cards = [
        {"name": f"Card {at}", "mana_cost": "{W}", "type": "Creature", "rarity": rarities[at % 3]}
        for at in range(90)
    ]
    cube.write_text(
        "[CustomCards]\n" + json.dumps(cards) + "\n[Pack(9)]\n"
        + "".join(f"4 Card {at}\n" for at in range(90)),
        "utf-8",
    )  # fmt: skip
    stored = tmp_path / "draft.log"
    words = ["draft", str(cube), "--format", kind, "--seed", "1", "--players", "2"]
    words += ["--variant", "any-colors", "--rounds", "1"] if kind == "deckbuilder" else []
    done = CliRunner().invoke(app, [*words, "--log", str(stored)])
    assert done.exit_code == 0, done.output
    shown = CliRunner().invoke(app, ["log", str(stored), "--json"])
    assert shown.exit_code == 0, shown.output
    (own,) = json.loads(shown.stdout)["drafts"]
    assert own["kind"] == kind
    state = draft.loads(stored.read_text("utf-8"), draft.Game)
    sizes = [len(state.pool(seat)) for seat in range(2)]
    assert [len(player["cards"]) for player in own["players"]] == sizes
    assert all(player["picks"] for player in own["players"])


def test_a_stored_draft_that_was_changed_is_no_log(tmp_path):
    stored = tmp_path / "draft.log"
    begun = draft.start([[[cf.CardRef("a")], [cf.CardRef("b")]]], cf.CardSet(), seed=1)
    stored.write_text(draft.dumps(begun).replace('"rules":2', '"rules":99'), "utf-8")
    shown = CliRunner().invoke(app, ["log", str(stored)])
    assert shown.exit_code == 1
    assert "loads a booster draft of 2 only" in " ".join(shown.output.split())
    with pytest.raises(cf.DraftError, match="a record is not a stored draft"):
        records.dumps(records.of_draft(begun), "cardformats")
