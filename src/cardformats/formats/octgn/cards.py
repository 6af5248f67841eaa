"""Cards: from the records of a set to the model, and back to records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Final

from attrs import Factory, evolve, field, frozen

from ...losses import Loss, LossLog
from ...model import Card, Face, FrozenDict, Value, trusted
from ...model.frozen import EMPTY
from ..capabilities import FIELDS, NONE, Capabilities
from ..xml_text import allowed, is_allowed
from .definition import Definition
from .format import CAPABILITIES
from .mapping.faces import FaceMapping, Spellings, with_below, without_below
from .mapping.game_mapping import GameMapping
from .mapping.images import ImageSet
from .mapping.roles import Roles
from .mapping.spellings import spellings_in
from .rich_text import Run, as_value, from_value, mark, plain, restyled, settled, symbol_texts
from .syntax import AlternateRecord, CardRecord, FaceRecord, SetRecord

_NO_STYLE: Final = None, None
#: The types of alternates by the kinds of faces, where a card does not say them.
_TYPES: Final = {"back": "transform", "split": "split", "alternate": "alternate", "front": "front"}
#: The place of an alternate that is no face of its own.
_NO_FACE: Final = -1


def capabilities(mapping: GameMapping) -> Capabilities:
    """What can be said in a game with this mapping."""
    roles = mapping.roles
    fields = {name for name in FIELDS if getattr(roles, name, "") or name in mapping.templates}
    return evolve(
        CAPABILITIES,
        fields=frozenset({*fields, *(("supertypes", "subtypes") if "types" in fields else ())}),
        numbers=bool(roles.number),
        rarities=None if roles.rarity else NONE,
        images=bool(mapping.images),
    )


@frozen
class Vocabulary:
    """What a game's cards are described with.

    Attributes:
        types: the properties and their types, in order.
        mapping: which property is what.
        symbols: the ids of the symbols that plain text can tell from words, by their texts.
        spellings: how the game writes what would usually be written otherwise.
        faces: what maps faces so.
    """

    types: Mapping[str, str]
    mapping: GameMapping
    symbols: Mapping[str, str]
    spellings: Spellings = EMPTY
    faces: FaceMapping = field(
        default=Factory(lambda own: FaceMapping(own.mapping, own.spellings), takes_self=True),
        eq=False,
        repr=False,
    )

    @property
    def roles(self) -> Roles:
        """The property of each field."""
        return self.mapping.roles

    @cached_property
    def rich(self) -> tuple[str, ...]:
        """The properties that are rich text."""
        return tuple(name for name, kind in self.types.items() if kind == "RichText")


def property_types(record: SetRecord, definition: Definition | None) -> dict[str, str]:
    """The types of the properties: as they are defined, else as its cards show."""
    types = {name: each.type for name, each in definition.properties.items()} if definition else {}
    for face in _faces(record):
        if not face.properties.keys() <= types.keys():
            types |= {name: "String" for name in face.properties if name not in types}
        if face.runs and definition is None:
            types.update(dict.fromkeys(face.runs, "RichText"))
    return types


def in_order(types: Mapping[str, str], roles: Roles) -> dict[str, str]:
    """*types* in an order that needs no definition: those that have roles, then by name."""
    known = {name: place for place, name in enumerate(roles.to_dict().values())}
    return {
        name: types[name]
        for name in sorted(types, key=lambda name: (known.get(name, len(known)), name))
    }


def symbols_in(record: SetRecord) -> dict[str, str]:
    """The id that each symbol's text in *record* mostly stands for."""
    styled = [runs for face in _faces(record) if face.runs for runs in face.runs.values()]
    # what is written alike was read once, and is the same object
    counts, different = Counter(map(id, styled)), {id(runs): runs for runs in styled}
    uses: dict[int, int] = {}
    runs_of: dict[int, Run] = {}
    for number, runs in different.items():
        for run in runs:
            if run.symbol is not None:
                uses[id(run)] = uses.get(id(run), 0) + counts[number]
                runs_of[id(run)] = run
    pairs: Counter[tuple[str, str]] = Counter()
    for number, run in runs_of.items():
        for pair in symbol_texts((run,)):
            pairs[pair] += uses[number]
    symbols: dict[str, str] = {}
    for (text, symbol), _ in pairs.most_common():
        symbols.setdefault(text, symbol)
    return dict(sorted(symbols.items()))


def spellings(record: SetRecord, mapping: FaceMapping) -> Spellings:
    """How the cards of *record* spell what would usually be written otherwise."""
    return spellings_in((face.properties for face in _faces(record)), mapping)


def _faces(record: SetRecord) -> Iterator[FaceRecord]:
    return chain.from_iterable((card, *card.alternates) for card in record.cards)


def effective(card: FaceRecord, alternate: FaceRecord) -> dict[str, str | None]:
    """What an alternate says: its own properties, and those of its card that it does not name."""
    return {
        **{name: value for name, value in card.properties.items() if value is not None},
        **alternate.properties,
    }


def _without_null(properties: dict[str, str | None]) -> dict[str, Value]:
    """The *properties* that there are; most cards have no others."""
    if None in properties.values():
        return {name: value for name, value in properties.items() if value is not None}
    return dict(properties)


class CardBuilder:
    """Makes cards of the records of one set."""

    def __init__(self, vocabulary: Vocabulary, images: ImageSet, of_set: str | None = None) -> None:
        """Prepare; *of_set* is the GUID of the set if it has to be said of each card.

        What the addresses of images needed and was empty is in *lacks*.
        """
        self.vocabulary = vocabulary
        self.roles = vocabulary.roles
        self.images = images
        self.set_code = images.code or None
        self.of_set = of_set
        self.lacks: set[str] = set()
        self._styles: dict[str, tuple[tuple[Run, ...] | None, tuple[Value, ...] | None]] = {}
        self._rarities: dict[str, tuple[str | None, bool]] = {}

    def card(self, record: CardRecord) -> Card:
        """The card that *record*, which was read, describes."""
        extras: dict[str, Any] = {}
        if self.of_set is not None:
            extras["set"] = self.of_set
        if record.size:
            extras["size"] = record.size
        styled: dict[str, Any] = {}
        properties = _without_null(record.properties)
        self._keep_styles(properties, record.runs, 0, styled)
        rarity, number = self._of_card(properties)
        mapping = self.vocabulary.faces
        # the rarity and the number of a card are those of its alternates too
        has_parts = record.alternates or mapping.mapping.templates
        of_card = mapping.of_card(rarity, number) if has_parts else EMPTY
        images: Mapping[str, str] = EMPTY
        if self.images.templates:
            images = self.images.images(
                "front", record.name, "", record.id, number or "", self.lacks
            )
        faces = [mapping.face(record.name, properties, "front", of_card, images)]
        below = ""
        if record.alternates:
            others = list(self._alternates(record, number or "", of_card, styled))
            extras["alternates"] = tuple(about for about, _ in others)
            below = mapping.below(face for about, face in others if "name" in about)
            faces += [face for about, face in others if "name" not in about]
        if styled:
            extras["rich"] = FrozenDict(styled)
        if has_parts and (made := mapping.marks(faces)):
            extras["made"] = FrozenDict(made)
        if below:
            faces[0] = evolve(faces[0], text=with_below(faces[0].text, below))
        kept = FrozenDict(octgn=FrozenDict(extras)) if extras else EMPTY
        ids = FrozenDict(octgn=record.id)
        return trusted.card(
            tuple(faces), self.set_code, number, rarity, ids, None, None, (), (), kept
        )

    def _of_card(self, properties: dict[str, Any]) -> tuple[str | None, str | None]:
        """The rarity and the number among *properties*; they leave them if they give all back."""
        rarity = number = None
        if text := properties.get(self.roles.rarity):
            if text not in self._rarities:
                faces, rarity = self.vocabulary.faces, self.vocabulary.faces.rarity(text)
                gives_back = rarity is not None and faces.rarity_words(rarity) == text
                self._rarities[text] = rarity, gives_back
            rarity, gives_back = self._rarities[text]
            if gives_back:
                del properties[self.roles.rarity]
        if properties.get(self.roles.number):
            number = properties.pop(self.roles.number)
        return rarity, number

    def _alternates(
        self,
        record: CardRecord,
        number: str,
        of_card: Mapping[str, str],
        styled: dict[str, Any],
    ) -> Iterator[tuple[FrozenDict[str, Any], Face]]:
        """The alternates as faces, with what is known of them; of mere texts, their properties."""
        for place, each in enumerate(record.alternates, 1):
            values = effective(record, each)
            properties = _without_null(values)
            inherited = {
                name: as_runs
                for name, as_runs in record.runs.items()
                if name not in each.properties
            }
            self._keep_styles(properties, {**inherited, **each.runs}, place, styled)
            for name, written in of_card.items():
                if properties.get(name) == written:
                    del properties[name]
                else:
                    properties.setdefault(name, None)
            about: dict[str, Any] = {"type": each.type}
            if each.size:
                about["size"] = each.size
            mapping = self.vocabulary.faces
            images: Mapping[str, str] = EMPTY
            kind = mapping.mapping.kind(each.type)
            if kind == "text":
                about |= {"name": each.name, "properties": FrozenDict(properties)}
                kind = "alternate"
            else:
                images = self.images.images(
                    kind, each.name, each.type, record.id, number, self.lacks
                )
            face = mapping.face(each.name, properties, kind, of_card, images)
            yield FrozenDict(about), face

    def _keep_styles(
        self,
        properties: Mapping[str, Any],
        runs: Mapping[str, tuple[Run, ...]],
        place: int,
        styled: dict[str, Any],
    ) -> None:
        """Put into *styled* the runs that plain text and the symbols of the game do not give."""
        symbols = self.vocabulary.symbols
        if not symbols and not runs:
            return
        for name in self.vocabulary.rich:
            text = properties.get(name)
            if text and (name in runs or "{" in text):
                as_runs = runs.get(name)
                # most texts with symbols are those of many cards, and their runs the same objects
                known, value = self._styles.get(text, _NO_STYLE)
                if known is not as_runs or value is None:
                    value = self._style(text, as_runs or (Run(text),))
                    self._styles[text] = as_runs, value
                if value:
                    styled[f"{place}/{name}"] = value

    def _style(self, text: str, runs: tuple[Run, ...]) -> tuple[Value, ...]:
        """The *runs* of *text* as extras have them; none if they need not be kept."""
        return () if mark(text, self.vocabulary.symbols) == runs else as_value(runs)


# -- from the model


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

    def card(self, card: Card, number: str) -> CardRecord:
        """*card* as it is written with the GUID *number*."""
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
        return CardRecord(card.name, *content, number, tuple(alternates))

    def _alternates(
        self, card: Card, kinds: Sequence[Mapping[str, Any]]
    ) -> tuple[list[tuple[Mapping[str, Any], Face, int]], str]:
        """What is written as alternates: faces with what is known of them and their places.

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
    ) -> tuple[str, dict[str, str | None], dict[str, tuple[Run, ...]]]:
        """The size of the face at a *place*, its properties in the game's order, and their runs."""
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
        """The properties of *face*, and those that the card has as a whole, as plain text.

        The *place* of the front is 0.
        """
        losses, roles = self.losses, self.roles
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
        for name in (roles.rarity, roles.number):
            if not name or (name in face.properties and (place or self._is_same(card, name, face))):
                continue
            properties.pop(name, None)
            if written := of_card.get(name):
                properties[name] = written
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
        for name, value in face.properties.items():
            if value is not None and not isinstance(value, str):
                self.losses.changed(Loss.PROPERTY, card.name, f"the property {name!r}", "a text")
        read = Face("", **self.vocabulary.faces.fields(properties))
        made = self.vocabulary.mapping.templates
        for name, (code, what) in FIELDS.items():
            role = name
            if name.endswith("types") and not (self.roles.subtypes and name == "subtypes"):
                role = "subtypes" if name == "subtypes" and name in made else "types"
            if not (getattr(self.roles, role) or role in made):
                continue
            is_same = getattr(read, name) == getattr(face, name)
            if not (is_same or self.vocabulary.faces.is_as_made(role, face, place, marks)):
                self.losses.changed(code, card.name, what)

    def _is_same(self, card: Card, name: str, face: Face) -> bool:
        """Whether what the front *face* says of a property of the card still holds."""
        text = face.properties[name]
        now = card.rarity if name == self.roles.rarity else card.number
        is_rarity = name == self.roles.rarity and text
        before = self.vocabulary.faces.rarity(str(text)) if is_rarity else text or None
        return before == now

    def _other_styles(
        self,
        base: Mapping[str, str],
        own: Mapping[str, str],
        styles: Mapping[str, Any],
        place: int,
    ) -> dict[str, str]:
        """The texts that an alternate at a *place* has from *base*, but in another style."""
        same = {name: text for name, text in own.items() if base.get(name) == text}
        of_card, runs = self._runs(same, styles, 0), self._runs(same, styles, place)
        return {name: same[name] for name in same if of_card.get(name) != runs.get(name)}

    def _runs(
        self, properties: Mapping[str, str | None], styles: Mapping[str, Any], place: int
    ) -> dict[str, tuple[Run, ...]]:
        """The runs of those of *properties* that have styles or symbols."""
        styled: dict[str, tuple[Run, ...]] = {}
        for name, value in properties.items():
            if value and name in self.vocabulary.rich:
                runs = from_value(styles.get(f"{place}/{name}"))
                if runs is None:
                    runs = mark(value, self.vocabulary.symbols)
                elif plain(runs) != value:
                    runs = restyled(runs, value, self.vocabulary.symbols)
                runs = self._known(runs)
                if runs != (Run(value),):
                    styled[name] = runs
        return styled

    def _known(self, runs: tuple[Run, ...]) -> tuple[Run, ...]:
        """*runs* with the symbols that the game has, others as their texts."""
        if self.definition is None:
            return runs
        known = self.definition.symbols
        return settled(
            run if run.symbol is None or run.symbol in known else evolve(run, symbol=None)
            for run in runs
        )


def difference(base: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str | None]:
    """What an alternate has to say so that it has its *own* properties and not those of *base*."""
    changed: dict[str, str | None] = {
        name: value for name, value in own.items() if base.get(name) != value
    }
    return changed | {name: None for name in base if name not in own}


def _free_type(wanted: object, taken: dict[str, int]) -> str:
    """The type of an alternate, which no other of the card has."""
    base = wanted if isinstance(wanted, str) else "alternate"
    free = base
    while free in taken:
        taken[base] += 1
        free = f"{base}{taken[base]}"
    taken[free] = 1
    return free
