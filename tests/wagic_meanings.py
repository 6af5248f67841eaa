"""What authors mean by a target: a plain reading of its tree, to compare the engine's with.

Kinds are alternatives.  Of what is joined by semicolons within square brackets, types are
alternatives to each other, and so are colours, keywords, and attacking and blocking; everything
else has to hold.  What has a minus must not hold, whatever stands beside it.
"""

from __future__ import annotations

import random
import re

import cardformats as cf
from cardformats.formats.wagic.abilities.brackets import lone_brackets
from cardformats.formats.wagic.abilities.engine.targets import ZONES
from cardformats.formats.wagic.abilities.nodes import CounterTest, Kind, Qualities, Quality, Unknown
from cardformats.formats.wagic.engine.primitive import keywords as engine_keywords

from .wagic_matching import Situation, is_in, takes

COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
MAIN_TYPES = {
    "artifact", "battle", "creature", "enchantment", "instant", "land", "planeswalker", "sorcery",
}  # fmt: skip
STATES = {
    "tapped", "attacking", "blocking", "blocked", "enchanted", "damaged", "fresh", "token",
    "iscommander", "equipped", "geared", "leveler", "discarded", "isflipped", "attached",
    "damager", "controllerdamager", "opponentdamager", "recent", "modified", "foretold",
    "kicked", "ringbearer",
}  # fmt: skip
OPPOSITES = {"untapped": "tapped", "unblocked": "blocked"}
OF_ONE_PLAYER = {
    zone for zones in ZONES.values() for zone in zones if zone.startswith(("my", "opponent"))
}
PLAYERS = {
    "player": {"controller", "opponent"}, "players": {"controller", "opponent"},
    "targetedplayer": {"controller", "opponent"}, "opponent": {"opponent"},
    "controller": {"controller"}, "anytarget": {"controller", "opponent"},
}  # fmt: skip
COMPARING = {
    "<=": int.__le__, ">=": int.__ge__, "=": int.__eq__, "<": int.__lt__, ">": int.__gt__,
    "!=": int.__ne__,
}  # fmt: skip


class UnclearError(Exception):
    """The tree does not say what is meant, or only a game knows."""


def players_meant(target):
    words = (kind.word for kind in kinds(target))
    return {player for word in words for player in PLAYERS.get(word, ())}


def kinds(target):
    return [each for each in target.kinds.nodes if isinstance(each, Kind)] if target.kinds else []


def _nouns(target):
    """The kinds, each with its noun: ``ashiok^ dream render`` is a name, with a comma in it."""
    result, joins = [], False
    for each in target.kinds.items if target.kinds else ():
        if not isinstance(each, Kind):
            joins = str(each).startswith("^") and str(each) != "^"
        elif joins:
            _, name = result.pop()
            result.append((each, f"{name}, {each.word}"))
        else:
            result.append((each, each.word))
    return result


def differs(target, who):
    """Whether the engine's chooser *who* takes a card or a player that *target* does not mean."""
    if lone_brackets(str(target)):
        raise UnclearError
    if players_meant(target) != set(who.players if who else ()):
        return True
    meant, looked = zones_meant(target), set(OF_ONE_PLAYER)
    if who is not None and who.sort in {"types", "description", "anything", "damageable"}:
        looked = {zone for zone in OF_ONE_PLAYER if is_in(who.zones, zone)}
    both = sorted(meant & looked) or ["mybattlefield"]
    is_any = False
    for number, (card, situation) in enumerate(cards_for(target)):
        zone = both[number % len(both)]
        is_taken = takes(who, card, zone, situation)
        if is_meant(target, card, zone, situation) != is_taken:
            return True
        is_any = is_any or is_taken
    return is_any and meant != looked


def is_meant(target, card, zone, situation):
    """Whether *card* in *zone* is what the author of the tree *target* means."""
    return zone in zones_meant(target) and any(
        _is_kind(kind, noun, card, situation) for kind, noun in _nouns(target)
    )


def zones_meant(target):
    if target.zones is None:
        return {"mybattlefield", "opponentbattlefield"}
    if isinstance(target.zones, Unknown):
        raise UnclearError
    result = set()
    for each in target.zones.nodes:
        for zone in ZONES.get(str(each).strip(), ()):
            place = re.sub("^(targetowner|targetcontroller|owner)", "", zone)
            named = {f"my{place}", f"opponent{place}"} if place != zone else {zone}
            if zone.startswith("targetedpersons"):
                named = {f"my{zone.removeprefix('targetedpersons')}"}
            result |= OF_ONE_PLAYER if zone == "all" else named
    return result


def _is_kind(kind, noun, card, situation):
    words = re.split(r";|\^(?=\S)", noun)
    if not any(_is_word(word.strip(), card) for word in words):
        return False
    if kind.other and "this" in situation.states:
        return False
    if kind.after:
        raise UnclearError
    if isinstance(kind.qualities, Qualities):
        return _has(kind.qualities, card, situation)
    if isinstance(kind.qualities, Unknown):
        raise UnclearError
    return True


def _is_word(word, card):
    if word in {"*", "card"} or word == "anytarget":
        return word != "anytarget" or bool(types(card) & {"creature", "planeswalker", "battle"})
    if word in PLAYERS:
        return False
    if word in {"this", "mytgt", "trigger", "mysource", "sourcecard", "mystored", "parents",
                "children", "proliferation", "mycurses", "mychild"}:  # fmt: skip
        raise UnclearError
    if word == "permanent":
        return not {"Instant", "Sorcery"} & set(card.types)
    if negation := re.fullmatch(r"(?:-|non-?)(\w+)", word):
        return not _is_word(negation[1], card)
    if word in COLORS:
        return COLORS[word] in {color.value for color in card.colors}
    return word.replace("^", ",") in types(card)


def types(card):
    words = (*card.supertypes, *card.types, *card.subtypes, card.name)
    return {word.lower() for word in words}


def _has(qualities, card, situation):
    signs = {item.strip() for item in qualities.items if isinstance(item, str)}
    if "&" in signs and ";" in signs:
        raise UnclearError
    groups = {}
    for each in qualities.nodes:
        if not isinstance(each, Quality):
            raise UnclearError
        sort, holds = _quality(each, card, situation)
        if each.minus is not None:
            holds = not holds
        is_alone = each.minus is not None or "&" in signs or not sort
        groups.setdefault(len(groups) if is_alone else sort, []).append(holds)
    return all(any(group) for group in groups.values())


def _quality(quality, card, situation):
    """What sort of quality it is, if it can be one of several, and whether it holds."""
    if isinstance(quality.trait, CounterTest):
        return "counter", _has_counter(quality.trait, quality.comparison, situation)
    if isinstance(quality.trait, Unknown):
        raise UnclearError
    word = str(quality.trait).strip().lower()
    if quality.comparison is not None:
        return "", _compares(word, quality.comparison, card, situation)
    negation = re.fullmatch(r"(?:non|un)-?(\w+)", word)
    if negation and (word in OPPOSITES or negation[1] in COLORS.keys() | MAIN_TYPES | STATES):
        return "", not _word_holds(negation[1], card, situation)[1]
    return _word_holds(word, card, situation)


def _word_holds(word, card, situation):
    wagic = card.extras.get("wagic", {})
    if word in COLORS:
        return "color", COLORS[word] in {color.value for color in card.colors}
    if word in STATES:
        word = "equipped" if word == "geared" else word
        return "fight" if word in {"attacking", "blocking"} else "", word in situation.states
    if word in engine_keywords() or word.startswith("protection from"):
        return "keyword", word in wagic.get("abilities", ())
    if word in {"colorless", "iscolorless"}:
        return "color", not card.colors
    if word == "permanent" or word.startswith("multicolor"):
        is_permanent = not {"Instant", "Sorcery"} & set(card.types)
        return "", is_permanent if word == "permanent" else len(card.colors) > 1
    if "!" in word or word.startswith(("chosen", "mana", "has")) or word == "cmana":
        raise UnclearError
    return "type", word.replace("^", ",") in types(card)


def _compares(word, comparison, card, situation):
    if not re.fullmatch(r"-?\d+\s*", str(getattr(comparison, "number", ""))):
        raise UnclearError
    shapes = {
        tuple(map(int, match.groups())): nb
        for name, nb in situation.counters.items()
        if (match := re.match(r"(-?\d+)/(-?\d+)", name))
    }
    plus = [sum(shape[place] * nb for shape, nb in shapes.items()) for place in (0, 1)]
    numbers = {
        "power": int(card.power or 0) + plus[0],
        "toughness": int(card.toughness or 0) + plus[1],
        "manacost": int(card.mana_cost.mana_value) if card.mana_cost else 0,
        "zpos": 0, "kicked": 0, "numofcols": len(card.colors),
    }  # fmt: skip
    if word not in numbers:
        raise UnclearError
    return COMPARING[comparison.sign.strip()](numbers[word], int(str(comparison.number)))


def _has_counter(test, comparison, situation):
    text = str(test.counter).strip().lower()
    if text in {"any", "notany"}:
        return any(situation.counters.values()) is (text == "any")
    shape, *rest = re.split("[.,]", text)
    name = f"{shape}.{rest[1]}" if len(rest) > 1 else shape
    number = int(rest[0]) if rest and re.fullmatch(r"-?\d+", rest[0]) else 1
    sign = ">="
    if isinstance(comparison, Unknown):
        raise UnclearError
    if comparison is not None:
        sign, number = comparison.sign.strip(), int(str(comparison.number))
    return COMPARING[sign](situation.counters.get(name, 0), number)


def cards_for(target, count=60):
    """Cards that have, each, some of what *target* speaks of, with what a game says of them."""
    text = str(target).lower()
    chance = random.Random(text)  # noqa: S311 - the same cards each time
    words = [*re.findall(r"[a-z][a-z' -]*[a-z]", text.partition("|")[0])]
    words += [word.strip() for word in re.split(r"[\[\];&,^|<>-]", text) if word.strip()]
    words += [word.removeprefix("other ").removeprefix("non") for word in words]
    words = sorted({*words, "creature", "land"})
    keywords = [
        word for word in words if word in engine_keywords() or word.startswith("protection")
    ]
    states = [word for word in words if word in STATES] + ["tapped", "attacking", "token"]
    known = {*states, *COLORS}
    kinds = [word for word in words if word not in known and re.fullmatch(r"[a-z' -]+", word)]
    counters = [
        f"{shape}.{name}" if name else shape
        for shape, name in re.findall(r"counter\{([^.,}]*)[.,]?[^.,}]*[.,]?([^}]*)\}", text)
    ]
    numbers = [int(number) for number in re.findall(r"[<>=](\d{1,2})\b", text)] or [2]
    for _ in range(count):
        size = [str(max(0, chance.choice(numbers) + chance.choice((-1, 0, 1)))) for _ in "pt"]
        colors = {letter for word, letter in COLORS.items()
                  if chance.random() < (0.5 if word in text else 0.1)}  # fmt: skip
        card = cf.Card.of(
            chance.choice(kinds).title(),
            mana_cost=f"{{{max(0, chance.choice(numbers) + chance.choice((-1, 0, 1)))}}}",
            colors=colors,
            types=[word.capitalize() for word in kinds if chance.random() < 0.5],
            power=size[0],
            toughness=size[1],
            extras={"wagic": {"abilities": tuple(
                word for word in keywords if chance.random() < 0.5)}},
        )  # fmt: skip
        state = {word for word in states if chance.random() < 0.4}
        state = {"equipped" if word == "geared" else word for word in state}
        if "blocked" in state:
            state.add("attacking")
        marks = {name: chance.choice((1, 2, 5)) for name in counters if chance.random() < 0.5}
        yield card, Situation(state, counters=marks)
