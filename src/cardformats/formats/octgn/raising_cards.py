"""From the model's cards to those of a set, with what a set cannot say of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve

from ...diagnostics import LossLog
from ...model import Card, Face, FrozenDict
from .definition import Definition
from .faces import FaceMapping
from .lower import Vocabulary
from .mapping import rarity_of
from .rendering import WrittenCard, WrittenFace, allowed, is_allowed
from .richtext import Run, from_value, mark, plain, settled

#: The types of alternates by the kinds of faces, where a card does not say them.
_TYPES: Final = {"back": "transform", "split": "split", "alternate": "alternate", "front": "front"}


class CardRaiser:
    """Makes the cards of one set."""

    def __init__(
        self, vocabulary: Vocabulary, definition: Definition | None, losses: LossLog
    ) -> None:
        """Write cards with *vocabulary*, for the game of *definition* if that is given."""
        self.vocabulary = vocabulary
        self.definition = definition
        self.roles = vocabulary.roles
        self.losses = losses
        self.faces = FaceMapping(vocabulary.roles, vocabulary.spellings)
        self._order = {name: place for place, name in enumerate(vocabulary.types)}
        self._rich = frozenset(vocabulary.rich())

    def card(self, card: Card, number: str) -> WrittenCard:
        """*card* as it is written with the GUID *number*."""
        kept = card.extras.get("octgn", FrozenDict())
        about = kept.get("alternates")
        kinds = about if isinstance(about, tuple) else ()
        styles = kept.get("rich")
        styled = styles if isinstance(styles, Mapping) else {}
        base = self._with_card(card, self._properties(card, card.faces[0]), card.faces[0])
        types: dict[str, int] = {}
        alternates = []
        for place, face in enumerate(card.faces[1:], 1):
            kind = kinds[place - 1] if place <= len(kinds) else {}
            own = self._with_card(card, self._properties(card, face), face)
            given = kind.get("size") if isinstance(kind, Mapping) else None
            alternates.append(
                WrittenFace(
                    face.name,
                    self._size(given, card),
                    self._styled(_difference(base, own), styled, place),
                    _free_type(face, kind, types),
                )
            )
        front = WrittenFace(
            card.name, self._size(kept.get("size"), card), self._styled(base, styled, 0)
        )
        return WrittenCard(number, front, tuple(alternates))

    def _size(self, given: object, card: Card) -> str:
        """The size that is *given* to a face of *card*, if the game has it."""
        size = allowed(given) if isinstance(given, str) else ""
        if size and self.definition is not None and size not in self.definition.sizes:
            self.losses.dropped(f"the size {size!r}", card.name)
            return ""
        return size

    def _properties(self, card: Card, face: Face) -> dict[str, str]:
        """The properties of *face* by name, as plain text."""
        for name, value in face.properties.items():
            if value is not None and not isinstance(value, str):
                self.losses.changed(f"the property {name!r} (now a text)", card.name)
        found = self.faces.properties(face)
        if not all(map(is_allowed, (face.name, *found.values()))):
            self.losses.changed("characters that XML cannot have (now left out)", card.name)
        unsaid = self._unsaid(face)
        for what in unsaid:
            self.losses.dropped(what, card.name)
        unknown = [name for name in found if name not in self.vocabulary.types]
        for name in unknown:
            if found.pop(name):
                self.losses.dropped(f"the property {name!r}, which the game has not", card.name)
        return found

    def _unsaid(self, face: Face) -> list[str]:
        """What of *face* has no property."""
        roles = self.roles
        has = {
            "the mana cost": face.mana_cost is not None and not roles.mana_cost,
            "the colours": face.colors and not roles.colors,
            "the types": face.types and not roles.types,
            "the subtypes": face.subtypes and not (roles.subtypes or roles.types),
            "the rules text": face.text and not roles.text,
            "the power": face.power is not None and not roles.power,
            "the toughness": face.toughness is not None and not roles.toughness,
            "the loyalty": face.loyalty is not None and not roles.loyalty,
            "images": face.images,
            "printed names": face.printed_names,
        }
        return [what for what, is_there in has.items() if is_there]

    def _with_card(self, card: Card, properties: dict[str, str], face: Face) -> dict[str, str]:
        """*properties* with those that the card has as a whole."""
        words = {self.roles.rarity: "", self.roles.number: card.number or ""}
        if card.rarity is not None:
            words[self.roles.rarity] = self.vocabulary.rarity_words(card.rarity)
        for name, written in words.items():
            if not name or (name in face.properties and self._is_same(card, name, face)):
                continue
            properties.pop(name, None)
            if written:
                properties[name] = written
        return properties

    def _is_same(self, card: Card, name: str, face: Face) -> bool:
        """Whether what *face* says of a property of the card still holds."""
        said = face.properties[name]
        if face is not card.faces[0]:
            return True
        now = card.rarity if name == self.roles.rarity else card.number
        before = rarity_of(str(said)) if name == self.roles.rarity and said else said or None
        return before == now

    def _styled(
        self, properties: Mapping[str, str | None], styles: Mapping[str, Any], place: int
    ) -> dict[str, str | tuple[Run, ...] | None]:
        """*properties* in the order of the game, those with styles as runs."""
        found: dict[str, str | tuple[Run, ...] | None] = {}
        last = len(self._order)
        for name in sorted(properties, key=lambda name: self._order.get(name, last)):
            value = properties[name]
            found[name] = value
            if value and name in self._rich:
                runs = from_value(styles.get(f"{place}/{name}"))
                if runs is None or plain(runs) != value:
                    runs = mark(value, self.vocabulary.symbols)
                runs = self._known(runs)
                if runs != (Run(value),):
                    found[name] = runs
        return found

    def _known(self, runs: tuple[Run, ...]) -> tuple[Run, ...]:
        """*runs* with the symbols that the game has, others as their texts."""
        if self.definition is None:
            return runs
        known = self.definition.symbols
        return settled(
            run if run.symbol is None or run.symbol in known else evolve(run, symbol=None)
            for run in runs
        )


def _difference(base: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str | None]:
    """What an alternate has to say so that it has its *own* properties and not those of *base*."""
    found: dict[str, str | None] = {
        name: value for name, value in own.items() if base.get(name) != value
    }
    return found | {name: None for name in base if name not in own}


def _free_type(face: Face, kind: object, taken: dict[str, int]) -> str:
    """The type of an alternate, which no other of the card has."""
    given = kind.get("type") if isinstance(kind, Mapping) else None
    base = given if isinstance(given, str) and given else _TYPES.get(face.kind, "alternate")
    found = base
    while found in taken:
        taken[base] += 1
        found = f"{base}{taken[base]}"
    taken[found] = 1
    return found


def report_card(card: Card, roles_number: str, losses: LossLog) -> None:
    """Tell what no set can say of *card*."""
    if card.finish is not None:
        losses.dropped(f"the finish {card.finish!r}", card.name)
    if card.rating is not None:
        losses.dropped("ratings", card.name)
    if card.related:
        losses.dropped("related cards", card.name)
    if card.draft_effects:
        losses.dropped("draft effects", card.name)
    if card.number and not roles_number:
        losses.dropped("the collector number", card.name)
    for scheme in card.ids.keys() - {"octgn"}:
        losses.dropped(f"the id {scheme!r}", card.name)
    report_extras(card.name, card.extras, losses)


def report_extras(subject: str, extras: Mapping[str, Mapping[str, Any]], losses: LossLog) -> None:
    """Tell what other formats have a word for, and OCTGN has none."""
    for format_id, kinds in extras.items():
        if format_id != "octgn":
            for kind in kinds:
                losses.dropped(f"{format_id} {kind!r}", subject)
