"""What the engine builds from a line: a tree of frozen values that know where their words stand.

Kinds are the engine's doings in the words of the language.  What frames other abilities:
``triggered``, ``activated``, ``targeted``, ``may``, ``choice`` (one of what is offered, or a
target that must be chosen), ``if``, ``ifnot``, ``pay``, ``several``, ``lord``, ``all``,
``foreach``, ``aslongas``, ``teach``, ``this``, ``thisforeach``, ``while``, ``ueot``,
``activate``, ``emblem``, ``soulbond``, ``replacedraw``.  What is done has the word that the
engine looks for: ``damage``, ``draw``, ``moveto``, ``token``, ``counter``, ``destroy``, ``tap``,
``keyword``, ``modification`` (a change of power and toughness), ``transforms``, ``ability`` ...

Texts that the engine keeps and reads only in the game (what ``ability$!``, ``pay``, ``reveal:``,
``newability[`` and ``phaseaction[`` hold) are values, not inner abilities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

from attrs import field, frozen

#: What happens to a part of a line: nothing ever looks at it (``left``); it is read and goes
#: nowhere (``lost``); the engine crashes there (``crash``); it would never end (``hang``).
Fate: TypeAlias = Literal["left", "lost", "crash", "hang"]


@frozen
class ReadingNote:
    """What the engine does not use, or stumbles over.

    Attributes:
        fate: what happens to it.
        what: which part of a line it is: ``text`` (nobody looks for it), ``restriction``,
            ``target``, ``trigger``, ``condition``, ``may``, ``name``, ``limit``, ``else``,
            ``effect`` (one that another of the same part is taken before), ``part`` (a part
            between ``&`` that nothing is built of) ...
        start: where it begins in the line.
        end: where it ends.
    """

    fate: Fate
    what: str
    start: int
    end: int


@frozen
class BuiltAbility:
    """An ability that the engine builds.

    Attributes:
        kind: what it is, see above.
        values: its texts as the engine keeps them, by what they are: ``cost``, ``event``,
            ``trigger``, ``condition``, ``restriction``, ``target``, ``zone``, ``who``,
            ``amount``, ``limit``, ``until``, ``name``, ``text`` (read in the game) ...
        inner: the abilities in it, in order.
        start: where the words that made it begin in the line; None if they stand nowhere.
        end: where they end.
        written: those words, as they are written.
        beside: the words beside them that say how it is done.
        aim: where its target stands in the line; None without one.
        places: of ``several``, where in the line the part of each begins.
    """

    kind: str
    values: Mapping[str, str] = field(factory=dict, hash=False)
    inner: tuple[BuiltAbility, ...] = ()
    start: int | None = None
    end: int | None = None
    written: str = field(default="", eq=False)
    beside: tuple[str, ...] = field(default=(), eq=False)
    aim: int | None = field(default=None, eq=False)
    places: tuple[int, ...] = field(default=(), eq=False)

    def walk(self) -> Iterator[BuiltAbility]:
        """Yield this ability and all in it, from the outside in."""
        yield self
        for one in self.inner:
            yield from one.walk()


@frozen
class LineReading:
    """What becomes of a line.

    Attributes:
        built: the ability; None if the engine builds nothing.
        notes: what it does not use, or stumbles over, in the order of the line.
    """

    built: BuiltAbility | None
    notes: tuple[ReadingNote, ...] = ()

    @property
    def crashes(self) -> bool:
        """Return whether the engine crashes at the line."""
        return any(note.fate == "crash" for note in self.notes)


@frozen
class CardFacts:
    """What the engine knows of the card when it reads a line.

    Attributes:
        types: the card's types, in lower case.
        paid: the alternative costs that were paid (``kicker``, ``flashback`` ...); None: those
            that a line asks for.
        has_card: whether there is a card, or a token, of a name; None: of every name without
            a comma.
    """

    types: frozenset[str] = frozenset()
    paid: frozenset[str] | None = None
    has_card: Callable[[str], bool] | None = field(default=None, eq=False)

    @property
    def is_spell(self) -> bool:
        """Return whether it is an instant or a sorcery: what it does lasts a turn."""
        return bool(self.types & {"instant", "sorcery"})
