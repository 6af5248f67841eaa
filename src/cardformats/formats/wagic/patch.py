"""Files of cards with few changes: the text that was read, edited only where it differs.

They are read again, so that what they say is seen to be what is meant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from attrs import evolve

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...errors import ModelError
from ...losses import Loss, LossLog
from ...model import Card, CardSet
from ...model.frozen import EMPTY
from ...source import SourceText
from ..lost_edits import report_lost_edits
from ..patch import CannotPatchError, patched
from .acceptance import blocks_of, check, faults, key_of, loaded
from .card_lines import backs, block_text, card_name
from .changes import Changes, Lines, face_alone, own_lines
from .edits import in_sets
from .engine.loader import Engine
from .fields import read_fields
from .format import INLINE, WagicOptions
from .from_model import TargetFolder, metadata, with_ids
from .keys import SCRIPT_KEYS
from .losses import report_set
from .macros import Calls
from .packs_from_model import pack_texts, patched_packs, with_other_packs
from .primitives import body_of
from .reader import scan
from .to_model import read_again
from .tree import FileTree, code_of, is_of_primitives


def patched_sources(
    cardset: CardSet,
    tree: FileTree,
    options: WagicOptions,
    losses: LossLog,
    target: TargetFolder | None = None,
) -> Report[Mapping[str, SourceText]]:
    """Return the files of *tree*, changed where *cardset* is no longer what was read from them.

    With them are the files of primitives in the *target* that are changed, and a diagnostic for
    each primitive that others print, and for each printing that has lines of its own now.

    Raises:
        CannotPatchError: If a change has no place of its own in the files.
    """
    before = cardset.as_read
    if before is None or len(tree.places) != len(before.cards):
        raise CannotPatchError("the blocks of the cards are not known")
    target = target or TargetFolder(None, options)
    try:
        cardset = with_ids(cardset, options, losses, target)
    except ModelError as error:
        raise CannotPatchError(str(error)) from error
    wider = tree.with_primitives_in(target.primitives_folder)
    codes = {code for path in tree.sources if (code := code_of(path))}
    changes = Changes(
        before,
        cardset,
        wider,
        Calls(cardset, wider.primitives.macros, options),
        losses,
        is_inline=options.primitives == INLINE,
        prints=lambda name: target.prints(name, besides=codes),
    )
    if _kept_of_set(cardset) != _kept_of_set(before):
        report_set(cardset, losses)
    sources = _edited(changes)
    again = read_again(wider, sources, before)
    checked = _Checked(changes, again)
    cardset = checked.meant()
    if differing := with_other_packs(again, cardset):
        packs = patched_packs(cardset, again, differing, sources, losses)
        sources |= packs
        again = read_again(wider, sources, before) if packs else again
        texts = (pack_texts(each, differing, LossLog("wagic"), packs) for each in (again, cardset))
        if packs and next(texts) != next(texts) and not losses.finish():
            raise CannotPatchError("what is read back has other packs")
    if not losses.finish():
        # an empty sheet is none
        empty = {name: each for name, each in cardset.sheets.items() if not each.entries}
        read = evolve(again, sheets={**empty, **again.sheets})
        report_lost_edits(before, cardset, read, losses, cards=())
    checked.report_lost_edits()
    if options.verify:
        checked.verify(options)
    kept = {
        path: source
        for path, source in sources.items()
        if path in tree.sources or source is not wider.sources.get(path)
    }
    return Report(kept, tuple(changes.notes))


def _edited(changes: Changes) -> dict[str, SourceText]:
    """Return the files with their edits, and new ones.

    Raises:
        CannotPatchError: If edits overlap, or the encoding of a file lacks a character.
    """
    sources = dict(changes.tree.sources)
    for path, edits in changes.edits().items():
        source = sources.get(path, SourceText(path, ""))
        sources[path] = SourceText(source.name, patched(source.text, edits), source.encoding)
        # readers have to get the text again from its bytes
        if any(not _is_text(edit.new) for edit in edits) or (
            source.encoding == "cp1252" and not sources[path].is_decoded_again()
        ):
            raise CannotPatchError("characters that the file cannot hold")
    return sources


def _is_text(text: str) -> bool:
    """Return whether *text* has no unpaired surrogate."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


class _Checked:
    """Compares what is read back of changed files with what is meant."""

    def __init__(self, changes: Changes, again: CardSet) -> None:
        self.changes, self.again = changes, again
        self.losses = changes.losses
        #: The cards that are not read back as they are meant, and those whose backs are others.
        self.unlike: list[Card] = []
        self.lost_backs: list[str] = []

    def meant(self) -> CardSet:
        """Return the intended card set, with the cards that change with a primitive.

        Raises:
            CannotPatchError: If the new text reads back as another card set.
        """
        after, again, followers = self.changes.after, self.again, self.changes.followers
        scrap = self.changes.scrap
        kept = [each.extras.get("wagic", EMPTY).get("unresolved") for each in (after, again)]
        # a set that had no booster has one when it is read
        has_meta = metadata(after, scrap).items() <= metadata(again, scrap).items()
        if after.code != again.code or kept[0] != kept[1] or not has_meta:
            raise CannotPatchError("what is read back has another name, or other metadata")
        own: dict[int, Card] = {}
        for read, card in zip_longest(in_sets(again.cards), in_sets(after.cards)):
            if read is not None and id(card) in followers and read.ref == card.ref:
                own[id(card)] = read
            elif not self.says(read, card):
                raise CannotPatchError("what is read back has other cards")
        cards = [own.get(id(card), card) for card in after.cards] if own else after.cards
        return evolve(after, cards=cards) if own else after

    def says(self, read: Card | None, meant: Card | None) -> bool:
        """Return whether two cards are written alike, and *read* has the same macros."""
        if read is meant or read == meant:
            return True
        if read is None or meant is None:
            return False
        if _content(read) != _content(meant):
            self.unlike.append(meant)
        sides = self.all_lines(read), self.all_lines(meant)
        if sides[0] != sides[1]:
            own, *faces = sides[1]
            sides = sides[0], [own, *map(self._read_lines, faces)]
        if sides[0] != sides[1] and sides[0][:2] == sides[1][:2]:
            self.lost_backs.append(meant.name)
        return self.expands(read) and sides[0][:2] == sides[1][:2]

    def expands(self, card: Card) -> bool:
        """Return whether the scripts of *card* were expanded by the macros that are meant."""
        kept = card.extras.get("wagic", EMPTY)
        expanded = kept.get("expanded")
        made = expanded if isinstance(expanded, Mapping) else EMPTY
        scripts: list[Any] = [
            (kept[key], made.get(key, kept[key])) for key in SCRIPT_KEYS & kept.keys()
        ]
        return all(self.changes.calls.say(*each) for each in scripts)

    def all_lines(self, card: Card) -> list[Lines]:
        """Return all that is written of a card: of the printing, of its face, and of its back."""
        faces = [card, *map(face_alone, backs(card)[:1])]
        return [own_lines(card), *map(self.changes.lines, faces)]

    def _read_lines(self, lines: Lines) -> Lines:
        """Return the lines that are written for a card with *lines* after reading it."""
        file = scan(SourceText("", block_text(lines)), DiagnosticLog(0))
        if len(file.texts) != 1:
            return lines
        options, log = self.changes.tree.options, DiagnosticLog(0)
        fields = read_fields(file, 0, log, options.max_line)
        body = body_of(fields, self.changes.calls.table, log, Budget(options.max_work))
        return self.changes.lines(Card(body.face, extras=body.kept))

    def report_lost_edits(self) -> None:
        """Report what was changed and has no place in the files, where nothing is reported yet."""
        known = set(map(id, self.changes.before.cards))
        for name in self.lost_backs:
            self.losses.dropped(Loss.FACE, name, "backs whose names other cards have")
        lost = {name for each in self.losses.finish() for name in each.subjects}
        for card in self.unlike:
            if id(card) not in known and card.name not in lost:
                self.losses.changed(Loss.CARD, card.name, "changes of cards")

    def verify(self, options: WagicOptions) -> None:
        """Report what the engine has otherwise of the changed cards, if it had not before."""
        before, tree = self.changes.before, self.changes.tree
        known = set(map(id, before.cards))
        new = [card for card in self.changes.after.cards if id(card) not in known]
        numbers = [number for number, _, _ in self.changes.changed]
        names = {card_name(card) for card in (*new, *(before.cards[each] for each in numbers))}
        keys = set(map(key_of, new))
        read = [n for n, card in enumerate(self.again.cards) if key_of(card) in keys]
        budget, old = Budget(options.max_work), _engine(tree, numbers, names, options)
        wrong = {key_of(now): faults(was, old, budget) for _, was, now in self.changes.changed}
        again = self.again.syntax
        if isinstance(again, FileTree):
            check(new, _engine(again, read, names, options), self.losses, wrong)


def _engine(
    tree: FileTree, numbers: Sequence[int], names: Iterable[str], options: WagicOptions
) -> Engine:
    """Return the engine with the blocks of the cards *numbers* and of primitives by *names*."""
    blocks: defaultdict[str, set[int]] = defaultdict(set)
    for number in numbers:
        path, block = tree.places[number]
        blocks[path].add(block)

    def files() -> Iterator[tuple[str | None, bytes]]:
        for part in tree.primitives.parts(names):
            yield None, blocks_of(part)
        for path in sorted(blocks, key=lambda path: not is_of_primitives(path)):
            yield code_of(path), blocks_of(tree.file(path).part(blocks[path]))

    return loaded(tree.primitives.macros.engine_bytes, files(), options)


def _kept_of_set(cardset: CardSet) -> object:
    """Return the parts of a set, besides its cards, that may be lost."""
    sheets = {name: sheet.extras for name, sheet in cardset.sheets.items()}
    return cardset.event, cardset.extras, cardset.boosters, sheets


def _content(card: Card) -> tuple[object, ...]:
    """Return the contents of a card, without values that follow from others."""
    kept = card.extras.get("wagic", EMPTY)
    derived = {"expanded"}
    if card.faces[1:]:
        derived |= {"backside", "mana"}
    return card.faces, {key: kept[key] for key in kept if key not in derived}
