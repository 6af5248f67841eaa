"""From a card set to sets of the engine: with codes, and printings with ids and rarities."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, count
from operator import not_
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from ...diagnostic_log import DiagnosticLog
from ...losses import Loss, LossLog
from ...model import Booster, Card, CardRef, CardSet, Face
from ...source import SourceText, read_bytes
from ..capabilities import NONE, report_ids, report_metadata, report_printing
from ..folders import around
from .engine.primitive import number
from .fields import PRINTING_KEYS
from .format import (
    CAPABILITIES,
    CARDS_FILE,
    PRIMITIVES_FOLDER,
    WagicOptions,
    nearest_rarity,
    split,
)
from .losses import report_set, report_written_card
from .primitives import Primitives, load_primitives
from .reader import files_in, load_sources, primitive_files
from .syntax import GRAMMAR, LINES, RARITIES, one_line, values_of
from .tree import is_same_file


class TargetFolder:
    """The folder of sets that files are written into; there need not be one.

    The engine takes in each id, and each name of a primitive, only once from all of its files, so
    that a set has to look at what is there beside it.

    Attributes:
        folder: the folder of sets; None if there is none.
        own: the folder of one set, if files are written into that, and into no other.
        code: the code of that set; empty if there is none.
    """

    def __init__(self, folder: Path | None, options: WagicOptions) -> None:
        """Return the *folder*, with the primitives that *options* name, too."""
        self.folder = folder if folder is not None and folder.is_dir() else None
        self.options = options
        #: The files of the sets that were looked through, by their folders.
        self._texts: dict[Path, str] = {}
        self.own, self.code = None, ""
        if self.folder is not None and (self.folder / CARDS_FILE).is_file():
            self.own, self.code = self.folder, self.folder.resolve().name
            self.folder = around(self.own)

    def takes(self, sources: Mapping[str, SourceText]) -> bool:
        """Return whether *sources*, by their paths in a folder of sets, can be written here."""
        if self.own is None:
            return True
        others = {path for path in sources if not path.startswith(f"{self.code}/")}
        are_there = (
            is_same_file(Path(sources[each].name), Path(self.name(each))) for each in others
        )
        return len(others) < len(sources) and all(are_there)

    def place(self, path: str) -> Path | None:
        """Return where the file of that *path* in a folder of sets is written."""
        above = self.folder if self.own is None else self.own
        return None if above is None else above / self.name(path)

    def name(self, path: str) -> str:
        """Return the name in the target of the file of that *path* in a folder of sets.

        Primitives are not in the folder of a set, so that their names are whole paths.
        """
        if self.own is None or self.folder is None:
            return path
        if path.startswith(f"{PRIMITIVES_FOLDER}/"):
            return str((self.folder / path).absolute())
        return path.removeprefix(f"{self.code}/")

    def ids(self, codes: Collection[str]) -> frozenset[str]:
        """Return the ids of all cards but those of the sets *codes*, which are replaced."""
        if self.folder is None:
            return frozenset()
        replaced = {*codes, PRIMITIVES_FOLDER}
        paths = [path / CARDS_FILE for path in split(self.folder) if path.name not in replaced]
        # cards of primitives have ids only if they are printings, and are never replaced unseen
        paths += self._primitive_files()
        ids: set[str] = set()
        for path in paths:
            data = read_bytes(path, self.options.max_size)
            ids.update(map(str, ids_in(data.decode("latin-1"))))
        return frozenset(ids)

    def prints(self, name: str, besides: Collection[str] = ()) -> list[str]:
        """Return the codes of the sets, *besides* some, that print the primitive *name*."""
        sets = split(self.folder) if self.folder is not None else ()
        others = (path for path in sets if path.name not in besides)
        return [path.name for path in others if self._is_printed(name.strip(), path)]

    def _is_printed(self, name: str, path: Path) -> bool:
        """Return whether the set in the folder *path* prints the primitive *name*."""
        if path not in self._texts:
            sources = load_sources((path / CARDS_FILE,), self.options, DiagnosticLog(0))
            self._texts[path] = "".join(source.text for source in sources)
        text = self._texts[path]
        return name in text and name in map(str.strip, values_of(text, "primitive"))

    def primitives(self, *replaced: str) -> Primitives:
        """Return the primitives that are there, besides those in the files *replaced*."""
        named = self.options.places or ()
        places = files_in(named)
        places += [path for path in self._primitive_files() if path not in places]
        if self.folder is not None:
            own = {(self.folder / PRIMITIVES_FOLDER / name).resolve() for name in replaced}
            places = [path for path in places if path.resolve() not in own]
        return load_primitives(tuple(places) if places or named else None, self.options)

    def free_name(self, usual: str, besides: Collection[str] = ()) -> str:
        """Return a name for a new file of primitives: *usual* if free, and none of *besides*."""
        taken = {*(path.name for path in self._primitive_files()), *besides}
        names = (f"{usual}{suffix}.txt" for suffix in chain([""], (f"-{n}" for n in count(2))))
        return next(name for name in names if name not in taken)

    @property
    def primitives_folder(self) -> Path | None:
        """Return the folder of primitives; None if there is none."""
        below = self.folder / PRIMITIVES_FOLDER if self.folder is not None else None
        return below if below is not None and below.is_dir() else None

    def _primitive_files(self) -> tuple[Path, ...]:
        below = self.primitives_folder
        return primitive_files(below) if below is not None else ()


def ids_in(text: str) -> Iterator[int]:
    """Yield the ids in the *text* of a card file: for the engine, all keys that begin with an i."""
    for key, value, _ in LINES.findall(text):
        if key.lstrip()[:1].lower() == "i":
            yield number(value)


#: The code of a set that has none.
_NO_CODE: Final = "CUSTOM"
_NOT_IN_CODES: Final = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST_CODE: Final = 60
#: Names that are no folders everywhere, or are another thing here.
_TAKEN_CODES: Final = re.compile(
    rf"con|prn|aux|nul|(?:com|lpt)[0-9]|{PRIMITIVES_FOLDER}", re.IGNORECASE
)
_ID: Final = GRAMMAR.rule("ID")
#: The engine's ids are numbers of 32 bits.
LARGEST_ID: Final = 2**31 - 1
_DEFAULT_RARITY: Final = "common"
_META_KEY: Final = GRAMMAR.rule("META_KEY")


@frozen
class EngineSet:
    """A set of the engine.

    Attributes:
        code: its folder.
        meta: its metadata.
        pairs: each card as it was given, and as it is written: with this code, an id, a rarity.
        boosters: what its packs are.
        unresolved: printings whose primitives were not there when they were read, as they are
            written.
    """

    code: str
    meta: Mapping[str, str]
    pairs: Sequence[tuple[Card, Card]]
    boosters: tuple[Booster, ...]
    unresolved: Sequence[Card] = ()


def engine_sets(
    cardset: CardSet,
    options: WagicOptions,
    losses: LossLog,
    target: TargetFolder | None = None,
) -> tuple[tuple[EngineSet, ...], tuple[Card, ...]]:
    """Return the sets that *cardset* is, and the cards in it that are no printings.

    If there is a code for all of them, all are printings.  Ids are free in *target*; without one
    everything is in one file, and cards that are no printings have a set beside them, if only for
    its name.
    """
    one_file = target is None
    report_set(cardset, losses)
    cards = (*cardset.cards, *named_cards(cardset))
    drawn = {
        card.ref if (card := cardset.card(entry.card)) else entry.card
        for sheet in cardset.sheets.values()
        for entry in sheet.entries
    }
    for card in cards:
        report_written_card(card, losses)
    have_code = options.code is not None or cardset.code is not None
    are_alone = [not have_code and _is_primitive(card, drawn) for card in cards]
    alone = tuple(compress(cards, are_alone))
    printings = list(compress(cards, map(not_, are_alone)))
    no_set = not cardset.cards or one_file
    codes = _codes(
        cardset,
        printings,
        options,
        losses,
        if_none=_NO_CODE if no_set else None,
        own=target.code if target is not None and target.own is not None else None,
    )
    by_code: dict[str, list[tuple[Card, Card]]] = {code: [] for code in codes.values()}
    missing = [*_with_sets(_unresolved(cardset, losses), codes, by_code, losses)]
    # those of the missing ones come last: an id that a card has, too, is the card's
    taken = target.ids(by_code) if target is not None else frozenset()
    ids = _ids([*printings, *missing], options.first_id, losses, taken)
    for card, identifier in zip(printings, ids, strict=False):
        code = codes[card.set_code]
        by_code[code].append((card, _as_written(card, code, identifier, losses)))
    is_beside_sets = bool(by_code and (printings or not one_file))
    if is_beside_sets or any(card.ids for card in alone):
        without = "cards without a code, a number and a rarity"
        kind = "cards in no set, beside sets" if is_beside_sets else without
        for card in alone:
            losses.changed(Loss.CARD, card.name, kind, "primitives only")
    unresolved: defaultdict[str, list[Card]] = defaultdict(list)
    for card, identifier in zip(missing, ids, strict=True):
        code = str(card.set_code)
        unresolved[code].append(_as_written(card, code, identifier, losses))
    if len(by_code) == 1:
        ((code, pairs),) = by_code.items()
        name = cardset.name or next((booster.name for booster in cardset.boosters), "")
        meta = _name(name, code, losses) | _meta(cardset, losses)
        return (EngineSet(code, meta, pairs, cardset.boosters, unresolved[code]),), alone
    if cardset.name:
        several = "several sets" if by_code else "a set of primitives only"
        losses.dropped(Loss.NAME, cardset.name, f"the name of {several}")
    report_metadata(cardset, NONE, losses)
    sets = []
    for code, pairs in by_code.items():
        boosters = tuple(each for each in cardset.boosters if codes[each.id] == code)
        meta = _name(boosters[0].name if boosters else "", code, losses)
        sets.append(EngineSet(code, meta, pairs, boosters, unresolved[code]))
    return tuple(sets), alone


def _with_sets(
    cards: Iterable[Card],
    codes: Mapping[str | None, str],
    folders: Collection[str],
    losses: LossLog,
) -> Iterator[Card]:
    """Yield those of *cards* that are of one of the sets in *folders*, with its code.

    A set that was read alone does not say its code.
    """
    for card in cards:
        code = next(iter(folders)) if len(folders) == 1 else codes.get(card.set_code)
        if code is None:
            losses.dropped(Loss.CARD, card.name, "printings whose primitives are missing")
        else:
            yield evolve(card, set_code=code)


def cards_with_ids(cardset: CardSet) -> list[tuple[Card, Card]]:
    """Return all cards, each unchanged and with the id and rarity that are written."""
    cards, losses = (*cardset.cards, *named_cards(cardset)), LossLog("wagic")
    ids = _ids(cards, WagicOptions().first_id, losses)
    return [
        (card, _as_written(card, card.set_code, identifier, losses))
        for card, identifier in zip(cards, ids, strict=True)
    ]


def is_code(text: str) -> bool:
    """Return whether *text* is a code that can stand in a filter, and be the name of a folder."""
    return bool(text) and _NOT_IN_CODES.search(text) is None


def named_cards(cardset: CardSet) -> Iterator[Card]:
    """Yield a card for each that the sheets only name; the name of a sheet may be its rarity."""
    named: set[CardRef] = set()
    for sheet in cardset.sheets.values():
        word = sheet.name.lower().rsplit(" ", 1)[-1]
        rarity = word if word in RARITIES.values() else None
        for entry in sheet.entries:
            ref = entry.card
            if ref not in named and cardset.card(ref) is None:
                named.add(ref)
                ids = {"wagic": ref.id} if ref.id is not None else {}
                yield Card(Face(ref.name), ref.set_code, ref.number, rarity, ids)


def _is_primitive(card: Card, drawn: set[CardRef]) -> bool:
    """Return whether *card* is in no set and no pack."""
    is_printing = card.set_code or card.number or card.rarity or "wagic" in card.ids
    return not is_printing and card.ref not in drawn


def _codes(
    cardset: CardSet,
    printings: Iterable[Card],
    options: WagicOptions,
    losses: LossLog,
    *,
    if_none: str | None,
    own: str | None = None,
) -> dict[str | None, str]:
    """Return a folder for each code; all share one unless each has its own boosters.

    *if_none* is the code if there are no *printings*; if it is None, there is no set then.
    A folder that is there has its *own* name, whatever that is.
    """
    counts = Counter(card.set_code for card in printings)
    single = options.code or cardset.code
    if single is None and any(booster.id not in counts for booster in cardset.boosters):
        single = next((code for code, _ in counts.most_common() if code), _NO_CODE)
    if single is None and not counts:
        single = if_none
    if single is None:
        return _folders(counts, losses)
    for card in printings:
        code = card.set_code
        if code is not None and code.lower() != single.lower():
            losses.changed(Loss.SET, card.name, "codes of sets", "all one")
    folder = single if single == own else _folder(single, losses)
    return dict.fromkeys(counts, folder) or {single: folder}


def _folders(codes: Iterable[str | None], losses: LossLog) -> dict[str | None, str]:
    """Return a folder for each of *codes*; only those that differ in case alone share one."""
    folders: dict[str, str] = {}
    taken: Counter[str] = Counter()
    names: dict[str | None, str] = {}
    for code in codes:
        key = (code or "").lower()
        if key in folders:
            losses.changed(Loss.SET, code or _NO_CODE, "codes that differ in case only")
        else:
            base = folder = _folder(code or _NO_CODE, losses)
            while folder.lower() in taken:
                taken[base.lower()] += 1
                folder = f"{base}_{taken[base.lower()]}"
            taken[folder.lower()] = 0
            folders[key] = folder
            if folder != base:
                losses.changed(
                    Loss.SET, code or base, "codes that are the same as names of folders"
                )
        names[code] = folders[key]
    return names


def _folder(code: str, losses: LossLog) -> str:
    """Return *code* as the name of a folder."""
    folder = _NOT_IN_CODES.sub("_", code[:_LONGEST_CODE]) or _NO_CODE
    if _TAKEN_CODES.fullmatch(folder):
        folder += "_"
    if folder != code:
        losses.changed(Loss.SET, code, "codes that are no names of folders")
    return folder


def _ids(
    cards: Sequence[Card], first: int, losses: LossLog, taken: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield an id for each card: its own, or the next one that is free and not *taken*."""
    own = {card.ids["wagic"] for card in cards if _is_id(card.ids.get("wagic", ""))} - taken
    used: set[str] = set()
    following = first
    for card in cards:
        identifier = card.ids.get("wagic", "")
        if identifier not in own or identifier in used:
            if identifier in taken:
                losses.changed(Loss.ID, card.name, "ids that other cards in the folder have")
            elif identifier:
                losses.changed(Loss.ID, card.name, "ids that are no numbers, or not unique")
            while str(following) in own or str(following) in taken:
                following += 1
            identifier, following = str(following), following + 1
        used.add(identifier)
        yield identifier


def _is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None and abs(int(text)) <= LARGEST_ID


def _as_written(card: Card, code: str | None, identifier: str, losses: LossLog) -> Card:
    """Return *card* with its *code*, *identifier* and a rarity that has a letter."""
    rarity = card.rarity
    report_printing(card, CAPABILITIES, losses)
    if rarity not in RARITIES.values():
        rarity = nearest_rarity(card)
    return evolve(card, set_code=code, number=identifier, rarity=rarity, ids={"wagic": identifier})


def _name(name: str, code: str, losses: LossLog) -> dict[str, str]:
    """Return the metadata that say the *name* of the set *code*, if its code does not."""
    value = one_line(name).strip()
    if value != name:
        losses.changed(Loss.NAME, name, "names of sets with line ends or surrounding spaces")
    return {"name": value} if value not in ("", code) else {}


def _meta(cardset: CardSet, losses: LossLog) -> dict[str, str]:
    """Return the metadata of *cardset* besides its name."""
    meta: dict[str, str] = {}
    known: set[str] = set()
    for key, value in cardset.meta.items():
        word = key.strip().lower()
        is_key = _META_KEY.fullmatch(word) and word == one_line(word)
        if is_key and word != "name" and word not in meta:
            if word != key:
                losses.changed(Loss.METADATA, key, "keys of metadata in upper case")
            meta[word] = line = one_line(value).strip()
            if line != value:
                losses.changed(Loss.METADATA, key, "metadata with line ends or surrounding spaces")
            known.add(key)
    report_metadata(cardset, frozenset(known), losses)
    return meta


def metadata(cardset: CardSet, losses: LossLog) -> dict[str, dict[str, str]]:
    """Return the metadata of each set, by its code; the default name is the code."""
    if cardset.code is not None:
        name = {"name": cardset.code} | _name(cardset.name, cardset.code, losses)
        return {cardset.code: name | _meta(cardset, losses)}
    return {
        code: {"name": code} | _name(each.name, code, losses)
        for each in reversed(cardset.boosters)
        if (code := each.id) is not None
    }


def with_ids(
    cardset: CardSet, options: WagicOptions, losses: LossLog, target: TargetFolder
) -> CardSet:
    """Return *cardset*, which was read and changed, with what the new printings need in *target*.

    Raises:
        ModelError: If references cannot tell the new ones from others.
    """
    before: Sequence[Card] = ()
    if cardset.as_read is not None:
        before, code = cardset.as_read.cards, cardset.as_read.code
        if cardset.code is None and code and {card.set_code for card in cardset.cards} <= {code}:
            losses.changed(Loss.SET, cardset.name, "a set without a code", code)
            cardset = evolve(cardset, code=code)
    known, known_ids = set(map(id, before)), {card.ids.get("wagic") for card in before} - {None}
    new = [card for card in cardset.cards if id(card) not in known]
    new = [card for card in new if not _is_printing(card, cardset.code, known_ids)]
    codes = {card.set_code for card in before} - {None}
    # where no id is new, the files that have the others need not be read
    there = target.ids([str(code) for code in codes]) if new else frozenset()
    new = [card for card in new if not _is_printing(card, cardset.code, known_ids, there)]
    if not new:
        return cardset
    taken = set(there)
    taken.update(card.ids.get("wagic", "") for card in cardset.cards if id(card) in known)
    ids = _ids(new, options.first_id, losses, frozenset(taken))
    for card in new:
        if cardset.code is not None and card.set_code not in (None, cardset.code):
            losses.changed(Loss.SET, card.name, "codes of sets", "all one")
        report_ids(card, CAPABILITIES, losses)
        if card.number is None and card.ids.get("wagic") in known_ids:
            losses.changed(Loss.NUMBER, card.name, "cards without a number", "their ids")
    written = {
        card: _as_written(card, cardset.code or card.set_code, identifier, losses)
        for card, identifier in zip(new, ids, strict=True)
    }
    cardset = cardset.replacing(written, move=False)
    refs = {card.ref for card in written.values()}
    sheets = {}
    for name, sheet in cardset.sheets.items():
        named = [cardset.card(entry.card) for entry in sheet.entries]
        entries = [
            evolve(entry, card=card.ref) if card is not None and card.ref in refs else entry
            for entry, card in zip(sheet.entries, named, strict=True)
        ]
        sheets[name] = evolve(sheet, entries=entries)
    return evolve(cardset, sheets=sheets)


def _is_printing(
    card: Card,
    code: str | None,
    before: Collection[str | None],
    there: Collection[str] | None = None,
) -> bool:
    """Return whether *card* has all that a printing needs, or is none.

    *before* are the ids of the cards that were read, and *there* are those of others; if these are
    not known, no other id is free.
    """
    if code is None and card.set_code is None and "wagic" not in card.ids:
        return True
    own = card.ids.get("wagic", "")
    is_complete = card.rarity in RARITIES.values() and card.set_code == (code or card.set_code)
    is_free = own in before or (there is not None and _is_id(own) and own not in there)
    return is_complete and is_free and card.number == own and len(card.ids) == 1


def _unresolved(cardset: CardSet, losses: LossLog) -> Iterator[Card]:
    """Yield the printings whose primitives were not found: names of cards only."""
    kept = cardset.extras.get("wagic", {}).get("unresolved", ())
    for each in kept if isinstance(kept, tuple) else (kept,):
        lines = dict(each) if isinstance(each, Mapping) else {}
        values = {key: one_line(str(value)).strip() for key, value in lines.items()}
        name = values.get("primitive", "")
        of_set = values.pop("set", None)
        if not name or not values.keys() <= PRINTING_KEYS:
            losses.dropped(Loss.EXTRAS, cardset.name, "wagic 'unresolved' that is no printing")
            continue
        if values != {key: lines[key] for key in values}:
            losses.changed(Loss.EXTRAS, name, "wagic 'unresolved'")
        # where no line says it, readers take it for common
        rarity = values.get("rarity") or _DEFAULT_RARITY
        ids = {"wagic": values["id"]} if values.get("id") else {}
        yield Card(Face(name), of_set, None, RARITIES.get(rarity[0].upper(), rarity), ids)
