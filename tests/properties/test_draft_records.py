"""Records of random drafts: logs read back, drafts that play again, and no text that breaks it."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import UTC, datetime

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import draft, records
from tests.conftest import ROOT, SETTLED

_S = cf.model.SimpleEffect
EFFECTS = [
    (), (), (),
    (_S.FACE_UP, _S.COGWORK_LIBRARIAN),
    (_S.FACE_UP, _S.LEOVOLDS_OPERATIVE),
    (_S.FACE_UP, _S.AGENT_OF_ACQUISITIONS),
    (_S.FACE_UP, _S.REMOVE_DRAFT_CARD),
    (_S.FACE_UP, _S.ARCHDEMON_OF_PALIANO),
    (_S.CANAL_DREDGER,),
    (_S.BURN_AFTER_PICKING,),
    (cf.model.AddCards([cf.CardRef("C0")]),),
]  # fmt: skip
TABLES = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 2**32),
        "seats": st.integers(2, 4),
        "rounds": st.integers(1, 3),
        "size": st.integers(1, 8),
        "has_effects": st.booleans(),
        "rules": st.sampled_from(["cr", "draftmancer"]),
        "event": st.sampled_from(
            [
                None,
                cf.model.Event(
                    rounds=[cf.model.Round(picks=[2, 1], burns=[0, 1], direction="right")]
                ),
            ]
        ),
    }
)
SAMPLES = sorted((ROOT / "tests" / "data" / "draft_logs").iterdir())


def drafted(table):
    """A random draft to its end, and its cards; each is of a name of its own."""
    chance = random.Random(table["seed"])  # noqa: S311 - the same tables again
    seats, rounds, size = table["seats"], table["rounds"], table["size"]
    count = seats * rounds * size
    cards = [
        cf.Card.of(
            f"C{number}",
            draft_effects=chance.choice(EFFECTS) if table["has_effects"] else (),
            mana_cost=chance.choice(["", "{1}{G}", "{W}{U}"]) or None,
            types=["Creature"],
            set_code=chance.choice([None, "ANA"]),
            number=str(number),
            rarity=chance.choice(["common", "rare"]),
        )
        for number in range(count)
    ]
    order = chance.sample(cards, count)
    packs = [[[order.pop().ref for _ in range(size)] for _ in range(seats)] for _ in range(rounds)]
    cardset = cf.CardSet(cards=cards)
    state = draft.start(packs, cardset, seed=1, rules=table["rules"], event=table["event"])
    return draft.play(
        state, [draft.RandomBot(chance.random().hex()) for _ in range(seats)]
    ), cardset


@SETTLED
@given(TABLES)
def test_a_draft_is_read_back_from_its_log_and_plays_again(table):
    state, cardset = drafted(table)
    deck = records.DeckRecord([card.card for card in state.pool(0)], (), {"W": 8})
    time = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
    record = records.of_draft(
        state, cardset, bots=[1], decks=[deck], session="pond", time=time, names=["Ann", "Bob"]
    )
    text = records.dumps(record, "draftmancer")
    report = records.loads_report(text)
    assert report.diagnostics == ()
    again = report.value
    assert again == record
    assert_plays_again(again, state, cardset, table)


def assert_plays_again(record, state, cardset, table):
    """A record gives the draft that it is of; or, if cards did something, it is said why not."""
    try:
        replayed = records.replay(record, rules=table["rules"], event=table["event"])
    except cf.DraftError:
        assert table["has_effects"]  # no log says which cards were used
        return
    assert replayed.is_over or table["has_effects"]  # a use may not show in the last picks
    for seat in range(table["seats"]):
        pools = [Counter(card.name for card in each.pool(seat)) for each in (state, replayed)]
        assert pools[0] == pools[1]
    again = records.of_draft(replayed, cardset)
    assert again.packs == record.packs
    if not table["has_effects"]:
        assert [seat.picks for seat in again.seats] == [seat.picks for seat in record.seats]
        assert replayed.table.rounds == state.table.rounds


@SETTLED
@given(TABLES, st.integers(0, 3))
def test_a_players_picks_are_read_back_from_a_text(table, number):
    state, cardset = drafted(table)
    seat = number % table["seats"]
    text = records.dumps(records.of_draft(state, cardset), "mtgo", seat=seat, printings=True)
    own = records.of_draft(state, cardset).seats[seat]
    if not own.picks:
        return
    again = records.loads(text).seats[seat]
    assert len(again.picks) == len(own.picks)
    for one, other in zip(again.picks, own.picks, strict=True):
        assert one.picked == tuple(sorted(other.picked))
        assert [card.name for card in one.pack] == [card.name for card in other.pack]


# texts of anybody

WORD = st.text(max_size=4)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**70) | st.floats(allow_nan=False) | WORD,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORD, inner, max_size=3),
    max_leaves=6,
)


def places_in(value, path=()):
    """The paths to all values in a value."""
    yield path
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for step, each in items:
        yield from places_in(each, (*path, step))


def assert_harmless(data):
    """Anything is read without an exception, and what was read is written and read again."""
    report = records.loads_report(data)
    for each in report.diagnostics:
        assert each.render()
    records.pick_orders([report.value])
    records.colors_over_picks(report.value)
    try:
        records.passed_cards(report.value)
        records.replay(report.value)
    except cf.DraftError:
        pass
    text = records.dumps(report.value, "draftmancer")
    again = records.loads(text)
    assert records.dumps(again, "draftmancer") == text
    if again.kind == "booster" and again.seats:
        records.loads_report(records.dumps(again, "mtgo"), "mtgo")


@SETTLED
@given(st.sampled_from(SAMPLES), st.integers(0, 10**6), JSON)
def test_a_log_with_any_value_anywhere_is_read(path, number, value):
    text = path.read_text("utf-8")
    if not text.startswith("{"):
        return
    log = json.loads(text)
    paths = [*places_in(log)][1:]
    *way, last = paths[number % len(paths)]
    place = log
    for step in way:
        place = place[step]
    place[last] = value
    assert_harmless(json.dumps(log))


@SETTLED
@given(st.sampled_from(SAMPLES), st.integers(0, 10**6), st.integers(0, 60), st.binary(max_size=8))
def test_a_log_with_any_bytes_in_it_is_read(path, start, length, data):
    text = path.read_bytes()
    start %= len(text)
    assert_harmless(text[:start] + data + text[start + length :])


@pytest.mark.parametrize(
    "text",
    [
        "Pack 1 pick 1:\n" * 300,
        "Players:\n" + "--> a\n" * 4_000,
        "-" * 50_000 + "\nPack 1 pick 1:\n",
        "Time:" + " " * 50_000 + "x\nPack 1 pick 1:\n" + "    a (A) (A) (A)" * 2_000,
        '{"users": {"u": {"picks": [' + "{}," * 300 + "{}]}}}",
        '{"users": {"u": {"decklist": {"main": ["a"], "lands": {"W": 1000000000000}}}}}',
        '{"users": {"u": {"picks": [{"packNum": 99999999999, "pickNum": 99999999999, "pick": [0],'
        ' "booster": ["a", "b"]}]}}, "boosters": [["a", "b"]]}',
    ],
    ids=range(7),
)
def test_a_long_text_takes_no_long_time(text):
    assert_harmless(text)


# what was settled before a draft


def small_draft(seed):
    """A small draft of rounds of any kind, its event, and the size at which packs are discarded."""
    chance = random.Random(seed)  # noqa: S311 - the same tables again
    seats, rounds = chance.randint(2, 5), chance.randint(1, 3)
    event = cf.model.Event(
        rounds=[
            cf.model.Round(
                picks=[chance.randint(1, 3) for _ in range(chance.randint(1, 2))],
                burns=[chance.randint(0, 2) for _ in range(chance.randint(1, 2))],
                direction=chance.choice(["left", "right", "alternate"]),
            )
            for _ in range(chance.randint(1, rounds))
        ]
    )
    names = iter(cf.CardRef(f"C{number}") for number in range(10**6))
    packs = [
        [[next(names) for _ in range(chance.randint(1, 9))] for _ in range(seats)]
        for _ in range(rounds)
    ]
    limit = chance.choice([0, 0, 1, 3])
    pace = chance.choice(["queue", "lockstep"])
    state = draft.start(packs, cf.CardSet(), seed=seed, event=event, discard_at=limit, pace=pace)
    bots = [draft.RandomBot(f"{seed} {seat}") for seat in range(seats)]
    return draft.play(state, bots), event, limit


@pytest.mark.parametrize(
    "seeds", [range(60), pytest.param(range(60, 1500), marks=pytest.mark.slow)], ids=["60", "1500"]
)
def test_a_log_has_what_was_settled_or_the_caller_gives_it(seeds):
    for seed in seeds:
        state, event, limit = small_draft(seed)
        record = records.loads(records.dumps(records.of_draft(state), "draftmancer"))
        bare = evolve(record, extras={})
        for again in (
            records.replay(record),
            records.replay(bare, event=event, discard_at=limit),
        ):
            assert again.is_over
            assert again.table.rounds == state.table.rounds
            for seat in range(len(state.seats)):
                assert again.pool(seat) == state.pool(seat)
        for row in records.passed_cards(record):
            drafted = [pick.pack for pick in record.seats[row.to].picks if pick.round == row.round]
            assert row.cards in drafted


@pytest.mark.parametrize("sizes", [[15, 12, 15], [15], [3, 2, 9, 1]])
def test_a_supreme_draft_of_packs_of_any_size_plays_again(sizes):
    packs = [[cf.CardRef(f"{pack} {at}") for at in range(size)] for pack, size in enumerate(sizes)]
    begun = draft.begin("supreme", packs, cf.CardSet(), players=1, seed=1, packs=len(sizes))
    state = draft.play(begun, [draft.RandomBot(1)])
    record = records.loads(records.dumps(records.of_draft(state), "draftmancer"))
    again = records.replay(record)
    assert again.is_over
    assert again.pool(0) == state.pool(0)
    assert records.passed_cards(record) == ()


@SETTLED
@given(
    st.sampled_from(["draft", "winston", "solomon", "jumpstart", "rotisserie"]), JSON, JSON, JSON
)
def test_whatever_a_log_has_as_settings_is_harmless(kind, settings, start, rounds):
    log = json.loads((ROOT / "tests/data/draft_logs" / f"{kind}.txt").read_text("utf-8"))
    for words in (settings, {"rounds": rounds, "rules": settings, "discard_at": start}, [settings]):
        log["cardformats"] = {"settings": words, "start": start}
        assert_harmless(json.dumps(log))
