"""The effects in the order in which the engine looks for them: the first it finds is taken.

A word is found wherever it stands, in the middle of another word, too.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, TypeAlias, get_args

from attrs import frozen

from ...engine.primitive import keywords
from ...syntax import kept_if_short

#: How much belongs to an effect: the word alone; what stands up to the next blank; what stands up
#: to the next ``)``, which must be there (``call``) or need not (``open``); a matter of its own.
Shape: TypeAlias = Literal["word", "quantity", "call", "open", "own"]
_SHAPES: Final[dict[str, Shape]] = {shape: shape for shape in get_args(Shape)}


@frozen
class Effect:
    """Something that the engine looks for.

    Attributes:
        word: what it looks for.
        kind: what it builds of it.
        shape: how much belongs to it.
        unless: words that keep it from being taken.
        has_also: ``and!(`` belongs to it.
        has_who: words for players decide whom it concerns.
    """

    word: str
    kind: str
    shape: Shape = "word"
    unless: tuple[str, ...] = ()
    has_also: bool = False
    has_who: bool = False


def _effects(table: str) -> tuple[Effect, ...]:
    """The rows of a *table*: word, shape, kind if it is not the word, and ``+`` for what it has."""
    effects = []
    for row in table.strip().splitlines():
        word, shape, *rest = row.split()
        has = "".join(one for one in rest if one[0] == "+")
        unless = tuple(one[1:] for one in rest if one[0] == "-")
        kinds = [one for one in rest if one[0] not in "+-"]
        word = word.replace("_", " ")
        kind = kinds[0] if kinds else word.strip(" (:<![")
        effects.append(Effect(word, kind, _SHAPES[shape], unless, "a" in has, "w" in has))
    return tuple(effects)


EFFECTS: Final = (
    *_effects(
    """
    dynamicability<! own
    flipacoin_ own
    rolld4_ own
    rolld6_ own
    rolld8_ own
    rolld10_ own
    rolld12_ own
    rolld20_ own
    phaseaction own
    pay[[ own pay
    upcost own
    ninjutsu word
    readytofight word
    removefromcombat word
    shackle word
    grant_ own
    (blink) own blink
    spellmover( call
    fizzleto( call
    fizzle word -nofizzle
    ability$ own
    token( own +aw
    create( own token +aw
    equip word -equipment -equipped
    reconfigure word
    attach word
    moveto( call +a
    moverandom( own +a
    placefromthetop( call +a
    bottomoflibrary word +a
    copy word +a
    imprint word +a -imprintedcard
    haunt word +a -haunted
    dotrain word +a
    conjure word +a
    doforetell word
    phaseout word
    manifest word +a
    exert word +a
    provoke word +a
    setblocker word +a
    clone word +aw
    bury word +a
    destroy word +a
    sacrifice word +a
    exploits word sacrifice +a
    reject word +a
    castcard( call +a
    preventallcombatdamage word prevention
    preventallnoncombatdamage word prevention
    preventalldamage word prevention
    fog word prevention
    resetdamage word
    donothing word
    epic word
    forcefield word
    damage: quantity +aw
    alterpoison: quantity +w
    alterenergy: quantity +w
    alterexperience: quantity +w
    completedungeon: quantity +w
    alteryidarocount: quantity +w
    theringtempts: quantity +aw
    becomesmonarch word +w
    taketheinitiative word +w
    altermutationcounter: own
    mutationover: own
    mutationunder: own
    doboast word +w
    surveil word +w
    explores word +w
    becomesringbearer word +a
    altersurvoffset: quantity +w
    alterdevoffset: quantity +w
    prevent: quantity +w
    hmodifer: quantity +w
    modbenchant( own +w
    sethand: quantity +w
    lifeset: quantity +w
    life: quantity +aw
    lifeleech: quantity +aw
    wingame word +w
    draw: quantity +aw
    deplete: quantity +aw
    ingest: quantity +aw
    cascade: quantity
    turns: quantity +w
    shuffle word +aw
    serumpowder word +w
    removemana( call +w
    losesubtypesof( call
    losesatype( call
    maxplay( own +w
    maxcast( own +w
    discard: quantity +w
    rampage( own
    evolve word
    produceextra: quantity
    producecolor: quantity
    reduceto: quantity
    attackcost: quantity
    attackpwcost: quantity
    blockcost: quantity
    flanker word
    spiritlink word
    bushido( call
    phasealter( own
    loseabilities word
    counter( own
    bstw word
    countershroud( own
    countertrack( call
    duplicatecounters( call
    removesinglecountertype( call
    removeallcounters( own
    becomes( own
    remake( own becomes
    bloodthirst: quantity
    vanishing: quantity
    fading: quantity
    altercost( own
    transforms(( own
    reveal: own
    scry: own
    meldfrom( call
    meld( call +a
    doubleside( own
    flip( call +a
    changecost( own
    add own +aw
    out own add +w
    protection_from( own
    cantbetargetof( own
    cantbeblockedby( own
    cantbeblockerof( call
    / own modification
    affinity( own
    proliferate word
    propagate word proliferate
    frozen word +a
    freeze word frozen +a
    retarget word newtarget
    newtarget word
    rehook word newhook
    newhook word
    mutateover word
    mutateunder word
    morph word
    manafaceup word
    maxlevel: quantity
    count( open
    countb( open
    swap word
    exchangelife word +w
    regenerate word
    """
    ),
    Effect("", "keyword", "own"),
    *_effects(
    """
    untap word +a
    tap word +a
    connectrule own
    block word
    connect word
    steal word +a
    """
    ),
)  # fmt: skip


@cache
def _places() -> dict[str, list[tuple[int, str]]]:
    """The keywords by their first three letters, each with its number in the engine's list."""
    places: dict[str, list[tuple[int, str]]] = {}
    for number, each in enumerate(keywords()):
        places.setdefault(each[:3], []).append((number, each))
    return places


@kept_if_short
def keyword(written: str) -> str | None:
    """The keyword at place 0 or 1 of a text that the engine takes: the first one of its list."""
    candidates = [
        one
        for at in (0, 1)
        for one in _places().get(written[at : at + 3], ())
        if written.startswith(one[1], at)
    ]
    return min(candidates)[1] if candidates else None


@kept_if_short
def first(written: str) -> int:
    """The number of the first effect that a text has; -1 without one."""
    return following(written, -1)


def following(written: str, after: int) -> int:
    """The number of the first effect behind number *after* that a text has; -1 without one."""
    for number in range(after + 1, len(EFFECTS)):
        effect = EFFECTS[number]
        word = effect.word
        if word not in written:
            continue
        if not word:
            if keyword(written) is not None:
                return number
            continue
        if effect.unless and any(one in written for one in effect.unless):
            continue
        if effect.shape == "call" and written.find(")", written.find(word) + len(word)) < 0:
            continue
        return number
    return -1
