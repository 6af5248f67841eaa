"""Whatever a stranger's card set asks for, a generator answers, refuses, or does without.

A hang is more than a minute of processor time for one question; usual ones take milliseconds.
"""

from __future__ import annotations

import signal
from contextlib import contextmanager
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardformats as cf

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer of this process")

_SECONDS = 60


class HangError(BaseException):
    """Not an Exception, so that nothing that is tested catches it."""


@contextmanager
def no_hang(what):
    def stop(_number, _frame):
        raise HangError(what)

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def slot(name, count, *sheets, **fields):
    return cf.Slot(name, count, [cf.SheetChoice(each) for each in sheets or (name,)], **fields)


def named(count, copies=lambda _: 1):
    return [cf.Entry(cf.CardRef(f"C{at}"), copies(at)) for at in range(count)]


COLLATIONS = [
    cf.model.Random(),
    cf.model.Random(replacement=True),
    cf.model.Balanced(),
    cf.model.PrintRun(),
    cf.model.Spread(),
]
COPIES = {
    "one": lambda _: 1,
    "different": lambda at: at % 97 + 1,
    "many": lambda at: 10**6 + at,
}
sizes = st.sampled_from([3, 40])
entries = st.builds(
    lambda number, copies, twice: named(number, COPIES[copies]) * (1 + twice),
    sizes,
    st.sampled_from(sorted(COPIES)),
    st.booleans(),
)
counts = st.sampled_from([1, 7, 15, 30, 90, 2**31 - 1])


@st.composite
def hostile(draw):
    """A card set whose slots share sheets, in ways that have very many outcomes."""
    collations = st.sampled_from(COLLATIONS)
    sheets = [cf.Sheet(name, draw(entries), draw(collations)) for name in "AB"]
    slots = [
        slot(
            draw(st.sampled_from(["S", f"S{at}"])),
            draw(counts),
            *draw(st.sampled_from(["A", "B", "AB"])),
            choose=draw(st.sampled_from(["slot", "card"])),
            on_short=draw(st.sampled_from([(), ("skip",), ("refill", "skip")])),
        )
        for at in range(draw(st.integers(1, 3)))
    ]
    parts = slots * draw(st.sampled_from([1, 3]))
    if draw(st.booleans()):
        options = [cf.Layout("x", 1, slots), cf.Layout("y", 2, slots[:1]), cf.Layout()]
        parts += [cf.model.Choice(options)] * draw(st.sampled_from([1, 4]))
    layouts = [cf.Layout(f"L{at}", at + 1, parts) for at in range(draw(st.sampled_from([1, 3])))]
    constraints = draw(
        st.sampled_from(
            [
                (),
                (cf.model.Replace("S", "B", Fraction(1, 3)),),
                (cf.model.AtLeast(1, "name", "C1"), cf.model.AtMost(2, "name", "C2")),
            ]
        )
    )
    booster = cf.Booster(
        "booster",
        layouts=layouts,
        constraints=constraints,
        distinct=draw(st.sampled_from(["printing", "name", "none"])),
        distinct_scope=draw(st.sampled_from(["slot", "pack"])),
    )
    return cf.CardSet(sheets=sheets, boosters=[booster])


def questions(gen):
    """Everything that can be asked of a generator."""
    drawn = []
    yield "pack", lambda: drawn.append(gen.pack(0))
    yield "packs", lambda: list(gen.packs(3))
    yield "bulk", lambda: gen.bulk(3)
    yield "box", lambda: gen.box(0)
    yield "deal", lambda: gen.deal(2)
    yield "odds", lambda: gen.odds(packs=3)
    yield "audit", gen.audit
    if drawn and len(drawn[0].cards) < 1_000:
        pack = drawn[0]
        bare = [cf.PackCard(card.card, "", "", card.finish) for card in pack.cards]
        yield "log_likelihood", lambda: gen.log_likelihood(pack)
        yield "log_likelihood of cards", lambda: gen.log_likelihood(bare)
        yield "explain", lambda: gen.explain(pack)


def ask_everything(made, rules="cardformats"):
    try:
        gen = cf.Generator(made, seed=1, rules=rules)
    except cf.CardFormatsError:
        return
    for name, ask in questions(gen):
        with no_hang(name):
            try:
                ask()
            except cf.CardFormatsError:
                continue


@settings(max_examples=2, suppress_health_check=list(HealthCheck), deadline=None)
@given(hostile(), st.sampled_from(["cardformats", "draftmancer"]))
def test_every_question_has_an_end(made, rules):
    ask_everything(made, rules)


@pytest.mark.slow
@settings(max_examples=100, suppress_health_check=list(HealthCheck), deadline=None)
@given(hostile(), st.sampled_from(["cardformats", "draftmancer", "wagic", "octgn"]))
def test_every_question_has_an_end_for_many(made, rules):
    ask_everything(made, rules)


LISTS = {
    "names on two lines": "[S(15)]\n" + "".join(f"C{n}\nC{n}\n" for n in range(60)),
    "more of them": "[S(80)]\n" + "".join(f"C{n}\nC{n}\n" for n in range(200)),
    "weights": "[S(30)]\n" + "".join(f"{n + 1} C{n}\n" for n in range(60)),
    "large weights": "[S(30)]\n" + "".join(f"{n * n * 7919 % 9991 + 1} C{n}\n" for n in range(60)),
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_have_their_odds_and_explanations(name):
    ask_everything(cf.loads(LISTS[name], "draftmancer"))


@pytest.mark.parametrize("cards", [10, 15, 80])
def test_work_does_not_double_with_every_card(cards, monkeypatch):
    """Names on two lines: a likelihood takes steps in proportion to the square of the cards."""
    text = f"[S({cards})]\n" + "".join(f"C{n}\nC{n}\n" for n in range(200))
    gen = cf.Generator(cf.loads(text, "draftmancer"), seed=1)
    pack = gen.pack(0)
    assert gen.exact.packs
    monkeypatch.setattr("cardformats.collation.effort.MAX_WORK", 20 * cards**2)
    assert gen.log_likelihood(pack) is not None
