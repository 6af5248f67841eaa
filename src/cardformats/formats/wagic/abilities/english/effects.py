"""Plain English for the effects of clauses: what is done, by whom and to what."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import singledispatch
from typing import Final

from attrs import define, evolve, field

from .. import effects as e
from .. import nodes as p
from ..nodes import Node
from .costs import cost
from .phrases import amount, counted, counter_parts, counters, is_negative, much, phrase, value
from .tokens import became, token
from .vocabulary import zone
from .wording import (
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
        players: who does it, or whom it is done to, as far as players are named.
        is_player: whether *it* is a player.
        lasts: whether it is so all the time, rather than done once or for a while.
        used: whether an effect has spoken of *it*.
        several: whether several tokens are made.
        is_base: whether a size is that of the card itself, rather than added to it.
        more: what else is said of an effect, such as ``from(...)``, by its name.
    """

    it: Noun
    named: bool = False
    players: list[Noun] = field(factory=list)
    is_player: bool = False
    lasts: bool = True
    used: bool = False
    several: bool = False
    is_base: bool = False
    more: dict[str, Node] = field(factory=dict)

    def take(self) -> Noun:
        """What is done something to."""
        self.used = True
        return self.it

    @property
    def who(self) -> Noun | None:
        """Who does it; None for whoever uses the ability."""
        if self.players:
            return self.players[0]
        if not self.named:
            return None
        return self.take() if self.is_player else Noun(f"the controller of {self.take().text}")


@singledispatch
def effect(node: Node, stage: Stage) -> Sentence:
    """What an effect does."""
    del stage
    return statement(source(node))


# --------------------------------------------------------------------------------------- Words

#: What is done to a card.
DONE: Final = {
    "destroy": "destroy {}", "bury": "destroy {}; it can't be regenerated",
    "sacrifice": "sacrifice {}", "tap": "tap {}", "untap": "untap {}", "exile": "exile {}",
    "regenerate": "regenerate {}", "reject": "discard {}", "fizzle": "counter {}",
    "clone": "create a token that's a copy of {}", "morph": "turn {} face up",
    "attach": "attach this to {}", "rehook": "attach this to {}",
    "bottomoflibrary": "put {} on the bottom of the library",
    "removefromcombat": "remove {} from combat", "freeze": "freeze {}", "imprint": "imprint {}",
    "exert": "exert {}", "retarget": "choose new targets for {}",
    "resetdamage": "remove all damage from {}", "unattach": "unattach {}",
    "bounce": "return {} to its owner's hand",
}  # fmt: skip
_HAPPENS: Final = {
    "phaseout": ("phase", "out"), "explore": ("explore", ""), "explores": ("explore", ""),
    "evolve": ("evolve", ""), "transform": ("transform", ""),
    "loseabilities": ("lose", "all abilities"), "removetypes": ("lose", "all types"),
    "removecreaturesubtypes": ("lose", "all creature subtypes"),
    "allsubtypes": ("have", "every subtype"), "removemc": ("lose", "its mana cost"),
    "twist": ("switch", "power and toughness"),
}  # fmt: skip
_PLAYED: Final = {
    "wingame": ("win", "the game"), "losegame": ("lose", "the game"),
    "becomesmonarch": ("become", "the monarch"), "proliferate": ("proliferate", ""),
    "populate": ("populate", ""), "learn": ("learn", ""), "extraturn": ("take", "an extra turn"),
}  # fmt: skip
_ALONE: Final = {
    "donothing": "nothing happens", "ninjutsu":
    "put this onto the battlefield from your hand tapped and attacking",
    "conjure": "conjure",
}  # fmt: skip
_PREVENTED: Final = {
    "fog": "all combat damage", "preventalldamage": "all damage",
    "preventallcombatdamage": "all combat damage",
    "preventallnoncombatdamage": "all noncombat damage",
}  # fmt: skip


@effect.register
def _(node: e.Effect, stage: Stage) -> Sentence:
    word = node.word
    if (special := _SPECIAL.get(word)) is not None:
        return special(stage)
    if word in DONE:
        return do(DONE[word].format(stage.take().text))
    if word in _HAPPENS:
        return action(stage.take(), *_HAPPENS[word])
    if word in _PLAYED:
        return action(stage.who, *_PLAYED[word])
    if word in _PREVENTED:
        return do(joined(f"prevent {_PREVENTED[word]}", _to_and_from(stage)))
    return statement(_ALONE.get(word) or source(node))


def do(text: str) -> Sentence:
    """What is done, by whoever uses the ability."""
    verb, _, rest = text.partition(" ")
    return action(None, verb, rest)


def _copied(stage: Stage) -> Sentence:
    return action(Noun("this"), "become", f"a copy of {stage.take().text if stage.named else 'it'}")


def _equipped(stage: Stage) -> Sentence:
    return do(f"attach this to {stage.take().text}" if stage.named else "equip")


def _shuffled(stage: Stage) -> Sentence:
    who = stage.who
    return action(who, "shuffle", "the library" if who is None else f"{who.their} library")


def _sacrificed(stage: Stage) -> Sentence:
    return action(stage.players[0] if stage.players else None, "sacrifice", stage.take().text)


_SPECIAL: Final[dict[str, Callable[[Stage], Sentence]]] = {
    "copy": _copied, "equip": _equipped, "shuffle": _shuffled, "sacrifice": _sacrificed,
}  # fmt: skip


def _to_and_from(stage: Stage) -> str:
    whom, by = stage.more.pop("to", None), stage.more.pop("from", None)
    text = ""
    if isinstance(whom, e.Relation):
        text = f"that would be dealt to {phrase(whom.target, 'bare')}"
    elif stage.named:
        text = f"that would be dealt to {stage.take().text}"
    if isinstance(by, e.Relation):
        end = f"by {phrase(by.target, 'bare')}"
        text = f"{text} {end}" if text else f"that would be dealt {end}"
    return text


# ------------------------------------------------------------------------------------ Numbers

_GAINS: Final = {
    "life": ("gain", "lose", "life"), "alterenergy": ("get", "lose", "energy"),
}  # fmt: skip
_COUNTED: Final = {
    "draw": ("draw", "card", ""), "drawn": ("draw", "card", ""), "deplete": ("mill", "card", ""),
    "discard": ("discard", "card", "at random"),
    "ingest": ("exile", "card", "from the top of the library"),
    "alterpoison": ("get", "poison counter", ""),
    "alterexperience": ("get", "experience counter", ""),
    "land": ("may play", "additional land", "this turn"),
}  # fmt: skip
_WITH_NUMBER: Final = {
    "maxlevel": "a maximum level of {}", "fading": "fading {}", "vanishing": "vanishing {}",
    "bloodthirst": "bloodthirst {}", "modular": "modular {}", "dredge": "dredge {}",
    "absorb": "absorb {}", "cascade": "cascade {}", "blockcost": "a cost of {} to block",
    "attackcost": "a cost of {} to attack",
    "attackpwcost": "a cost of {} to attack planeswalkers",
}  # fmt: skip


@effect.register
def _(node: e.Quantity, stage: Stage) -> Sentence:
    name, number = node.name, node.number
    minus = is_negative(number)
    if (special := _NUMBERED.get(name)) is not None:
        return special(node, stage)
    if name in _GAINS:
        gain, lose, what = _GAINS[name]
        return action(stage.who, lose if minus else gain, much(number, what))
    if name in _COUNTED and (not minus or _COUNTED[name][0] == "get"):
        verb, what, rest = _COUNTED[name]
        many = counted(number, what, -1 if minus else 1)
        return action(stage.who, "lose" if minus else verb, joined(many, rest))
    if name in _WITH_NUMBER:
        return action(stage.take(), "have", _WITH_NUMBER[name].format(value(number)))
    return statement(source(node))


def _prevented(node: e.Quantity, stage: Stage) -> Sentence:
    whom = "" if stage.players else f"that would be dealt to {stage.take().text}"
    return action(None, "prevent", joined("the next", much(node.number, "damage"), whom))


def _turns(node: e.Quantity, stage: Stage) -> Sentence:
    minus = is_negative(node.number)
    what = counted(node.number, "turn" if minus else "extra turn", -1 if minus else 1)
    return action(stage.who, "skip" if minus else "take", what)


def _life_set(node: e.Quantity, stage: Stage) -> Sentence:
    who = stage.who or YOU
    return action(Noun(f"{who.owning} life total"), "become", value(node.number))


def _hand_size(node: e.Quantity, stage: Stage) -> Sentence:
    who = stage.who or YOU
    more = "reduced" if is_negative(node.number) else "increased"
    size = value(node.number).lstrip("-")
    return action(Noun(f"{who.owning} maximum hand size"), "be", f"{more} by {size}")


def _surveilled(node: e.Quantity, stage: Stage) -> Sentence:
    return action(stage.who, "surveil", value(node.number))


def _damage(node: e.Quantity, stage: Stage) -> Sentence:
    whom = listed([each.text for each in stage.players])
    if not stage.players and (stage.named or stage.it.text != "this"):
        whom = stage.take().text
    kind = "noncombat damage" if node.name == "noncombatdamage" else "damage"
    what = much(node.number, kind)
    if is_negative(node.number):
        what = f"{value(node.number)} {kind}"
    by = stage.more.pop("from", None)
    dealer = Noun(phrase(by.target) if isinstance(by, e.Relation) else "this")
    return action(dealer, "deal", joined(what, whom and f"to {whom}"))


_NUMBERED: Final[dict[str, Callable[[e.Quantity, Stage], Sentence]]] = {
    "damage": _damage, "noncombatdamage": _damage, "prevent": _prevented, "turns": _turns,
    "lifeset": _life_set, "hmodifer": _hand_size, "hmodifier": _hand_size,
    "surveil": _surveilled,
}  # fmt: skip


@effect.register
def _(node: e.Modification, stage: Stage) -> Sentence:
    letters, wheres = iter("XY"), []
    known: dict[str, str] = {}
    texts = []
    for number in (node.power, node.toughness):
        sign = "-" if is_negative(number) else "" if stage.is_base else "+"
        text = amount(str(number).strip().lstrip("+-"))
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
    number = amount(str(size).strip().lstrip("+-"))
    names = f"X {name} counters".replace("  ", " ")
    return action(None, verb, f"{names} {where} {stage.take().text}, where X is {number}")


# --------------------------------------------------------------------------- Cards and tokens


@effect.register
def _(node: e.Creation, stage: Stage) -> Sentence:
    text, where = token(node)
    return action(stage.who, "create", text + (f", {where}" if where else ""))


@effect.register
def _(node: e.Becoming, stage: Stage) -> Sentence:
    return action(stage.take(), "become", became(node))


@effect.register
def _(node: e.Move, stage: Stage) -> Sentence:
    place = zone(node.zone, "into")
    if stage.it.plural:
        owned = re.compile(r"\bits owner's (.+)$")
        place = owned.sub(lambda match: f"their owners' {plural(match[1])}", place)
    if node.name == "fizzleto":
        return action(None, "counter", f"{stage.take().text} and put it {place}")
    if node.name == "revealzone":
        return statement(f"({zone(node.zone, 'from')})")
    if node.name != "moveto":
        return statement(source(node))
    word, it = str(node.zone).strip().lower(), stage.take().text
    if word.endswith("hand") and "library" not in it and "revealed" not in it:
        return action(None, "return", f"{it} {place.replace('into', 'to', 1)}")
    if word in {"exile", "removedfromgame"}:
        return action(None, "exile", it)
    return action(None, "put", f"{it} {place}")


_RELATED: Final = {
    "protection from": ("have", "protection from {}"),
    "cantbeblockedby": ("can't", "be blocked by {}"), "cantbeblockof": ("can't", "block {}"),
    "cantblocktarget": ("can't", "block {}"),
    "cantbeblockerof": ("can't", "block {}"), "cantbetargetof": ("can't", "be the target of {}"),
}  # fmt: skip


@effect.register
def _(node: e.Relation, stage: Stage) -> Sentence:
    if node.name == "moverandom":
        return _moved_at_random(node, stage)
    if node.name not in _RELATED:
        return statement(source(node))
    verb, pattern = _RELATED[node.name]
    return action(stage.take(), verb, pattern.format(phrase(node.target, "bare")))


def _moved_at_random(node: e.Relation, stage: Stage) -> Sentence:
    origin, goal = stage.more.pop("from", None), stage.more.pop("to", None)
    texts = [f"{phrase(node.target)} at random"]
    for relation, where in ((origin, "from"), (goal, "into")):
        if isinstance(relation, e.Relation):
            kinds = str(relation.target.kinds or relation.target).strip()
            texts.append(place(kinds, where))
    return action(None, "put", " ".join(texts))


def place(name: str, where: str) -> str:
    """A zone by its name."""
    return zone(p.Zone(name), where)


@effect.register
def _(node: e.Maximum, stage: Stage) -> Sentence:
    who = stage.who or YOU
    size = whole(node.number) if node.number else None
    where = "stack" if node.name == "maxcast" else "hand"
    target = evolve(node.target, zones=p.Zones(("|", p.Zone(where))))
    cards = phrase(target, "a" if size == 1 else "bare").removeprefix("an ").removeprefix("a ")
    cards = cards.removesuffix(f" {zone(p.Zone(where))}")
    if node.number is None:
        many = "only some"
    elif size == 0:
        many = "no"
    else:
        many = f"at most {value(node.number) if size is None else spelled(size)}"
    done = f"cast {many} {cards}"
    if node.name == "maxplay":
        done = f"put {many} {cards} onto the battlefield"
    return statement(f"each turn {who.text} can {done}")


@effect.register
def _(node: e.Blink, stage: Stage) -> Sentence:
    until = {"(blink)ueot": " at end of turn", "(blink)forsrc": " when this leaves the battlefield",
             "(blink)hand": " to its owner's hand"}  # fmt: skip
    return action(None, "exile", f"{stage.take().text}, then return it{until.get(node.word, '')}")


_MANNERS: Final = {"normal": "", "noevent": "(no event)", "restricted": "(`restricted`)",
                   "alternative": "for its alternative cost",
                   "putinplay": "(`putinplay`)"}  # fmt: skip


@effect.register
def _(node: e.Cast, stage: Stage) -> Sentence:
    text = re.sub(r"(?i)^castcard\s*\(|\)\s*$", "", node.text.strip())
    named = re.search(r"(?i)named!:(.*?):!", text)
    words = re.sub(r"(?i)named!:.*?:!", "", text).lower().split()
    if named is None:
        card = stage.take().text
    else:
        card = {"imprintedcard": "the imprinted card"}.get(named[1].lower(), f'"{named[1]}"')
    if "copied" in words:
        card = f"a copy of {card}"
    rest = [_MANNERS.get(word, f"({source(word)})") for word in words if word != "copied"]
    return action(None, "cast", joined(card, *rest))


# ------------------------------------------------------------------------------ Sizes of cards

_DYNAMIC: Final = re.compile(
    r"dynamicability<!(?P<of>mytgt )?(?P<size>power|toughness|manacost)"
    r"(?P<what>strike|draw|lifegain|lifeloss|deplete|pumppow|pumptough|pumpboth)"
    r"(?: (?P<who>eachother|targetcontroller|targetopponent|srccontroller|srcopponent))?!>"
)
_SIZES: Final = {"power": "power", "toughness": "toughness", "manacost": "mana value"}
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
    if what in _PUMPED and who is None:
        return action(it, "get", f"{_PUMPED[what]}, where X is {size}")
    whom = it if who is None else _dynamic_player(who, Noun("it") if match["of"] else it)
    if what == "strike" and who == "eachother" and not match["of"]:
        both = Noun(f"this and {it.text}", plural=True)
        return action(both, "deal", f"damage equal to their {_SIZES[match['size']]} to each other")
    if what == "strike" and who != "eachother":
        return action(of, "deal", f"damage equal to its {_SIZES[match['size']]} to {whom.text}")
    if what in _BY_SIZE and who not in {None, "eachother"}:
        verb, pattern = _BY_SIZE[what]
        return action(whom, verb, pattern.format(size))
    return statement(source(node))


def _dynamic_player(who: str, it: Noun) -> Noun:
    """A player by the card that the ability is about."""
    match who:
        case "targetcontroller":
            return Noun(f"{it.owning} controller")
        case "targetopponent":
            return Noun(f"{it.owning} controller's opponent")
        case "srccontroller":
            return YOU
        case _:
            return Noun("your opponent")
