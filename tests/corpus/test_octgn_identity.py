"""Real sets and games: what is written again, after whatever format, keeps its GUIDs."""

from __future__ import annotations

import shutil
from functools import cache

import pytest

import cardformats as cf
from tests.conftest import ROOT

LAN = ROOT / "examples" / "wagic" / "sets" / "LAN"
#: So many sets are converted in the default run, with ``--slow`` all.
SAMPLE = 3


@pytest.fixture(scope="session")
def octgn(corpus):
    return corpus / "corpus" / "octgn"


@cache
def sets_below(folder):
    return sorted(path for path in folder.rglob("*.xml") if path.name.lower() == "set.xml")


def own(cardset):
    """The GUIDs of the cards of a set, but not of those that its packs include, in order."""
    return [
        card.ids["octgn"] for card in cardset.cards if "set" not in card.extras.get("octgn", {})
    ]


def test_all_ids_stay_through_a_list(octgn, request):
    every = sets_below(octgn)
    count = len(every) if request.config.getoption("--slow") else SAMPLE
    for path in every[:: max(1, len(every) // count)]:
        first = cf.read_report(path).value
        listed = cf.loads_report(cf.dumps(first, "draftmancer"), "draftmancer").value
        report = cf.dumps_report(listed, "octgn", ids_from=path)
        again = cf.loads_report(report.value, "octgn", game=path.parents[2]).value
        assert own(again) == own(first), path
        assert {each.data["what"] for each in report.diagnostics if each.code == "OC057"} <= {
            "1 pack"
        }
        assert "OC059" not in report.counts()
        for name in ("sets", "game"):
            first_id, again_id = (
                each.extras["octgn"][name] if name == "game" else each.extras["octgn"][name][0]
                for each in (first, again)
            )
            assert first_id["id"] == again_id["id"]
        same = cf.dumps(listed, "octgn", ids_from=again)
        assert own(cf.loads_report(same, "octgn", game=path.parents[2]).value) == own(first)


@pytest.mark.parametrize("game", ["mtg", "vtes", "battletech/Game"])
def test_a_set_is_added_to_a_game_and_replaced_in_it(game, octgn, tmp_path):
    folder = shutil.copytree(octgn / game, tmp_path / "game")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    report = cf.write(cf.read(LAN), folder, "octgn", ids_from=folder)
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    (new,) = after.keys() - before.keys()
    assert before.items() < after.items()
    assert "CF204" not in report.counts()
    assert "OC057" in report.counts()
    added = cf.read(new.parent)
    cf.write(cf.read(LAN), folder, "octgn", ids_from=folder)
    assert {path for path in folder.rglob("*") if path.is_file()} == after.keys()
    assert own(cf.read(new.parent)) == own(added)

    path = sets_below(folder)[0]
    first = cf.read_report(path).value
    listed = cf.loads_report(cf.dumps(first, "draftmancer"), "draftmancer").value
    cf.write(listed, folder, "octgn", ids_from=folder)
    changed = {path for path in after if path.read_bytes() != after[path]}
    assert changed <= {path}
    assert own(cf.read_report(path).value) == own(first)
