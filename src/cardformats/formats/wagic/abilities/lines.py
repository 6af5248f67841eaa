"""The nodes of lines: what stands before an ability, what joins abilities, and what holds them."""

from __future__ import annotations

from attrs import frozen

from .conditions import Cost, Payment, Restriction, Schedule, Trigger, When
from .nodes import Group, Leaf, Node, Unknown


@frozen(eq=False, repr=False)
class Line(Node):
    """A whole line.

    Attributes:
        indent: the spaces before it.
        body: what it says.

    Example: ``draw:1``
    """

    indent: str
    body: Node | None


# ------------------------------------------------------------------------------ Before a body


@frozen(eq=False, repr=False)
class Triggered(Node):
    """``@trigger:ability``: it happens when the trigger says, as ``@each my upkeep:draw:1``."""

    trigger: Trigger | Unknown
    body: Node | None = None


@frozen(eq=False, repr=False)
class Activated(Node):
    """``{cost}:ability``: it happens when the player pays, as ``{2}{T}:draw:1``."""

    cost: Cost | Unknown
    body: Node | None = None


@frozen(eq=False, repr=False)
class Restricted(Node):
    """``restriction{...} ability``: it happens, or can be used, only if all of that holds.

    Example: ``restriction{raid} draw:1``
    """

    restriction: Restriction | Unknown
    body: Node | None = None


@frozen(eq=False, repr=False)
class Name(Leaf):
    """``name(...)``: what menus show for an ability, as ``name(Draw a card) draw:1``."""


@frozen(eq=False, repr=False)
class Price(Node):
    """What a card may be played for, besides its cost or instead of it, and what menus call that.

    Example: ``multi{R}``
    """

    multi: str | None
    cost: Cost | None
    name: Name | None


@frozen(eq=False, repr=False)
class Named(Node):
    """``name(...) ability``: what menus show for it, as ``name(Draw a card) draw:1``."""

    name: Name
    body: Node | None = None


@frozen(eq=False, repr=False)
class May(Node):
    """``may ability``: the player decides whether it happens, as ``may draw:1``."""

    word: str
    body: Node | None = None


@frozen(eq=False, repr=False)
class Choice(Node):
    """``choice ability``: one of those that the player chooses from, as ``choice draw:1``."""

    word: str
    body: Node | None = None


@frozen(eq=False, repr=False)
class PaidWith(Node):
    """``kicker ability``: it happens if the card was played like that, as ``kicker draw:1``."""

    word: str
    body: Node | None = None


@frozen(eq=False, repr=False)
class Stated(Node):
    """``emblem ability``, ``activate ability``: what kind of ability it is.

    Example: ``emblem lord(creature|mybattlefield) 1/1``
    """

    word: str
    body: Node | None = None


@frozen(eq=False, repr=False)
class Conditional(Node):
    """``if ... then ability``: it happens if the conditions hold, as ``if raid then draw:1``."""

    when: When | Unknown
    body: Node | None = None


@frozen(eq=False, repr=False)
class Alternatives(Node):
    """``if ... then ability else ability``: the first if the conditions hold, else the second.

    Example: ``if raid then draw:2 else draw:1``
    """

    when: When | Unknown
    body: Node
    word: str
    otherwise: Node | None = None


@frozen(eq=False, repr=False)
class Payable(Node):
    """``pay(...) ability``: it happens if the player pays, as ``pay({2}) draw:1``."""

    payment: Payment | Unknown
    body: Node | None = None


@frozen(eq=False, repr=False)
class UnlessPaid(Node):
    """``pay(...) ability?ability``: the second happens if the player does not pay.

    Example: ``pay({2}) donothing?sacrifice``
    """

    payment: Payment | Unknown
    body: Node | None
    mark: str
    otherwise: Node | None = None


@frozen(eq=False, repr=False)
class Scheduled(Node):
    """``phaseaction[...] ability``: it happens later.

    Example: ``phaseaction[endofturn once] sacrifice``
    """

    schedule: Schedule | Unknown
    body: Node | None = None


# ------------------------------------------------------------------------------------ Contents


@frozen(eq=False, repr=False)
class Sequence(Group):
    """``ability && ability``: both happen, as ``draw:1 && life:2``."""


@frozen(eq=False, repr=False)
class Clause(Group):
    """One thing that happens: what, to whom and for how long, in any order.

    Example: ``damage:3 target(creature,player)``
    """


# ------------------------------------------------------------------------------- What holds one


@frozen(eq=False, repr=False)
class Nested(Node):
    """An ability between two signs.

    Attributes:
        head: what opens it.
        ability: what is inside.
        end: what closes it.
    """

    head: str
    ability: Node | None
    end: str


@frozen(eq=False, repr=False)
class Gained(Nested):
    """``newability[...]``: a card gains an ability, or does something, within ``transforms``.

    Example: ``transforms((,newability[{T}:draw:1]))``
    """


@frozen(eq=False, repr=False)
class Block(Nested):
    """``ability$!...!$``: what the player who is named after it does.

    Example: ``ability$!draw:1 _ discard:1!$ opponent``
    """


@frozen(eq=False, repr=False)
class Afterwards(Nested):
    """``and!(...)!``: what happens to the card that was just moved or made.

    Example: ``moveto(mybattlefield) and!( tap(noevent) )!``
    """


@frozen(eq=False, repr=False)
class Returned(Nested):
    """``return(...)``: what a card that comes back does, as ``return(counter(1/1,1))``."""


@frozen(eq=False, repr=False)
class Choosing(Nested):
    """``chooseacolor ... chooseend``: what happens with what was chosen.

    Example: ``chooseacolor lord(creature[chosencolor]) 1/1 chooseend``
    """


@frozen(eq=False, repr=False)
class Granting(Nested):
    """``grant ... grantend``: what a card grants.

    Example: ``grant transforms((,newability[flying])) grantend``
    """


@frozen(eq=False, repr=False)
class Option(Nested):
    """What becomes of the cards that were revealed: of some, of the others, and afterwards.

    Example: ``reveal:1 optionone target(*|reveal) moveto(ownerhand) optiononeend revealend``
    Example: ``reveal:1 afterrevealed all(*|reveal) bottomoflibrary afterrevealedend revealend``
    """


@frozen(eq=False, repr=False)
class Outcome(Nested):
    """What happens if a player wins, or loses, a roll of a die or a flip of a coin.

    Example: ``flipacoin loseability sacrifice loseabilityend flipend``
    """

    after: Node | None = None


@frozen(eq=False, repr=False)
class Transformation(Group):
    """``transforms((...))``: types, colours, abilities and size of a card change.

    Example: ``transforms((Creature Elemental,setpower=3,settoughness=3,newability[haste])) ueot``
    """


@frozen(eq=False, repr=False)
class Change(Group):
    """One of the changes of a transformation.

    Example: ``transforms((Zombie,newcolors[black],-1/-1))``
    """


@frozen(eq=False, repr=False)
class Types(Group):
    """Types, subtypes and colours that a card gets, as ``transforms((Artifact Creature,blue))``."""


@frozen(eq=False, repr=False)
class Revealing(Node):
    """``reveal:n ... revealend``: cards are revealed, and then dealt with.

    Example: ``reveal:3 optionone target(<1>*|reveal) moveto(ownerhand) optiononeend revealend``
    """

    head: str
    clause: Node | None
    first: Option | None
    second: Option | None
    after: Option | None
    end: str


@frozen(eq=False, repr=False)
class Scrying(Node):
    """``scry:n ... scryend``: cards are looked at, and put back or below.

    Example: ``scry:2 scrycore delayed dontshow donothing scrycoreend scryend``
    """

    head: str
    clause: Node | None
    core: str
    ability: Node | None
    core_end: str
    end: str


@frozen(eq=False, repr=False)
class Rolling(Node):
    """``rolld20 n ... rolld20end``: a die is rolled, and won if it shows this number.

    Example: ``rolld6 6 winability draw:2 winabilityend rolld6end``
    """

    head: str
    number: str | None
    win: Outcome | None
    loss: Outcome | None
    end: str


@frozen(eq=False, repr=False)
class Flipping(Node):
    """``flipacoin ... flipend``: a coin is flipped.

    Example: ``flipacoin winability draw:1 winabilityend flipend``
    """

    head: str
    clause: Node | None
    win: Outcome | None
    loss: Outcome | None
    end: str
