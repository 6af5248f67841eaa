"""Files of cards that were changed in a few places: as they were read, but for these."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any

from attrs import evolve

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...errors import ModelError
from ...losses import Loss, LossLog
from ...model import Card, CardSet, Entry, Sheet, Value
from ...model.frozen import EMPTY
from ...source import SourceText
from ..capabilities import report_lost_edits
from ..patch import CannotPatchError, Edit, patched
from .acceptance import blocks_of, check, faults, key_of, loaded
from .again import Parts, block_again, code_of, read_again, sheets_again
from .block_lines import BlockLines
from .card_lines import backs, block_text, card_name
from .changes import Changes, Place, face_alone, own_lines
from .edits import in_sets
from .engine.loader import Engine
from .fields import read_fields
from .format import WagicOptions
from .from_model import metadata, with_ids
from .keys import SCRIPT_KEYS
from .losses import report_set
from .macros import Calls
from .packs_from_model import pack_texts, patched_packs
from .primitives import body_of
from .reader import scan
from .tree import FileTree, is_of_primitives


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
    before = cardset.as_read
    if before is None or len(tree.places) != len(before.cards):
        raise CannotPatchError("the blocks of the cards are not known")
    try:
        cardset = with_ids(cardset, options, losses, folder)
    except ModelError as error:
        raise CannotPatchError(str(error)) from error
    calls = Calls(cardset, tree.primitives.macros, options)
    changes = Changes(before, cardset, tree, calls, losses)
    if _kept_of_set(cardset) != _kept_of_set(before):
        report_set(cardset, losses)
    sources = _edited(changes)
    checked = _Checked(changes)
    if not checked.is_seen_to_say():
        again = read_again(tree, sources)
        if not checked.has_cards_of(again):
            raise CannotPatchError("what is read back has other cards")
        if _sheets_and_packs(again) != _sheets_and_packs(cardset):
            packs = patched_packs(cardset, again, sources, losses)
            sources |= packs
            again = read_again(tree, sources) if packs else again
            texts = [pack_texts(each, LossLog("wagic"), packs) for each in (again, cardset)]
            if packs and texts[0] != texts[1]:
                raise CannotPatchError("what is read back has other packs")
        if not losses.finish():
            # an empty sheet is none
            empty = {name: each for name, each in cardset.sheets.items() if not each.entries}
            again = evolve(again, sheets={**empty, **again.sheets})
            report_lost_edits(before, cardset, again, losses, cards=())
    checked.report_lost_edits()
    if options.verify:
        checked.verify(options)
    return sources


def _edited(changes: Changes) -> dict[str, SourceText]:
    """The files with their edits, and new ones.

    Raises:
        CannotPatchError: edits overlap, or the encoding of a file lacks a character.
    """
    sources = dict(changes.tree.sources)
    for path, edits in changes.by_file().items():
        source = sources.get(path, SourceText(path, ""))
        sources[path] = SourceText(source.name, patched(source.text, edits), source.encoding)
        if not _is_decoded(sources[path], edits):
            raise CannotPatchError("characters that the file cannot hold")
    return sources


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


class _Checked:
    """Looks whether changed files say what they are meant to say."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self.before, self.after, self.tree = changes.before, changes.after, changes.tree
        self.texts = self._texts_again()
        #: The cards that are not read back as they are meant, by ``id()``.
        self.unlike: dict[int, Card] = {}
        #: Those whose backs are others, since these are cards of their own.
        self.lost_backs: list[str] = []

    def is_seen_to_say(self) -> bool:
        """Whether the changed blocks say the changed cards, and nothing else can have changed."""
        if self.texts is None or (self.tree.has_renamed and self.changes.bodies):
            return False
        if not self.is_in_place() or not self.has_sheets():
            return False
        names = {card_name(card) for number in self.touched for card in self.with_backs(number)}
        if not self.changes.bodies.keys() <= names:
            return False
        cards = Parts(self.tree, self.touched, self.texts, names).cards(self.touched)
        meant = [self.after.cards[number] for number in self.touched]
        return cards is not None and all(map(self.says, cards, meant))

    def is_in_place(self) -> bool:
        """Whether nothing has changed but cards, in their places, with their ids."""
        before, after = self.before, self.after
        if any(self.changes.others.values()) or len(before.cards) != len(after.cards):
            return False
        kept = [
            (each.boosters, each.extras, each.meta, each.name, each.code)
            for each in (before, after)
        ]
        renamed = [new.name for _, old, new in self.changes.changed if new.name != old.name]
        return (
            kept[0] == kept[1]
            and all(old.ids == new.ids for _, old, new in self.changes.changed)
            and all(_are_calls_same(old, new) for _, old, new in self.changes.changed)
            and (not renamed or (self.are_new(renamed) and not self.tree.has_dropped))
        )

    def has_sheets(self) -> bool:
        """Whether the changed cards are on the sheets that readers put them on."""
        changed = ((old, new) for _, old, new in self.changes.changed)
        pairs = [(old, new) for old, new in changed if _drawn(old) != _drawn(new)]
        made, meant = sheets_again(self.tree, self.before, self.after, pairs), self.after.sheets
        if made is None or made.keys() != meant.keys():
            return False
        differing = [name for name in made if made[name] is not meant[name]]
        sides = [_in_order({name: each[name] for name in differing}) for each in (made, meant)]
        return sides[0] == sides[1]

    def are_new(self, names: Collection[str]) -> bool:
        """Whether no card has one of *names*, and no printing or back has been looked up by it."""
        unresolved: Any = self.before.extras.get("wagic", EMPTY).get("unresolved", ())
        known = {each.get("primitive", "").strip() for each in unresolved}
        are_printings = not any(map(is_of_primitives, {path for path, _ in self.tree.places}))
        is_known = any(name in known or self.changes.primitive(name) for name in names)
        return are_printings and not is_known and not any(map(self.users.get, names))

    @cached_property
    def users(self) -> dict[str, list[int]]:
        """The numbers of the cards that have a name, or a back that has, of those that matter."""
        names = {new.name for _, old, new in self.changes.changed if new.name != old.name}
        names |= self.changes.bodies.keys()
        users: dict[str, list[int]] = {name: [] for name in names}
        cards = self.before.cards if names else ()
        for number in [n for n, card in enumerate(cards) if card.faces[0].name in names]:
            users[cards[number].faces[0].name].append(number)
        have_back = [
            n for n, card in enumerate(cards) if "backside" in card.extras.get("wagic", EMPTY)
        ]
        for number in have_back:
            if (back := _back_name(cards[number])) in names:
                users[str(back)].append(number)
        return users

    @cached_property
    def touched(self) -> list[int]:
        """The numbers of the cards that blocks with edits say anything of."""
        changed = {number for number, _, _ in self.changes.changed}
        return sorted(changed.union(*map(self.users.__getitem__, self.changes.bodies)))

    def _texts_again(self) -> dict[Place, str] | None:
        """What the changed blocks say now; None if one is no longer one block."""
        texts: dict[Place, str] = {}
        for place, edits in self.changes.blocks.items():
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

    def with_backs(self, number: int) -> list[Card]:
        card = self.before.cards[number]
        return [card, *(Card(evolve(each, kind="front")) for each in backs(card))]

    def has_cards_of(self, again: CardSet) -> bool:
        """Whether *again* has the cards, name and metadata that are meant, but for its sheets."""
        ours, theirs = map(in_sets, (self.after.cards, again.cards))
        names = (self.after.code, _kept(self.after)) == (again.code, _kept(again))
        scrap = self.changes.scrap
        # a set that had no booster has one when it is read
        is_same = names and metadata(self.after, scrap).items() <= metadata(again, scrap).items()
        return is_same and all(self.says(*pair) for pair in zip_longest(theirs, ours))

    def says(self, one: Card | None, other: Card | None) -> bool:
        """Whether the same is written of two cards, and *one*, read back, has the same macros."""
        if one is other or one == other:
            return True
        if one is None or other is None:
            return False
        if _content(one) != _content(other):
            self.unlike[id(other)] = other
        lines, meant = self.all_lines(one), self.all_lines(other)
        if lines != meant:
            meant = self.read_lines(other)
        if lines != meant and lines[:2] == meant[:2]:
            self.lost_backs.append(other.name)
        return self.expands(one) and lines[:2] == meant[:2]

    def report_lost_edits(self) -> None:
        """Report what was changed and has no place in the files, where nothing is reported yet."""
        known = set(map(id, self.before.cards))
        for name in self.lost_backs:
            self.changes.losses.dropped(Loss.FACE, name, "backs whose names other cards have")
        lost = {name for each in self.changes.losses.finish() for name in each.subjects}
        for card in self.unlike.values():
            if id(card) not in known and card.name not in lost:
                self.changes.losses.changed(Loss.CARD, card.name, "changes of cards")

    def verify(self, options: WagicOptions) -> None:
        """Report what the engine has otherwise of the changed cards, if it had not before."""
        old = set(map(id, self.before.cards))
        new = [card for card in self.after.cards if id(card) not in old]
        changed = {number: new for number, _, new in self.changes.changed}
        numbers = [*changed]
        cards = [*new, *(self.before.cards[number] for number in numbers)]
        names = {card_name(card) for card in cards}
        engines = [self._engine(numbers, names, options, is_new=each) for each in (False, True)]
        budget = Budget(options.max_work)
        before = {
            key_of(changed[number]): faults(self.before.cards[number], engines[0], budget)
            for number in numbers
        }
        check(new, engines[1], self.changes.losses, before)

    def _engine(
        self,
        numbers: Sequence[int],
        names: Iterable[str],
        options: WagicOptions,
        *,
        is_new: bool,
    ) -> Engine:
        """The engine with the blocks of some cards: as they were, or with what is new."""
        texts = self.texts if is_new and self.texts else {}
        parts = Parts(self.tree, numbers, texts, names)
        files: list[tuple[str | None, bytes]] = []
        files += [(None, blocks_of(part)) for part in parts.primitives]
        own = {path: blocks_of(part) for path, part in parts.sets.items()}
        for path, blocks in self.changes.texts.items() if is_new else ():
            source = self.tree.sources.get(path)
            data = "".join(blocks).encode(source.encoding if source else "utf-8", "replace")
            own[path] = own.get(path, b"") + data
        files += [
            (code_of(path), own[path])
            for path in sorted(own, key=lambda path: not is_of_primitives(path))
        ]
        return loaded(self.tree.primitives.macros.engine_bytes, files, options)

    def expands(self, card: Card) -> bool:
        """Whether the scripts of *card* were expanded by the macros that are meant."""
        kept = card.extras.get("wagic", EMPTY)
        expanded = kept.get("expanded")
        made = expanded if isinstance(expanded, Mapping) else EMPTY
        scripts: list[Any] = [
            (kept[key], made.get(key, kept[key])) for key in SCRIPT_KEYS & kept.keys()
        ]
        return all(self.changes.calls.say(*each) for each in scripts)

    def all_lines(self, card: Card) -> Sequence[Sequence[str]]:
        """All that is written of a card."""
        faces = [card, *map(face_alone, backs(card)[:1])]
        return [own_lines(card), *map(self.changes.lines, faces)]

    def read_lines(self, card: Card) -> Sequence[Sequence[str]]:
        """As :meth:`all_lines`, of what readers make of these lines."""
        own, *faces = self.all_lines(card)
        return [own, *map(self._read_lines, faces)]

    def _read_lines(self, lines: Sequence[str]) -> Sequence[str]:
        file = scan(SourceText("", block_text(lines)), DiagnosticLog(0))
        if len(file.texts) != 1:
            return lines
        options, log = self.tree.options, DiagnosticLog(0)
        fields = read_fields(file, 0, log, options.max_line)
        body = body_of(fields, self.changes.calls.table, log, Budget(options.max_work))
        return self.changes.lines(Card(body.face, extras=body.kept))


def _drawn(card: Card) -> Card:
    """*card* without what no filter looks at."""
    return evolve(card, faces=(evolve(card.faces[0], text=""),))


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


def _kept_of_set(cardset: CardSet) -> object:
    """What may be lost of a set besides its cards and boosters."""
    sheets = {name: sheet.extras for name, sheet in cardset.sheets.items()}
    return cardset.event, cardset.extras, cardset.boosters, sheets


def _kept(cardset: CardSet) -> object:
    """What of the extras is read back."""
    return cardset.extras.get("wagic", {}).get("unresolved")


def _content(card: Card) -> tuple[object, ...]:
    """What a card says, but for what follows from it."""
    kept = card.extras.get("wagic", EMPTY)
    derived = {"expanded", "backside"} if backs(card) else {"expanded"}
    return card.faces, {key: kept[key] for key in kept if key not in derived}
