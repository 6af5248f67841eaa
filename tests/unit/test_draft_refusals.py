"""What a draft refuses, and how it says so: the seat, the reason and the rule."""

from __future__ import annotations

import re

import attrs
import pytest

import cardformats as cf
from cardformats import draft
from tests.draft_tables import added, card, named, names, numbers, pick, picks, play_out, table

_S = cf.model.SimpleEffect
FACE_UP = _S.FACE_UP
DOES = {
    "Librarian": [FACE_UP, _S.COGWORK_LIBRARIAN],
    "Agent": [FACE_UP, _S.AGENT_OF_ACQUISITIONS],
    "Operative": [FACE_UP, _S.LEOVOLDS_OPERATIVE],
    "Grinder": [FACE_UP, _S.REMOVE_DRAFT_CARD],
    "Captain": [FACE_UP, _S.NOTE_CREATURE_NAME],
    "Archdemon": [FACE_UP, _S.ARCHDEMON_OF_PALIANO],
    "Dredger": [FACE_UP, _S.CANAL_DREDGER],
    "Hall": [_S.REVEAL, _S.CHOOSE_COLORS],
    "Seeker": [_S.REVEAL, cf.model.AddBooster()],
}
KINDS = {"Bolt": "Instant"}


def begun(pack="a b c", other="d e f", **options):
    """Two seats have opened a pack each: cards 0, 1, 2 … and the numbers after them."""
    return table([pack, other], does=DOES, kinds=KINDS, **options)


def held(name, pack="d Bolt f", **options):
    """Seat 0 has drafted card 0 of that name, and has the rest of *pack*, cards 4, 5 …."""
    return picks(begun(f"{name} b c", pack, **options), name, pack.split()[0])


def asked():
    return pick(begun(other="Hall e f"), 1, "Hall")


def seeking(**options):
    return pick(begun("Seeker b c", **options), 0, "Seeker")


def two_removers():
    return picks(picks(begun("Grinder b c", "d Grinder f g"), "Grinder", "d"), "Grinder", "b")


def agent_and_librarian():
    state = begun("Agent b c d", "e Librarian g h")
    return picks(picks(state, "Agent", "e"), "Librarian", "b")


def several_last_cards():
    state = picks(begun("Dredger b c", "Dredger e f"), "Dredger", "Dredger")
    return pick(state, 0, "e")


Pick, PassPack, Answer, AddPack = (
    draft.actions.Pick,
    draft.actions.PassPack,
    draft.actions.Answer,
    draft.actions.AddPack,
)

#: Each refusal: the state, the action, and the message.
REFUSALS = {
    "no seat": (begun(), Pick(2, 0), "seat 2: there is no such seat; there are 2, from 0 on"),
    "seat below 0": (
        begun(),
        PassPack(-1),
        "seat -1: there is no such seat; there are 2, from 0 on",
    ),
    "seat no number": (begun(), Pick("0", 0), "a seat is named by its number, not '0'"),
    "seat a bool": (begun(), Answer(seat=True), "a seat is named by its number, not True"),
    "seat a float": (begun(), AddPack(0.0), "a seat is named by its number, not 0.0"),
    "pick when over": (play_out(begun()), Pick(0, 0), "seat 0: the draft is over (CR 905.1d)"),
    "pass when over": (play_out(begun()), PassPack(1), "seat 1: the draft is over (CR 905.1d)"),
    "answer when over": (play_out(begun()), Answer(1), "seat 1: the draft is over (CR 905.1d)"),
    "add when over": (play_out(begun()), AddPack(1), "seat 1: the draft is over (CR 905.1d)"),
    "pick when asked": (
        asked(),
        Pick(0, 0),
        "seat 0: has to answer what 'Hall' asks first (CR 905.2)",
    ),
    "pass when asked": (
        asked(),
        PassPack(0),
        "seat 0: has to answer what 'Hall' asks first (CR 905.2)",
    ),
    "pick before the pack is added": (
        pick(seeking(), 1, "d").answer(0, "yes"),
        Pick(0, 4),
        "seat 0: waits for the pack that it adds to the draft (CR 905.2)",
    ),
    "pick twice in lock step": (
        pick(begun(pace="lockstep"), 0, "a"),
        Pick(0, 1),
        "seat 0: waits until all packs are passed (CR 905.1a)",
    ),
    "no pack": (pick(begun(), 0, "a"), Pick(0, 1), "seat 0: has no pack to draft from (CR 905.1a)"),
    "no pack to pass": (
        pick(begun(), 0, "a"),
        PassPack(0),
        "seat 0: has no pack to draft from (CR 905.1a)",
    ),
    "out": (
        pick(pick(held("Agent"), 0, "Bolt f", using="Agent"), 1, "b"),
        Pick(0, 2),
        "seat 0: drafts no more cards in this round (CR 905.2)",
    ),
    "skips": (
        pick(pick(held("Operative"), 0, "Bolt f", using="Operative"), 1, "b"),
        Pick(0, 2),
        "seat 0: has to pass this pack without drafting from it (CR 905.2)",
    ),
    "pass without need": (
        begun(),
        PassPack(1),
        "seat 1: has to draft from this pack before it is passed (CR 905.1a)",
    ),
    "no card": (
        begun(),
        Pick(0),
        "seat 0: this pick is of 1 to draft and 0 to burn, not of 0 and 0 (CR 905.1a)",
    ),
    "two cards": (
        begun(),
        Pick(0, [0, 1]),
        "seat 0: this pick is of 1 to draft and 0 to burn, not of 2 and 0 (CR 905.1a)",
    ),
    "a burn": (
        begun(),
        Pick(0, 0, 1),
        "seat 0: this pick is of 1 to draft and 0 to burn, not of 1 and 1 (CR 905.1a)",
    ),
    "of another pack": (begun(), Pick(0, 3), "seat 0: card 3 is not in the pack (CR 905.1a)"),
    "no such card": (
        begun(),
        Pick(0, 10**9),
        "seat 0: card 1000000000 is not in the pack (CR 905.1a)",
    ),
    "below 0": (begun(), Pick(0, -1), "seat 0: card -1 is not in the pack (CR 905.1a)"),
    "twice": (
        begun(picks=[2]),
        Pick(0, [1, 1]),
        "seat 0: the same card is named twice (CR 905.1a)",
    ),
    "drafted and burned": (
        begun(burns=[1]),
        Pick(0, 1, 1),
        "seat 0: the same card is named twice (CR 905.1a)",
    ),
    "card a text": (
        begun(),
        Pick(0, "0"),
        "seat 0: a card is named by its number, not '0' (CR 905.1a)",
    ),
    "card a bool": (
        begun(),
        Pick(0, cards=True),
        "seat 0: a card is named by its number, not True (CR 905.1a)",
    ),
    "card a float": (
        begun(),
        Pick(0, [1.0]),
        "seat 0: a card is named by its number, not 1.0 (CR 905.1a)",
    ),
    "card nothing": (
        begun(),
        Pick(0, None),
        "seat 0: a card is named by its number, not None (CR 905.1a)",
    ),
    "burn a list": (
        begun(),
        Pick(0, 0, [[1]]),
        "seat 0: a card is named by its number, not [1] (CR 905.1a)",
    ),
    "use a text": (
        begun(),
        Pick(0, 0, (), "a"),
        "seat 0: a card is named by its number, not 'a' (CR 905.2)",
    ),
    "chosen at random": (
        held("Archdemon"),
        Pick(0, 4),
        "seat 0: card 4 is not to be chosen, since its seat drafts at random (CR 905.2)",
    ),
    "used without it": (
        held("b"),
        Pick(0, 4, (), 2),
        "seat 0: card 2 is not in its pool (CR 905.2)",
    ),
    "used a plain card": (
        held("b"),
        Pick(0, 4, (), 0),
        "seat 0: 'b' has no effect to use (CR 905.2c)",
    ),
    "used face down": (
        pick(pick(held("Captain"), 0, "f", using="Captain"), 1, "b"),
        Pick(0, 2, (), 0),
        "seat 0: 'Captain' is face down (CR 905.2c)",
    ),
    "used twice": (
        held("Librarian"),
        Pick(0, 4, (), [0, 0]),
        "seat 0: the same card is named twice (CR 905.2)",
    ),
    "two remove": (
        two_removers(),
        Pick(0, 2, (), [0, 4]),
        "seat 0: a card leaves the draft once only (CR 905.2)",
    ),
    "other removers than it removes cards": (
        two_removers(),
        Pick(0, 2, (), 0, 2, (), [0, 0]),
        "seat 0: names another number of removers than it removes cards (CR 905.2)",
    ),
    "a card of its pool that does not remove": (
        two_removers(),
        Pick(0, 2, (), 0, 2, (), 4),
        "seat 0: a card is not used to remove others (CR 905.2)",
    ),
    "about a card that stays in the pack": (
        held("Captain"),
        Pick(0, 4, (), 0, (), 5),
        "seat 0: uses a card for one that is not drafted (CR 905.2)",
    ),
    "whole pack and more": (
        agent_and_librarian(),
        Pick(0, [2, 3], (), [0, 5]),
        "seat 0: the whole pack and additional cards do not go together (CR 905.2)",
    ),
    "too few cards": (
        held("Librarian", "d Bolt"),
        Pick(0, 4, (), 0),
        "seat 0: needs 2 cards in the pack to draft; it has 1 (CR 905.2)",
    ),
    "no creature": (
        held("Captain"),
        Pick(0, 4, (), 0),
        "seat 0: 'Bolt' is not a creature (CR 905.2)",
    ),
    "not asked": (begun(), Answer(0, "yes"), "seat 0: is not asked anything (CR 905.2)"),
    "another is asked": (asked(), Answer(1, "W"), "seat 1: is not asked anything (CR 905.2)"),
    "no option": (
        seeking(),
        Answer(0, "perhaps"),
        "seat 0: the answer to AddBooster can be one of yes, no, not 'perhaps' (CR 905.2)",
    ),
    "no seat with a Dredger": (
        several_last_cards(),
        Answer(0, "2"),
        "seat 0: the answer to CanalDredger can be one of 0, 1, not '2' (CR 905.2)",
    ),
    "answer a number": (
        several_last_cards(),
        Answer(0, 1),
        "seat 0: the answer to CanalDredger can be one of 0, 1, not 1 (CR 905.2)",
    ),
    "adds nothing": (begun(), AddPack(0), "seat 0: adds no pack to the draft (CR 905.2)"),
    "adds before it says so": (
        seeking(),
        AddPack(0),
        "seat 0: adds no pack to the draft (CR 905.2)",
    ),
    "added names": (
        seeking().answer(0, "yes"),
        AddPack(0, ["x"]),
        "seat 0: an added pack holds DraftCards, not 'x'; DraftCards.of looks them up",
    ),
}


METHODS = {Pick: "pick", PassPack: "pass_pack", Answer: "answer", AddPack: "add_pack"}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_says_the_seat_the_reason_and_the_rule(name):
    state, action, message = REFUSALS[name]
    seat, reason, rule = re.fullmatch(
        r"(?:seat (-?\d+): )?(.*?)(?: \((CR .*)\))?", message
    ).groups()
    fields = [getattr(action, each.name) for each in attrs.fields(type(action))]
    method = getattr(state, METHODS[type(action)])
    for attempt, arguments in ((state.verify, [action]), (state.do, [action]), (method, fields)):
        with pytest.raises(cf.DraftError) as caught:
            attempt(*arguments)
        assert str(caught.value) == message
        assert caught.value.seat == (None if seat is None else int(seat))
        assert (caught.value.reason, caught.value.rule) == (reason, rule)
    assert not state.can(action)


# together


def test_together_each_action_has_to_be_allowed_by_itself():
    state = begun()
    with pytest.raises(cf.DraftError) as caught:
        state.together([named(state, 0, "a"), Pick(1, 0)])
    assert str(caught.value) == "seat 1: card 0 is not in the pack (CR 905.1a)"
    assert not state.can(draft.actions.Together([named(state, 0, "a"), Pick(1, 0)]))


def test_together_are_actions_of_different_seats():
    state = begun()
    with pytest.raises(cf.DraftError) as caught:
        state.verify(draft.actions.Together([Pick(0, 0), Pick(0, 1)]))
    assert str(caught.value) == "actions at the same time are those of different seats (CR 905.2a)"


def test_together_is_no_action_of_a_seat():
    state = begun()
    inner = draft.actions.Together([Pick(0, 0)])
    assert state.can(inner)
    for action in (inner, state.log[0].action, Pick, None):
        with pytest.raises(cf.DraftError, match="nothing that can be done in a booster draft: "):
            state.together([action])
        assert not state.can(draft.actions.Together([action]))


# logs


def test_replay_refuses_what_is_not_allowed():
    state = pick(begun(), 0, "a")
    with pytest.raises(cf.DraftError) as caught:
        draft.replay([*state.log, state.log[-1]])
    assert str(caught.value) == "seat 0: has no pack to draft from (CR 905.1a)"


# starts

EVENT = "a round whose last number of picks and of burns is 0 does not end (CR 905.1a)"


@pytest.mark.parametrize(
    ("rounds", "options", "message"),
    [
        ([], {}, "a draft has one round or more (CR 905.1a)"),
        ([["a"] * 17], {}, "a draft has from 1 to 16 seats, not 17"),
        ([[]], {}, "a draft has from 1 to 16 seats, not 0"),
        (
            [["a", "b"], ["a", "b", "c"]],
            {},
            "rounds have packs for different numbers of seats: [2, 3] (CR 905.1a)",
        ),
        ([["a", "b"]], {"picks": [0]}, EVENT),
        ([["a", "b"]], {"picks": [1, 0]}, EVENT),
        (
            [["a", "b"]],
            {"picks": [-1], "burns": [2]},
            "picks and burns are 0 or more, not (-1,) and (2,) (CR 905.1a)",
        ),
        ([["a", "b"]], {"rules": "mtg"}, "rules is one of cr, draftmancer, not 'mtg'"),
        ([["a", "b"]], {"pace": "slow"}, "pace is one of queue, lockstep, not 'slow'"),
        ([["a", "b"]], {"discard_at": -1}, "discard_at is a whole number, 0 or more, not -1"),
        ([["a", "b"]], {"discard_at": True}, "discard_at is a whole number, 0 or more, not True"),
        ([["a", "b"]], {"discard_at": "1"}, "discard_at is a whole number, 0 or more, not '1'"),
    ],
)
def test_a_start_that_makes_no_draft_is_refused(rounds, options, message):
    with pytest.raises(cf.DraftError) as caught:
        table(*rounds, **options)
    assert str(caught.value) == message


def test_a_round_without_numbers_is_refused_and_an_event_without_them_is_an_ordinary_draft():
    with pytest.raises(cf.DraftError) as caught:
        draft.booster.state.DraftRound(((0,), (1,)), picks=())
    assert str(caught.value) == "picks and burns are 0 or more, not () and (0,) (CR 905.1a)"
    (made,) = table(["a", "b"], event=cf.model.Event([cf.model.Round()])).table.rounds
    assert (made.picks, made.burns) == ((1,), (0,))


@pytest.mark.parametrize("step", [0, 2, -2, True, "left", None])
def test_packs_are_passed_to_a_neighbour(step):
    with pytest.raises(cf.DraftError) as caught:
        draft.booster.state.DraftRound(((0,), (1,)), step=step)
    reason = f"packs are passed to a neighbour; the step is 1 or -1, not {step!r}"
    assert str(caught.value) == f"{reason} (CR 905.1b)"


@pytest.mark.parametrize(
    ("packs", "held"), [([["ab", "cd"]], "'a'"), ([[[1], [2]]], "1"), ([[[None], [None]]], "None")]
)
def test_packs_of_anything_but_cards_are_refused(packs, held):
    with pytest.raises(cf.DraftError) as caught:
        draft.start(packs, cf.CardSet(), seed=1)
    assert str(caught.value) == f"a pack holds PackCards or CardRefs, not {held}"


def test_packs_may_come_from_generators_which_are_read_once():
    def packs():
        for name in "ab":
            yield ((cf.CardRef(f"{name}{at}") for at in range(2)) for _ in range(2))

    state = draft.start(packs(), cf.CardSet(), seed=1)
    assert len(state.table.rounds) == 2
    assert names(state, range(8)) == "a0 a1 a0 a1 b0 b1 b0 b1"


def test_actions_may_come_from_generators_which_are_read_once():
    state = begun(picks=[2], burns=[1])
    action = Pick(0, iter([0, 1]), iter([2]))
    assert state.can(action)
    assert state.do(action) == state.pick(0, [0, 1], [2])
    both = (each for each in (named(state, 0, "a b", "c"), named(state, 1, "d e", "f")))
    assert state.together(both).is_over
    state = seeking().answer(0, "yes")
    cards = (draft.DraftCard(cf.CardRef(name)) for name in "xy")
    assert state.add_pack(0, cards) == added(state, 0, "x y")


def test_an_effect_that_no_rule_is_known_for_is_refused_in_an_added_pack():
    state = seeking().answer(0, "yes")
    effects = (cf.model.OtherEffect("Unheard"),)
    with pytest.raises(cf.DraftError, match="no rule is known for the draft effect 'Unheard'"):
        state.add_pack(0, [draft.DraftCard(cf.CardRef("a"), effects=effects)])
    adds = draft.DraftCard(cf.CardRef("b"), adds=[draft.DraftCard(cf.CardRef("a"), None, effects)])
    assert not state.can(draft.actions.AddPack(0, [adds]))


def test_a_seed_is_a_number_a_text_or_bytes():
    for seed in (7, "seven", b"7"):
        assert len(table(["a", "b"], seed=seed).table.seed) == 64
    with pytest.raises(
        cf.CollationError, match="the seed must be an int, a str or bytes, but is None"
    ):
        table(["a", "b"], seed=None)


# what hostile callers can name


def test_a_great_many_cards_are_refused_at_once():
    state = held("Librarian")
    many = list(range(200_000))
    assert not state.can(draft.actions.Pick(0, many))
    assert not state.can(draft.actions.Pick(0, 4, many))
    assert not state.can(draft.actions.Pick(0, 4, (), [0] * 200_000))
    assert not state.can(draft.actions.Pick(0, 4, (), many))


def test_picks_may_be_of_more_cards_than_there_are():
    state = begun(picks=[10**30], burns=[10**30])
    assert (state.view(0).to_pick, state.view(0).to_burn) == (3, 0)
    assert play_out(state).is_over


def test_a_deep_stack_of_librarians_ends():
    """Each use puts the card into the pack, which still gets smaller."""
    cards = cf.CardSet(cards=[card("Librarian", DOES["Librarian"])])
    packs = [[[cf.CardRef("Librarian")] * 6] * 2] * 2
    state = draft.start(packs, cards, seed=1)
    for _ in range(100):
        if state.is_over:
            break
        seat = next(seat for seat in range(2) if state.duty(seat) == "pick")
        view = state.view(seat)
        uses = [use.card for use in view.usable if len(view.pack) > 1][:1]
        state = state.pick(seat, list(view.pack)[: 1 + len(uses)], using=uses)
    assert state.is_over
    assert numbers(state, state.seats[0].pool + state.seats[1].pool, "Librarian " * 24)
