"""The linter of real games: what it finds was judged by eye, and there is no more of it."""

from __future__ import annotations

import pytest

from cardformats.checking import check

#: What each game has, by code.  Copies of the definitions and the sets are checked, without the
#: pictures and scripts of the games (OC085), and with their licences (OC090).
JUDGED = {
    # eight picks of cards that are not in the sets yet, or whose values are others
    "mtg": {
        "OC023": 2, "OC024": 1, "OC025": 8, "OC041": 1, "OC085": 1, "OC090": 1, "OC104": 2,
        "OC106": 1,
    },
    # a deck with the names of eleven other cards than its ids are of
    "vtes": {
        "OC011": 5, "OC033": 1, "OC041": 1, "OC046": 1, "OC062": 11, "OC085": 1, "OC090": 1,
    },
    "battletech/Game": {"OC034": 1, "OC041": 1, "OC085": 1, "OC106": 1},
}  # fmt: skip


@pytest.fixture(scope="module")
def games(octgn):
    """The findings of each game in the folder of them all."""
    folder = octgn
    return {each.path.relative_to(folder).as_posix(): each.report for each in check(folder)}


def test_all_games_are_found(games):
    assert sorted(games) == sorted(JUDGED)


@pytest.mark.parametrize("name", JUDGED)
def test_a_real_game_has_no_other_findings(games, name):
    assert games[name].counts() == JUDGED[name]
    assert games[name].ok
