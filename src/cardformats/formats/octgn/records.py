"""Cards: from the model to the records of a set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from ...losses import Loss, LossLog
from ...model import Card, Face, FrozenDict
from ...model.frozen import EMPTY
from ..capabilities import FIELDS
from ..mapping.faces import INTEGER, without_below
from ..mapping.images import ImageSet
from ..xml_text import allowed, is_allowed
from .cards import Vocabulary
from .definition import Definition
from .identity import VALUES
from .rich_text import TextRun, from_value, mark, plain, restyled, settled
from .syntax import AlternateRecord, OctgnCardRecord

#: The types of alternates by the kinds of faces, where a card does not say them.
_TYPES: Final = {"back": "transform", "split": "split", "alternate": "alternate", "front": "front"}
_INTEGER: Final = VALUES.rule("INTEGER")
#: The place of an alternate that is no face of its own.
_NO_FACE: Final = -1


class RecordBuilder:
    """Makes the cards of one set."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        images: ImageSet,
        definition: Definition | None,
        losses: LossLog,
    ) -> None:
        """Write cards with *vocabulary*, for the game of *definition* if that is given."""
        self.vocabulary = vocabulary
        self.images = images
        self.definition = definition
        self.roles = vocabulary.roles
        self.losses = losses
        self._order = {name: place for place, name in enumerate(vocabulary.types)}

    def card(self, card: Card, number: str) -> OctgnCardRecord:
        """Return *card* as it is written with the GUID *number*."""
        extras = card.extras.get("octgn", FrozenDict())
        about, rich = extras.get("alternates"), extras.get("rich")
        kinds = [
            each if isinstance(each, Mapping) else EMPTY
            for each in (about if isinstance(about, tuple) else ())
        ]
        styles = rich if isinstance(rich, Mapping) else {}
        others, below = self._alternates(card, kinds)
        front = card.faces[0]
        if below:
            front = evolve(front, text=without_below(front.text, below))
            if front == card.faces[0]:
                into = "with that of other faces below"
                self.losses.changed(Loss.TEXT, card.name, "the rules text", into)
        base = self._properties(card, front, 0)
        taken: dict[str, int] = {}
        alternates, types = [], []
        for place, (kind, face, place_of_face) in enumerate(others, 1):
            own = self._properties(card, face, place_of_face)
            changes = difference(base, own) | self._other_styles(base, own, styles, place)
            if not kind:
                self._inherit_colors(card, face, base, changes)
            content = self._content(card, kind, changes, styles, place)
            usual = self.vocabulary.mapping.usual_type(face.kind) or _TYPES.get(face.kind)
            type_ = _free_type(kind.get("type") or usual or "alternate", taken)
            alternates.append(AlternateRecord(face.name, *content, type_))
            if place_of_face != _NO_FACE:
                types.append(type_)
                self._report_kind(card, face, type_)
        self._report_images(card, number, types)
        content = self._content(card, extras, base, styles, 0)
        return OctgnCardRecord(card.name, *content, number, tuple(alternates))

    def _alternates(
        self, card: Card, kinds: Sequence[Mapping[str, Any]]
    ) -> tuple[list[tuple[Mapping[str, Any], Face, int]], str]:
        """Return the faces that are alternates, with their data and places.

        Also the text of those that are no faces of their own, which is below that of the front.
        """
        mapping, faces = self.vocabulary.faces, iter(enumerate(card.faces[1:], 1))
        of_card = mapping.of_card(card.rarity, card.number)
        others: list[tuple[Mapping[str, Any], Face, int]] = []
        texts = []
        for kind in kinds:
            name, properties = kind.get("name"), kind.get("properties")
            if isinstance(name, str) and isinstance(properties, Mapping):
                # extras may say anything, which the class checks
                texts.append(evolve(mapping.face(name, dict(properties), "alternate", of_card)))
                others.append((kind, texts[-1], _NO_FACE))
            elif (own := next(faces, None)) is not None:
                others.append((kind, own[1], own[0]))
        others += [(EMPTY, face, place) for place, face in faces]
        return others, mapping.below(texts)

    def _inherit_colors(
        self, card: Card, face: Face, base: Mapping[str, str], own: dict[str, str | None]
    ) -> None:
        """Let a new *face* without colours have those of its card, not the word for none."""
        name = self.roles.colors
        if face.colors or name not in base or own.get(name) is None or name in face.properties:
            return
        if "colors" in self.vocabulary.mapping.values and not self.roles.is_magic:
            del own[name]
            what = "the colours of a face that says none"
            self.losses.changed(Loss.COLOR, card.name, what, "those of its card")

    def _report_kind(self, card: Card, face: Face, type_: str) -> None:
        """Report that an alternate of that type is another kind of face than *face*."""
        kind = self.vocabulary.mapping.kind(type_)
        if kind != face.kind:
            self.losses.changed(Loss.FACE, card.name, f"faces of the kind {face.kind!r}", kind)

    def _report_images(self, card: Card, number: str, types: Sequence[str]) -> None:
        """Report images that are not those that the mapping gives; new cards get them."""
        if not self.images.templates:
            return
        for place, face in enumerate(card.faces):
            type_ = types[place - 1] if place else ""
            own = self.images.images(face.kind, face.name, type_, number, card.number or "", set())
            if face.images != own and (face.images or "octgn" in card.ids):
                self.losses.changed(Loss.IMAGE, card.name, "images", "those of the mapping")

    def _content(
        self,
        card: Card,
        extras: Mapping[str, Any],
        properties: Mapping[str, str | None],
        styles: Mapping[str, Any],
        place: int,
    ) -> tuple[str, dict[str, str | None], dict[str, tuple[TextRun, ...]]]:
        """Return the size of the face at a *place*, its properties in order, and their runs."""
        last = len(self._order)
        names = sorted(properties, key=lambda name: self._order.get(name, last))
        ordered = {name: properties[name] for name in names}
        kept = extras.get("size")
        size = allowed(kept) if isinstance(kept, str) else ""
        if size and self.definition is not None and size not in self.definition.sizes:
            self.losses.dropped(Loss.PROPERTY, card.name, f"the size {size!r}")
            size = ""
        return size, ordered, self._runs(ordered, styles, place)

    def _properties(self, card: Card, face: Face, place: int) -> dict[str, str]:
        """Return the properties of *face*, and those that the card has as a whole, as plain text.

        The *place* of the front is 0.
        """
        losses = self.losses
        made = card.extras.get("octgn", EMPTY).get("made")
        marks = made if isinstance(made, Mapping) else EMPTY
        mapping = self.vocabulary.faces
        of_card = mapping.of_card(card.rarity, card.number)
        inherited = {name: own for name, own in of_card.items() if name not in face.properties}
        properties = mapping.properties(face, place, marks, inherited)
        self._report_face(card, face, {**inherited, **properties}, place, marks)
        if not all(map(is_allowed, (face.name, *properties.values()))):
            losses.changed(Loss.TEXT, card.name, "characters that XML cannot have", "left out")
        for name in properties.keys() - self.vocabulary.types.keys():
            if properties.pop(name):
                losses.dropped(
                    Loss.PROPERTY, card.name, f"the property {name!r}, which the game has not"
                )
        mapping.put_of_card(properties, face, place, of_card, card.rarity, card.number)
        return properties

    def _report_face(
        self,
        card: Card,
        face: Face,
        properties: Mapping[str, str],
        place: int,
        marks: Mapping[str, Any],
    ) -> None:
        """Report what of *face* its *properties* do not give back."""
        made = self.vocabulary.mapping.templates
        of_fields = {name for role, name in self.roles.to_dict().items() if role not in made}
        for name, value in face.properties.items():
            if value is not None and not isinstance(value, str):
                self.losses.changed(Loss.PROPERTY, card.name, f"the property {name!r}", "a text")
            elif value and name in of_fields and name not in properties:
                kind = f"the property {name!r}, whose field is empty"
                self.losses.dropped(Loss.PROPERTY, card.name, kind)
        for name, text in properties.items():
            is_number = self.vocabulary.types.get(name) == INTEGER
            if is_number and text and not _INTEGER.fullmatch(text):
                what = f"the property {name!r}, which is a number in the game"
                self.losses.changed(Loss.PROPERTY, card.name, what, "a text")
        read = Face("", **self.vocabulary.faces.fields(properties))
        for name, (code, what) in FIELDS.items():
            role = name
            if name.endswith("types") and not (self.roles.subtypes and name == "subtypes"):
                role = "subtypes" if name == "subtypes" and name in made else "types"
            if not (getattr(self.roles, role) or role in made):
                continue
            is_same = getattr(read, name) == getattr(face, name)
            if not (is_same or self.vocabulary.faces.is_as_made(role, face, place, marks)):
                self.losses.changed(code, card.name, what)

    def _other_styles(
        self,
        base: Mapping[str, str],
        own: Mapping[str, str],
        styles: Mapping[str, Any],
        place: int,
    ) -> dict[str, str]:
        """Return the texts that an alternate at a *place* has from *base*, but in another style."""
        same = {name: text for name, text in own.items() if base.get(name) == text}
        of_card, runs = self._runs(same, styles, 0), self._runs(same, styles, place)
        return {name: same[name] for name in same if of_card.get(name) != runs.get(name)}

    def _runs(
        self, properties: Mapping[str, str | None], styles: Mapping[str, Any], place: int
    ) -> dict[str, tuple[TextRun, ...]]:
        """Return the runs of those of *properties* that have styles or symbols."""
        styled: dict[str, tuple[TextRun, ...]] = {}
        for name, value in properties.items():
            if value and name in self.vocabulary.rich:
                runs = from_value(styles.get(f"{place}/{name}"))
                if runs is None:
                    runs = mark(value, self.vocabulary.symbols)
                elif plain(runs) != value:
                    runs = restyled(runs, value, self.vocabulary.symbols)
                runs = self._known(runs)
                if runs != (TextRun(value),):
                    styled[name] = runs
        return styled

    def _known(self, runs: tuple[TextRun, ...]) -> tuple[TextRun, ...]:
        """Return *runs* with the symbols that the game has, others as their texts."""
        if self.definition is None:
            return runs
        known = self.definition.symbols
        return settled(
            run if run.symbol is None or run.symbol in known else evolve(run, symbol=None)
            for run in runs
        )


def difference(base: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str | None]:
    """Return the changes from *base* to the *own* properties of an alternate."""
    changed: dict[str, str | None] = {
        name: value for name, value in own.items() if base.get(name) != value
    }
    return changed | {name: None for name in base if name not in own}


def _free_type(wanted: object, taken: dict[str, int]) -> str:
    """Return the type of an alternate, which no other of the card has."""
    base = wanted if isinstance(wanted, str) else "alternate"
    free = base
    while free in taken:
        taken[base] += 1
        free = f"{base}{taken[base]}"
    taken[free] = 1
    return free
