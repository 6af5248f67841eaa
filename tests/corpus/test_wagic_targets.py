"""Which cards the engine accepts for the targets of real card files, as the engine itself said."""

from __future__ import annotations

import json

import pytest

import cardformats as cf
from cardformats.formats.wagic.abilities.engine.targets import chooser
from cardformats.model.cards import split_types

from ..wagic_matching import Situation, takes

PLACES = ("battlefield", "graveyard", "library", "hand", "exile")
ZONES = [f"{owner}{place}" for owner in ("my", "opponent") for place in PLACES]
SOURCE = cf.Card.of(
    "Probe Source",
    mana_cost="{1}{G}",
    types="Creature",
    subtypes=("Elf", "Druid"),
    power="2",
    toughness="3",
)
#: What the probe cards in play are besides what is printed on them.
IN_PLAY = {
    "TappedElf": {"states": {"tapped"}},
    "CounterBear": {"counters": {"1/1": 1}},
    "Attacker": {"states": {"attacking"}},
    "ElfToken": {"states": {"token"}},
}
#: The engine's names of the numbers that a game knows.
NUMBERS = {"manacost": "convertedManacost", "zpos": "zposition"}
SORTS = {
    "TypeTargetChooser": "types", "DescriptorTargetChooser": "description",
    "TargetZoneChooser": "anything", "CardTargetChooser": "card", "PlayerTargetChooser": "player",
    "DamageableTargetChooser": "damageable", "TriggerTargetChooser": "trigger",
    "myCursesChooser": "mycurses", "ParentChildChooser": "parents",
    "ProliferateChooser": "proliferation",
}  # fmt: skip


@pytest.fixture(scope="module")
def probes(wagic_engine):
    """The probe cards by their names."""
    rows = json.loads((wagic_engine / "probes.json").read_text("utf-8"))
    return {row["name"]: _card(row) for row in rows}


def _card(row):
    supertypes, types = split_types(row["type"].split())
    extras = (
        {"wagic": {"abilities": tuple(row["abilities"].split(","))}} if "abilities" in row else {}
    )
    return cf.Card.of(
        f"Probe {row['name']}",
        mana_cost=row.get("mana"),
        supertypes=supertypes,
        types=types,
        subtypes=tuple(row.get("subtype", "").split()),
        power=row.get("power"),
        toughness=row.get("toughness"),
        extras=extras,
    )


def _numbers(row, who):
    """What the variables in *row* were when the engine read it."""
    described = row["chooser"].get("cd", {})
    return {
        comparison.amount: described[NUMBERS.get(measure, measure)]
        for measure, comparison in (who.description.measures if who.description else ())
        if isinstance(comparison.amount, str)
    }


def _accepted(row, who, probes):
    """The probe cards in each zone, and whether the card of the ability, that are accepted."""
    numbers = _numbers(row, who)
    matches = {}
    for zone in ZONES:
        names = set()
        for name, card in probes.items():
            is_in_play = zone.endswith("battlefield")
            state = IN_PLAY.get(name, {}) if is_in_play else {}
            situation = Situation(**state, source=SOURCE, numbers=numbers)
            if (is_in_play or name != "ElfToken") and takes(who, card, zone, situation):
                names.add(name)
        if names:
            matches[zone] = names
    this = Situation({"this"}, source=SOURCE, numbers=numbers)
    return matches, takes(who, SOURCE, "mybattlefield", this), set(who.players)


def asks_for_a_place(who):
    """Whether it matters where in its zone a card is, which only a game says."""
    return who.description is not None and "zpos" in dict(who.description.measures)


def test_the_same_cards_are_accepted(target_rows, probes, step):
    asked, placed, wrong = 0, 0, []
    for row in target_rows[:: min(step, 3)]:
        if (who := chooser(row["target"])) is None:
            continue
        if asks_for_a_place(who):
            placed += 1
            continue
        asked += 1
        expected = {zone: set(names) for zone, names in row["matches"].items()}
        if _accepted(row, who, probes) != (expected, row["self"], set(row["players"])):
            wrong.append(row["target"])
    assert wrong == []
    assert step > 1 or (asked, placed) == (4005, 57)


def test_choosers_say_the_same_and_the_same_texts_are_refused(target_rows):
    for row in target_rows:
        made, who = row["chooser"], chooser(row["target"])
        assert (who is None) is (made is None), row["target"]
        if who is None:
            continue
        assert who.sort == SORTS[made["class"]], row["target"]
        assert who.is_other is made.get("other", False), row["target"]
        assert who.is_exact is made.get("targetMin", False), row["target"]
        if who.sort in {"types", "description", "anything", "damageable"}:
            zones = [zone.replace("targetedpersons", "targetedplayer") for zone in who.zones]
            assert zones == made["zoneNames"], row["target"]
        if who.description is not None:
            assert who.description.mode.upper() == made["cd"]["mode"], row["target"]
            keywords = set(made["cd"].get("basicAbilities", ()))
            assert who.description.keywords == keywords, row["target"]
