"""Drafts of all kinds, action by action, and what each seat sees of them.

The file of each is in `tests/data/draft_views`: what was done, what came of it, and a number that
tells whether the seats see the same; the views themselves are there now and then.  After a change,
run this file with `--accept`, and read the difference.
"""

from __future__ import annotations

import hashlib
from random import Random

import pytest

import cardformats as cf
from cardformats import draft
from tests.conftest import ROOT
from tests.draft_tables import OFFICIAL, official
from tests.properties.test_draft_kinds import CUBE, SMALL, THEMES, VARIANTS

FOLDER = ROOT / "tests" / "data" / "draft_views"
CASES = {
    f"{name}-{number}": (name, settings)
    for name in draft.draft_kinds()
    for number, settings in enumerate([SMALL.get(name, {}), *VARIANTS.get(name, ())])
}
#: Whole views are in the file after so many actions.
EVERY = 12
MOST = 60


def digest(*values):
    return hashlib.sha256("\n".join(map(repr, values)).encode()).hexdigest()[:12]


def shown(view):
    return repr(view)[:2000]


def zones(name, settings):
    """Yield a draft of zones in which seats choose by chance."""
    cards = THEMES if name.startswith("jump") else CUBE
    kind = draft.draft_kind(name)
    players = min(max(kind.least, 2), kind.most)
    generator = cf.Generator(cards, seed=5)
    packs = draft.packs_for(name, generator, cards, players=players, **settings)
    state = draft.begin(name, packs, cards, players=players, seed=5, **settings)
    yield f"{name} {players} {digest(packs)}"
    yield from steps(state, players, MOST)


def boosters(rules):
    """Yield a draft of boosters in which bots use cards with effects."""
    names = [*OFFICIAL, *(f"Card{at}" for at in range(len(OFFICIAL)))]
    chance = Random(3)  # noqa: S311 - of a test
    packs = [[" ".join(chance.sample(names, 6)) for _ in range(3)] for _ in range(2)]
    kinds = dict.fromkeys(names[::3], "Creature - Elf")
    yield from steps(official(*packs, rules=rules, kinds=kinds), 3, 4 * MOST)


def steps(state, players, most):
    """Yield what is done, and what is seen then."""
    chance, bot = Random(7), draft.RandomBot(7)  # noqa: S311 - of a test
    for step in range(most):
        if state.is_over:
            break
        seat = next(seat for seat in range(players) if state.duty(seat) != "wait")
        view = state.view(seat)
        # where there are too many options to list, or none, a bot knows what to do
        options = getattr(view, "options", ())
        state = state.do(chance.choice(options).action if options else bot.act(view))
        views = [state.view(seat) for seat in range(players)]
        described = [[*getattr(view, "options", ())] for view in views]
        logs = [state.log_for(seat) for seat in range(players)]
        yield f"{step} {state.log[-1].action} {digest(state.log[-1], *views, *described, *logs)}"
        if step % EVERY == EVERY - 1:
            yield from (f"  {shown(view)}" for view in views)
    yield f"over: {state.is_over}"
    yield from (f"{seat}" for seat in state.seats)


def compare(name, lines, request):
    text = "".join(f"{line}\n" for line in lines)
    file = FOLDER / f"{name}.txt"
    if request.config.getoption("--accept"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


@pytest.mark.parametrize("case", CASES)
def test_a_draft_of_zones_goes_as_it_did(case, request):
    compare(case, zones(*CASES[case]), request)


@pytest.mark.parametrize("rules", ["cr", "draftmancer"])
def test_a_draft_of_boosters_goes_as_it_did(rules, request):
    compare(f"booster-{rules}", boosters(rules), request)
