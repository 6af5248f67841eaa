"""What conspiracies, and cards used before decks are shuffled, say by their texts, card by card."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from tests.named_cards import listed


def described(name, types):
    return cf.Card(cf.Face(name, types=types.split()))


CARDS = cf.CardSet(
    cards=[
        described("Bear", "Creature"),
        described("Elf", "Creature"),
        described("Ape", "Creature"),
        described("Bolt", "Instant"),
        described("Rite", "Sorcery"),
        described("Sol", "Artifact"),
    ]
)


class Start:
    """The start of a game, whose cards are called by name; others in the decks are Sols."""

    def __init__(self, *players, seed=1, size=40):
        decks = []
        for names, sideboard in players:
            deck = listed(names)
            decks.append((deck + ["Sol"] * (size - len(deck)), listed(sideboard)))
        self.game = draft.start_conspiracy_game(decks, CARDS, seed=seed)

    def number(self, seat, name, nth=0):
        seat = self.game.seats[seat]
        cards = [*seat.deck, *seat.sideboard]
        return [card for card in cards if self.game.cards[card].name == name][nth]

    def does(self, method, *arguments):
        self.game = getattr(self.game, method)(*arguments)
        return self

    def refuses(self, method, *arguments):
        with pytest.raises(cf.DraftError):
            getattr(self.game, method)(*arguments)


def command(start, seat, name, names=None):
    """A player puts one conspiracy there, or two copies."""
    card = start.number(seat, name)
    return start.does("place", seat, card if names is None else {card: names})


HIDDEN = [
    "Adriana's Valor",
    "Assemble the Rank and Vile",
    "Brago's Favor",
    "Double Stroke",
    "Echoing Boon",
    "Hired Heist",
    "Immediate Action",
    "Incendiary Dissent",
    "Iterative Analysis",
    "Muzzio's Preparations",
    "Natural Unity",
    "Secret Summoning",
    "Secrets of Paradise",
    "Unexpected Potential",
]
FACE_UP = [
    "Advantageous Proclamation",
    "Backup Plan",
    "Emissary's Ploy",
    "Hold the Perimeter",
    "Hymn of the Wilds",
    "Power Play",
    "Sentinel Dispatch",
    "Sovereign's Realm",
    "Weight Advantage",
    "Worldknit",
]


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_agenda_starts_face_down_with_a_secret_name(name):
    start = Start(("", name), ("", ""))
    start.refuses("place", 0, start.number(0, name))
    start.refuses("place", 0, {start.number(0, name): ""})
    start.refuses("place", 0, {start.number(0, name): ["Bear", "Elf"]})
    command(start, 0, name, "Bear")
    (own,), (other,) = start.game.view(0).command, start.game.view(1).command
    assert own.names == ("Bear",)
    assert own.card.name == name
    assert (other.is_face_up, other.card, other.number, other.names) == (False, None, None, ())


def test_double_agenda_has_two_different_names():
    start = Start(("", "Summoner's Bond"), ("", ""))
    card = start.number(0, "Summoner's Bond")
    for names in (["Bear"], ["Bear", "Bear"], ["Bear", "Elf", "Ape"], []):
        start.refuses("place", 0, {card: names})
    start.does("place", 0, {card: ["Bear", "Elf"]})
    assert start.game.view(0).command[0].names == ("Bear", "Elf")
    assert start.game.view(1).command[0].names == ()


@pytest.mark.parametrize("name", FACE_UP)
def test_a_conspiracy_without_agenda_starts_face_up(name):
    start = Start(("", name), ("", ""))
    start.refuses("place", 0, {start.number(0, name): "Bear"})
    command(start, 0, name)
    assert start.game.view(1).command[0].card.name == name


def test_hidden_agenda_is_turned_up_by_its_controller_once_the_game_has_begun():
    start = Start(("", "Double Stroke"), ("", ""))
    command(start, 0, "Double Stroke", "Bolt").does("place", 1)
    card = start.game.command[0].card
    start.refuses("turn_up", 0, card)
    start.does("begin")
    start.refuses("turn_up", 1, card)
    start.does("turn_up", 0, card)
    assert start.game.view(1).command[0].names == ("Bolt",)
    start.refuses("turn_up", 0, card)


def test_a_conspiracy_comes_from_the_sideboard_of_its_owner():
    start = Start(("", "Power Play"), ("", "Worldknit"))
    start.refuses("place", 0, start.number(1, "Worldknit"))
    with pytest.raises(cf.DraftError):
        Start(("Power Play", ""), ("", ""))


def test_any_number_of_conspiracies_may_be_put_there():
    start = Start(("", "Power Play; Power Play; Bear"), ("", ""))
    cards = [start.number(0, "Power Play", at) for at in (0, 1)]
    start.refuses("place", 0, [start.number(0, "Bear")])
    start.refuses("place", 0, [cards[0], cards[0]])
    start.does("place", 0, cards)
    assert len(start.game.conspiracies(0)) == 2
    start.refuses("place", 0, cards)


def test_conspiracies_are_put_there_before_decks_are_shuffled():
    start = Start(("", "Power Play"), ("", "")).does("begin")
    start.refuses("place", 0, start.number(0, "Power Play"))


def test_power_play_its_player_starts():
    for seed in range(4):
        start = Start(("", ""), ("", "Power Play"), ("", ""), seed=seed)
        command(start, 1, "Power Play")
        start.refuses("begin", 0)
        assert start.does("begin").game.setup.turn_order == (1, 2, 0)


def test_power_play_of_several_players_one_at_random():
    first = set()
    for seed in range(30):
        start = Start(("", "Power Play"), ("", ""), ("", "Power Play"), seed=seed)
        command(command(start, 0, "Power Play"), 2, "Power Play")
        first.add(start.does("begin").game.setup.turn_order[0])
    assert first == {0, 2}


def test_backup_plan_draws_a_further_hand():
    start = Start(("", "Backup Plan"), ("", ""))
    command(start, 0, "Backup Plan").does("begin")
    assert start.game.setup.hands == ((7, 7), (7,))


def test_backup_plan_twice_draws_three_hands():
    start = Start(("", "Backup Plan; Backup Plan"), ("", ""))
    cards = [start.number(0, "Backup Plan", at) for at in (0, 1)]
    start.does("place", 0, cards).does("begin")
    assert start.game.setup.hands == ((7, 7, 7), (7,))


def test_advantageous_proclamation_each_makes_the_deck_smaller_by_five():
    name = "Advantageous Proclamation"
    start = Start(("", f"{name}; {name}"), ("", ""), size=30)
    cards = [start.number(0, name, at) for at in (0, 1)]
    start.does("place", 0, cards)
    start.refuses("begin")  # the other player's deck has 30 cards, too
    assert draft.minimum_deck_size([name, name]) == 30


def test_sovereigns_realm_hand_of_five_and_no_basic_lands():
    start = Start(("", "Sovereign's Realm"), ("", ""))
    command(start, 0, "Sovereign's Realm").does("begin")
    assert start.game.setup.hands == ((5,), (7,))
    start = Start(("Forest", "Sovereign's Realm"), ("", ""))
    with pytest.raises(cf.DraftError):
        command(start, 0, "Sovereign's Realm").does("begin")


def test_sovereigns_realm_with_backup_plan_the_further_hand_has_seven():
    start = Start(("", "Sovereign's Realm; Backup Plan"), ("", ""))
    cards = [start.number(0, "Sovereign's Realm"), start.number(0, "Backup Plan")]
    start.does("place", 0, cards).does("begin")
    assert start.game.setup.hands == ((5, 7), (7,))


def test_emissarys_ploy_a_number_before_hands_are_drawn():
    start = Start(("", "Emissary's Ploy"), ("", ""))
    card = start.number(0, "Emissary's Ploy")
    start.does("place", 0, card)
    start.refuses("choose", 0, card, 1)
    start.does("begin")
    for number in (0, 4):
        start.refuses("choose", 0, card, number)
    start.refuses("choose", 1, card, 1)
    start.does("choose", 0, card, 3)
    assert start.game.view(1).command[0].chosen == 3
    start.refuses("choose", 0, card, 2)


def test_worldknit_holds_if_the_whole_pool_is_in_the_library():
    for sideboard, holds in (
        ("Worldknit", True),
        ("Worldknit; Bear", False),
        ("Worldknit; Power Play", False),
    ):
        start = Start(("", sideboard), ("", ""))
        command(start, 0, "Worldknit")
        assert start.game.view(1).command[0].holds is None
        start.does("begin")
        assert start.game.view(1).command[0].holds is holds, sideboard


def test_worldknit_does_not_hold_if_a_card_of_the_pool_was_exiled():
    start = Start(("Arcane Savant", "Worldknit; Bolt"), ("", ""))
    command(start, 0, "Worldknit")
    start.does("exile", 0, start.number(0, "Arcane Savant"), [start.number(0, "Bolt")])
    assert start.does("begin").game.view(0).command[0].holds is False


# Cards used before decks are shuffled

EXILING = [
    ("Arcane Savant", ["Bolt", "Rite"], ["Bear", "Sol"]),
    ("Caller of the Untamed", ["Bear", "Elf"], ["Bolt", "Sol"]),
]


@pytest.mark.parametrize(("name", "right", "wrong"), EXILING)
def test_savant_and_caller_exile_one_card_of_the_type(name, right, wrong):
    for card in right:
        start = Start((name, "; ".join(right + wrong)), ("", ""))
        by = start.number(0, name)
        for other in wrong:
            number = max(
                c for c in start.game.seats[0].sideboard if start.game.cards[c].name == other
            )
            start.refuses("exile", 0, by, [number])
        both = [start.number(0, each) for each in right]
        start.refuses("exile", 0, by, both)
        start.refuses("exile", 0, by, [])
        start.refuses("exile", 1, by, [start.number(0, card)])
        start.does("exile", 0, by, [start.number(0, card)])
        assert [each.card.name for each in start.game.view(1).exiled] == [card]
        other = next(each for each in right if each != card)
        start.refuses("exile", 0, by, [start.number(0, other)])


def test_savant_exiles_a_card_that_is_not_in_the_deck():
    start = Start(("Arcane Savant; Bolt", ""), ("", ""))
    start.refuses("exile", 0, start.number(0, "Arcane Savant"), [start.number(0, "Bolt")])


def test_savant_is_revealed_from_the_deck():
    start = Start(("", "Arcane Savant; Bolt"), ("", ""))
    start.refuses("exile", 0, start.number(0, "Arcane Savant"), [start.number(0, "Bolt")])


def test_savant_two_copies_exile_two_cards():
    start = Start(("Arcane Savant; Arcane Savant", "Bolt; Rite"), ("", ""))
    first, second = (start.number(0, "Arcane Savant", at) for at in (0, 1))
    bolt, rite = start.number(0, "Bolt"), start.number(0, "Rite")
    start.does("exile", 0, first, [bolt])
    start.refuses("exile", 0, second, [bolt])
    start.does("exile", 0, second, [rite])
    assert len(start.game.view(1).exiled) == 2


def test_chimera_exiles_three_or_more_creature_cards():
    start = Start(("Volatile Chimera", "Bear; Elf; Ape; Bear; Bolt"), ("", ""))
    by = start.number(0, "Volatile Chimera")
    bear, elf, ape = (start.number(0, name) for name in ("Bear", "Elf", "Ape"))
    start.refuses("exile", 0, by, [bear, elf])
    start.refuses("exile", 0, by, [bear, elf, elf])
    start.refuses("exile", 0, by, [bear, elf, start.number(0, "Bolt")])
    four = Start(("Volatile Chimera", "Bear; Elf; Ape; Bear"), ("", ""))
    four.does("exile", 0, by, [bear, elf, ape, four.number(0, "Bear", 1)])
    assert len(four.game.view(1).exiled) == 4
    start.does("exile", 0, by, [bear, elf, ape])


def test_caller_is_used_before_the_deck_is_shuffled():
    start = Start(("Caller of the Untamed", "Bear"), ("", "")).does("begin")
    start.refuses("exile", 0, start.number(0, "Caller of the Untamed"), [start.number(0, "Bear")])


def test_hidden_agenda_two_copies_have_names_of_their_own():
    start = Start(("", "Brago's Favor; Brago's Favor"), ("", ""))
    cards = [start.number(0, "Brago's Favor", at) for at in (0, 1)]
    start.does("place", 0, {cards[0]: "Bear", cards[1]: "Elf"}).does("place", 1)
    start.does("begin").does("turn_up", 0, cards[1])
    seen = start.game.view(1).command
    assert [each.names for each in seen] == [(), ("Elf",)]


def test_double_agenda_reveals_both_names():
    start = Start(("", "Summoner's Bond"), ("", ""))
    card = start.number(0, "Summoner's Bond")
    start.does("place", 0, {card: ["Bear", "Elf"]}).does("place", 1)
    start.does("begin").does("turn_up", 0, card)
    assert set(start.game.view(1).command[0].names) == {"Bear", "Elf"}


def test_hidden_agenda_the_log_of_others_names_neither_card_nor_name():
    start = command(Start(("", "Brago's Favor"), ("", "")), 0, "Brago's Favor", "Bear")
    assert not start.game.log_for(1)[-1].cards
    assert "Bear" not in str(start.game.log_for(1)[-1])


def test_hidden_agenda_is_revealed_when_its_player_leaves_the_game():
    start = command(Start(("", "Brago's Favor"), ("", "")), 0, "Brago's Favor", "Bear")
    start.does("place", 1).does("begin").does("reveal", 0)
    assert start.game.view(1).command[0].names == ("Bear",)


# Decks


@pytest.mark.parametrize(("count", "copies"), [(40, 0), (35, 1), (30, 2), (25, 3)])
def test_advantageous_proclamation_says_how_small_a_deck_may_be(count, copies):
    proclamations = ["Advantageous Proclamation"] * copies
    pool = ["Bear"] * 40 + proclamations
    draft.verify_deck(pool, ["Bear"] * count, conspiracies=proclamations)
    assert not draft.can_play_deck(pool, ["Bear"] * (count - 1), conspiracies=proclamations)
    assert not draft.can_play_deck(
        pool, ["Bear"] * count, conspiracies=[*proclamations, "Advantageous Proclamation"]
    )


def test_sovereigns_realm_bans_basic_land_cards_if_it_is_used():
    pool, deck = ["Bear"] * 20 + ["Sovereign's Realm"], ["Bear"] * 20 + ["Forest"] * 20
    assert draft.can_play_deck(pool, deck)
    assert not draft.can_play_deck(pool, deck, conspiracies=["Sovereign's Realm"])


def test_a_conspiracy_is_no_card_of_a_deck():
    assert not draft.can_play_deck(["Bear"] * 39 + ["Power Play"], ["Bear"] * 39 + ["Power Play"])
