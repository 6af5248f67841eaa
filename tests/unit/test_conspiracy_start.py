"""Conspiracies and cards that change how a Conspiracy game begins: a scenario from each text."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft import conspiracy
from tests.conftest import ROOT

EEL = cf.Card(cf.Face("Lantern Eel", types="Creature"))
HERON = cf.Card(cf.Face("Heron", types=("Artifact", "Creature")))
BOLT = cf.Card(cf.Face("Reed Bolt", types="Instant"))
RITE = cf.Card(cf.Face("Reed Rite", types="Sorcery"))
DECK = ["Otter"] * 12


def game(*sides, deck=DECK, players=3, seed="Friday", minimum=5, **options):
    """A game of players who have these cards in their sideboards, the others none."""
    brought = [(deck, sides[seat] if seat < len(sides) else []) for seat in range(players)]
    return draft.start_conspiracy_game(brought, minimum=minimum, seed=seed, **options)


def placed(state):
    """A game in which all conspiracies of sideboards are in the command zone, face up."""
    for seat, mine in enumerate(state.seats):
        state = state.place(seat, [c for c in mine.sideboard if state.cards[c].conspiracy])
    return state


def refusal(call, *args):
    with pytest.raises(cf.DraftError) as caught:
        call(*args)
    return caught.value


def outcomes(state, kind):
    return [each for each in state.log[-1].outcomes if isinstance(each, kind)]


def conspiring(text):
    return cf.Card(cf.Face("Pact", types="Conspiracy", text=text))


# who starts: Power Play


@pytest.mark.parametrize("card", ["Power Play", conspiring("You are the starting player.")])
def test_power_play_you_are_the_starting_player(card):
    state = placed(game([], [card]))
    assert state.starters() == (1,)
    assert state.begin().setup.turn_order == (1, 2, 0)
    assert state.begin(1).starting == 1
    error = refusal(state.begin, 0)
    assert error.rule == "CR 103.1c"
    assert error.reason == "starting can be one of None, 1, not 0"
    began = outcomes(state.begin(), conspiracy.Began)
    assert began == [conspiracy.Began(1, at_random=False)]


def test_power_play_of_several_one_is_chosen_at_random():
    starting = Counter()
    for seed in range(40):
        state = placed(game(["Power Play"], [], ["Power Play"] * 2, seed=seed))
        assert refusal(state.begin, 1).rule == refusal(state.begin, 0).rule == "CR 103.1c"
        state = state.begin()
        assert outcomes(state, conspiracy.Began)[0].at_random
        starting[state.starting] += 1
    assert {*starting} == {0, 2}
    assert min(starting.values()) > 10


def test_without_power_play_chance_decides_or_the_players_do():
    assert {game(seed=seed).begin().starting for seed in range(30)} == {0, 1, 2}
    assert game().begin().starting == game().begin().starting
    assert game().begin(2).starting == 2


def test_decks_are_shuffled_when_the_game_begins():
    state = game().begin(0)
    for number, seat in enumerate(state.seats):
        assert sorted(seat.deck) == [*range(12 * number, 12 * number + 12)]
        assert seat.deck != tuple(sorted(seat.deck))
    assert game().begin(0) == state
    assert game(seed="Saturday").begin(0).seats != state.seats


def test_without_a_seed_whoever_runs_the_game_decides_and_shuffles():
    state = placed(game(["Power Play"], [], ["Power Play"], seed=None))
    assert refusal(state.begin).reason == "starting can be one of 0, 2, not None"
    assert refusal(state.begin, 1).rule == "CR 103.1c"
    assert refusal(game(seed=None).begin).rule == "CR 103.1"
    state = state.begin(2)
    assert state.duties() == {}
    assert state.seats[0].deck == tuple(range(12))
    assert placed(game([], ["Power Play"], seed=None)).begin().starting == 1


def test_who_would_start_if_something_else_is_so_does_not_start():
    text = "At the beginning of the first upkeep, if you are the starting player, draw a card."
    assert not conspiracy.conspiracy_of(conspiring(text)).starts


def test_a_conspiracy_that_is_face_down_does_nothing_at_the_start():
    card = conspiring("Hidden agenda\nYou are the starting player. Your starting hand size is two.")
    state = game([card]).place(0, {12: "Otter"})
    assert state.starters() == ()
    assert state.begin(1).setup.hands[0] == (7,)


def test_nobody_has_priority_before_numbers_are_chosen():
    state = game(["Double Stroke"], ["Emissary's Ploy"]).place(0, {12: "Otter"}).place(1, 25)
    state = state.begin(0)
    assert refusal(state.turn_up, 0, 12).rule == "CR 905.4a"
    state = state.choose(1, 25, 2).turn_up(0, 12)
    assert outcomes(state, conspiracy.ConspiracyTurnedUp)[0].names == ("Otter",)


# Backup Plan


BACKUP = "Draw an additional hand of seven cards as the game begins. Before taking mulligans, \
shuffle all but one of your hands into your library."


@pytest.mark.parametrize("card", ["Backup Plan", conspiring(BACKUP)])
def test_backup_plan_draws_another_hand(card):
    state = placed(game([card] * 2, deck=["Otter"] * 24)).begin(1)
    assert state.setup.hands == ((7, 7, 7), (7,), (7,))


# Sovereign's Realm

REALM = "Your starting deck can't have basic land cards and your starting hand size is five."


@pytest.mark.parametrize("card", ["Sovereign's Realm", conspiring(REALM)])
def test_sovereigns_realm_bans_basic_lands_and_the_starting_hand_has_five_cards(card):
    with_land = game([card], deck=[*DECK, "Snow-Covered Island"])
    error = refusal(with_land.place, 0, 13)
    assert error.reason == "the deck has 'Snow-Covered Island', and cannot have basic land cards"
    state = placed(game([card, "Backup Plan"], deck=["Otter"] * 20)).begin(0)
    assert state.setup.hands == ((5, 7), (7,), (7,))


def test_a_basic_land_card_is_one_by_its_types_or_else_by_its_name():
    bog = cf.Card(cf.Face("Bog", supertypes="Basic", types="Land"))
    forest = cf.Card(cf.Face("Forest", types="Creature"))
    known = cf.CardSet(cards=[bog, forest])
    assert refusal(game(["Sovereign's Realm"], deck=[*DECK, bog]).place, 0, 13).rule == "CR 101.1"
    state = game(["Sovereign's Realm"], deck=[*DECK, "Forest"], cards=known)
    assert state.can(conspiracy.PlaceConspiracies(0, 13))


# Worldknit

KNIT = "As long as every card in your card pool started the game in your library or in the command \
zone, lands you control have “{T}: Add one mana of any color.”"


@pytest.mark.parametrize("card", ["Worldknit", conspiring(KNIT)])
def test_worldknit_says_whether_the_whole_pool_is_in_the_game(card):
    state = placed(game([card, "Power Play"], [card, "Otter"]))
    assert [each.holds for each in state.view(2).command] == [None] * 3
    state = state.begin()
    assert [each.holds for each in state.view(2).command] == [True, None, False]
    agenda = draft.start_conspiracy_game(
        [(DECK, ["Worldknit", "Power Play"]), (DECK, [])], minimum=0, seed=1
    )
    assert agenda.place(0, 12).begin(1).view(1).command[0].holds is False


def test_worldknit_does_not_hold_if_a_card_was_exiled():
    state = game(["Worldknit", BOLT], deck=["Arcane Savant", *DECK]).exile(0, 0, 14)
    assert [each.holds for each in placed(state).begin(0).view(1).command] == [False]


# Emissary's Ploy


def test_emissarys_ploy_asks_for_a_number_before_the_opening_hand_is_drawn():
    state = placed(game(["Emissary's Ploy"], [], ["Emissary's Ploy"] * 2)).begin(1)
    assert state.duties() == {2: "number"}
    first, second = [each.card for each in state.conspiracies(2)]
    assert "cannot choose number now" in refusal(state.choose, 0, 12, 1).reason
    for wrong in 0, 4, True, "1":
        reason = refusal(state.choose, 2, first, wrong).reason
        assert reason == f"chosen can be one of 1, 2, 3, not {wrong!r}"
    assert refusal(state.choose, 2, 12, 1).rule == "CR 101.1"
    state = state.choose(2, second, 3)
    assert refusal(state.choose, 2, second, 3).rule == "CR 101.1"
    state = state.choose(2, first, 1)
    assert state.duties() == {0: "number"}
    state = state.choose(0, 12, 3)
    assert state.duties() == {}
    # it is chosen openly
    assert [each.chosen for each in state.view(1).command] == [3, 1, 3]


def test_which_numbers_are_chosen_is_said_by_the_text():
    text = "Before drawing your opening hand, choose two or 5."
    assert conspiracy.conspiracy_of(conspiring(text)).numbers == (2, 5)
    seedless = placed(game([conspiring(text)], seed=None)).begin(0)
    assert seedless.duties() == {0: "number"}
    assert seedless.choose(0, 12, 5).duties() == {}


# Summoner's Bond, hidden agenda, Advantageous Proclamation


def test_summoners_bond_two_different_names_are_chosen_secretly():
    state = game(["Summoner's Bond"])
    assert refusal(state.place, 0, {12: ["Eel", "EEL "]}).rule == "CR 905.4a"
    state = state.place(0, {12: ["Eel", "Otter"]})
    assert state.view(1).command == (conspiracy.SeenConspiracy(0, is_face_up=False),)
    assert state.log_for(1)[-1].outcomes == (conspiracy.PutFaceDown(0, (), 1),)
    assert state.log_for(0)[-1].outcomes == (conspiracy.PutFaceDown(0, (12,), 1),)
    assert state.begin(0).turn_up(0, 12).view(1).command[0].names == ("Eel", "Otter")


def test_advantageous_proclamation_reduces_the_minimum_deck_size_by_five():
    state = game(["Advantageous Proclamation"] * 2, minimum=22)
    assert not state.can(conspiracy.PlaceConspiracies(0, [12]))
    assert state.can(conspiracy.PlaceConspiracies(0, [12, 13]))


# Arcane Savant, Caller of the Untamed, Volatile Chimera

SAVANT, CALLER, CHIMERA = "Arcane Savant", "Caller of the Untamed", "Volatile Chimera"
SIDE = [EEL, HERON, BOLT, RITE, "Otter", EEL]
#: The numbers of the first player's cards; the deck begins with the one that is revealed.
FISH, BIRD, SPELL, RITUAL, UNKNOWN, OTHER = range(13, 19)


def with_first(card, **options):
    return game(SIDE, deck=[card, *DECK], **options)


def test_arcane_savant_exiles_an_instant_or_sorcery_card_from_the_sideboard():
    state = with_first(SAVANT)
    for card in FISH, BIRD, OTHER:
        assert "with the type Instant or Sorcery" in refusal(state.exile, 0, 0, card).reason
    assert "with the type" in refusal(state.exile, 0, 0, UNKNOWN).reason, "it is not known"
    reason = "the number of cards is 1, not 2"
    assert refusal(state.exile, 0, 0, [SPELL, RITUAL]).reason == reason
    (ask,) = [ask for ask in state.choices(0) if ask.action is conspiracy.ExileCards]
    assert [action.cards for action in ask.actions(0)] == [(SPELL,), (RITUAL,)]
    after = state.exile(0, 0, SPELL)
    assert after.can(conspiracy.PlaceConspiracies(0))
    assert "cannot exile cards now" in refusal(after.exile, 0, 0, RITUAL).reason
    assert state.exile(0, 0, RITUAL).exiled == (conspiracy.ExiledCard(RITUAL, 0, 0),)
    assert SPELL not in after.seats[0].sideboard
    assert 0 in after.seats[0].deck
    assert refusal(after.begin(0).exile, 0, 0, RITUAL).rule == "CR 101.1"


def test_what_is_exiled_is_seen_by_all_with_the_name_of_the_revealed_card():
    state = with_first(SAVANT).exile(0, 0, SPELL)
    for seat in range(3):
        (there,) = state.view(seat).exiled
        assert (there.owner, there.number, there.card.name) == (0, SPELL, "Reed Bolt")
        assert (there.by, there.name) == (0, "Arcane Savant")
        revealed, exiled = state.log_for(seat)[-1].outcomes
        assert revealed == draft.outcomes.Revealed(0, 0)
        assert exiled == conspiracy.Exiled(0, SPELL, 0)
        names = {card.name for card in state.log_for(seat)[-1].cards.values()}
        assert names == {"Arcane Savant", "Reed Bolt"}


def test_caller_of_the_untamed_exiles_a_creature_card():
    state = with_first(CALLER)
    assert "with the type Creature" in refusal(state.exile, 0, 0, SPELL).reason
    assert state.exile(0, 0, BIRD).view(1).exiled[0].card.name == "Heron"


def test_volatile_chimera_exiles_three_or_more_creature_cards():
    state = with_first(CHIMERA)
    assert "3 or more, not 2" in refusal(state.exile, 0, 0, [FISH, BIRD]).reason
    assert "twice" in refusal(state.exile, 0, 0, [FISH, BIRD, FISH]).reason
    assert "with the type Creature" in refusal(state.exile, 0, 0, [FISH, BIRD, SPELL]).reason
    assert len(state.exile(0, 0, [FISH, BIRD, OTHER]).exiled) == 3


@pytest.mark.parametrize("name", [SAVANT, CALLER, CHIMERA])
def test_it_is_revealed_from_the_own_deck(name):
    state = game([*SIDE, name], [*SIDE], deck=DECK)
    assert "cannot exile cards now" in refusal(state.exile, 0, 18, 12).reason
    state = with_first(name)
    assert "cannot exile cards now" in refusal(state.exile, 1, 0, FISH).reason
    reason = "card 1 is not a card of its deck that exiles others"
    assert refusal(state.exile, 0, 1, FISH).reason == reason
    assert "not in its sideboard" in refusal(state.exile, 0, 0, [1]).reason


# each by its name

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
    state = game([name])
    for names in ((), "", ["Otter", "Eel"]):
        assert refusal(state.place, 0, {12: names}).rule == "CR 905.4a"
    state = state.place(0, {12: "Otter"})
    (own,), (other,) = state.view(0).command, state.view(1).command
    assert (own.card.name, own.names) == (name, ("Otter",))
    assert other == conspiracy.SeenConspiracy(0, is_face_up=False)


@pytest.mark.parametrize("name", FACE_UP)
def test_a_conspiracy_without_agenda_starts_face_up(name):
    assert refusal(game([name]).place, 0, {12: "Otter"}).rule == "CR 905.4a"
    assert game([name]).place(0, 12).view(1).command[0].card.name == name


def test_hidden_agenda_two_copies_have_names_of_their_own():
    state = game(["Brago's Favor"] * 2).place(0, {12: "Bear", 13: "Elf"}).begin(0).turn_up(0, 13)
    assert [each.names for each in state.view(1).command] == [(), ("Elf",)]


def test_arcane_savant_two_copies_exile_two_cards():
    state = game(SIDE, deck=[SAVANT, SAVANT, *DECK]).exile(0, 0, SPELL + 1)
    assert "not in its sideboard" in refusal(state.exile, 0, 1, SPELL + 1).reason
    assert len(state.exile(0, 1, RITUAL + 1).view(1).exiled) == 2


# what their texts say

TEXT = (
    "Before you shuffle your deck to start the game, you may reveal this card from your deck "
    "and exile {} you drafted that {}n't in your deck."
)
ANY_OF_THREE = conspiracy.ExileAbility(("Land", "Artifact", "Battle"))


@pytest.mark.parametrize(
    ("those", "verb", "ability"),
    [
        ("an instant or sorcery card", "is", conspiracy.OFFICIAL_EXILES[SAVANT]),
        ("a creature card", "is", conspiracy.OFFICIAL_EXILES[CALLER]),
        ("three or more creature cards", "are", conspiracy.OFFICIAL_EXILES[CHIMERA]),
        ("two land cards", "are", conspiracy.ExileAbility(("Land",), 2)),
        ("a land, artifact, or battle card", "is", ANY_OF_THREE),
        ("a card", "is", conspiracy.ExileAbility()),
        ("a red card", "is", None),
        ("a big creature card", "is", None),
    ],
)
def test_the_text_of_a_card_says_what_it_exiles(those, verb, ability):
    card = cf.Card(cf.Face("Hermit", types="Creature", text=TEXT.format(those, verb)))
    assert conspiracy.exile_ability_of(card) == ability
    assert conspiracy.exile_ability_of("Hermit", cf.CardSet(cards=[card])) == ability


NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
TYPES = "Artifact Battle Creature Enchantment Instant Kindred Land Planeswalker Sorcery Tribal"


@pytest.mark.parametrize(
    ("word", "number"), [*((word, at) for at, word in enumerate(NUMBERS)), ("a", 1), ("AN", 1)]
)
def test_the_text_of_a_card_has_numbers_in_words(word, number):
    card = cf.Card(cf.Face("Hermit", text=TEXT.format(f"{word} cards", "are")))
    assert conspiracy.exile_ability_of(card) == conspiracy.ExileAbility((), number)
    texts = {
        "Your minimum deck size is reduced by {}.": {"smaller_deck": number},
        "Your starting hand size is {}.": {"hand_size": number},
        "Draw two additional hands of {} cards as the game begins.": {"more_hands": [number] * 2},
        "Before drawing your opening hand, choose {}, 12, or 3.": {"numbers": [number, 12, 3]},
    }
    for text, says in texts.items():
        its = conspiracy.conspiracy_of(conspiring(text.format(word)))
        assert its == conspiracy.Conspiracy(**says)


@pytest.mark.parametrize("type_", TYPES.split())
def test_the_text_of_a_card_has_types_of_those_it_exiles(type_):
    card = cf.Card(cf.Face("Hermit", text=TEXT.format(f"five {type_.lower()} cards", "are")))
    assert conspiracy.exile_ability_of(card) == conspiracy.ExileAbility((type_,), 5)


def test_a_card_of_an_official_name_that_says_something_else_exiles_nothing():
    card = cf.Card(cf.Face(SAVANT, types="Creature", text="Flying"))
    assert conspiracy.exile_ability_of(card) is None
    assert conspiracy.exile_ability_of(SAVANT) == conspiracy.OFFICIAL_EXILES[SAVANT]


def test_a_page_says_of_each_official_card_what_is_left_to_the_game():
    page = (ROOT / "docs" / "explanation" / "drafts.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    for name in (*conspiracy.OFFICIAL_CONSPIRACIES, *conspiracy.OFFICIAL_EXILES):
        assert sum(name in row for row in rows) == 1, name


# stored and sent


def a_whole_game():
    """A game with everything, up to its end."""
    side = ["Backup Plan", "Emissary's Ploy", "Worldknit", "Double Stroke", BOLT, BOLT]
    state = game(side, ["Power Play"], deck=[SAVANT, *DECK, *DECK])
    state = state.exile(0, 0, 29).place(0, {25: (), 26: (), 27: (), 28: "Otter"}).place(1, 56)
    return state.begin().choose(0, 26, 2).turn_up(0, 28).reveal(0)


def test_a_game_comes_back_and_is_shown_as_json():
    state = a_whole_game()
    again = draft.loads(draft.dumps(state), draft.ConspiracyGame)
    assert again == state
    assert draft.ConspiracyGame.replay(state.log) == state
    for seat in range(3):
        shown = draft.as_json(state.view(seat))
        assert shown["exiled"][0]["name"] == SAVANT
        assert len(state.log_for(seat)) == len(state.log)
        assert all(map(draft.as_json, state.log_for(seat)))
    assert draft.as_json(state.log[3])["action"]["type"] == "place_conspiracies"


def test_a_start_has_seats_with_decks_and_sideboards_only():
    start = game().log[0].action
    seats = (attrs.evolve(start.seats[0], has_placed=True), *start.seats[1:])
    log = [draft.Record(attrs.evolve(start, seats=seats))]
    assert refusal(draft.ConspiracyGame.replay, log).seat == 0
    log = [draft.Record(attrs.evolve(start, seed=None))]
    assert "seed" in refusal(draft.ConspiracyGame.replay, log).reason


@pytest.mark.parametrize("change", [{"more_hands": [-1]}, {"hand_size": -1}])
def test_no_hand_has_less_than_no_cards(change):
    with pytest.raises(cf.DraftError):
        conspiracy.Conspiracy(**change)


@pytest.mark.parametrize(
    ("some", "fitting"),
    [
        (draft.Some([1, 2, 3]), {0, 1, 2, 3}),
        (draft.Some([1, 2, 3], count=2), {2, 3}),
        (draft.Some([1, 2, 3], count=2, or_more=False), {2}),
        (draft.Some([1, 2, 3], or_more=False), {0}),
    ],
)
def test_so_many_cards_are_named_as_are_asked_for(some, fitting):
    assert {size for size in range(4) if tuple(range(1, size + 1)) in some} == fitting
    for size in {*range(4)} - fitting:
        assert some.problem(tuple(range(1, size + 1))).startswith("the number of cards is")


def test_what_cannot_be_done_now_is_refused_with_what_can_and_the_rule():
    state = game(["Double Stroke"], ["Emissary's Ploy"]).place(0, {12: "Otter"})
    error = refusal(state.place, 0, ())
    text = "cannot place conspiracies now; decks are not shuffled yet, and nobody has priority"
    assert (error.reason, error.rule) == (text, "CR 905.4")
    state = state.place(1, 25).begin(0)
    text = "cannot turn up conspiracy now, but reveal conspiracies; "
    text += "numbers are chosen before anybody has priority"
    error = refusal(state.turn_up, 0, 12)
    assert (error.reason, error.seat, error.rule) == (text, 0, "CR 905.4a")
    assert refusal(state.begin).rule == "CR 905.6"
