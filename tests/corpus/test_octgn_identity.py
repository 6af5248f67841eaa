"""Real sets and games: what is written again, after whatever format, keeps its GUIDs."""

from __future__ import annotations

from functools import cache

import cardformats as cf

from .readings import report_of

#: So many sets are converted in the default run, with ``--slow`` all.
SAMPLE = 3


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
        first = report_of(path).value
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
