"""Files of cards that were changed in a few places: as they were read, but for these."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import evolve

from ...errors import ModelError
from ...losses import Loss, LossLog
from ...model import Card, CardSet, Entry, Sheet, Value
from ...model.frozen import EMPTY
from ...source import SourceText
from ..capabilities import report_lost_edits
from ..patch import CannotPatchError, Edit, aligned, patched
from .again import block_again, cards_again, read_again, sheets_again
from .block_lines import BlockLines
from .card_lines import backs, card_name, primitive_lines, printing_lines
from .fields import SCRIPT_KEYS
from .format import CARDS_FILE, WagicOptions
from .from_model import metadata, with_ids
from .losses import report_set, report_written_card
from .macros import Calls
from .packs_from_model import pack_texts, patched_packs
from .primitives import Primitive, names_in
from .syntax import kind_of
from .tree import FileTree, is_of_primitives

#: A block: the path of its file, and its number there.
_Place: TypeAlias = tuple[str, int]
_REFERENCE: Final = re.compile(r"(?mi)^[ \t]*pr[^=\n]*=")


def patched_sources(
    cardset: CardSet,
    tree: FileTree,
    options: WagicOptions,
    losses: LossLog,
    folder: Path | None = None,
) -> dict[str, SourceText]:
    """The files of *tree*, changed where *cardset* is no longer what was read from them.

    New ids are free in *folder*, where the files will be.

    Raises:
        CannotPatchError: something that has changed has no place of its own in the files.
    """
    if cardset.as_read is None or len(tree.places) != len(cardset.as_read.cards):
        raise CannotPatchError("the blocks of the cards are not known")
    try:
        cardset = with_ids(cardset, options, losses, folder)
    except ModelError as error:
        raise CannotPatchError(str(error)) from error
    patch = _Patch(cardset, tree, options, losses)
    patch.find()
    if _kept_of_set(cardset) != _kept_of_set(patch.before):
        report_set(cardset, losses)
    sources = dict(tree.sources)
    for path, edits in patch.by_file().items():
        source = sources[path]
        sources[path] = SourceText(source.name, patched(source.text, edits), source.encoding)
        if not _is_decoded(sources[path], edits):
            raise CannotPatchError("characters that the file cannot hold")
    if patch.is_seen_to_say():
        patch.report_lost_edits()
        return sources
    again = read_again(tree, sources)
    if not patch.has_cards_of(again):
        raise CannotPatchError("what is read back has other cards")
    patch.report_lost_edits()
    _report_booster_names(cardset, again, losses)
    if _sheets_and_packs(again) != _sheets_and_packs(cardset):
        sources |= _with_packs(cardset, again, sources, tree, losses)
    return sources


def _with_packs(
    cardset: CardSet,
    again: CardSet,
    sources: dict[str, SourceText],
    tree: FileTree,
    losses: LossLog,
) -> dict[str, SourceText]:
    """The files of packs that *cardset* needs, which *again*, read from *sources*, has not.

    Raises:
        CannotPatchError: with them, too, what is read back has other packs.
    """
    packs = patched_packs(cardset, again, sources, losses)
    scrap = LossLog("wagic")
    if packs:
        again = read_again(tree, sources | packs)
        if pack_texts(again, scrap) != pack_texts(cardset, scrap):
            raise CannotPatchError("what is read back has other packs")
    return packs


def _report_booster_names(cardset: CardSet, again: CardSet, losses: LossLog) -> None:
    before = cardset.as_read.boosters if cardset.as_read else ()
    for booster, was, now in zip(cardset.boosters, before, again.boosters, strict=False):
        if booster.name not in (was.name, now.name):
            losses.changed(Loss.BOOSTER, booster.name, "names of boosters", "those of their sets")


def _is_decoded(source: SourceText, edits: Iterable[Edit]) -> bool:
    """Whether readers get the text again from its bytes."""
    try:
        for edit in edits:
            edit.new.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return source.encoding != "cp1252" or source.is_decoded_again()


def _sheets_and_packs(cardset: CardSet) -> object:
    """The sheets, with their cards in one order, and the boosters."""
    return _in_order(cardset.sheets), cardset.boosters


def _in_order(sheets: Mapping[str, Sheet]) -> dict[str, Sheet]:
    """*sheets* with their cards in one order."""
    ordered = {}
    for name, sheet in sheets.items():
        entries: list[Entry] = sorted(sheet.entries, key=lambda entry: str(entry.card))
        ordered[name] = evolve(sheet, entries=entries)
    return ordered


class _Patch:
    """Finds the edits of all files."""

    def __init__(
        self, cardset: CardSet, tree: FileTree, options: WagicOptions, losses: LossLog
    ) -> None:
        assert cardset.as_read is not None  # noqa: S101 - it was read
        self.before, self.after = cardset.as_read, cardset
        self.tree, self.losses = tree, losses
        self.blocks: dict[_Place, list[Edit]] = {}
        #: Blocks that are added or removed, and metadata.
        self.others: defaultdict[str, list[Edit]] = defaultdict(list)
        self.primitives = tree.primitives
        self.paths = {id(tree.file(path)): path for path in tree.primitive_paths}
        self.calls = Calls(cardset, self.primitives.macros, options)
        self.changed: list[tuple[int, Card, Card]] = []
        #: The primitives that are changed, by the name that they had.
        self.bodies: dict[str, Card] = {}
        self._scrap = LossLog("wagic")
        #: The cards that are not read back as they are meant, by ``id()``.
        self.unlike: dict[int, Card] = {}

    def find(self) -> None:
        """Find the edits.

        Raises:
            CannotPatchError: see :func:`patched_sources`.
        """
        last: int | None = None
        for was, now in _pairs(self.before.cards, self.after.cards):
            old = None if was is None else self.before.cards[was]
            new = None if now is None else self.after.cards[now]
            is_one = old is not None and new is not None and _is_same(old, new)
            if old is not None and new is not None and was is not None and is_one:
                self.changed.append((was, old, new))
            else:
                if was is not None:
                    self.remove(was)
                if new is not None:
                    self.add(new, last if was is None else was)
            last = was if was is not None else last
        self.change_cards()
        self.change_meta()

    def by_file(self) -> dict[str, list[Edit]]:
        """The edits of each file."""
        edits = {path: [*its] for path, its in self.others.items()}
        for (path, _), its in self.blocks.items():
            edits.setdefault(path, []).extend(its)
        return {path: its for path, its in edits.items() if its}

    def is_seen_to_say(self) -> bool:
        """Whether the changed blocks say the changed cards, and nothing else can have changed."""
        texts, touched = self.texts_again(), self.touched()
        if texts is None or touched is None or not self.is_in_place() or not self.has_sheets():
            return False
        names = {card_name(card) for number in touched for card in self.with_backs(number)}
        if not self.bodies.keys() <= names:
            return False
        cards = cards_again(self.tree, touched, texts, names)
        meant = [self.after.cards[number] for number in touched]
        return cards is not None and all(map(self.says, cards, meant))

    def is_in_place(self) -> bool:
        """Whether nothing has changed but cards, in their places, with their ids."""
        before, after = self.before, self.after
        if any(self.others.values()) or len(before.cards) != len(after.cards):
            return False
        kept = [
            (each.boosters, each.extras, each.meta, each.name, each.code)
            for each in (before, after)
        ]
        renamed = [new.name for _, old, new in self.changed if new.name != old.name]
        return (
            kept[0] == kept[1]
            and all(old.ids == new.ids for _, old, new in self.changed)
            and all(_are_calls_same(old, new) for _, old, new in self.changed)
            and (not renamed or self.are_new(renamed))
        )

    def has_sheets(self) -> bool:
        """Whether the changed cards are on the sheets that readers put them on."""
        pairs = [(old, new) for _, old, new in self.changed]
        made, meant = sheets_again(self.tree, self.before, self.after, pairs), self.after.sheets
        if made is None or made.keys() != meant.keys():
            return False
        differing = [name for name in made if made[name] is not meant[name]]
        sides = [_in_order({name: each[name] for name in differing}) for each in (made, meant)]
        return sides[0] == sides[1]

    def are_new(self, names: Iterable[str]) -> bool:
        """Whether no card has one of *names*, and no printing or back has been looked up by it."""
        unresolved: Any = self.before.extras.get("wagic", EMPTY).get("unresolved", ())
        known = {each.get("primitive", "").strip() for each in unresolved}
        are_printings = not any(is_of_primitives(path) for path, _ in self.tree.places)
        is_known = any(name in known or self.primitive(name) for name in names)
        return are_printings and not is_known and not self.naming({*names})

    def naming(self, names: Collection[str]) -> set[int]:
        """The numbers of the cards that have one of *names*, or a back that has."""
        return {
            number
            for number, card in enumerate(self.before.cards if names else ())
            if card.faces[0].name in names or (card.extras and _back_name(card) in names)
        }

    def texts_again(self) -> dict[_Place, str] | None:
        """What the changed blocks say now; None if one is no longer one block."""
        texts: dict[_Place, str] = {}
        for place, edits in self.blocks.items():
            path, number = place
            lines = BlockLines(self.tree.file(path), number)
            moved = [
                Edit(each.start - lines.start, each.end - lines.start, each.new) for each in edits
            ]
            text = block_again(patched(lines.text[lines.start : lines.close], moved))
            if text is None:
                return None
            texts[place] = text
        return texts

    def touched(self) -> list[int] | None:
        """The numbers of the cards that blocks with edits say anything of; None if not known."""
        if self.bodies and self.tree.has_renamed:
            return None
        changed = {number for number, _, _ in self.changed}
        return sorted(changed | self.naming(self.bodies.keys()))

    def with_backs(self, number: int) -> list[Card]:
        card = self.before.cards[number]
        return [card, *(Card(evolve(each, kind="front")) for each in backs(card))]

    def has_cards_of(self, again: CardSet) -> bool:
        """Whether *again* has the cards, name and metadata that are meant, but for its sheets."""
        ours, theirs = map(_in_sets, (self.after.cards, again.cards))
        names = (self.after.code, _kept(self.after)) == (again.code, _kept(again))
        meta = metadata(self.after, self._scrap) == metadata(again, self._scrap)
        return names and meta and all(self.says(*pair) for pair in zip_longest(theirs, ours))

    def says(self, one: Card | None, other: Card | None) -> bool:
        """Whether the same is written of two cards, and *one*, read back, has the same macros."""
        if one is other or one == other:
            return True
        if one is not None and other is not None and _content(one) != _content(other):
            self.unlike[id(other)] = other
        return self.all_lines(one) == self.all_lines(other) and (one is None or self.expands(one))

    def report_lost_edits(self) -> None:
        """Report what was changed and has no place in the files, where nothing is reported yet."""
        if self.losses.finish():
            return
        before, after = self.before, self.after
        again = after
        if sum(path.endswith(f"/{CARDS_FILE}") for path in self.tree.sources) > 1:
            # several sets have neither a name nor metadata
            again = evolve(after, name=before.name, meta=before.meta)
        report_lost_edits(before, after, again, self.losses, cards=self.unlike.values())

    def expands(self, card: Card) -> bool:
        """Whether the scripts of *card* were expanded by the macros that are meant."""
        kept = card.extras.get("wagic", EMPTY)
        expanded = kept.get("expanded")
        made = expanded if isinstance(expanded, Mapping) else EMPTY
        scripts: list[Any] = [
            (kept[key], made.get(key, kept[key])) for key in SCRIPT_KEYS & kept.keys()
        ]
        return all(self.calls.say(*each) for each in scripts)

    def all_lines(self, card: Card | None) -> Sequence[Sequence[str]]:
        """All that is written of a card."""
        if card is None:
            return ()
        faces = [card, *(Card(evolve(each, kind="front")) for each in backs(card)[:1])]
        return [_own_lines(card), *map(self.lines, faces)]

    def lines(self, card: Card, losses: LossLog | None = None) -> tuple[str, ...]:
        """What is written of a card itself."""
        return primitive_lines(card, losses or self._scrap, self.calls)

    def change_cards(self) -> None:
        """Change the cards that are still there.

        Printings of one name share a primitive: it is changed if all are changed alike; else those
        that are have all their lines in their own blocks.
        """
        shared: defaultdict[str, dict[int, tuple[Card, Card]]] = defaultdict(dict)
        for number, old, new in self.changed:
            if old.set_code != new.set_code:
                raise CannotPatchError("a card is in another set")
            report_written_card(new, self.losses)
            if self.refers(self.tree.places[number]):
                shared[card_name(old)][number] = (old, new)
            else:
                own = [(*self.lines(card), *_own_lines(card)) for card in (old, new)]
                self.change_block(self.tree.places[number], *own)
        users = self.users(shared)
        for name, its in shared.items():
            old, new = next(iter(its.values()))
            meant = {self.lines(new, self.losses) for _, new in its.values()}
            is_whole = users[name] <= its.keys() and len(meant) == 1
            primitive = self.primitive(name)
            is_own = primitive is not None and id(primitive.file) in self.paths
            if is_own and is_whole and primitive is not None and meant != {self.lines(old)}:
                self.bodies[name] = new
                self.change_block(self.place_of(primitive), self.lines(old), meant.pop())
            for number, (was, now) in its.items():
                self.change_printing(number, was, now, in_block=not (is_own and is_whole))
        for _, old, new in self.changed:
            self.change_backs(old, new)

    def change_printing(self, number: int, old: Card, new: Card, *, in_block: bool) -> None:
        """Change the block of a printing that refers to a primitive."""
        before: tuple[str, ...] = (f"primitive={card_name(old)}",)
        after: tuple[str, ...] = (f"primitive={card_name(new)}",)
        if in_block and self.lines(old) != self.lines(new):
            after = self.lines(new)
        own = _own_lines(old), _own_lines(new)
        self.change_block(self.tree.places[number], (*before, *own[0]), (*after, *own[1]))

    def change_backs(self, old: Card, new: Card) -> None:
        """Change the primitives of backs, unless they are cards that are changed themselves."""
        for was, now in zip(backs(old), backs(new), strict=False):
            faces = [Card(evolve(each, kind="front")) for each in (was, now)]
            name, lines = card_name(faces[0]), [self.lines(each) for each in faces]
            if lines[0] != lines[1] and name not in self.bodies:
                self.bodies[name] = faces[1]
                primitive = self.primitive(name)
                if primitive is None:
                    raise CannotPatchError("a back has no primitive")
                self.change_block(self.place_of(primitive), *lines)

    def users(self, names: Iterable[str]) -> dict[str, set[int]]:
        """The cards that refer to primitives, by the names of these."""
        users: dict[str, set[int]] = {name: set() for name in names}
        for number, card in enumerate(self.before.cards) if users else ():
            if card.name in users and self.refers(self.tree.places[number]):
                users[card.name].add(number)
        return users

    def refers(self, place: _Place) -> bool:
        """Whether a block refers to a primitive."""
        return _REFERENCE.search(self.tree.file(place[0]).texts[place[1]]) is not None

    def primitive(self, name: str) -> Primitive | None:
        """The primitive of that name."""
        return self.primitives.get(name) or self.primitives.get_stripped(name)

    def place_of(self, primitive: Primitive) -> _Place:
        """Its block.

        Raises:
            CannotPatchError: it is in no file of the tree.
        """
        path = self.paths.get(id(primitive.file))
        if path is None:
            raise CannotPatchError("a primitive is in a file elsewhere")
        return path, primitive.number

    def change_block(self, place: _Place, before: Sequence[str], after: Sequence[str]) -> None:
        """Change the lines of a block in which *before* and *after* differ."""
        if before == after:
            return
        edits = BlockLines(self.tree.file(place[0]), place[1]).changed(before, after)
        if self.blocks.setdefault(place, edits) != edits:
            raise CannotPatchError("a block is to say two things")

    def remove(self, number: int) -> None:
        """Remove a card with the comment above it; its primitive stays, others may need it."""
        path, block = self.tree.places[number]
        self.others[path].append(BlockLines(self.tree.file(path), block).whole())

    def add(self, card: Card, last: int | None) -> None:
        """Add a card behind the one of the number *last*, or at the end of its set."""
        report_written_card(card, self.losses)
        path, block = self.home(card, last)
        lines = self.lines(card, self.losses)
        if card.set_code is None:
            if not is_of_primitives(path):
                raise CannotPatchError("a new card in no set")
            own = (*lines, *_own_lines(card))
            self.others[path].append(BlockLines(self.tree.file(path), block).behind(own))
            return
        name = card_name(card)
        if self.primitive(name) is None and self.paths and self.primitives.available:
            self.add_primitive(
                name, lines, self.before.cards[self.tree.places.index((path, block))]
            )
            body: tuple[str, ...] = (f"primitive={name}",)
        else:
            body = (f"primitive={name}",) if self.is_known(name, lines) else lines
        own = (*body, *_own_lines(card))
        self.others[path].append(BlockLines(self.tree.file(path), block).behind(own))

    def home(self, card: Card, last: int | None) -> _Place:
        """The block behind which *card* is added."""
        path = f"{card.set_code}/{CARDS_FILE}"
        places = self.tree.places
        if last is not None and card.set_code in (None, self.before.cards[last].set_code):
            return places[last]
        for place in reversed(places):
            if place[0] == path or card.set_code is None:
                return place
        raise CannotPatchError("the set of a new card is not there")

    def is_known(self, name: str, lines: tuple[str, ...]) -> bool:
        """Whether the primitive of that name says *lines*."""
        primitive = self.primitive(name)
        if primitive is None:
            return lines == (f"name={name}",)
        body = self.primitives.body(primitive)[0]
        return self.lines(Card(body.face, extras={"wagic": body.extras})) == lines

    def add_primitive(self, name: str, lines: Sequence[str], beside: Card) -> None:
        """Add a primitive where its name belongs, if the names are in order, or beside a card's."""
        primitive = self.primitive(card_name(beside))
        path, number = (
            self.place_of(primitive) if primitive else (self.tree.primitive_paths[-1], -1)
        )
        file = self.tree.file(path)
        names = [(each.lower(), number) for each, number in names_in(file)]
        before = [each for each in names if each[0] < name.lower()]
        if before and names == sorted(names):
            number = before[-1][1]
        if not file.texts:
            raise CannotPatchError("no file has a place for a new primitive")
        self.others[path].append(BlockLines(file, number % len(file.texts)).behind(lines))

    def change_meta(self) -> None:
        """Change the metadata of a single set, or the names of several."""
        before, after = metadata(self.before, self._scrap), metadata(self.after, self.losses)
        for code in after:
            path, was, now = f"{code}/{CARDS_FILE}", before.get(code, {"name": code}), after[code]
            if was == now or path not in self.tree.sources:
                continue
            file = self.tree.file(path)
            blocks = [n for n, text in enumerate(file.texts) if kind_of(text) == "meta"]
            if not file.texts:
                raise CannotPatchError("a file without blocks")
            if not blocks:
                lines = [f"{key}={value}" for key, value in now.items()]
                self.others[path].append(BlockLines(file, 0).before(lines, "meta"))
                continue
            lines_of = BlockLines(file, blocks[-1])
            if was["name"] == now["name"] or not lines_of.has("name"):
                was = {key: value for key, value in was.items() if key != "name"}
            if before.get(code, {}).get("name", code) == now["name"]:
                now = {key: value for key, value in now.items() if key != "name"}
            sides = [[f"{key}={value}" for key, value in each.items()] for each in (was, now)]
            self.others[path] += lines_of.changed(*sides)


def _pairs(
    before: Sequence[Card], after: Sequence[Card]
) -> Iterator[tuple[int | None, int | None]]:
    """Which card has become which, of those that are not the very same."""
    start, ends = 0, [len(before), len(after)]
    while start < min(ends) and before[start] is after[start]:
        start += 1
    while start < min(ends) and before[ends[0] - 1] is after[ends[1] - 1]:
        ends = [each - 1 for each in ends]
    numbers = range(start, ends[0])
    if ends[0] == ends[1]:
        differing = [number for number in numbers if before[number] is not after[number]]
        old = {id(before[number]) for number in differing}
        if not any(id(after[number]) in old for number in differing):
            yield from ((number, number) for number in differing)
            return
    parts = [
        list(map(id, each[start:end])) for each, end in zip((before, after), ends, strict=True)
    ]
    for was, now in aligned(*parts):
        pair = (None if was is None else was + start, None if now is None else now + start)
        if pair[0] is None or pair[1] is None or before[pair[0]] is not after[pair[1]]:
            yield pair


def _is_same(old: Card, new: Card) -> bool:
    """Whether a card that stands in the place of another one is that card, changed."""
    ids = old.ids.get("wagic"), new.ids.get("wagic")
    return ids[0] == ids[1] if all(ids) else True


def _own_lines(card: Card) -> tuple[str, ...]:
    """The lines that only a printing has."""
    return printing_lines(card) if "wagic" in card.ids else ()


def _back_name(card: Card) -> str | None:
    """The name of the primitive of the back of *card*, whether or not it is there."""
    back = card.extras.get("wagic", EMPTY).get("backside")
    return back.strip() if isinstance(back, str) else None


def _are_calls_same(old: Card, new: Card) -> bool:
    """Whether two cards call the same macros."""
    return _calls(old) == _calls(new)


def _calls(card: Card) -> dict[str, Value]:
    """The lines of *card* that call macros, and what these are expanded to."""
    kept = card.extras.get("wagic", EMPTY)
    expanded = kept.get("expanded")
    keys = expanded if isinstance(expanded, Mapping) else ()
    return {"expanded": expanded, **{f"={key}": kept.get(key) for key in keys}}


def _in_sets(cards: Iterable[Card]) -> list[Card]:
    """*cards*, those of each set together."""
    by_code: defaultdict[str | None, list[Card]] = defaultdict(list)
    for card in cards:
        by_code[card.set_code].append(card)
    return [card for its in by_code.values() for card in its]


def _kept_of_set(cardset: CardSet) -> object:
    """What may be lost of a set besides its cards and boosters."""
    sheets = {name: sheet.extras for name, sheet in cardset.sheets.items()}
    return cardset.event, cardset.extras, cardset.boosters, sheets


def _kept(cardset: CardSet) -> object:
    """What of the extras is read back."""
    return cardset.extras.get("wagic", {}).get("unresolved")


def _content(card: Card) -> tuple[object, ...]:
    """What a card says, but for the spelling of it."""
    kept = card.extras.get("wagic", EMPTY)
    return card.faces, {key: kept[key] for key in SCRIPT_KEYS & kept.keys()}
