"""What the files of a folder of sets say of one another: printings, primitives, ids and boosters.

Which cards are in the game is asked of the engine's own rules; why others are not is looked up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from itertools import count, islice
from pathlib import Path
from typing import Any, Final, Self

from attrs import field, frozen

from ... import model as _model  # noqa: F401 - before its modules: see cardformats.__getattr__
from ...budget import Budget
from ...caching import Caching
from ...diagnostic_log import DiagnosticLog
from ...source import SourceText, Span
from .engine.loader import Engine, EngineCard
from .engine.macros import EngineMacros
from .engine.primitive import number
from .fields import read_fields
from .filters import Both, Either, Filter, FilterLeaf, Not, parse_filter
from .format import (
    BOOSTER_FILE,
    CARDS_FILE,
    GRADES,
    PRIMITIVES_FOLDER,
    StrPath,
    WagicOptions,
    split,
)
from .from_model import LARGEST_ID
from .packs import WagicBoosterBuilder, WagicPack, default_pack, read_pack
from .primitives import Primitive, Primitives, load_primitives, names_in
from .reader import load_sources, scan
from .syntax import LINES, CardFile, kind_of

#: The worst grade that the engine admits, if its player does not say otherwise.
_USUAL_GRADE: Final = "borderline"
#: The keys of lines that name a primitive.
_NAMING: Final = ("primitive", "backside")


class Reason(Enum):
    """Why a printing is not in the game; its value is the word in messages."""

    NO_PRIMITIVE = "no primitive"  #: nothing has the name
    SPELLING = "spelling"  #: a primitive's name differs in case, spaces, accents or punctuation
    ENCODING = "encoding"  #: the name has other bytes where the primitive stands
    GRADE = "grade"  #: the primitive is worse than the worst grade that is admitted
    SAME_ID = "same id"  #: an earlier printing has the id
    NO_NAME = "no name"  #: it names no primitive, and has no name of its own
    OTHER = "other"  #: the engine reads the file otherwise, e.g. a block that is not closed


@frozen
class Printing:
    """A card of a set, as its block says.

    Attributes:
        name: of its primitive as written, without surrounding spaces; or its own.
        set_code: the folder of the set.
        id: as the engine reads it; 0 if there is none.
        rarity: the letter, as it is written.
        place: where the name stands, or the block begins.
        has_primitive: whether it names a primitive.
    """

    name: str
    set_code: str
    id: int
    rarity: str
    place: Span
    has_primitive: bool = True


@frozen
class Missing:
    """A printing that is not in the game.

    Attributes:
        printing: which one.
        reason: why.
        hint: the names that are perhaps meant, the grade, where the first card of the id stands, or
            the encodings; empty if there is nothing to say.
    """

    printing: Printing
    reason: Reason
    hint: str = ""


@frozen
class BoosterSource:
    """What a set's booster draws from.

    Attributes:
        set_code: the folder of the set.
        is_own: whether a file of the set specifies its booster; otherwise it is the usual one.
        sets: the sets whose cards it asks for by their codes, in capitals; empty if all are.
        place: where the file begins; None without one.
    """

    set_code: str
    is_own: bool
    sets: tuple[str, ...]
    place: Span | None = None


@frozen(slots=False)
class TreeIndex(Caching):
    """What a folder of sets has; files are looked at once.

    Attributes:
        files: the card files of the sets, by the code of the set.
        primitives: what they refer to.
        packs: the files of boosters that can be read, by the code of the set, with their places.
        options: what the files were read with.
    """

    files: Mapping[str, CardFile]
    primitives: Primitives
    packs: Mapping[str, tuple[WagicPack, Span]]
    options: WagicOptions = field(factory=WagicOptions)

    @classmethod
    def read(cls, path: StrPath, **options: Any) -> Self:
        """Return the index of the folder of sets at *path*, or around the set there.

        Args:
            path: a folder of sets, or one that has a folder ``sets``; the folder of a set, or its
                file.
            **options: those of the format ``wagic``; the worst grade is by default the engine's
                own, ``borderline``.

        Raises:
            OptionError: If an option is unknown or has a bad value.
            OSError: If *path* cannot be read.
        """
        made = WagicOptions.make("wagic", "read", {"max_grade": _USUAL_GRADE, **options})
        folder = _folder_of_sets(Path(path))
        next(folder.iterdir(), None)  # raises if there is none
        log = DiagnosticLog(0)
        places = made.places
        if places is None and (folder / PRIMITIVES_FOLDER).is_dir():
            places = (folder / PRIMITIVES_FOLDER,)
        files: dict[str, CardFile] = {}
        packs: dict[str, tuple[WagicPack, Span]] = {}
        for each in split(folder):
            for source in load_sources((each / CARDS_FILE,), made, log):
                files[each.name] = scan(source, log)
            own = each / BOOSTER_FILE
            for source in load_sources((own,), made, log) if own.is_file() else ():
                pack = read_pack(source, log)
                if pack is not None:
                    packs[each.name] = pack, source.span(0)
        return cls(files, load_primitives(places, made), packs, made)

    @cached_property
    def printings(self) -> tuple[Printing, ...]:
        """Return all cards of all sets, in the engine's order."""
        return tuple(
            each
            for code, file in self.files.items()
            for each in _printings(code, file, self.options)
        )

    @cached_property
    def by_name(self) -> Mapping[str, Sequence[Printing]]:
        """Return the printings by the names of their primitives."""
        by_name: defaultdict[str, list[Printing]] = defaultdict(list)
        for each in self.printings:
            by_name[each.name].append(each)
        return dict(by_name)

    def prints(self, name: str) -> Sequence[Printing]:
        """Return the printings of a primitive; if there are none, ignore case in its name."""
        exact = self.by_name.get(name)
        if exact:
            return exact
        near = [each for each in self.primitives.alike(name) if each.lower() == name.lower()]
        return self.by_name.get(near[0].strip(), ()) if near else ()

    def unprinted(self) -> Iterator[Primitive]:
        """Yield the primitives that no set prints, and that are no other side of one, in order.

        Tokens have no printings either, so what only abilities make is here, too.
        """
        sources = (file.source for file in self.primitives.files)
        backs = {back.text for source in sources for back in namings(source, "backside")}
        for file in self.primitives.files:
            for name, block in names_in(file):
                if name.strip() not in self.by_name and name.strip() not in backs:
                    yield Primitive(name, file, block)

    @cached_property
    def missing(self) -> tuple[Missing, ...]:
        """Return the printings that are not in the game, in order, and why."""
        cards = self._engine.cards
        firsts: dict[int, Printing] = {}
        missing = []
        for each in self.printings:
            first = firsts.get(each.id)
            if first is None and self._is(cards.get(each.id), each):
                firsts[each.id] = each
            else:
                missing.append(Missing(each, *self._reason(each, first)))
        return tuple(missing)

    @staticmethod
    def _is(card: EngineCard | None, printing: Printing) -> bool:
        """Return whether *card* is that *printing*."""
        if card is None or card.set_code != printing.set_code:
            return False
        encoded = printing.place.source.encode(printing.name).decode("latin-1")
        return card.data.name.strip() in (encoded, printing.name)

    def _reason(self, printing: Printing, first: Printing | None) -> tuple[Reason, str]:
        """Return the reason why *printing* is missing; the *first* card may have its id."""
        if not printing.name:
            return Reason.NO_NAME, ""
        if printing.has_primitive and (reason := self._reason_of_primitive(printing)):
            return reason
        if first is not None:
            return Reason.SAME_ID, f"{first.name} at {first.place}"
        return Reason.OTHER, ""

    def _reason_of_primitive(self, printing: Printing) -> tuple[Reason, str] | None:
        """Return the reason why the engine lacks the primitive of *printing*."""
        exact = self.primitives.get(printing.place.text)
        if exact is None:
            if alike := self.primitives.alike(printing.name):
                return Reason.SPELLING, " or ".join(alike)
            return Reason.NO_PRIMITIVE, " or ".join(self.primitives.near(printing.name))
        here, there = printing.place.source.encoding, exact.file.source.encoding
        if not printing.name.isascii() and here != there:
            return Reason.ENCODING, f"{here}, but the primitive is in {there}"
        grade = self.primitives.refused_grade(exact, Budget(self.options.max_work))
        return (Reason.GRADE, grade) if grade is not None else None

    @cached_property
    def _engine(self) -> Engine:
        """Return the engine after it has loaded all files."""
        engine = Engine(GRADES.index(self.options.max_grade), EngineMacros(self.options))
        for file in self.primitives.files:
            engine.load(file.source.encode(), None, file.source.name)
        for code, file in self.files.items():
            engine.load(file.source.encode(), code, file.source.name)
        return engine

    @cached_property
    def ids(self) -> Mapping[int, Sequence[Printing]]:
        """Return the printings by their ids, in the order of these."""
        by_id: defaultdict[int, list[Printing]] = defaultdict(list)
        for each in self.printings:
            by_id[each.id].append(each)
        return dict(sorted(by_id.items()))

    def free_ids(self, how_many: int, first: int = 1_000_000) -> tuple[int, ...]:
        """Return the next *how_many* free ids from *first*, or fewer at the limit.

        The engine's ids are positive numbers of 32 bits.
        """
        free = (each for each in count(max(first, 1)) if each not in self.ids)
        left = max(0, LARGEST_ID - max(first, 1) + 1)
        return tuple(islice(free, max(0, min(how_many, left - sum(i >= first for i in self.ids)))))

    def boosters(self) -> Iterator[BoosterSource]:
        """Yield the sets that the booster of each set draws from."""
        for code in self.files:
            pack, place = self.packs.get(code, (default_pack(), None))
            sets = tuple(sorted(_sets_of(pack))) if place else (code.upper(),)
            yield BoosterSource(code, place is not None, sets, place)

    def lacks(self, booster: BoosterSource) -> tuple[str, ...]:
        """Return the codes of the sets that a *booster* needs and that are not there."""
        codes = {code.upper() for code in self.files}
        return tuple(code for code in booster.sets if code not in codes)


def namings(source: SourceText, *keys: str) -> Iterator[Span]:
    """Yield the spans of references to primitives in lines of *keys*, by default of all."""
    for line in LINES.finditer(source.text):
        if line["KEY"] and line["KEY"].strip().lower() in (keys or _NAMING):
            value = line["VALUE"] or ""
            start = line.end("KEY") + 1 + len(value) - len(value.lstrip())
            yield source.span(start, start + len(value.strip()))


def _folder_of_sets(path: Path) -> Path:
    """Return the folder of sets that *path* is, has, or is in.

    A folder that has a folder ``sets`` may also have sets of its own.
    """
    folder = path if path.is_dir() else path.parent
    if (folder / CARDS_FILE).is_file():
        return folder.resolve().parent
    inner = folder / "sets"
    return inner if split(inner) or (inner.is_dir() and not split(folder)) else folder


def _printings(code: str, file: CardFile, options: WagicOptions) -> Iterator[Printing]:
    log = DiagnosticLog(0)
    for block, text in enumerate(file.texts):
        if kind_of(text) != "card":
            continue
        card = read_fields(file, block, log, options.max_line)
        key = "primitive" if "primitive" in card.single else "name"
        yield Printing(
            card.get(key),
            code,
            number(card.single.get("id", "")),
            card.get("rarity"),
            card.place(key),
            key == "primitive",
        )


def _sets_of(pack: WagicPack) -> set[str]:
    """Return the codes of the sets that a *pack* asks for, in capitals."""
    builder = WagicBoosterBuilder(None, "sane", DiagnosticLog(0))
    pools = {pack.pool if slot.pool is None else slot.pool for slot in pack.slots}
    filters = [builder.pool(pool, None) for pool in pools]
    entries = (entry for slot in pack.slots for entry in slot.entries)
    filters += [parse_filter(each.text)[0] for each in entries if each.kind == "random_card"]
    return {code for each in filters for code in _codes_in(each)}


def _codes_in(condition: Filter) -> Iterator[str]:
    """Yield the codes of sets that cards may be of; what is excluded does not count."""
    match condition:
        case FilterLeaf("set", value):
            yield value.strip().upper()
        case Both() | Either():
            yield from _codes_in(condition.first)
            yield from _codes_in(condition.second)
        case Not() | FilterLeaf():
            return
