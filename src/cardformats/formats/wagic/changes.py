"""What has changed of a card set since it was read, as edits of the blocks that say it.

What a printing takes from its primitive is changed where the primitive is, if that is within reach:
there it is one line, and all printings of the primitive have it. The printing gets lines of its own
if the option says so, or if the primitive cannot say what is meant: it is elsewhere, its printings
differ now, or others need its old name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, zip_longest
from typing import TypeAlias

from attrs import evolve

from ...diagnostics import Diagnostic
from ...losses import Loss, LossLog
from ...model import Card, CardSet, Face
from ..patch import CannotPatchError, Edit
from .block_lines import BlockLines
from .card_lines import backs, block_text, card_name, primitive_lines, printing_lines
from .codes import WagicCode
from .edits import is_same, pairs
from .fields import PRINTING_KEYS
from .format import CARDS_FILE
from .from_model import is_code, metadata
from .losses import report_written_card
from .macros import Calls
from .primitives import Primitive, names_in
from .syntax import kind_of, lines_of, meant_key
from .tree import FileTree, is_of_primitives

#: A block: the path of its file, and its number there.
Place: TypeAlias = tuple[str, int]
#: What a block says.
Lines: TypeAlias = tuple[str, ...]
#: A card that is still there: its number as it was read, what it was, and what it is.
_Changed: TypeAlias = tuple[int, Card, Card]


class Changes:
    """The edits of all files.

    Attributes:
        before, after: the card set as it was read, and as it is.
        tree: the files that can change.
        changed: the cards that are still there, but changed.
        bodies: the names of the primitives that are changed.
        texts: the blocks that are added, by the paths of their files.
        notes: which printings change with a primitive, or have lines of their own now, and why.
    """

    def __init__(
        self,
        before: CardSet,
        after: CardSet,
        tree: FileTree,
        calls: Calls,
        losses: LossLog,
        *,
        is_inline: bool = False,
        prints: Callable[[str], Sequence[str]] = lambda _: (),
    ) -> None:
        """Find the edits of *tree*, which said *before*, so that it says *after*.

        If it *is inline*, primitives that have printings stay as they are. *prints* gives the codes
        of the sets besides those of *tree* that print a primitive.

        Raises:
            CannotPatchError: If a change has no place of its own in the files.
        """
        self.before, self.after, self.tree, self.calls = before, after, tree, calls
        self.losses, self.scrap = losses, LossLog("wagic")
        self.is_inline, self.prints = is_inline, prints
        self.changed: list[_Changed] = []
        self.bodies: set[str] = set()
        self.texts: defaultdict[str, list[str]] = defaultdict(list)
        self.notes: list[Diagnostic] = []
        self._blocks: dict[Place, tuple[Lines, Lines]] = {}
        self._others: defaultdict[str, list[Edit]] = defaultdict(list)
        self._new: dict[str, Lines] = {}
        self._paths = {id(tree.file(path)): path for path in tree.primitive_paths}
        #: The files of primitives for new ones, which would take over the grade of any other.
        self._growing = [each for each in tree.primitive_paths if tree.file(each).grade is None]
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
            self._others[path].append(BlockLines(tree.file(path), block).whole())
        self._change_meta()
        self.notes += self._shared()

    def edits(self) -> Mapping[str, list[Edit]]:
        """Return the edits of each file, by its path.

        Raises:
            CannotPatchError: If a line that changes or goes is missing.
        """
        edits = {path: [*its] for path, its in self._others.items() if its}
        for (path, number), (was, now) in self._blocks.items():
            lines = BlockLines(self.tree.file(path), number)
            edits.setdefault(path, []).extend(lines.changed(was, now))
        return edits

    @cached_property
    def followers(self) -> Mapping[int, Card]:
        """Return the cards that change only because their primitives do, by ``id()``."""
        meant = {id(old) for _, old, _ in self.changed}
        cards = self.before.cards if self.bodies else ()
        return {
            id(card): card
            for card in cards
            if any(face.name in self.bodies for face in card.faces) and id(card) not in meant
        }

    def lines(self, card: Card, losses: LossLog | None = None) -> Lines:
        """Return the lines that are written for a card without its printing."""
        return primitive_lines(card, losses or self.scrap, self.calls)

    def primitive(self, name: str) -> Primitive | None:
        """Return the primitive of that name."""
        known = self.tree.primitives
        return known.get(name) or known.get_stripped(name)

    def _report(self, card: Card) -> None:
        """Report what a block has no place for."""
        report_written_card(card, self.losses)
        if not own_lines(card) and card.number:
            self.losses.dropped(Loss.NUMBER, card.name)
        if not own_lines(card) and card.rarity:
            self.losses.dropped(Loss.RARITY, card.name)

    def _shared(self) -> Iterator[Diagnostic]:
        """Tell which printings besides those that are meant change with a primitive."""
        codes: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for card in self.followers.values():
            for face in card.faces:
                codes[face.name][card.set_code or card.name] = None
        for name in sorted(self.bodies):
            primitive = self.primitive(name)
            fronts = self.tree.primitives.with_back(name)
            others = sorted({*codes[name], *chain(*map(self.prints, (name, *fronts)))})
            if others and primitive is not None:
                start = primitive.file.starts[primitive.number]
                span = primitive.file.source.span(start, start + len("[card]"))
                yield WagicCode.SHARED.at(span, name=name, others=", ".join(others))

    def _change_cards(self) -> None:
        """Change the cards that are still there."""
        groups: defaultdict[str, list[_Changed]] = defaultdict(list)
        for number, old, new in self.changed:
            self._report(new)
            place = self.tree.places[number]
            if "primitive" in self._keys(place):
                groups[card_name(old)].append((number, old, new))
                continue
            was, now = self.lines(old), self.lines(new, self.losses)
            self._say(place, was + own_lines(old), now + own_lines(new))
            if old.set_code is None and was != now:
                self.bodies.add(card_name(old))
        for name, its in groups.items():
            self._change_printings(name, its)
        for number, old, new in self.changed:
            for back, new_back in zip_longest(backs(old)[:1], backs(new)[:1]):
                if new_back is not None:
                    self._change_back(back, new_back, number)

    def _change_printings(self, name: str, printings: Sequence[_Changed]) -> None:
        """Change the *printings* of a primitive, and that itself if it can say what is meant."""
        before = self.lines(printings[0][1])
        meant = {self.lines(new, self.losses) for _, _, new in printings}
        primitive = self.primitive(name)
        own = "" if meant == {before} else next(self._obstacles(name, printings, meant), "")
        if primitive is not None and meant != {before} and not own:
            self.bodies.add(name)
            self._say(self._place_of(primitive), before, *meant)
        for number, old, new in printings:
            place = self.tree.places[number]
            was: Lines = (f"primitive={card_name(old)}",)
            now: Lines = (f"primitive={card_name(new)}",)
            if own and self.lines(old) != self.lines(new):
                keys = self._keys(place)
                was += tuple(each for each in self.lines(old) if each.partition("=")[0] in keys)
                now = self.lines(new)
                span = self.tree.place_of("", number, None)
                if not self.is_inline:
                    self.notes.append(WagicCode.OWN_LINES.at(span, name=name, reason=own))
            self._say(place, was + own_lines(old), now + own_lines(new))

    def _obstacles(
        self, name: str, printings: Sequence[_Changed], meant: set[Lines]
    ) -> Iterator[str]:
        """Say why *printings* of a primitive get lines of their own, if it cannot change."""
        primitive = self.primitive(name)
        if self.is_inline:
            yield "the option primitives is inline"
        if primitive is None:
            yield "there is no such primitive"
        elif id(primitive.file) not in self._paths:
            yield "the primitive is not beside the output"
        if len(meant) > 1:
            yield "its printings are changed in different ways"
        numbers = {number for number, _, _ in printings}
        if any(self._keys(self.tree.places[number]) - PRINTING_KEYS for number in numbers):
            yield "it had lines of its own already"
        is_renamed = any(card_name(new) != name for _, _, new in printings)
        if is_renamed and (not numbers.issuperset(self._users[name]) or self.prints(name)):
            yield "other printings need the name of the primitive"

    def _change_back(self, old: Face | None, new: Face, number: int) -> None:
        """Change the primitive of a back, or add one.

        It stays if it is that of a card of its own, or is elsewhere.
        """
        card = face_alone(new)
        lines, name = self.lines(card), card_name(card)
        if old is None or (self.is_inline and card_name(face_alone(old)) != name):
            if self.primitive(name) is None:
                self._add_primitive(name, lines, number)
            return
        was = face_alone(old)
        before, old_name = self.lines(was), card_name(was)
        primitive = self.primitive(old_name)
        if before == lines or old_name in self.bodies:
            return
        if name != old_name and self.primitive(name) is not None:
            return
        if primitive is None:
            raise CannotPatchError("a back has no primitive")
        is_free = old_name not in self._unchanged and not self.is_inline
        if is_free and id(primitive.file) in self._paths:
            self.bodies.add(old_name)
            self._say(self._place_of(primitive), before, lines)

    @cached_property
    def _users(self) -> Mapping[str, list[int]]:
        """Return the numbers of the cards of each name."""
        users: defaultdict[str, list[int]] = defaultdict(list)
        for number, card in enumerate(self.before.cards):
            users[card.faces[0].name].append(number)
        return users

    @cached_property
    def _unchanged(self) -> set[str]:
        """Return the names of the cards that stay as they are."""
        changed = {number for number, _, _ in self.changed}
        return {card.name for n, card in enumerate(self.before.cards) if n not in changed}

    def _keys(self, place: Place) -> set[str]:
        """Return the keys of the lines of a block."""
        lines = lines_of(self.tree.file(place[0]).texts[place[1]])
        return {meant_key(key) for key, _, other in lines if not other}

    def _place_of(self, primitive: Primitive) -> Place:
        """Return the block of a primitive in the tree."""
        return self._paths[id(primitive.file)], primitive.number

    def _say(self, place: Place, before: Lines, after: Lines) -> None:
        """Let a block, which says *before*, say *after*.

        Raises:
            CannotPatchError: If the block would have to say two different things.
        """
        if before != after and self._blocks.setdefault(place, (before, after))[1] != after:
            raise CannotPatchError("a block would need two values")

    def _anchors(self, added: Sequence[int]) -> dict[int, int | None]:
        """Return the card of the same set behind which each of the *added* ones stands."""
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
        if self.primitive(name) is None and self._growing and self.tree.primitives.available:
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
        self._others[path].append(edit)
        self.texts[path].append(text)

    def _may_be_new(self, code: str | None) -> bool:
        """Return whether a set of that *code* can be added to the files."""
        folders = {path.split("/", maxsplit=1)[0].lower() for path in self.tree.sources}
        has_sets = self.before.code is None and self.tree.is_folder
        return has_sets and is_code(code or "") and (code or "").lower() not in folders

    def _is_known(self, name: str, lines: Lines) -> bool:
        """Return whether the primitive of that name says *lines*."""
        primitive = self.primitive(name)
        if primitive is None:
            return self._new.get(name, (f"name={name}",)) == lines
        known = self.tree.primitives.card(primitive.name)
        return known is not None and self.lines(known) == lines

    def _add_primitive(self, name: str, lines: Lines, beside: int | None) -> None:
        """Add a primitive where its name belongs, if the names are in order, or beside a card's."""
        if self._new.setdefault(name, lines) is not lines:
            return
        path, number = self._growing[-1], -1
        if beside is not None:
            known = self.primitive(card_name(self.before.cards[beside]))
            if known is not None and self._paths.get(id(known.file)) in self._growing:
                path, number = self._place_of(known)
        file = self.tree.file(path)
        names = [(each.lower(), number) for each, number in names_in(file)]
        before = [each for each in names if each[0] < name.lower()]
        if before and names == sorted(names):
            number = before[-1][1]
        if not file.texts:
            raise CannotPatchError("no file has a place for a new primitive")
        text = block_text(lines)
        self._others[path].append(BlockLines(file, number % len(file.texts)).behind(text))
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
                self._others[path].append(BlockLines(file, 0).before(text))
                continue
            lines = BlockLines(file, blocks[-1])
            if was["name"] == now["name"] or not lines.has("name"):
                was = {key: value for key, value in was.items() if key != "name"}
            if before.get(code, {}).get("name", code) == now["name"]:
                now = {key: value for key, value in now.items() if key != "name"}
            sides = [tuple(f"{key}={value}" for key, value in each.items()) for each in (was, now)]
            self._others[path] += lines.changed(*sides)


def face_alone(face: Face) -> Card:
    """Return a card of one *face*, as the primitive of a back is."""
    return Card(evolve(face, kind="front"))


def own_lines(card: Card) -> Lines:
    """Return the lines that only a printing has."""
    return printing_lines(card) if "wagic" in card.ids else ()
