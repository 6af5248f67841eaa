"""Finds the edits that let files of cards say what their changed cards are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import TypeAlias

from attrs import evolve

from ...losses import Loss, LossLog
from ...model import Card, CardSet, Face
from ..patch import CannotPatchError, Edit
from .block_lines import BlockLines
from .card_lines import backs, block_text, card_name, primitive_lines, printing_lines
from .edits import is_same, pairs
from .format import CARDS_FILE
from .from_model import is_code, metadata
from .losses import report_written_card
from .macros import Calls
from .primitives import Primitive, names_in
from .syntax import kind_of, values_of
from .tree import FileTree, is_of_primitives

#: A block: the path of its file, and its number there.
Place: TypeAlias = tuple[str, int]


class Changes:
    """The edits of all files.

    Attributes:
        blocks: those of the lines of a block.
        others: blocks that are added or removed, and metadata, by the path of the file.
        texts: the blocks that are added, by path.
        changed: the cards that are still there, but changed: number, before, after.
        bodies: the primitives that are changed, by the name that they had.
    """

    def __init__(
        self, before: CardSet, after: CardSet, tree: FileTree, calls: Calls, losses: LossLog
    ) -> None:
        """Find the edits of *tree*, which said *before*, so that it says *after*.

        Raises:
            CannotPatchError: something that has changed has no place of its own in the files.
        """
        self.before, self.after, self.tree, self.calls = before, after, tree, calls
        self.losses, self.scrap = losses, LossLog("wagic")
        self._new: dict[str, tuple[str, ...]] = {}
        self.blocks: dict[Place, list[Edit]] = {}
        self.others: defaultdict[str, list[Edit]] = defaultdict(list)
        self.texts: defaultdict[str, list[str]] = defaultdict(list)
        self.paths = {id(tree.file(path)): path for path in tree.primitive_paths}
        self.changed: list[tuple[int, Card, Card]] = []
        self.bodies: dict[str, Card] = {}
        removed: dict[int, int] = {}
        added: list[int] = []
        for was, now in pairs(before.cards, after.cards):
            if was is not None and now is not None:
                old, new = before.cards[was], after.cards[now]
                if is_same(old, new) and old.set_code == new.set_code:
                    self.changed.append((was, old, new))
                    continue
            if was is not None:
                removed[id(before.cards[was])] = was
            added += [] if now is None else [now]
        self._change_cards()
        anchors = self._anchors(added)
        for now in added:
            card = after.cards[now]
            self._add(card, anchors[now], removed.get(id(card)))
        for number in removed.values():
            path, block = tree.places[number]
            self.others[path].append(BlockLines(tree.file(path), block).whole())
        self._change_meta()

    def by_file(self) -> dict[str, list[Edit]]:
        """The edits of each file."""
        edits = {path: [*its] for path, its in self.others.items()}
        for (path, _), its in self.blocks.items():
            edits.setdefault(path, []).extend(its)
        return {path: its for path, its in edits.items() if its}

    def lines(self, card: Card, losses: LossLog | None = None) -> tuple[str, ...]:
        """What is written of a card itself."""
        return primitive_lines(card, losses or self.scrap, self.calls)

    def primitive(self, name: str) -> Primitive | None:
        """The primitive of that name."""
        known = self.tree.primitives
        return known.get(name) or known.get_stripped(name)

    def _report(self, card: Card) -> None:
        """Report what a block has no place for."""
        report_written_card(card, self.losses)
        if not own_lines(card) and card.number:
            self.losses.dropped(Loss.NUMBER, card.name)
        if not own_lines(card) and card.rarity:
            self.losses.dropped(Loss.RARITY, card.name)

    def _anchors(self, added: Sequence[int]) -> dict[int, int | None]:
        """The card of the same set behind which each of the *added* ones stands."""
        numbers = {
            id(card): number for number, card in enumerate(self.before.cards if added else ())
        }
        numbers |= {id(new): number for number, _, new in self.changed}
        last: dict[str | None, int] = {}
        anchors: dict[int, int | None] = dict.fromkeys(added)
        for now, card in enumerate(self.after.cards if added else ()):
            if now in anchors:
                anchors[now] = last.get(card.set_code)
            else:
                last[card.set_code] = numbers[id(card)]
        return anchors

    def _change_cards(self) -> None:
        """Change the cards that are still there.

        Printings of one name share a primitive: it is changed if all are changed alike; else those
        that are have all their lines in their own blocks.
        """
        shared: defaultdict[str, dict[int, tuple[Card, Card]]] = defaultdict(dict)
        for number, old, new in self.changed:
            self._report(new)
            if self._refers(self.tree.places[number]):
                shared[card_name(old)][number] = (old, new)
            else:
                lines = self.lines(old), self.lines(new, self.losses)
                own = own_lines(old), own_lines(new)
                self._change_block(self.tree.places[number], lines[0] + own[0], lines[1] + own[1])
                if old.set_code is None:
                    self.bodies[card_name(old)] = new
        users = self._users(shared)
        for name, its in shared.items():
            old, new = next(iter(its.values()))
            meant = {self.lines(new, self.losses) for _, new in its.values()}
            is_whole = users[name] <= its.keys() and len(meant) == 1
            primitive = self.primitive(name)
            is_own = primitive is not None and id(primitive.file) in self.paths
            if is_own and is_whole and primitive is not None and meant != {self.lines(old)}:
                self.bodies[name] = new
                self._change_block(self._place_of(primitive), self.lines(old), meant.pop())
            for number, (was, now) in its.items():
                self._change_printing(number, was, now, in_block=not (is_own and is_whole))
        for number, old, new in self.changed:
            for back, new_back in zip_longest(backs(old)[:1], backs(new)[:1]):
                if new_back is not None:
                    self._change_back(back, new_back, number)

    def _change_printing(self, number: int, old: Card, new: Card, *, in_block: bool) -> None:
        """Change the block of a printing that refers to a primitive."""
        before: tuple[str, ...] = (f"primitive={card_name(old)}",)
        after: tuple[str, ...] = (f"primitive={card_name(new)}",)
        if in_block and self.lines(old) != self.lines(new):
            after = self.lines(new)
        place = self.tree.places[number]
        self._change_block(place, before + own_lines(old), after + own_lines(new))

    def _change_back(self, old: Face | None, new: Face, number: int) -> None:
        """Change the primitive of a back, or add one, unless it is that of a changed card."""
        card = face_alone(new)
        lines, name, old_name = self.lines(card), card_name(card), None
        if old is not None:
            was = face_alone(old)
            before, old_name = self.lines(was), card_name(was)
            if before == lines or old_name in self.bodies:
                return
        primitive = self.primitive(name)
        if old_name is not None and (primitive is None or name == old_name):
            primitive = self.primitive(old_name)
            if primitive is None:
                raise CannotPatchError("a back has no primitive")
            if old_name in self._unchanged:
                return
            self.bodies[old_name] = card
            self._change_block(self._place_of(primitive), before, lines)
        elif primitive is None:
            self._add_primitive(name, lines, number)

    @cached_property
    def _unchanged(self) -> set[str]:
        """The names of the cards that stay as they are."""
        changed = {number for number, _, _ in self.changed}
        return {card.name for n, card in enumerate(self.before.cards) if n not in changed}

    def _users(self, names: Iterable[str]) -> dict[str, set[int]]:
        """The cards that refer to primitives, by the names of these."""
        users: dict[str, set[int]] = {name: set() for name in names}
        cards = self.before.cards if users else ()
        for number in [n for n, card in enumerate(cards) if card.faces[0].name in users]:
            if self._refers(self.tree.places[number]):
                users[cards[number].name].add(number)
        return users

    def _refers(self, place: Place) -> bool:
        """Whether a block refers to a primitive."""
        lines = values_of(self.tree.file(place[0]).texts[place[1]], "primitive")
        return next(lines, None) is not None

    def _place_of(self, primitive: Primitive) -> Place:
        """The block of a primitive.

        Raises:
            CannotPatchError: it is in no file of the tree.
        """
        path = self.paths.get(id(primitive.file))
        if path is None:
            raise CannotPatchError("a primitive is in a file elsewhere")
        return path, primitive.number

    def _change_block(self, place: Place, before: Sequence[str], after: Sequence[str]) -> None:
        """Change the lines of a block in which *before* and *after* differ."""
        if before == after:
            return
        edits = BlockLines(self.tree.file(place[0]), place[1]).changed(before, after)
        if self.blocks.setdefault(place, edits) != edits:
            raise CannotPatchError("a block would need two values")

    def _add(self, card: Card, anchor: int | None, moved: int | None) -> None:
        """Add a card behind the one of the number *anchor*, or as the first of its set.

        If it was the card *moved*, it takes its block along, with the comments above it.
        """
        if moved is not None:
            path, block = self.tree.places[moved]
            whole = BlockLines(self.tree.file(path), block).whole()
            text = self.tree.sources[path].text[whole.start : whole.end]
            self._insert(card, anchor, text if text.endswith("\n") else f"{text}\n")
            return
        self._report(card)
        lines = self.lines(card, self.losses)
        name = card_name(card)
        if card.set_code is None:
            self._insert(card, anchor, block_text((*lines, *own_lines(card))))
            return
        if self.primitive(name) is None and self.paths and self.tree.primitives.available:
            self._add_primitive(name, lines, anchor)
        if self._is_known(name, lines):
            lines = (f"primitive={name}",)
        self._insert(card, anchor, block_text((*lines, *own_lines(card))))
        for back in backs(card)[:1]:
            self._change_back(None, back, anchor or 0)

    def _insert(self, card: Card, anchor: int | None, text: str) -> None:
        """Insert the *text* of a block behind that of *anchor*, or before the first of the set."""
        places = self.tree.places
        if anchor is not None:
            path, number = places[anchor]
            edit = BlockLines(self.tree.file(path), number).behind(text)
        else:
            path = f"{card.set_code}/{CARDS_FILE}"
            number = next((each for at, each in places if at == path or card.set_code is None), -1)
            if card.set_code is None and places:
                path = places[0][0]
            edit = Edit(0, 0, text)
            if number >= 0:
                lines = BlockLines(self.tree.file(path), number)
                start = lines.whole().start
                edit = lines.before(text)._replace(start=start, end=start)
            elif path in self.tree.sources or not self._may_be_new(card.set_code):
                raise CannotPatchError("the set of a new card is not there")
        if card.set_code is None and not is_of_primitives(path):
            raise CannotPatchError("a new card in no set")
        self.others[path].append(edit)
        self.texts[path].append(text)

    def _may_be_new(self, code: str | None) -> bool:
        """Whether a set of that *code* can be added to the files."""
        folders = {path.split("/", maxsplit=1)[0].lower() for path in self.tree.sources}
        has_sets = self.before.code is None and self.tree.is_folder
        return has_sets and is_code(code or "") and (code or "").lower() not in folders

    def _is_known(self, name: str, lines: tuple[str, ...]) -> bool:
        """Whether the primitive of that name says *lines*."""
        primitive = self.primitive(name)
        if primitive is None:
            return self._new.get(name, (f"name={name}",)) == lines
        body = self.tree.primitives.body(primitive)[0]
        return self.lines(Card(body.face, extras={"wagic": body.extras})) == lines

    def _add_primitive(self, name: str, lines: tuple[str, ...], beside: int | None) -> None:
        """Add a primitive where its name belongs, if the names are in order, or beside a card's."""
        if self._new.setdefault(name, lines) is not lines:
            return
        primitive = None
        if beside is not None:
            primitive = self.primitive(card_name(self.before.cards[beside]))
        if primitive is not None:
            path, number = self._place_of(primitive)
        elif self.paths:
            path, number = self.tree.primitive_paths[-1], -1
        else:
            raise CannotPatchError("primitives are elsewhere")
        file = self.tree.file(path)
        names = [(each.lower(), number) for each, number in names_in(file)]
        before = [each for each in names if each[0] < name.lower()]
        if before and names == sorted(names):
            number = before[-1][1]
        if not file.texts:
            raise CannotPatchError("no file has a place for a new primitive")
        text = block_text(lines)
        self.others[path].append(BlockLines(file, number % len(file.texts)).behind(text))
        self.texts[path].append(text)

    def _change_meta(self) -> None:
        """Change the metadata of a single set, or the names of several."""
        before, after = metadata(self.before, self.scrap), metadata(self.after, self.losses)
        for code in after:
            path, was, now = f"{code}/{CARDS_FILE}", before.get(code, {"name": code}), after[code]
            if was == now or path not in self.tree.sources:
                continue
            file = self.tree.file(path)
            blocks = [n for n, text in enumerate(file.texts) if kind_of(text) == "meta"]
            if not file.texts:
                raise CannotPatchError("a file without blocks")
            if not blocks:
                text = block_text((f"{key}={value}" for key, value in now.items()), "meta")
                self.others[path].append(BlockLines(file, 0).before(text))
                continue
            lines_of = BlockLines(file, blocks[-1])
            if was["name"] == now["name"] or not lines_of.has("name"):
                was = {key: value for key, value in was.items() if key != "name"}
            if before.get(code, {}).get("name", code) == now["name"]:
                now = {key: value for key, value in now.items() if key != "name"}
            sides = [[f"{key}={value}" for key, value in each.items()] for each in (was, now)]
            self.others[path] += lines_of.changed(*sides)


def face_alone(face: Face) -> Card:
    """A card of one *face*, as the primitive of a back is."""
    return Card(evolve(face, kind="front"))


def own_lines(card: Card) -> tuple[str, ...]:
    """The lines that only a printing has."""
    return printing_lines(card) if "wagic" in card.ids else ()
