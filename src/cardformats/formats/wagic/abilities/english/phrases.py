"""Plain English for the small parts of abilities: targets, counters and numbers."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import Final

from attrs import frozen

from ...lexicon import words
from .. import nodes as p
from ..nodes import Node, Unknown
from ..reading import parse
from .vocabulary import (
    CLAUSES,
    COLORS,
    KEYWORDS,
    PLAYERS,
    STATES,
    SUPERTYPES,
    TYPES,
    VARIABLES,
    VERBS,
    unit_of,
    zone,
    zone_word,
)
from .wording import Noun, an, joined, listed, plural, source, spelled, whole

#: Kinds that a clause describes: ``permanent that this is attached to``.
_DESCRIBED: Final = re.compile(r"([A-Za-z ]+?) ((?:that|with|on|tied) .+)")
#: Kinds that are one card or player.
_ONE: Final = re.compile(r"(?:the|this|that|you|your|any|its)\b.*")
#: The cards of the event that a trigger waits for, if nothing better is known.
THAT_CARD: Final = "that card"
OTHER_CARD: Final = "the other card of that event"
#: Parts that are described in the same way, in the order of the sentence.
_SORTS: Final = (
    ("state", STATES.keys()),
    ("color", COLORS | {"iscolorless"}),
    ("type", TYPES | SUPERTYPES),
    ("keyword", (VERBS.keys() | KEYWORDS.keys()) - STATES.keys() - CLAUSES.keys()),
    ("", frozenset[str]()), ("", frozenset[str]()),
    ("clause", CLAUSES.keys()),
)  # fmt: skip
_WORDS: Final = re.compile(r"[a-z][a-z' \-]*")
#: Words in brackets that are neither types nor keywords, but known to the engine alone.
_MADE_UP: Final = re.compile(
    r"(?:to|from)$|no(?:ni|li|dn|ts)|two|lifefaker|is[cp]|has|can|any|evict|my|mana[wubrg]$|cmana"
    r"|prey|last|double|effecta|controller|arcanec|dungeonc|lastn|attached|ability"
)
_MEASURES: Final = {
    "manacost": "mana value", "power": "power", "toughness": "toughness",
    "convertedcost": "mana value", "pwr": "power", "ths": "toughness", "zpos": "position",
}  # fmt: skip
_SIGNS: Final = {"=": "{}", "<=": "{} or less", ">=": "{} or greater", "<": "less than {}",
                 ">": "greater than {}", "!=": "other than {}"}  # fmt: skip
_RELATIONS: Final = {"=": "equal to {}", "<=": "less than or equal to {}", "<": "less than {}",
                     ">=": "greater than or equal to {}", ">": "greater than {}",
                     "!=": "other than {}"}  # fmt: skip
#: A zone that every player has; of several cards, not all are in the same one.
_EACH_ZONE: Final = re.compile(r"\bin a (graveyard|library|hand|sideboard)\b")
#: What names of numbers begin with, before what they are about.
_PREFIXES: Final = tuple(row for row in words("variable_prefix").values() if "{}" in row.english)
#: What counters are called in names of numbers, where it is not their own name.
_COUNTER_NAMES: Final = {"11": "+1/+1", "-1-1": "-1/-1", "anycnt": ""}
_MANA: Final = re.compile(r"mana([wubrgc])")
_RATED: Final = re.compile(
    r"(?P<other>other)?(?P<what>\w+):(?P<end>highest|lowest):(?P<kinds>.+?)(?::(?P<zone>\w+))?"
)
_CALCULATED: Final = re.compile(r"(?P<left>.+?)(?P<sign>plus|minus)(?P<right>.+)(?P=sign)end")


# ------------------------------------------------------------------------------------- Targets


@frozen
class _Kind:
    """A kind of card, in pieces: what stands before it, what it is, what stands after it."""

    before: tuple[str, ...]
    heads: tuple[str, ...]
    unit: str
    after: tuple[str, ...]

    def phrase(self, *, several: bool = False, word: str = "or") -> str:
        """Return the kind as a noun; *word* joins what it may be."""
        many = plural if several else str
        heads = listed(self.heads if self.unit else map(many, self.heads), word)
        after = [_of_several(part) if several else part for part in self.after]
        return joined(*self.before, heads, self.unit and many(self.unit), *after)


def _of_several(text: str) -> str:
    """Return the words after a noun in the form that a plural needs."""
    text = text.replace(" on it", " on them").replace("that is a commander", "that are commanders")
    text = re.sub(r"^(that enchants .*) and has\b", r"\1 and have", text)
    return re.sub(
        r"^that (is|was|enchants)(n't)?\b",
        lambda match: f"that {_PLURALS[match[1]]}{match[2] or ''}",
        text,
    )


_PLURALS: Final = {"is": "are", "was": "were", "enchants": "enchant"}
#: The top of a library.
_TOP: Final = re.compile(r"\*\[\s*zpos\s*(<?=)\s*([0-9]{1,3})\s*\]")


def _top(target: p.Target, where: str) -> Noun | None:
    """Return the cards at the top of a library: ``the top three cards of your library``."""
    match = _TOP.fullmatch(str(target.kinds).strip().lower())
    if match is None or target.how_many or not re.fullmatch(r"in (an? |\S.* )?library", where):
        return None
    size = int(match[2])
    if size == 1:
        return Noun(f"the top card {where.replace('in', 'of', 1)}")
    if match[1] == "=":
        return Noun(f"the card at position {size} {where}")
    return Noun(f"the top {spelled(size)} cards {where.replace('in', 'of', 1)}", plural=True)


def noun(target: p.Target, how: str = "a") -> Noun:
    """Return a noun for cards or players.

    Args:
        target: which.
        how: ``a`` for one of them, ``target`` or ``chosen`` if the player chooses, ``all`` for
            all of them, ``bare`` for their plural.
    """
    zones = _zones_of(target)
    parts = target.kinds.nodes if target.kinds else ()
    kinds = [each for each in parts if isinstance(each, p.Kind)]
    behind = [each for each in parts if isinstance(each, p.HowMany)]
    number = target.how_many or (behind[0] if behind else None)
    # what is chosen of all spells can only be on the stack
    is_spell = how == "target" and [str(each).strip().lower() for each in zones] == ["stack"]
    where = "" if is_spell else listed(map(zone, zones), "or")
    if isinstance(target.zones, Unknown):
        where = f"in {source(target.zones)}"
    if how in {"all", "bare"} and (top := _top(target, where)) is not None:
        return top
    if not kinds:
        return _determined([_Kind((), ("card",), "", ())], how, number, where, other=False)
    is_any = number is not None and [each.word for each in kinds] == ["anytarget"]
    if is_any:  # two targets
        return _determined([_Kind((), ("target",), "", ())], "a", number, where, other=False)
    if len(kinds) == 1 and (single := _single(kinds[0], how)) is not None:
        return Noun(joined(single.text, where), single.plural)
    pieces = [_piece(kind, unit_of(zones)) for kind in kinds]
    other = any(kind.other for kind in kinds)
    return _determined(pieces, how, number, where, other=other)


def _zones_of(target: p.Target) -> tuple[Node, ...]:
    if target.zones is None or isinstance(target.zones, Unknown):
        return ()
    return target.zones.nodes


def is_zone(target: p.Target) -> bool:
    """Return whether only a zone is specified, as in ``from(battlefield)``."""
    kinds = target.kinds.nodes if target.kinds else ()
    return not kinds or (
        len(kinds) == 1
        and isinstance(kinds[0], p.Kind)
        and kinds[0].qualities is None
        and not target.zones
        and zone_word(kinds[0].word) is not None
    )


def zones_named(target: p.Target) -> tuple[Node, ...]:
    """Return the zones of a target, also of one that is nothing but a zone."""
    if zones := _zones_of(target):
        return zones
    zone_named = zone_word(str(target.kinds).strip().lower()) if target.kinds else None
    return () if zone_named is None else (zone_named,)


def phrase(target: p.Target, how: str = "a") -> str:
    """Return the same as the text of the noun."""
    return noun(target, how).text


def _single(kind: p.Kind, how: str) -> Noun | None:
    """Return a noun for a single known card or player; None for a kind."""
    word = kind.word
    if word == "trigger" and isinstance(kind.qualities, p.Qualities):
        other = str(kind.qualities).strip().lower() == "[from]"
        return Noun(OTHER_CARD if other else THAT_CARD)
    if word == "player" and how == "all":
        return Noun("each player")
    if word in {"opponent", "player"} and how in {"target", "chosen", "enchanted", "equipped"}:
        return None
    if kind.qualities is not None or kind.other:
        return None
    known = words("kind").get(word)
    if known is not None and _ONE.fullmatch(known.english):
        return Noun(known.english)
    return None if _plain(word) else Noun(source(kind))


def _plain(word: str) -> bool:
    return bool(re.fullmatch(r"\*|[^\W\d_][\w' ,^\-]*", word))


def _piece(kind: p.Kind, unit: str) -> _Kind:
    before, heads, after = list[str](), list[str](), list[str]()
    if isinstance(kind.qualities, Unknown):
        after.append(f"({source(kind.qualities)})")
    elif kind.qualities is not None:
        before, heads, after = _qualities(kind.qualities)
    if kind.after:
        after.append(source(kind.after))
    word = kind.word
    if word in {"*", "", "card"}:
        if not heads and not unit:
            unit = "permanent" if word != "card" else "card"
    else:
        tokens = " token" if "token" in heads else ""
        heads = [head for head in heads if head != "token"]
        before += [listed(heads, "or")] if heads else []
        heads = [f"{_named(kind)}{tokens}"]
        if described := _DESCRIBED.fullmatch(heads[0]):
            heads, unit = [described[1]], ""
            after.append(described[2])
        if word in {"player", "opponent", "permanent", "spell", "anytarget"}:
            unit = ""
    if word in {"*", ""} and heads and not unit and (set(heads) & COLORS or not set(heads) & TYPES):
        unit = "permanent"
    return _Kind(tuple(before), tuple(heads), unit, tuple(after))


def _named(kind: p.Kind) -> str:
    text = (kind.noun or "").strip().replace("^", ",")
    word = text.lower()
    if re.fullmatch(r"[a-z]+(?:;[a-z]+)+", word):
        return listed(word.split(";"), "or")
    if not _plain(word):
        return source(text)
    if word in words("kind") and word != "opponent" and (known := words("kind")[word].english):
        return known
    return f'"{text}"' if " " in word else word


def _determined(
    pieces: list[_Kind], how: str, number: p.HowMany | Unknown | None, where: str, *, other: bool
) -> Noun:
    """Return the kinds with what stands before them all: an article, a number, ``target``."""
    chosen = how if how in {"target", "chosen", "enchanted", "equipped"} else ""
    others = "other" if other else ""
    if how in {"all", "bare"}:
        where = _EACH_ZONE.sub(lambda match: f"in all {plural(match[1])}", where)
        names = _either([piece.phrase(several=True, word="and") for piece in pieces], pieces, "and")
        return Noun(joined("all" if how == "all" else "", others, names, where), plural=True)
    if number is not None:
        front, several, limit = _how_many(number)
        names = _either([piece.phrase(several=several) for piece in pieces], pieces, "or")
        return Noun(joined(front, others, chosen, names, where, limit), several)
    each = [piece.phrase() for piece in pieces]
    if chosen in {"target", "enchanted", "equipped"}:
        text = joined("another" if other else "", chosen, _either(each, pieces, "or"))
    else:
        each = [joined(chosen, name) for name in each]
        text = _either([f"another {name}" if other else an(name) for name in each], pieces, "or")
    text = text.replace("target your opponent", "target opponent")
    text = text.replace("another target any", "another").replace("target any target", "any target")
    return Noun(
        joined(re.sub(r"\ban? (?=you\b|your\b|the\b|this\b|that\b|`|any\b)", "", text), where)
    )


def _either(names: list[str], pieces: list[_Kind], word: str) -> str:
    """Return the kinds as a list, with a comma if details of one could apply to all."""
    if len(names) == 2 and pieces[-1].after:  # noqa: PLR2004 - longer lists have commas anyway
        return f"{names[0]}, {word} {names[1]}"
    return listed(names, word)


def _how_many(node: p.HowMany | Unknown) -> tuple[str, bool, str]:
    """Return the words before a noun, whether it is in the plural, and the words after it."""
    if isinstance(node, Unknown):
        return source(node), True, ""
    number = node.number
    if isinstance(number, str):
        return "any number of", True, ""
    upto = "up to" if node.up_to else ""
    if isinstance(number, p.Integer):
        size = whole(number)
        return joined(upto, source(number) if size is None else spelled(size)), size != 1, ""
    words = value(number)
    if " " in words:
        return "a number of", True, f"{upto or 'equal to'} {words}"
    return joined(upto, words), True, ""


def _qualities(node: p.Qualities) -> tuple[list[str], list[str], list[str]]:
    """Divide qualities into adjectives, nouns, and phrases after the noun."""
    before, heads, after = list[str](), list[str](), list[str]()
    signs = {item for item in node.items if isinstance(item, str)}
    if {"&", ";"} <= {sign.strip() for sign in signs}:
        return [], [], [f"({source(node)})"]
    word = "and" if any(sign.strip() == "&" for sign in signs) else "or"
    strange = [each for each in node.nodes if not isinstance(each, p.Quality)]
    keyed = sorted((each for each in node.nodes if isinstance(each, p.Quality)), key=_sort_of)
    # a color or a type: black or artifact
    mixed = word == "or" and all(each.minus is None for each in keyed)
    for (sort, minus), group in groupby(keyed, key=lambda each: _sort_of(each)[1:]):
        names = [_quality(each) for each in group]
        if sort == "color" and mixed and any(_sort_of(each)[1] == "type" for each in keyed):
            heads = names
        elif sort == "type" and not minus:
            heads = [" ".join(names)] if word == "and" else [*heads, *names]
        elif sort in {"color", "state", "type"}:
            before.append(", ".join(names) if minus else listed(names, word))
        else:
            ending = listed(names, ("or" if sort == "keyword" else "and") if minus else word)
            preposition = "without" if minus else "with"
            after.append(f"{preposition} {ending}" if sort == "keyword" else ending)
    after += [f"({source(each)})" for each in strange]
    # a single "with": "with flying and power 3"
    withs = [each.removeprefix("with ") for each in after if each.startswith("with ")]
    others = [each for each in after if not each.startswith("with ")]
    return before, heads, [*([f"with {listed(withs)}"] if withs else []), *others]


def _sort_of(node: p.Quality) -> tuple[int, str, bool]:
    """Return the sort of a quality, after its place in the order of sorts."""
    trait, minus = _trait(node), node.minus is not None
    if isinstance(node.trait, p.CounterTest):
        return (5, "counter", minus)
    if node.comparison is not None:
        return (4, trait, minus)
    for order, (sort, traits) in enumerate(_SORTS):
        if trait in traits:
            return (order, sort, minus)
    if trait.startswith("protection "):
        return (3, "keyword", minus)
    return (2, "type", minus) if _is_subtype(trait) else (8, trait, minus)


def _is_subtype(trait: str) -> bool:
    """Return whether it may be a type; words that only an engine can have thought of are not."""
    return bool(_WORDS.fullmatch(trait)) and not _MADE_UP.match(trait)


def _trait(node: p.Quality) -> str:
    return str(node.trait).strip().lower()


def _quality(node: p.Quality) -> str:
    trait, minus = _trait(node), node.minus is not None
    if isinstance(node.trait, p.CounterTest):
        return f"{_tested(node.trait.counter, minus=minus)} on it"
    if node.comparison is not None:
        return _compared(trait, node.comparison, minus=minus)
    sort = _sort_of(node)[1]
    if sort in {"state", "clause"}:
        return {**STATES, **CLAUSES}[trait][minus]
    if sort == "keyword":
        return f'"{VERBS[trait]}"' if trait in VERBS else KEYWORDS.get(trait, trait)
    return _adjective(trait, minus=minus) if sort in {"color", "type"} else f"({source(node)})"


def _tested(node: p.CounterKind, *, minus: bool) -> str:
    """Return a phrase for a minimum of counters, or for fewer."""
    name, number = counter_parts(node)
    size = None if number is None else whole(number)
    if size is None or size <= 1:
        return f"{'without' if minus else 'with'} {counters(node)}"
    many = plural(f"{name} counter".strip())
    return (
        f"with fewer than {spelled(size)} {many}"
        if minus
        else f"with {spelled(size)} or more {many}"
    )


def _adjective(trait: str, *, minus: bool) -> str:
    if trait in COLORS | TYPES | SUPERTYPES:
        return f"non{trait}" if minus else trait
    name = f'"{trait}"' if " " in trait else trait.replace("iscolorless", "colorless")
    return f"non-{name}" if minus else name


def _compared(trait: str, node: p.Comparison | Unknown, *, minus: bool) -> str:
    name = trait if trait == "kicked" else _MEASURES.get(trait)
    if name is None or minus or isinstance(node, Unknown) or node.number is None:
        return f"({source('-' * minus + trait + str(node))})"
    number = value(node.number)
    text = (_RELATIONS if " " in number else _SIGNS)[node.sign.strip()].format(number)
    if name == "kicked":
        return "kicked once" if text == "1" else f"kicked {text.replace('greater', 'more')} times"
    return f"at position {text}" if name == "position" else f"with {name} {text}"


# ------------------------------------------------------------------------------------ Counters


def counters(node: p.CounterKind, sign: int = 1) -> str:
    """Counters of a kind, with how many there are: ``two charge counters``.

    Args:
        node: the counters.
        sign: -1 for those that are taken off.
    """
    name, amount = counter_parts(node)
    return counted(amount or p.Integer(str(sign)), f"{name} counter".strip(), sign)


def counter_parts(node: p.CounterKind) -> tuple[str, Node | None]:
    """Return the name of counters, and their number if it is given."""
    match node:
        case p.AnyCounter(label):
            return ("" if label.word in {"any", "all"} else label.word), None
        case p.NamedCounter(shape, label):
            return joined(_shape(shape.text), label.word), None
        case p.Counter(shape, amount, label, extra):
            named = [each for each in (label, extra) if each is not None]
            name = " ".join(_label(each) for each in named)
            return joined(_shape(shape.text), name), amount.number if isinstance(
                amount, p.Amount
            ) else amount
    return source(node), None


def _label(node: p.Label | p.Amount | Unknown) -> str:
    if isinstance(node, Unknown):
        return source(node)
    text = node.word if isinstance(node, p.Label) else str(node.number).strip().lower()
    return text if re.fullmatch(r"[\w'\- ]+", text) else source(text)


def _shape(text: str) -> str:
    """Return a size such as ``+1/+1``; nothing for counters that only have a name."""
    power, _, toughness = text.strip().replace("%", "/").partition("/")
    return "" if power == toughness == "0" else f"{_signed(power)}/{_signed(toughness)}"


def _signed(text: str) -> str:
    return text if text[:1] in "+-" else f"+{text}"


# ------------------------------------------------------------------------------------- Numbers


def number_of(size: int, name: str) -> str:
    """Return a number with a noun: ``a card``, ``two cards``."""
    if size == 1:
        return an(name)
    return f"{spelled(size)} {plural(name)}"


def unsigned(node: Node) -> str:
    """Return a number without its sign."""
    return amount(str(node).strip().lstrip("+-"))


def is_negative(node: Node) -> bool:
    """Return whether there is a minus before a number."""
    return str(node).lstrip().startswith("-")


def value(node: Node) -> str:
    """Return a number: ``3``, ``X``, ``the number of creatures on your battlefield``."""
    text = str(node).strip()
    if isinstance(node, Unknown):
        return source(node)
    minus, text = text.startswith("-"), text.lstrip("+-").strip()
    return f"{'minus ' if minus and whole(text) is None else '-' * minus}{amount(text)}"


def counted(node: Node, name: str, sign: int = 1) -> str:
    """Return a number of cards or the like; its minus is dropped if *sign* is -1."""
    if isinstance(node, p.Integer) and (size := whole(node)) is not None:
        return number_of(size * sign, name)
    text = unsigned(node)
    if text == "that much":
        return f"that many {plural(name)}"
    if " " in text or text.startswith("`"):
        return f"a number of {plural(name)} equal to {text}"
    return f"{text} {plural(name)}"


def much(node: Node, name: str) -> str:
    """Return an amount of life or the like, without the sign of the number."""
    text = unsigned(node)
    if text == "that much" or (" " not in text and not text.startswith("`")):
        return f"{text} {name}"
    return f"{name} equal to {text}"


@lru_cache(maxsize=2_000)
def amount(text: str) -> str:
    """Return the meaning of a number without a sign, or its text."""
    word = text.strip().lower()
    if whole(word) is not None or word in COLORS:
        return word
    if factor := _prefixed(word, takes_number=True):
        return source(text) if "`" in factor else factor
    if match := _CALCULATED.fullmatch(word):
        left, right = amount(match["left"]), amount(match["right"])
        return source(text) if "`" in left + right else f"{left} {match['sign']} {right}"
    known = VARIABLES.get(word) or _measured(word) or _prefixed(word, takes_number=False)
    return known or source(text)


def _prefixed(word: str, *, takes_number: bool) -> str | None:
    """Return what a number means whose name is a word and what that is about, as a number."""
    for row in _PREFIXES:
        about = word.removeprefix(row.text)
        if about in ("", word) or ("variable" in row.takes) is not takes_number:
            continue
        if takes_number:
            about = amount(about)
        elif row.takes == ("keyword",):
            about = KEYWORDS.get(about, VERBS.get(about, about))
        if row.text in {"stored", "mytarg"}:
            about = re.sub(r"^(?:the|its) ", "", about).replace("that much", "amount")
        return joined(*row.english.format(_COUNTER_NAMES.get(about, about)).split())
    return None


def _measured(word: str) -> str | None:
    if match := re.fullmatch(r"(other)?type:(.+?)(?::(\w+))?", word):
        other, kinds, place = match.groups()
        if mana := _MANA.fullmatch(kinds):
            where = zone(p.Zone(place or "mybattlefield"))
            return f"the number of {{{mana[1].upper()}}} symbols in mana costs {where}"
        return _counting("the number of", other, kinds, place)
    if (match := _RATED.fullmatch(word)) and match["what"].removeprefix("other") in _MEASURES:
        name = _MEASURES[match["what"].removeprefix("other")]
        what = f"the {match['end']} {name} among"
        return _counting(what, match["other"], match["kinds"], match["zone"])
    if match := re.fullmatch(r"counter\{(.*)\}", word):
        test = parse(f"this(counter{{{match[1].replace('%', '/')}}})").walk()
        found_tests = [node for _, node in test if isinstance(node, p.CounterTest)]
        name = counter_parts(found_tests[0].counter)[0] if found_tests else source(match[1])
        return f"the number of {f'{name} counters'.strip()} on it"
    return None


def _counting(what: str, other: str | None, kinds: str, place: str | None) -> str | None:
    body = parse(f"{other or ''} {kinds}|{place or 'mybattlefield'}".strip(), "target").body
    if not isinstance(body, p.Target) or any(isinstance(node, Unknown) for _, node in body.walk()):
        return None
    return f"{what} {phrase(body, 'bare')}"


def player(word: str) -> Noun:
    """Return a player by the word for it."""
    text = PLAYERS.get(word)
    return Noun(source(word) if text is None else text)
