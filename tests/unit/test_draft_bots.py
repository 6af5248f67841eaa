"""Bots: they do only what is allowed, remember nothing, and prefer what they say."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import draft

_S = cf.model.SimpleEffect
_EFFECTS = [*_S, cf.model.AddBooster(), cf.model.AddCards([cf.CardRef("A"), cf.CardRef("B")], 1)]


def card(name, *effects, **fields):
    face = {"mana_cost", "types", "colors"} & fields.keys()
    front = cf.Face(name, **{each: fields.pop(each) for each in face})
    return cf.Card(front, draft_effects=effects, **fields)


def cost(text):
    mana = cf.model.ManaCost.parse(text)
    return {"mana_cost": mana, "colors": mana.colors}


def table(cards, *packs, seats=2, rounds=1, **options):
    """A draft of *packs* of names; seats that have no pack of their own open the last."""
    dealt = [*packs, *[packs[-1]] * (seats - len(packs))]
    refs = [[cf.CardRef(name) for name in pack] for pack in dealt]
    return draft.start([refs] * rounds, cf.CardSet(cards=cards), seed=1, **options)


def names(state, numbers):
    return [state.cards[number].name for number in numbers]


def picked(state, bot, seat=0):
    """The names of the cards that a bot drafts, and of those it uses."""
    action = bot.act(state.view(seat))
    return names(state, action.cards), names(state, action.using)


def every_place(state):
    """The number of every card of a draft, wherever it is."""
    yield from state.burned
    yield from (each.card for each in state.removals)
    for seat in state.seats:
        yield from seat.pool
        for pack in (*seat.packs, *seat.coming):
            yield from pack.cards
    for each in state.table.rounds[state.round + 1 :]:
        for pack in each.packs:
            yield from pack


@st.composite
def drafts(draw):
    """Any cards with any effects, at any table, and the set."""
    kinds = st.lists(st.sampled_from(_EFFECTS), max_size=3)
    types = st.sampled_from([("Creature",), ("Land",)])
    names_ = "ABCDEFGH"
    cards = [card(name, *draw(kinds), types=draw(types)) for name in names_]
    sheet = cf.Sheet("S", [cf.Entry(cf.CardRef(name), 5) for name in names_])
    slot = cf.Slot("S", draw(st.integers(1, 9)), [cf.SheetChoice("S")])
    numbers = st.lists(st.integers(0, 3), min_size=1, max_size=3)
    plan = cf.model.Round(picks=[*draw(numbers), 1], burns=draw(numbers))
    cardset = cf.CardSet(
        cards=cards,
        sheets=[sheet],
        boosters=[cf.Booster(layouts=[cf.Layout("L", 1, [slot])])],
        event=cf.model.Event([plan], draw(st.sampled_from(["infinite", "refill"]))),
    )
    seed = draw(st.integers(0, 99))
    made = cf.Generator(cardset, seed=seed)
    state = draft.start(
        made.deal(draw(st.integers(2, 5))).rounds,
        cardset,
        seed=seed,
        rules=draw(st.sampled_from(["cr", "draftmancer"])),
        pace=draw(st.sampled_from(["queue", "lockstep"])),
        discard_at=draw(st.integers(0, 2)),
    )
    return state, cardset, made


def bots_for(state, cardset, seed=7):
    """Bots of all kinds in turn."""
    kinds = [
        draft.RandomBot(seed),
        draft.RatedBot(cardset, seed),
        draft.ColorBot(cardset, seed),
        draft.RandomBot(seed, uses=False),
    ]
    return [kinds[seat % len(kinds)] for seat in range(len(state.seats))]


def enough(state):
    """Whether to stop, since some of these drafts add packs with cards that add packs for long."""
    return len(state.log) > 300


@given(drafts())
def test_bots_do_only_what_is_allowed_and_no_card_is_lost(made):
    state, cardset, packs = made
    state = draft.play(state, bots_for(state, cardset), packs, cardset, until=enough)
    assert state.is_over or enough(state)
    assert sorted(every_place(state)) == list(range(len(state.cards)))
    assert draft.replay(state.log) == state


@given(drafts(), st.integers(1, 60))
def test_a_draft_that_stopped_goes_on_as_it_would_have(made, moment):
    start, cardset, packs = made
    whole = draft.play(start, bots_for(start, cardset), packs, cardset, until=enough)

    def stop(state):
        return len(state.log) >= moment or enough(state)

    half = draft.play(start, bots_for(start, cardset), packs, cardset, until=stop)
    again = draft.play(half, bots_for(start, cardset), packs, cardset, until=enough)
    assert again == whole


@given(drafts(), st.data())
def test_a_view_says_what_can_be_used_and_with_which_first_cards(made, data):
    state, cardset, packs = made
    moment = data.draw(st.integers(3, 40))
    bots = bots_for(state, cardset)
    state = draft.play(state, bots, packs, cardset, until=lambda now: len(now.log) >= moment)
    for seat in range(len(state.seats)):
        view = state.view(seat)
        if view.duty != "pick" or view.is_blind:
            assert not any(each.first for each in view.usable)
            continue
        usable = {each.card: each for each in view.usable}
        for number in view.pool:
            told = usable.get(number)
            for first in view.pack:
                others = [each for each in view.pack if each != first]
                allowed = any(
                    state.can(
                        draft.actions.Pick(
                            seat, [first, *others[:more]], others[more:][:burns], number
                        )
                    )
                    for more in range(len(view.pack))
                    for burns in range(4)
                )
                assert allowed == (told is not None and first in told.first)
                if allowed:
                    pick = draft.pick_in_order(evolve(view, pack={}), [first, *others], told)
                    assert pick.cards[0] == first
                    assert state.can(pick)


@pytest.mark.parametrize("effect", _S, ids=lambda effect: effect.value)
def test_a_card_that_has_an_effect_twice_stays_one_card(effect):
    state = table([card("A", effect, _S.FACE_UP, effect)], ["A"] * 5, ["A"] * 5, rounds=2)
    state = draft.play(state, [draft.RandomBot(2)] * 2)
    assert state.is_over
    assert sorted(every_place(state)) == list(range(20))
    assert all({*seat.face_up} <= {*seat.pool} for seat in state.seats)


def test_what_a_blind_seat_may_use_does_not_tell_what_is_in_its_pack():
    creature, land = card("C", types="Creature"), card("L", types="Land")
    noter = card("N", _S.NOTE_CREATURE_NAME, _S.ARCHDEMON_OF_PALIANO)
    usable = []
    for other in "CL":
        state = table([creature, land, noter], ["N", "L"], ["L", other], pace="lockstep")
        state = state.pick(0, 0).pick(1, 2)
        view = state.view(0)
        assert view.is_blind
        usable.append(view.usable)
        assert state.can(draft.pick_in_order(view, (), view.usable[0]))
    assert usable[0] == usable[1] == (draft.Usable(0),)


def test_a_bot_is_its_seed():
    state = table([card("A")], ["A"] * 9)
    actions = [draft.RandomBot(seed).act(state.view(0)) for seed in range(40)]
    assert actions == [draft.RandomBot(seed).act(state.view(0)) for seed in range(40)]
    assert len(set(actions)) == 9


def test_bots_of_one_seed_differ_by_seat_and_moment():
    state = table([card("A")], ["A"] * 9, seats=8, rounds=9)
    bot = draft.RandomBot(1)
    first = [bot.act(state.view(seat)).cards[0] % 9 for seat in range(8)]
    assert len(set(first)) > 2
    later = [evolve(state.view(0), moment=moment) for moment in range(8)]
    assert len({bot.act(view) for view in later}) > 2


def test_every_card_is_as_likely_for_a_random_bot():
    state = table([card("A")], ["A"] * 5)
    view = evolve(state.view(0), to_burn=2)
    actions = [draft.RandomBot(seed).act(view) for seed in range(2000)]
    for counts in (
        Counter(each.cards[0] for each in actions),
        Counter(burn for each in actions for burn in each.burns),
    ):
        mean = sum(counts.values()) / 5
        assert all(abs(counts[number] - mean) < 5 * (mean * 0.8) ** 0.5 for number in range(5))


def test_a_random_bot_uses_a_card_in_one_of_three_picks():
    state = table([card("A", _S.COGWORK_LIBRARIAN)], ["A"] * 5, pace="lockstep")
    view = state.pick(0, 0).pick(1, 5).view(0)
    uses = [len(draft.RandomBot(seed).act(view).using) for seed in range(900)]
    assert abs(sum(uses) - 300) < 5 * 200**0.5
    assert not any(draft.RandomBot(seed, uses=False).act(view).using for seed in range(99))


@pytest.mark.parametrize("bot", [draft.RatedBot, draft.ColorBot])
def test_the_highest_rating_goes_first(bot):
    cards = [card(name, rating=float(at)) for at, name in enumerate("ABCDE")]
    state = table(cards, ["B", "E", "A"], ["A"])
    for catalog in (cf.CardSet(cards=cards), cf.CardCatalog(cards)):
        assert picked(state, bot(catalog, 1)) == (["E"], [])


def test_without_a_rating_the_rarity_counts():
    rarities = ["land", "common", "uncommon", "rare", "mythic", None]
    cards = [card(str(each), rarity=each) for each in rarities]
    bot = draft.RatedBot(cf.CardSet(cards=cards), 1)
    order = [bot.rating(draft.DraftCard(cf.CardRef(str(each)))) for each in rarities]
    assert order[:5] == sorted(order[:5])
    assert len(set(order[:5])) == 5
    assert order[5] == order[1] == bot.rating(draft.DraftCard(cf.CardRef("Nobody")))


def test_between_equal_cards_chance_decides():
    cards = [card("A", rating=1.0), card("B", rating=2.0)]
    state = table(cards, ["A", "B", "A", "B"])
    first = {draft.RatedBot(cf.CardSet(cards=cards), n).act(state.view(0)).cards for n in range(40)}
    assert first == {(1,), (3,)}


def test_the_worst_cards_are_burned():
    cards = [card(name, rating=float(at)) for at, name in enumerate("ABCDE")]
    event = cf.model.Event([cf.model.Round(picks=[2], burns=[2])])
    state = table(cards, ["C", "A", "E", "B", "D"], event=event)
    action = draft.RatedBot(cf.CardSet(cards=cards), 1).act(state.view(0))
    assert names(state, action.cards) == ["E", "D"]
    assert names(state, action.burns) == ["B", "A"]


def has_drafted(cards, mine, pack):
    """The draft in which seat 0 has the card *mine*, and then the *pack* in front of it."""
    state = table(cards, [mine, pack[-1]], ["A", *pack], pace="lockstep")
    return state.pick(0, 0).pick(1, 2)


@pytest.mark.parametrize(
    ("effect", "pack", "drafted", "uses"),
    [
        (_S.COGWORK_LIBRARIAN, "BCD", "DC", True),  # another card that is as good
        (_S.COGWORK_LIBRARIAN, "ABD", "D", False),  # the second is worse
        (_S.LEOVOLDS_OPERATIVE, "CCC", "CC", True),
        (_S.AGENT_OF_ACQUISITIONS, "BDD", "DDB", True),  # better on average
        (_S.AGENT_OF_ACQUISITIONS, "BBD", "D", False),
        (_S.REMOVE_DRAFT_CARD, "ABA", "B", True),  # nothing that is as good
        (_S.REMOVE_DRAFT_CARD, "AAC", "C", False),
        (_S.NOTE_CARD_NAME, "AAB", "B", True),
        (_S.NOTE_CREATURE_NAME, "AAB", "B", True),
        (_S.NOTE_CREATURE_NAME, "AAL", "L", False),  # the best one is not a creature
    ],
)
def test_cards_are_used_when_it_is_worth_it(effect, pack, drafted, uses):
    cards = [card(name, types="Creature", rating=float(at)) for at, name in enumerate("ABCD")]
    cards += [card("U", effect, rating=2.0), card("L", types="Land", rating=3.0)]
    state = has_drafted(cards, "U", pack)
    bot = draft.RatedBot(cf.CardSet(cards=cards), 1)
    assert picked(state, bot) == (list(drafted), ["U"] if uses else [])
    assert state.can(bot.act(state.view(0)))
    assert picked(state, draft.RatedBot(cf.CardSet(cards=cards), 1, uses=False))[1] == []


COLORED = [
    card("White", rating=3.0, rarity="rare", **cost("{W}{W}")),
    card("Blue", rating=3.0, **cost("{1}{U}")),
    card("Azorius", rating=3.0, **cost("{W/U}")),
    card("Better red", rating=3.5, **cost("{R}")),
    card("Better either", rating=3.5, **cost("{R/W}")),
    card("Better twobrid", rating=3.5, **cost("{2/R}")),
    card("Better artifact", rating=3.5, **cost("{4}")),
    card("Bomb", rating=5.0, colors=[cf.model.Color.RED]),
]


def view_with(mine, pack):
    """What a seat sees that has drafted *mine*."""
    state = table(COLORED, [*pack, *mine])
    view = state.view(0)
    count = len(pack)
    drafted = {number: each for number, each in view.pack.items() if number >= count}
    left = {number: each for number, each in view.pack.items() if number < count}
    return evolve(view, pack=left, pool=drafted)


@pytest.mark.parametrize(
    ("mine", "pack", "wanted"),
    [
        ([], ["White", "Better red"], "Better red"),  # nothing drafted yet
        (["Blue"], ["White", "Better red"], "Better red"),  # one card does not settle it
        (["Blue", "White"] * 8, ["White", "Better red"], "White"),
        (["Blue", "White"] * 8, ["Azorius", "Better red"], "Azorius"),
        (["Blue", "White"] * 8, ["White", "Better either"], "Better either"),
        (["Blue", "White"] * 8, ["White", "Better twobrid"], "Better twobrid"),
        (["Blue", "White"] * 8, ["White", "Better artifact"], "Better artifact"),
        (["Blue", "White"] * 4, ["White", "Bomb"], "Bomb"),  # its colours are not all
        (["Blue"] * 8 + ["White"] * 6 + ["Bomb"] * 4, ["White", "Better red"], "Better red"),
    ],
)
def test_a_bot_keeps_to_the_two_colours_of_its_cards(mine, pack, wanted):
    view = view_with(mine, pack)
    (number,) = draft.ColorBot(cf.CardSet(cards=COLORED), 1).act(view).cards
    assert view.pack[number].name == wanted


def asked(*options, pool=()):
    view = view_with(pool, ["White"])
    return evolve(view, duty="answer", question=draft.Question(0, "X", 0, options))


def test_questions_are_answered_by_what_is_liked():
    cardset = cf.CardSet(cards=COLORED)
    colors, rated = draft.ColorBot(cardset, 1), draft.RatedBot(cardset, 1)
    letters = asked(*"WUBRG", pool=["Blue", "Blue", "White"])
    assert colors.act(letters) == draft.actions.Answer(0, "U")
    assert colors.act(asked(*"WBRG", pool=["Blue", "Blue", "White"])) == draft.actions.Answer(
        0, "W"
    )
    for bot in (colors, rated):
        assert bot.act(asked("no", "yes")) == draft.actions.Answer(0, "yes")
        assert bot.act(asked("2", "0", "1")) == draft.actions.Answer(0, "0")
    answers = {draft.RatedBot(cardset, n).act(asked("a", "b")).answer for n in range(20)}
    assert answers == {draft.RandomBot(n).act(asked("a", "b")).answer for n in range(20)}
    assert answers == {"a", "b"}


def test_a_bot_that_has_nothing_to_do_says_so():
    state = table([card("A")], ["A", "A"], pace="lockstep").pick(0, 0)
    with pytest.raises(cf.DraftError, match="seat 0: has nothing to do"):
        draft.RandomBot(1).act(state.view(0))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda bot: pickle.loads(pickle.dumps(bot))])
@pytest.mark.parametrize("kind", [draft.RandomBot, draft.RatedBot, draft.ColorBot])
def test_a_copy_of_a_bot_picks_the_same(kind, copied):
    cards = [cf.Card.of(name) for name in "ABCDEFGHI"]
    cardset = cf.CardSet(cards=cards)
    bot = kind(7) if kind is draft.RandomBot else kind(cardset, 7)
    state = draft.start([[[card.ref for card in cards]] * 3], cardset, seed=7)
    played = draft.play(state, [bot] * 3)
    assert draft.play(state, [copied(bot)] * 3) == played
