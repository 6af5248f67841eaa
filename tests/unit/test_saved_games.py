"""Games as JSON: what is stored comes back, and nothing else is taken for a game."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from copy import deepcopy
from fractions import Fraction
from functools import cache
from typing import get_args

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import draft
from cardformats.draft import deckbuilder
from cardformats.draft.official import OFFICIAL_EFFECTS
from cardformats.serde import tags_of
from tests.deckbuilder_rules import at_market, number_of, numbers_of

MARK = "cardformats_draft"


class Peek(draft.EffectRule):
    """An effect of a third party: a look at the next pack, a question, something that goes on."""

    def drafted(self, step, held, pick):  # noqa: ARG002 - the rule has no use for the pick
        packs = step.seats[(held.seat + 1) % len(step.seats)].packs
        step.look(held.seat, packs[0].cards if packs else ())
        step.ask(draft.Question(held.seat, "SavedPeek", held.card, ("left", "right")))
        step.stand(draft.Standing("SavedPeek", held.seat, held.card, about=0))


draft.register_effect("SavedPeek", Peek())

GIFTS = [cf.CardRef("Small Gift", "FEN", "1"), cf.CardRef("Large Gift")]
EFFECTS = [
    *OFFICIAL_EFFECTS.values(),
    (cf.model.SimpleEffect.BURN_AFTER_PICKING,),
    (cf.model.AddCards(GIFTS), cf.model.SimpleEffect.TRACK_REMOVED_CARDS_SUBTYPES),
    (cf.model.AddCards(GIFTS, 1, distinct=False),),
    (
        cf.model.AddBooster(
            [cf.model.LayoutChoice("Wet", Fraction(7, 8)), cf.model.LayoutChoice("Dry", 3)]
        ),
    ),
    (cf.model.OtherEffect("SavedPeek", {"depth": [1.5, None, {"far": True}]}),),
    (),
]


def card_set():
    cards = [
        cf.Card(
            cf.Face(f"Moth {number}", types=["Creature"], subtypes=["Moth", "Bird"]),
            "FEN",
            str(number),
            finish="foil" if number % 5 == 0 else None,
            draft_effects=effects,
        )
        for number, effects in enumerate(EFFECTS)
    ]
    gift = cf.Card(cf.Face("Large Gift"), draft_effects=OFFICIAL_EFFECTS["Cogwork Librarian"])
    return cf.CardSet(cards=[*cards, gift])


@cache
def drafts(rules="cr", pace="queue", seats=4):
    """All moments of a draft with every effect, and with an order left open for a while."""
    known = draft.DraftCards(card_set())
    cards = [each.ref for each in card_set().cards[:-1]]
    packs = [
        [
            [cards[(r * 7 + seat * 5 + place * 3) % len(cards)] for place in range(7)]
            for seat in range(seats)
        ]
        for r in range(2)
    ]
    state = draft.start(packs, known, seed="moths", rules=rules, pace=pace)
    states = [state]
    bots = [draft.RandomBot(seed=seat) for seat in range(seats)]
    while not state.is_over:
        waiting = [seat for seat in range(seats) if state.duty(seat) != "wait"]
        if state.orders and (not waiting or len(states) % 3 == 0):
            refs = cards[len(states) % 9 :][:3]
            state = state.add_pack(state.orders[0].seat, known.of(refs))
        elif len(states) % 4 == 0:
            state = state.together([bots[seat].act(state.view(seat)) for seat in waiting])
        else:
            state = state.do(bots[waiting[-1]].act(state.view(waiting[-1])))
        states.append(state)
    return states


EVENTS = [("cr", "queue"), ("draftmancer", "lockstep")]


def in_the_market():
    boosters = [[["u W 1", "c W 3"], ["u U 1"]], [["c W 4"], ["c W 5"]]]
    state = at_market(boosters, [["u W 2", "r W 1", "m W 1"], ["u W 3", "r W 2"]], winner=1)
    return state.buy(0, number_of(state, "u W 2"), numbers_of(state, ["u W 1"]))


def conspiracy_game():
    hidden = draft.conspiracy.Conspiracy(1)
    players = [(["Eel"] * 40, ["Plot", "Frog"]), (["Frog"] * 41, ["Eel"])]
    state = draft.start_conspiracy_game(players, known={"Plot": hidden}, seed=7)
    return state.place(0, {40: "Eel"}).begin(1).turn_up(0, 40)


def sealed_teams():
    packs = [[[cf.PackCard(cf.CardRef(f"{seat}{n}"), "s", "S") for n in "ab"] for seat in range(4)]]
    return draft.start_team_sealed(packs, [[0, 2], [1, 3]]).take(0, 0).take(2, 1).release(0, 0)


def dumped(state):
    """A stored state as plain values, to be changed."""
    return json.loads(draft.dumps(state))


def refusal(data, game=draft.BoosterDraft):
    """Why a text, or what it would say, is refused."""
    text = data if isinstance(data, (str, bytes)) else json.dumps(data)
    with pytest.raises(cf.DraftError) as caught:
        draft.loads(text, game)
    return caught.value.reason


# round trips


@pytest.mark.parametrize(("rules", "pace"), EVENTS)
def test_every_moment_of_a_draft_comes_back(rules, pace):
    states = drafts(rules, pace)
    for state in states[::12]:
        text = draft.dumps(state)
        loaded = draft.loads(text)
        assert loaded == state
        assert loaded.log == state.log
        assert draft.dumps(loaded) == text
        assert draft.loads(text.encode()) == state
        assert draft.loads(json.dumps(json.loads(text), indent=1)) == state
    text = draft.dumps(states[-1])
    for word in ("together", "add_pack", "other_effect", "7/8", "add_cards", "answer"):
        assert f'"{word}"' in text


def test_one_kind_of_game_is_not_taken_for_another():
    assert "expected a booster draft ('booster'), not 'deckbuilder'" in refusal(
        draft.dumps(in_the_market())
    )
    text = draft.dumps(conspiracy_game())
    assert "team sealed ('team_sealed'), not 'conspiracy'" in refusal(text, draft.TeamSealed)


def test_a_stored_deckbuilder_draft_says_what_was_agreed_on_in_full():
    rules = dumped(in_the_market())["start"]["table"]["rules"]
    assert {*rules} == {each.name for each in attrs.fields(deckbuilder.DeckbuilderRules)}


@pytest.mark.parametrize("name", ["", "Æther – 漢字 🐦", '"\\/\n\x00\u2028', "\ud800"])
def test_a_card_may_have_any_name(name):
    state = draft.start([[[cf.CardRef(name, name)], [cf.CardRef("B")]]], cf.CardSet(), seed=1)
    text = draft.dumps(state)
    assert draft.loads(text.encode()) == state
    assert draft.dumps(draft.loads(text)) == text


def test_nothing_heavy_is_imported_before_a_draft_is_stored():
    code = """import sys
from cardformats import draft
print([name for name in ("cattrs", "lark", "lxml", "numpy") if name in sys.modules])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# the form


SMALL = """\
{
"cardformats_draft":2,
"game":"booster",
"rules":2,
"start":{"table":{"rounds":[{"packs":[[0,1],[2,3]]}],"seed":"SEED"},"cards":[\
{"card":{"name":"Fen Scribe","set_code":"FEN"},"effects":["Reveal","NoteDraftedCards"],\
"types":["Creature"]},{"card":{"name":"Lantern Eel"}},{"card":{"name":"Lantern Eel"}},\
{"card":{"name":"Fen Scribe","set_code":"FEN"},"effects":["Reveal","NoteDraftedCards"],\
"types":["Creature"]}]},
"actions":[
{"type":"pick","seat":0,"cards":[0],"outcome":"OUTCOME"}
]
}
"""


def small(pace="queue"):
    scribe = cf.Card(
        cf.Face("Fen Scribe", types=["Creature"]),
        "FEN",
        draft_effects=[cf.model.SimpleEffect.REVEAL, cf.model.SimpleEffect.NOTE_DRAFTED_CARDS],
    )
    a, b = cf.CardRef("Fen Scribe", "FEN"), cf.CardRef("Lantern Eel")
    return draft.start([[[a, b], [b, a]]], cf.CardSet(cards=[scribe]), seed=1, pace=pace)


def test_the_form_of_a_stored_draft_stays_as_it_is():
    state = small().pick(0, 0)
    expected = SMALL.replace("SEED", state.table.seed)
    assert re.sub('"[0-9a-f]{8}"', '"OUTCOME"', draft.dumps(state)) == expected


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@pytest.mark.parametrize(
    "union", [draft.outcomes.Outcome, draft.actions.Action, draft.actions.SeatAction]
)
def test_types_have_the_names_of_the_classes(union):
    assert tags_of(union) == {snake(cls.__name__): cls for cls in get_args(union)}


# for clients


def test_a_view_is_sent_with_cards_by_number():
    state = small()
    view = draft.as_json(state.view(0))
    assert json.loads(json.dumps(view)) == view
    assert view == {
        "seat": 0,
        "moment": 1,
        "is_over": False,
        "round": 0,
        "picks": 0,
        "duty": "pick",
        "pack": {
            "0": {
                "card": {"name": "Fen Scribe", "set_code": "FEN"},
                "effects": ["Reveal", "NoteDraftedCards"],
                "types": ["Creature"],
            },
            "1": {"card": {"name": "Lantern Eel"}},
        },
        "pack_size": 2,
        "to_pick": 1,
        "to_burn": 0,
        "is_blind": False,
        "usable": [],
        "pool": {},
        "removed": {},
        "question": None,
        "asked_by": None,
        "seats": [{"face_up": {}, "pool_size": 0, "packs": [2], "removed": 0}] * 2,
        "notes": [],
    }


def test_log_entries_and_records_are_sent():
    state = small().pick(0, 0).pick(1, 3)
    entry = draft.as_json(state.log_for(0)[-1])
    assert entry["outcomes"][0] == {
        "type": "drafted", "seat": 1, "cards": [], "count": 1, "pack": 1,
    }  # fmt: skip
    assert list(entry["cards"]) == ["3"]
    start, _, last = map(draft.as_json, state.log)
    assert last["action"] == {"type": "pick", "seat": 1, "cards": [3]}
    assert [card["card"]["name"] for card in start["action"]["cards"]][1] == "Lantern Eel"
    assert start["action"]["table"]["seed"] == state.table.seed


def test_views_logs_and_records_of_a_deckbuilder_draft_are_sent():
    state = in_the_market()
    view = json.loads(json.dumps(draft.as_json(state.view(1))))
    assert (view["phase"], view["duty"]) == ("market", "buy")
    assert view["market"][str(number_of(state, "r W 1"))]["rarity"] == "rare"
    records = [draft.as_json(record) for record in state.log]
    assert records[0]["action"]["type"] == "start"
    assert records[1]["action"] == {
        "type": "drafting",
        "action": {"type": "pick", "seat": 0, "cards": [0]},
    }
    assert draft.as_json(state.log_for(1)[-1])["outcomes"][0]["type"] == "bought"


@pytest.mark.parametrize(("rules", "pace"), EVENTS)
def test_all_that_seats_see_of_a_draft_can_be_sent(rules, pace):
    for state in drafts(rules, pace)[::5]:
        for seat in range(len(state.seats)):
            for each in (state.view(seat), *state.log_for(seat)[-2:], state.log[-1]):
                sent = draft.as_json(each)
                assert json.loads(json.dumps(sent, allow_nan=False)) == sent


@pytest.mark.parametrize("value", [None, 5, {}, "view", small()])
def test_nothing_else_is_sent(value):
    with pytest.raises(cf.DraftError, match="expected a view or a record"):
        draft.as_json(value)


# what cannot be stored


@attrs.frozen
class Sung:
    """An outcome that the library does not know."""

    how: object = None


@pytest.mark.parametrize(
    "record",
    [
        draft.Record(draft.actions.Pick(0), (Sung(),)),
        draft.Record(Sung()),
        draft.Record(draft.actions.Pick(0, [Fraction(1, 2)])),
        draft.Record(draft.actions.Pick(10**5000)),
        draft.Record(draft.actions.Pick(float("nan"))),
        draft.Record(draft.actions.Answer(0, b"x")),
        draft.Record(5),
    ],
)
def test_what_has_no_json_is_refused(record):
    state = attrs.evolve(small(), log=(*small().log, record))
    with pytest.raises(cf.DraftError):
        draft.dumps(state)


def test_a_game_without_its_log_is_refused():
    with pytest.raises(cf.DraftError, match="without its log"):
        draft.dumps(attrs.evolve(small(), log=()))


def nested(depth):
    card = draft.DraftCard(cf.CardRef("A"))
    for _ in range(depth):
        card = draft.DraftCard(cf.CardRef("A"), adds=(card,))
    return card


def test_cards_in_cards_in_cards_are_refused():
    start = attrs.evolve(small().log[0].action, cards=(nested(2000),) * 4)
    with pytest.raises(cf.DraftError, match="recursion"):
        draft.dumps(attrs.evolve(small(), log=(draft.Record(start),)))


# what is no game


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this is not valid JSON: "),
        ("{", "this is not valid JSON: "),
        (b"\xff", "this is not valid JSON: "),
        (b"\xef\xbb\xbf{}", "this is not valid JSON: "),
        ('{"a": NaN}', "this is not valid JSON: NaN is not a number"),
        ('{"a": 1, "a": 2}', "this is not valid JSON: an object has two members of the same name"),
        ("[" * 100_000, "this is nested too deep"),
        ('{"a":' * 100_000, "this is nested too deep"),
        ("1" * 5000, "this is not valid JSON: "),
        ("null", "this is not a stored game"),
        ("[]", "this is not a stored game"),
        ("{}", "this is not a stored game"),
        ('{"cardformats": 1}', "this is not a stored game"),
        (f'{{"{MARK}": "2"}}', f"{MARK}: this version of cardformats loads"),
        (f'{{"{MARK}": true}}', f"{MARK}: this version of cardformats loads"),
        (f'{{"{MARK}": 2.0}}', f"{MARK}: this version of cardformats loads"),
        (f'{{"{MARK}": 1}}', f"{MARK}: this version of cardformats loads"),
        (f'{{"{MARK}": 2}}', "game: this version of cardformats loads"),
        (f'{{"{MARK}": 2, "game": "booster", "rules": 2}}', "the member 'start' is missing"),
    ],
)
def test_a_text_that_is_no_game_is_refused(text, reason):
    assert refusal(text).startswith(reason)


@pytest.mark.parametrize("value", [None, 5, 10**12, ["{}"], {}])
def test_what_is_no_text_is_refused(value):
    with pytest.raises(cf.DraftError, match="a str or bytes"):
        draft.loads(value)


def at(data, path):
    """The container and the last step of a path such as ``actions[3].cards[2]``."""
    steps = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", path)]
    for step in steps[:-1]:
        data = data[step]
    return data, steps[-1]


def changed(path, value):
    """A draft of two seats in which both have drafted, with something changed."""
    data = dumped(PLAYED)
    container, step = at(data, path)
    if value is ...:
        del container[step]
    else:
        container[step] = value
    return data


PLAYED = small().pick(0, 0).pick(1, 3)
FLY = [{"type": "other_effect", "kind": "Fly"}]
#: Changes, and why they are refused, with the place.
IMPOSSIBLE = [
    # of the wrong kind
    ("start", ..., "the member 'start' is missing"),
    ("actions", {}, "actions: expected an array"),
    ("actions[1]", [], "actions[1]: expected an object"),
    ("extra", 1, "extra: there is no member 'extra'"),
    ("rules", 1, "rules: this version of cardformats loads"),
    ("start.table.rounds", ..., "start.table: the member 'rounds' is missing"),
    ("start.table.rules", "house", "start.table.rules: expected one of cr, draftmancer"),
    ("start.table.rules", [], "start.table.rules: expected one of cr, draftmancer"),
    ("start.table.seed", 5, "start.table.seed: expected a string"),
    ("start.cards[0].effects[0]", "Fly", "start.cards[0].effects[0]: 'Fly' is not a valid draft "
    "effect"),
    ("start.cards[0].effects[0]", 5, "start.cards[0].effects[0]: expected an object with the mem"),
    ("start.cards[0].types", "Creature", "start.cards[0].types: expected an array"),
    ("start.cards[0].card.name", ..., "start.cards[0].card: the member 'name' is missing"),
    ("actions[0].seat", "0", "actions[0].seat: expected a whole number"),
    ("actions[0].seat", True, "actions[0].seat: expected a whole number"),
    ("actions[0].cards[0]", 3.0, "actions[0].cards[0]: expected a whole number"),
    ("actions[0].cards[0]", None, "actions[0].cards[0]: expected a whole number"),
    ("actions[0].type", "fly", 'actions[0]: expected an object with the member "type", one of'),
    ("actions[0].type", [], 'actions[0]: expected an object with the member "type", one of'),
    ("actions[0].seat", ..., "actions[0]: the member 'seat' is missing"),
    ("actions[0].hand", [], "actions[0].hand: there is no member 'hand'"),
    # what cannot be
    ("start.table.discard_at", -1, "start.table: discard_at is a whole number, 0 or more"),
    ("start.table.rounds", [], "start.table: a draft has one round or more"),
    ("start.table.rounds[0].step", 2, "start.table.rounds[0]: packs are passed to a neighbour"),
    ("start.table.rounds[0].packs", [], "start.table: a draft has from 1 to 16 seats"),
    ("start.table.rounds[0].packs[1][0]", 4, "every card is in one pack"),
    ("start.table.rounds[0].packs[1][0]", 1, "every card is in one pack"),
    ("start.cards[1].effects", FLY, "no rule is known for the draft effect 'Fly'"),
    ("start.cards[1].adds", [{"card": {"name": "A"}, "effects": FLY}], "no rule is known"),
    ("start.cards[1].effects", [{"type": "other_effect", "kind": "Reveal"}],
     "start.cards[1].effects[0]: OtherEffect.kind is not 'Reveal'"),
    ("start.cards[1].effects", [{"type": "other_effect", "kind": "SavedPeek", "params": []}],
     "start.cards[1].effects[0].params: expected an object"),
    ("start.cards[1].effects", [{"type": "add_cards", "cards": []}],
     "start.cards[1].effects[0]: AddCards.cards is empty"),
    # what is not allowed, or came to something else
    ("actions[0].seat", 2, "actions[0]: seat 2: there is no such seat"),
    ("actions[0].cards[0]", 3, "actions[0]: seat 0: card 3 is not in the pack"),
    ("actions[0].cards[0]", 1, "actions[0]: by the rules of this version"),
    ("actions[1].outcome", ..., "actions[1]: by the rules of this version"),
    ("actions[1].outcome", "00000000", "actions[1]: by the rules of this version"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "reason"), IMPOSSIBLE)
def test_what_cannot_be_is_refused_with_its_place(path, value, reason):
    assert refusal(changed(path, value)).startswith(reason)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("start.table.rules.starters", 0, "starters is a whole number from 1 to 1000"),
        ("start.table.rules.deck_size", 10**9, "deck_size is a whole number from 0 to"),
        ("start.table.rules.tariffs[1].price", 10**9, "the price of cards that are uncommon is"),
        ("start.table.starters[0][0][0]", 1, "every card is in one pack"),
        ("start.table.market[0][0]", 99, "every card is in one pack"),
        ("start.cards[0].rarity", "special", "there is no tariff"),
        ("start.table.market", [[0], []], "every card is in one pack"),
        ("actions[0].action.cards[0]", 1, "card 1 is not in the pack"),
    ],
)
def test_a_deckbuilder_draft_that_cannot_be_is_refused(path, value, reason):
    data = dumped(in_the_market())
    container, step = at(data, path)
    container[step] = value
    assert reason in refusal(data, deckbuilder.DeckbuilderDraft)


@pytest.mark.parametrize("weight", ["1/0", "7/-8", "-7/8", "1e999999999", "0x1/2", 0.5, -1, None])
def test_a_weight_is_a_whole_number_or_a_fraction(weight):
    data = dumped(small())
    data["start"]["cards"][1]["effects"] = [
        {"type": "add_booster", "layouts": [{"layout": "Wet", "weight": weight}]}
    ]
    assert refusal(data).startswith("start.cards[1].effects[0].layouts[0]")


def test_much_of_anything_is_refused_in_linear_time():
    """A quadratic step would take minutes, so that no clock is needed to see it."""
    many = 50_000
    for path in ("actions[0].cards", "actions[0].using", "start.table.rounds[0].packs[0]"):
        refusal(changed(path, [0] * many))
        refusal(changed(path, list(range(many))))
    members = ",".join(f'"k{number}":0' for number in range(many))
    refusal(f'{{"{MARK}": 2, {members}, "k0": 0}}')


# hostile texts

JSON = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-3, 60), st.floats(), st.text(max_size=4),
        st.sampled_from([10**400, -(10**30), "7/8", "pick", "AddBooster", "W"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["type", "seat", "cards", "table"]), inner, max_size=3),
    ),
    max_leaves=8,
)  # fmt: skip


def is_refused(text, game=draft.BoosterDraft):
    """Whether a text is refused; a game that it is has to be one that can be gone on with."""
    try:
        state = draft.loads(text, game)
    except cf.DraftError:
        return True
    assert draft.loads(draft.dumps(state), game) == state
    if game is draft.BoosterDraft:
        go_on(state)
    return False


def go_on(state):
    """Play for a while; whatever is not allowed is refused, and nothing else is raised."""
    seats = range(len(state.seats))
    for _ in range(8):
        for seat in seats:
            draft.as_json(state.view(seat))
            assert len(state.log_for(seat)) == len(state.log)
        orders = {each.seat for each in state.orders}
        for seat in seats:
            duty = state.duty(seat)
            if seat in orders and duty == "wait":
                action = draft.actions.AddPack(seat, state.cards[:3])
            elif duty == "pick":
                action = draft.RandomBot(seed=1).act(state.view(seat))
            else:
                action = (
                    draft.actions.PassPack(seat) if duty == "pass" else draft.actions.Answer(seat)
                )
            if state.can(action):
                state = state.do(action)


@given(st.text())
def test_any_text_is_refused(text):
    assert is_refused(text)
    assert is_refused(f'{{"{MARK}": 2, {text}')


@given(st.binary())
def test_any_bytes_are_refused(data):
    assert is_refused(data)


@given(JSON, st.dictionaries(st.sampled_from(["start", "actions"]), JSON))
def test_any_json_is_refused(value, members):
    assert is_refused(json.dumps(value))
    assert is_refused(json.dumps({MARK: 2, "game": "booster", "rules": 2, **members}))


def containers(data):
    """All arrays and objects in a value."""
    found = [data]
    for each in found:
        items = each.values() if isinstance(each, dict) else each
        found += [item for item in items if isinstance(item, (dict, list))]
    return [each for each in found if each]


GAMES = [
    *(drafts(*event)[-20] for event in EVENTS),
    in_the_market(),
    conspiracy_game(),
    sealed_teams(),
]


@pytest.mark.parametrize("state", GAMES, ids=lambda state: state.kind)
@given(data=st.data())
def test_a_game_that_was_tampered_with_is_refused_or_goes_on(state, data):
    document = deepcopy(dumped(state))
    for _ in range(data.draw(st.integers(1, 3))):
        name = data.draw(st.sampled_from(sorted(document)))
        places = containers({name: document[name]})
        container = places[data.draw(st.integers(0, len(places) - 1))]
        container = document if container == {name: document[name]} else container
        steps = sorted(container) if isinstance(container, dict) else range(len(container))
        step = data.draw(st.sampled_from(steps))
        how = data.draw(st.sampled_from(["value", "near", "other", "none", "twice"]))
        if how == "value":
            container[step] = data.draw(JSON)
        elif how == "near" and type(container[step]) is int:
            container[step] += data.draw(st.sampled_from([-1, 1]))
        elif how == "other":
            container[step] = deepcopy(container[data.draw(st.sampled_from(steps))])
        elif how == "none" and container is not document:
            del container[step]
        elif isinstance(container, list):
            container.append(deepcopy(container[step]))
    is_refused(json.dumps(document), type(state))


@pytest.mark.parametrize("cut", range(0, 100, 7))
def test_a_game_that_was_cut_off_is_refused(cut):
    text = draft.dumps(drafts()[-1])
    assert is_refused(text[: len(text) * cut // 100])


@pytest.mark.parametrize("seed", ["zz", "0" * 63, "A" * 64, "0" * 65, 7, "0" * 63 + "g"])
def test_a_stored_draft_with_another_seed_than_64_digits_is_refused(seed):
    begun = draft.start([[[cf.CardRef("a")], [cf.CardRef("b")]]], cf.CardSet(), seed=1)
    stored = json.loads(draft.dumps(begun))
    stored["start"]["table"]["seed"] = seed
    with pytest.raises(cf.DraftError, match=r"seed"):
        draft.loads(json.dumps(stored))
