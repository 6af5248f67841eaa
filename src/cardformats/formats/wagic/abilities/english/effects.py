"""Plain English for the effects of clauses: what is done, by whom and to what."""

from __future__ import annotations

import re
from functools import singledispatch
from typing import Final

from attrs import define, evolve, field

from ...lexicon import words
from .. import effects as e
from .. import nodes as p
from ..nodes import Node
from .conditions import cost
from .phrases import (
    amount,
    counted,
    counter_parts,
    counters,
    is_negative,
    much,
    phrase,
    unsigned,
    value,
)
from .tokens import became, token
from .vocabulary import meaning, zone
from .wording import (
    THIS,
    YOU,
    Noun,
    Sentence,
    action,
    joined,
    listed,
    plural,
    source,
    spelled,
    statement,
    whole,
)


@define
class Stage:
    """Who and what the effects of a clause are about.

    Attributes:
        it: what is done something to.
        named: whether the clause says so, or it is understood.
        chosen: whether the card's ``target=`` says so.
        gained: whether the card gained what is done.
        passing: whether it is so for this turn alone.
        players: who does it, or whom it is done to, as far as players are named.
        is_player: whether *it* is a player.
        lasts: whether it is so all the time, rather than done once or for a while.
        used: whether an effect has spoken of *it*.
        several: whether several tokens are made.
        is_base: whether a size is that of the card itself, rather than added to it.
        more: further parts of an effect, such as ``from(...)``, by name.
    """

    it: Noun
    named: bool = False
    players: list[Noun] = field(factory=list)
    is_player: bool = False
    chosen: bool = False
    gained: bool = False
    passing: bool = False
    lasts: bool = True
    used: bool = False
    several: bool = False
    is_base: bool = False
    more: dict[str, Node] = field(factory=dict)

    def take(self) -> Noun:
        """Return the object of the effects, and note that it was used."""
        self.used = True
        return self.it

    @property
    def who(self) -> Noun | None:
        """Return the player who acts; None for whoever uses the ability."""
        if self.players:
            return self.players[0]
        if not (self.named or self.chosen):
            return None
        return self.take() if self.is_player else Noun(f"the controller of {self.take().text}")


@singledispatch
def effect(node: Node, stage: Stage) -> Sentence:
    """Return a sentence on an effect."""
    del stage
    return statement(source(node))


# --------------------------------------------------------------------------------------- Words


def do(pattern: str, stage: Stage, **values: str) -> Sentence:
    """Return a sentence by a *pattern*: ``who | verb and whatever comes after it``.

    The lexicon describes effects so.  Before the bar is ``it``, what is done something to,
    ``who``, the one who does it, or another subject; without a bar, whoever uses the ability does
    it.  In braces are *values*, ``it``, and
    for the player who does it ``their`` and ``owning``; ``damage`` is whose damage and to whom, and
    ``player`` is a player that something is done with.
    """
    subject, _, predicate = pattern.rpartition(" | ")
    who = stage.who if subject == "who" or "{owning}" in subject else None
    if "{it}" in predicate and "it" not in values:
        values["it"] = stage.take().text
    if "{player}" in predicate:
        values["player"] = (stage.players[0] if stage.players else stage.take()).text
    if "{damage}" in predicate:
        values["damage"] = _to_and_from(stage)
    values |= {"their": "the" if who is None else who.their, "owning": (who or YOU).owning}
    verb, _, rest = predicate.partition(" ")
    match subject:
        case "" | "who":
            doer = who
        case "it":
            doer = stage.take()
        case _:
            doer = Noun(subject.format_map(values))
    return action(doer, verb, rest.format_map(values))


@effect.register
def _(node: e.Effect, stage: Stage) -> Sentence:
    word = node.word
    pattern = meaning("effect", word)
    if word == "copy":
        return do(pattern, stage, **({} if stage.named or stage.chosen else {"it": "it"}))
    if word == "equip":
        return do(pattern if stage.named else "equip", stage)
    if word == "proliferate" and stage.named and not stage.is_player:
        return do("proliferate {it}", stage)
    if word == "sacrifice" and stage.players:
        return action(stage.players[0], "sacrifice", stage.take().text)
    if word == "donothing" or not pattern:
        return statement(pattern or source(node))
    return do(pattern, stage)


def _to_and_from(stage: Stage) -> str:
    whom, by = stage.more.pop("to", None), stage.more.pop("from", None)
    text = ""
    if isinstance(whom, e.Relation):
        text = f"that would be dealt to {phrase(whom.target, 'bare')}"
    elif (stage.named or stage.chosen) and by is None:
        text = f"that would be dealt to {stage.take().text}"
    if isinstance(by, e.Relation):
        dealer = phrase(by.target, "bare")
        # what a card is taught is about that card
        end = f"by {stage.take().text if stage.named and dealer == 'this' else dealer}"
        text = f"{text} {end}" if text else f"that would be dealt {end}"
    return text


# ------------------------------------------------------------------------------------ Numbers

#: ``{many card}`` is a number of cards, ``{much life}`` an amount of life.
_AMOUNT: Final = re.compile(r"\{(many|much) ([^}]*)\}")
#: ``gain/lose``: the word after the slash is for less than nothing.
_OPPOSITES: Final = re.compile(r"(\w+)/(\w+)")


@effect.register
def _(node: e.Quantity, stage: Stage) -> Sentence:
    number, minus = node.number, is_negative(node.number)
    match node.name:
        case "damage" | "noncombatdamage":
            return _damage(node, stage)
        case "prevent":
            whom = (stage.players[0] if stage.players else stage.take()).text
            what = f"{much(number, 'damage')} that would be dealt to {whom}"
            return action(None, "prevent", f"the next {what}")
        case "turns":
            what = counted(number, "turn" if minus else "extra turn", -1 if minus else 1)
            return action(stage.who, "skip" if minus else "take", what)
    pattern = meaning("quantity", node.name)
    # what is counted cannot be less than nothing, unless there is a word for that
    if not pattern or (minus and "{many" in pattern and "/" not in pattern):
        return statement(source(node))
    pattern = _OPPOSITES.sub(r"\2" if minus else r"\1", pattern)
    size = value(number)
    values = {"size": size, "by": size.lstrip("-")}
    if found_amount := _AMOUNT.search(pattern):
        how, noun = found_amount.groups()
        is_much = how == "much"
        values["amount"] = (
            much(number, noun) if is_much else counted(number, noun, -1 if minus else 1)
        )
    return do(_AMOUNT.sub("{amount}", pattern), stage, **values)


def _damage(node: e.Quantity, stage: Stage) -> Sentence:
    whom = listed([each.text for each in stage.players])
    if not stage.players and (stage.named or stage.it.text != "this"):
        whom = stage.take().text
    elif not stage.players and stage.gained:
        whom = "itself"
    kind = "noncombat damage" if node.name == "noncombatdamage" else "damage"
    what = f"{value(node.number)} {kind}" if is_negative(node.number) else much(node.number, kind)
    by = stage.more.pop("from", None)
    dealer = Noun(phrase(by.target) if isinstance(by, e.Relation) else "this")
    comma = "," if whom and what.endswith((" up", " down")) else ""
    return action(dealer, "deal", joined(what + comma, whom and f"to {whom}"))


@effect.register
def _(node: e.Modification, stage: Stage) -> Sentence:
    letters, wheres = iter("XY"), []
    known: dict[str, str] = {}
    texts = []
    for number in (node.power, node.toughness):
        sign = "-" if is_negative(number) else "" if stage.is_base else "+"
        text = unsigned(number)
        if whole(text) is None and text != "X":
            if text not in known:
                known[text] = next(letters)
                wheres.append(f"{known[text]} is {text}")
            text = known[text]
        texts.append(f"{sign}{text}")
    if texts[0].startswith("-") and texts[1] == "+0":
        texts[1] = "-0"
    size = "/".join(texts) + (f", where {listed(wheres)}" if wheres else "")
    if stage.is_base:
        return action(stage.take(), "have", f"base power and toughness {size}")
    return action(stage.take(), "get", size)


@effect.register
def _(node: e.Mana, stage: Stage) -> Sentence:
    verb = "produce" if node.name.startswith("produce") else "add"
    extra = " in addition" if verb == "produce" else ""
    return action(stage.players[0] if stage.players else None, verb, cost(node.cost) + extra)


@effect.register
def _(node: e.Counters, stage: Stage) -> Sentence:
    name, size = counter_parts(node.counter)
    minus = size is not None and is_negative(size)
    verb, where = ("remove", "from") if minus else ("put", "on")
    text = counters(node.counter, -1 if minus else 1)
    if size is None or " equal to " not in text:
        return action(None, verb, f"{text} {where} {stage.take().text}")
    number = unsigned(size)
    names = f"X {name} counters".replace("  ", " ")
    return action(None, verb, f"{names} {where} {stage.take().text}, where X is {number}")


# --------------------------------------------------------------------------- Cards and tokens


@effect.register
def _(node: e.Creation, stage: Stage) -> Sentence:
    text, where = token(node)
    who = stage.who if stage.players or stage.is_player else None  # not whose the attached card is
    return action(who, "create", text + (f", {where}" if where else ""))


@effect.register
def _(node: e.Becoming, stage: Stage) -> Sentence:
    return action(stage.take(), "become", became(node))


@effect.register
def _(node: e.Move, stage: Stage) -> Sentence:
    # without a word for whose zone it is, it is that of the one who uses the ability
    own = str(node.zone).strip().lower() in {"hand", "library", "graveyard", "sideboard"}
    place = zone(p.Zone(f"my{node.zone}") if own else node.zone, "into")
    if stage.it.plural:
        owned = re.compile(r"\bits owner's (.+)$")
        place = owned.sub(lambda match: f"their owners' {plural(match[1])}", place)
    if node.name == "fizzleto":
        return action(None, "counter", f"{stage.take().text} and put it {place}")
    if node.name == "revealzone":
        return statement(f"({zone(node.zone, 'from')})")
    if node.name != "moveto":
        return statement(meaning("move", node.name) or source(node))
    word, it = str(node.zone).strip().lower(), stage.take().text
    if word.endswith("hand") and "library" not in it and "revealed" not in it:
        return action(None, "return", f"{it} {place.replace('into', 'to', 1)}")
    if word in {"exile", "removedfromgame"}:
        return action(None, "exile", it)
    return action(None, "put", f"{it} {place}")


@effect.register
def _(node: e.Relation, stage: Stage) -> Sentence:
    if node.name == "moverandom":
        return _moved_at_random(node, stage)
    if node.name == "protection from":
        return action(stage.take(), "have", f"protection from {phrase(node.target, 'bare')}")
    pattern = meaning("relation", node.name)
    if not pattern:
        return statement(source(node))
    return do(pattern, stage, cards=phrase(node.target, "bare"))


def _moved_at_random(node: e.Relation, stage: Stage) -> Sentence:
    origin, goal = stage.more.pop("from", None), stage.more.pop("to", None)
    # what is moved is a card, wherever it comes from
    zones = p.Zones(("|", p.Zone("hand")))
    cards = phrase(evolve(node.target, zones=zones)).removesuffix(f" {zone(p.Zone('hand'))}")
    texts = [f"{cards} at random"]
    for relation, where in ((origin, "from"), (goal, "into")):
        if isinstance(relation, e.Relation):
            kinds = str(relation.target.kinds or relation.target).strip()
            texts.append(place(kinds, where))
    return action(None, "put", " ".join(texts))


def place(name: str, where: str) -> str:
    """Return a zone by its name."""
    return zone(p.Zone(name), where)


@effect.register
def _(node: e.Maximum, stage: Stage) -> Sentence:
    who = stage.who or YOU
    size = whole(node.number) if node.number else None
    where = "stack" if node.name == "maxcast" else "hand"
    target = evolve(node.target, zones=p.Zones(("|", p.Zone(where))))
    cards = phrase(target, "a" if size == 1 else "bare").removeprefix("an ").removeprefix("a ")
    cards = cards.removesuffix(f" {zone(p.Zone(where))}").removesuffix(" in all hands")
    text = str(node.number or "").strip()
    if text[:1] in ("+", "-"):
        number = text[1:] if size is None else spelled(abs(size))
        many = f"{number} {'more' if text[0] == '+' else 'fewer'}"
    elif node.number is None:
        many = "only some"
    elif size == 0:
        many = "no"
    else:
        many = f"at most {value(node.number) if size is None else spelled(size)}"
    done = f"cast {many} {cards}"
    if node.name == "maxplay":
        done = f"put {many} {cards} onto the battlefield"
    return statement(f"{who.text} can {done} {'this' if stage.passing else 'each'} turn")


@effect.register
def _(node: e.Blink, stage: Stage) -> Sentence:
    before, _, behind = node.word.partition("(blink)")
    it = stage.take()
    one, place = (
        ("them", " to their owners' hands") if it.plural else ("it", " to its owner's hand")
    )
    where = place if "hand" in (before, behind) else ""
    until = {"ueot": " at end of turn", "forsrc": " when this leaves the battlefield"}
    return action(None, "exile", f"{it.text}, then return {one}{where}{until.get(behind, '')}")


@effect.register
def _(node: e.Cast, stage: Stage) -> Sentence:
    text = re.sub(r"(?i)^castcard\s*\(|\)\s*$", "", node.text.strip())
    named = re.search(r"(?i)named!:(.*?):!", text)
    with_number = dict(re.findall(r"(kicked|costx)!:(.*?):!", text.lower()))
    manners = re.sub(r"(?i)\w+!:.*?:!", "", text).lower().split()
    if named is None:
        card = stage.take().text
    else:
        card = {"imprintedcard": "the imprinted card"}.get(named[1].lower(), f'"{named[1]}"')
    if "copied" in manners:
        card = f"a copy of {card}"
    options = words("option")
    rest = [
        options[word].english if word in options and word != "kicked" else f"({source(word)})"
        for word in manners
        if word not in {"copied", "normal"}
    ]
    rest += [options[word].english.format(amount(size)) for word, size in with_number.items()]
    return action(None, "cast", joined(card, *rest))


# ------------------------------------------------------------------------------ Sizes of cards

_DYNAMIC: Final = re.compile(
    r"dynamicability<!\s*(?P<of>mytgt )?"
    r"(?P<size>power|toughness|manacost|colors|charge|oneonecounters)"
    r"(?P<what>strike|draw|lifegain|lifeloss|deplete|pumppow|pumptough|pumpboth)"
    r"(?: (?P<who>eachother|itself|tosrc|targetcontroller|targetopponent|srccontroller|srcopponent"
    r"|abilitycontroller))?\s*!>"
)
_SIZES: Final = {"power": "power", "toughness": "toughness", "manacost": "mana value",
                 "colors": "number of colors", "charge": "number of charge counters",
                 "oneonecounters": "number of +1/+1 counters"}  # fmt: skip
_BY_SIZE: Final = {
    "lifegain": ("gain", "life equal to {}"), "lifeloss": ("lose", "life equal to {}"),
    "draw": ("draw", "a number of cards equal to {}"),
    "deplete": ("mill", "a number of cards equal to {}"),
}  # fmt: skip
_PUMPED: Final = {"pumppow": "+X/+0", "pumptough": "+0/+X", "pumpboth": "+X/+X"}


@effect.register
def _(node: e.Dynamic, stage: Stage) -> Sentence:
    match = _DYNAMIC.fullmatch(node.word)
    if match is None:
        return statement(source(node))
    it, what, who = stage.take(), match["what"], match["who"]
    of = it if match["of"] else Noun("this")
    size = f"{of.owning} {_SIZES[match['size']]}"
    if what in _PUMPED and who in {None, "itself", "tosrc"}:
        return action(THIS if who == "tosrc" else it, "get", f"{_PUMPED[what]}, where X is {size}")
    whom = it if who is None else _dynamic_player(who, it)
    if match["of"] and what in _BY_SIZE and who in {"targetcontroller", "targetopponent"}:
        size = f"its {_SIZES[match['size']]}"  # the card was named just before
    elif match["of"] and who is not None:
        whom = _dynamic_player(who, Noun("it"))
    if what == "strike" and who == "eachother" and not match["of"]:
        both = Noun(f"this and {it.text}", plural=True)
        return action(both, "deal", f"damage equal to their {_SIZES[match['size']]} to each other")
    if what == "strike" and who != "eachother":
        return action(of, "deal", f"damage equal to its {_SIZES[match['size']]} to {whom.text}")
    if what in _BY_SIZE and who not in {None, "eachother", "itself", "tosrc"}:
        verb, pattern = _BY_SIZE[what]
        return action(whom, verb, pattern.format(size))
    return statement(source(node))


def _dynamic_player(who: str, it: Noun) -> Noun:
    """Return a player by the card that the ability is about."""
    owner = f"{it.owning} controller"
    known = {"targetcontroller": owner, "targetopponent": f"{owner}'s opponent"}
    known |= dict.fromkeys(("srccontroller", "abilitycontroller"), "you")
    known |= {"itself": it.text, "tosrc": "this"}
    return Noun(known.get(who, "your opponent"))
