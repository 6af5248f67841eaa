"""Writes ``tests/data/games``: five games of each kind of draft and rules, for replays.

A stored game does not change.  So a file that is there stays as it is, unless ``--replace`` is
given; names of files, e.g. ``winston grid``, choose some.

The same code makes the same games: chance is that of seeds.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))  # for what the tests and this share

from game_plans import FILES, SET_UPS, Plan
from tests import stored_games
from tests.shown_games import action_data, shown

import cardformats as cf
from cardformats import draft
from cardformats.bits import Bits, Source


def played(plan: Plan, name: str, cards: cf.CardSet) -> dict[str, Any]:
    """The game that comes of a plan, as it is stored.

    Raises:
        RuntimeError: it does not come to the same when it is played again.
    """
    setup = json.loads(json.dumps(plan.setup))
    cards = stored_games.with_event(cards, setup.get("event"))
    bits, bots = Bits(Source(name, "bot"), 0), stored_games.bots_of(setup, cards)
    state, tape = stored_games.begun(setup, cards), stored_games.Tape()
    actions: list[Any] = []
    allowed: list[str] = []
    tape.add(0, shown(state))
    while len(actions) < plan.stop and (coming := plan.player(state, bits, bots)):
        for action in coming:
            data = action_data(action)
            allowed.append(stored_games.tried(state, actions[-1] if actions else None, data))
            state = state.do(draft.action_from_json(state, data))
            actions.append(data)
            if len(actions) % plan.every == 0:
                tape.add(len(actions), shown(state))
    if len(actions) % plan.every:
        tape.add(len(actions), shown(state))
    return {
        "name": name,
        "setup": setup,
        "actions": actions,
        "allowed": allowed,
        "moments": tape.moments,
        **stored_games.told(state),
    }


def data_of(name: str) -> bytes:
    """What the file of that name is.

    Raises:
        RuntimeError: a game does not come to the same when it is played again.
    """
    cards, plans = FILES[name]()
    games = [played(plan, f"{name} {at}", cards) for at, plan in enumerate(plans)]
    document: dict[str, Any] = {"cards": json.loads(cf.dumps(cards, "json")), "games": games}
    if name == "deckbuilder":
        document["set_ups"] = [
            {"given": given, **stored_games.set_up(given, cards)} for given in SET_UPS
        ]
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    for game in json.loads(text)["games"]:
        if found := stored_games.differences(game, cards):
            raise RuntimeError(f"{game['name']}: {found}")
    packed = BytesIO()
    with gzip.GzipFile("", "wb", fileobj=packed, mtime=0) as file:  # of no time, name or system
        file.write(text.encode())
    return packed.getvalue()


def main() -> int:
    """Write the files; the exit status is 1 if one was there, and stays as it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "names", nargs="*", metavar="name", help="which files; all if none is named"
    )
    parser.add_argument("--replace", action="store_true", help="also files that are there")
    parser.add_argument("--to", type=Path, default=stored_games.FOLDER, help="another folder")
    arguments = parser.parse_args()
    arguments.to.mkdir(parents=True, exist_ok=True)
    status = 0
    for name in arguments.names or FILES:
        if name not in FILES:
            parser.error(f"there is no file {name!r}; there are {', '.join(FILES)}")
        path = arguments.to / f"{name}.json.gz"
        if path.exists() and not arguments.replace:
            print(f"{path.name} is there, and stays as it is")
            status = 1
        else:
            path.write_bytes(data_of(name))
            print(f"{path.name}: {path.stat().st_size:,} bytes")
    return status


if __name__ == "__main__":
    sys.exit(main())
