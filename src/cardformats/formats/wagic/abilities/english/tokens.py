"""Plain English for what tokens are, and what cards become."""

from __future__ import annotations

import re
from typing import Final

from ..effects import Becoming, Creation, Details
from ..nodes import Node
from .phrases import amount, value
from .vocabulary import COLORS, KEYWORDS, TYPES, VERBS
from .wording import an, joined, listed, plural, source, spelled, third, whole

_SIZE: Final = re.compile(r"\s*([^/]+?)\s*/\s*([^/]+?)\s*")
_CHOSEN: Final = {"chosencolor": "of the chosen color", "chosentype": "of the chosen type"}
#: What cards become that is no type.
_MARKS: Final = frozenset(("monstrous", "renown", "expelled", "saddled", "detained"))


def slots(details: Details, signs: str = ",^") -> list[str]:
    """Return the details by their places; those that are left out are empty."""
    texts = [""]
    for item in details.items:
        if (text := str(item)).strip() in tuple(signs):
            texts.append("")
        else:
            texts[-1] += text
    return [joined(*each.split()) for each in texts]


def token(node: Creation) -> tuple[str, str]:
    """Return a phrase for tokens, and a clause on their number."""
    name, *rest = slots(node.details, ":" if node.name == "create" else ",^")
    times = node.times
    size = 1 if times is None else whole(times)
    token_name = source(name) if "`" in name or not name else name
    if not rest:
        if not re.fullmatch(r"-?[0-9]+\w*", name):
            return _numbered(f"{token_name} token", size, times)
        text, where = _numbered("token", size, times)
        return f"{text} with the id {name}", where
    types, *more = rest
    shape, after = _shape(more)
    words = _types(types)
    subtypes = " ".join(word for word in types.split() if word.lower() not in TYPES)
    if name.lower() != subtypes.lower() and name:
        after = joined(f'named "{token_name}"', after)
    if "token" not in words.lower().split():
        words = joined(words, "token")
    phrase = joined(shape, words)
    text, where = _numbered(phrase, size, times)
    return joined(text, after), where


def _numbered(phrase: str, size: int | None, times: Node | None) -> tuple[str, str]:
    if size is not None:
        return (an(phrase) if size == 1 else f"{spelled(size)} {plural(phrase)}"), ""
    number = value(times) if times is not None else ""
    if number in {"that much", "X"}:
        return f"{number.replace('much', 'many')} {plural(phrase)}", ""
    return f"X {plural(phrase)}", f"where X is {number}"


def _types(text: str) -> str:
    """Return types in English order: subtypes first, ``Goblin artifact creature``."""
    words = text.split()
    main = [word.lower() for word in words if word.lower() in TYPES]
    first = [word.lower() for word in words if word.lower() in {"legendary", "basic", "snow"}]
    others = [word for word in words if word.lower() not in {*main, *first}]
    return joined(
        *first, *others, *(sorted(main, key="enchantment artifact land creature token".find))
    )


def _shape(more: list[str]) -> tuple[str, str]:
    """Size and colours, which come before the types, and abilities, which come after."""
    size, after = "", []
    colors, abilities, others = list[str](), list[str](), list[str]()
    for slot in more:
        if size or not (match := _SIZE.fullmatch(slot)):
            _sort(slot, colors, abilities, others)
            continue
        power, toughness = (_sized(each) for each in match.groups())
        size = f"{power}/{toughness}"
        if " " in size:
            after.append(f"with power equal to {power} and toughness equal to {toughness}")
            size = " "
    if abilities:
        after.append(f"with {listed(abilities)}")
    after += [f"({source(each)})" for each in others]
    chosen = [_CHOSEN[each] for each in colors if each in _CHOSEN]
    plain = [each for each in colors if each not in _CHOSEN]
    return joined(size.strip(), listed(plain)), joined(*chosen, *after)


def _sized(text: str) -> str:
    """Power or toughness; a token's may be below zero."""
    minus, text = text.startswith("-"), text.lstrip("+-")
    return f"{'-' if minus else ''}{amount(text)}"


def _sort(slot: str, colors: list[str], abilities: list[str], others: list[str]) -> None:
    """Add a slot to the colours, the abilities or the others; spaces may join several."""
    text = slot.strip().lower()
    text = re.sub(r"^newcolors\[(.*)\]$", r"\1", text)
    if not text:
        return
    if text in COLORS or text in _CHOSEN:
        colors.append(text)
    elif (ability := keyword(text)) is not None:
        abilities.append(ability)
    elif " " in text or "," in text:
        for word in re.findall(r"(?:first|double) strike|protection from \w+|[^\s,]+", text):
            if word != text:
                _sort(word, colors, abilities, others)
            else:
                others.append(word)
    else:
        others.append(slot.strip())


def keyword(word: str) -> str | None:
    """Return a keyword as an ability that something has; None if it is none, or has no wording."""
    word = re.sub(r"\s+", " ", word.strip().lower())
    if word in VERBS:
        return f'"{third(VERBS[word])}"'
    if word in KEYWORDS:
        return KEYWORDS[word]
    if re.fullmatch(r"protection from \w+", word):
        return word
    return None


def became(node: Becoming) -> str:
    """Return a phrase for what a card becomes: ``a 3/3 red Elemental creature with haste``."""
    types, *more = slots(node.details)
    if (match := _SIZE.fullmatch(types)) and not more:
        return "/".join(_sized(each) for each in match.groups())
    shape, after = _shape(more)
    if types.lower() in _CHOSEN:
        return joined(_CHOSEN[types.lower()], shape, after)
    words = _types(types)
    text = joined(shape, words)
    return joined(an(text) if words and words.lower() not in _MARKS else text, after)
