"""Custom cards: between the JSON objects of ``[CustomCards]`` and cards of the model."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

from attrs import evolve

from ...catalog import Catalog
from ...diagnostics import DiagnosticLog, LossLog
from ...model import (
    AddBooster,
    Card,
    CardRef,
    CardSet,
    Color,
    DraftEffect,
    Face,
    FrozenDict,
    Layout,
    Value,
)
from ...model.frozen import freeze, thaw
from .codes import DraftmancerCode
from .effects import added_cards, effect_from_model, effects_to_model
from .faces import (
    FACE_KEYS,
    FRONT,
    Members,
    derived_colors,
    face_to_model,
    front_from_model,
    is_in_front,
    other_face_from_model,
    parse_mana_cost,
    type_words,
    written_cost,
    written_type,
)
from .format import DraftmancerOptions
from .layouts import flat_choices
from .lines import parse_reference, reference_text
from .names import find
from .section_json import Node
from .syntax import CardLine, JsonSection

#: The rarities a custom card can have.
RARITIES = ("common", "uncommon", "rare", "mythic", "special")
DEFAULT_RARITY = "rare"
#: The set of custom cards that have none, to Draftmancer.
DEFAULT_SET = "custom"
#: The mark in the extras of a card whose type and cost are those of an official one.
_INHERITS = "inherits"
#: The mark in the extras of an official card, which a list only names.
_OFFICIAL = "official"

_CARD_KEYS = FACE_KEYS | frozenset(
    [
        "colors",
        "set",
        "collector_number",
        "rarity",
        "rating",
        "back",
        "related_cards",
        "draft_effects",
        "foil",
        "in_booster",
    ]
)
#: The keys whose values all have a place in the model.
_SAID_BY_THE_MODEL = _CARD_KEYS - {"layout", "in_booster"}
_IMAGES = frozenset(("image", "image_uris"))
_CANNOT_BE_UNSAID = frozenset(("back", "layout"))

#: How a custom card says that it has nothing of the kind, where it would inherit something.
_NOTHING: dict[str, Any] = {
    "set": "",
    "collector_number": "",
    "subtypes": [],
    "printed_names": {},
    "oracle_text": "",
    "power": "",
    "toughness": "",
    "loyalty": "",
    "related_cards": [],
    "draft_effects": [],
    "rating": 0,
    "foil": False,
    "in_booster": True,
}
_SCRYFALL_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def identity(card: Card) -> tuple[str, str, str]:
    """What tells custom cards apart: name, set without regard to case, collector number."""
    return card.name, (card.set_code or DEFAULT_SET).lower(), card.number or ""


def as_official(card: Card) -> Card:
    """*card* with the mark that it is no custom card."""
    own = card.extras.get("draftmancer", {})
    return evolve(card, extras={**card.extras, "draftmancer": {**own, _OFFICIAL: True}})


def without_official(cardset: CardSet) -> CardSet:
    """*cardset* without the cards that Draftmancer knows: a list only names them."""
    defined = [
        card
        for card in cardset.cards
        if card.extras.get("draftmancer", {}).get(_OFFICIAL) is not True
    ]
    return cardset if len(defined) == len(cardset.cards) else evolve(cardset, cards=defined)


def fits(card: Card, ref: CardRef) -> bool:
    """Whether *card* is the printing that *ref* names, a card without a set being of `custom`."""
    code = ref.set_code
    same_set = code is None or (card.set_code or DEFAULT_SET).lower() == code.lower()
    return same_set and (ref.number is None or (card.number or "") == ref.number)


def cards_to_model(
    section: JsonSection, known: dict[str, CardMembers], catalog: Catalog | None, log: DiagnosticLog
) -> Iterator[tuple[Card, CardMembers]]:
    """The cards of *section*, and their members.

    *known* holds the members of the first card of each name, and gets the new ones.  A card that
    *catalog* knows begins with what that says.
    """
    assert section.json is not None  # noqa: S101 - only sections that were read are converted
    for item in Node(section.json, (), section.value, "[CustomCards]", log).items("a custom card"):
        card = CardMembers(item)
        name = card.required_text("name") if isinstance(item.value, dict) else None
        if name is None:
            continue
        if not card.values.keys() <= _CARD_KEYS:
            item.unknown_keys(_CARD_KEYS)
        official = None if catalog is None else _official(card, name, catalog)
        if official is not None:
            card.inherit(official, None)
        elif name in known:
            card.inherit(known[name].values, known[name])
        known.setdefault(name, card)
        made = card.card(name, may_inherit=catalog is None)
        if made is not None:
            yield made, card


def _official(card: CardMembers, name: str, catalog: Catalog) -> dict[str, Any] | None:
    """What *catalog* says about the card of that name, and set and number if given."""
    line = CardLine(None, name, card.text("set"), card.text("collector_number"), text=name)
    found = find(line, catalog)
    return None if found is None else official_members(found)


def _set_code(code: str | None) -> str | None:
    """The set of a card, None where Draftmancer takes it for a card without one."""
    return code if code and code.lower() != DEFAULT_SET else None


class CardMembers(Members):
    """The members of a custom card, with those it inherits."""

    first: CardMembers | None = None

    def inherit(self, values: Mapping[str, Any], first: CardMembers | None) -> None:
        """Take what is missing from *values*: of the *first* card of the name, or a catalog's."""
        if _IMAGES & self.values.keys():
            values = {key: value for key, value in values.items() if key not in _IMAGES}
        self.values = {**values, **self.values}
        self.first = first

    def member(self, key: str) -> Node:
        """The member *key*, which is there; an inherited one is where it was given."""
        if key in self.node.value:
            return super().member(key)
        if self.first is not None:
            return self.first.member(key)
        return evolve(self.node, value=self.values[key], what=repr(key))

    def card(self, name: str, *, may_inherit: bool) -> Card | None:
        """The card that these members describe; it *may inherit* from one that is not known."""
        if not self.complete(name, may_inherit=may_inherit):
            return None
        front = self.face(name, FRONT)
        if front is None:
            return None
        back = face_to_model(self.member("back"), "back") if "back" in self.values else None
        rarity = self.text("rarity")
        if rarity is not None and rarity not in RARITIES:
            self.member("rarity").wrong("one of " + ", ".join(RARITIES))
            rarity = None
        return Card(
            (front, back) if back else (front,),
            _set_code(self.text("set")),
            self.text("collector_number") or None,
            rarity or DEFAULT_RARITY,
            finish="foil" if "foil" in self.values and self.member("foil").boolean() else None,
            rating=(self.member("rating").number() or None) if "rating" in self.values else None,
            related=tuple(self.related()) if "related_cards" in self.values else (),
            draft_effects=self.effects(name) if "draft_effects" in self.values else (),
            extras=self.extras(front),
        )

    def complete(self, name: str, *, may_inherit: bool) -> bool:
        """Whether what every card needs is there."""
        missing = [key for key in ("mana_cost", "type") if key not in self.values]
        if may_inherit and len(missing) == len(("mana_cost", "type")):
            self.node.log.add(DraftmancerCode.INHERITED, self.node.span, name=name)
            return True
        for key in missing:
            self.node.log.add(
                DraftmancerCode.MISSING, self.node.span, what=f"the card {name!r}", name=key
            )
        return not missing

    def related(self) -> Iterator[CardRef | Face]:
        """The related cards: Scryfall ids, card lines, or faces."""
        for node in self.items("related_cards", "a related card"):
            if isinstance(node.value, dict):
                if face := face_to_model(node, FRONT):
                    yield face
            elif not isinstance(node.value, str):
                node.wrong("a string or an object")
            elif _SCRYFALL_ID.fullmatch(node.value):
                yield CardRef("", id=node.value)
            else:
                yield parse_reference(node.value)[1]

    def effects(self, name: str) -> tuple[DraftEffect, ...]:
        """The draft effects."""
        return tuple(effects_to_model(self.member("draft_effects"), name))

    def references(self) -> Iterator[Node]:
        """Where the card itself names others, in card lines."""
        own = self.node.value
        for node in self.items("related_cards", "a related card") if "related_cards" in own else ():
            if isinstance(node.value, str) and not _SCRYFALL_ID.fullmatch(node.value):
                yield node
        if "draft_effects" in own:
            yield from added_cards(self.member("draft_effects"))

    def extras(self, front: Face) -> Mapping[str, Mapping[str, Value]]:
        """What the model has no word for."""
        kept: dict[str, Any] = {}
        if not self.values.keys() <= _SAID_BY_THE_MODEL:
            for key, value in self.values.items():
                if key == "layout":
                    kept[key] = self.unchecked_text(key)
                elif key == "in_booster":
                    kept[key] = self.member(key).boolean()
                elif key not in _CARD_KEYS:
                    kept[key] = value
            kept = {key: value for key, value in kept.items() if value is not None}
        cost = self.values.get("mana_cost")
        if isinstance(cost, str) and "//" in cost:
            kept["mana_cost"] = cost
        type_line = self.values.get("type")
        if type_line is None and "mana_cost" not in self.values:
            kept[_INHERITS] = True
        if isinstance(type_line, str) and (not type_line or type_line != written_type(front)):
            kept["type"] = type_line
        return FrozenDict({"draftmancer": freeze(kept)}) if kept else {}


def official_members(card: Card) -> dict[str, Any]:
    """The members that a custom card inherits from the official *card*."""
    members = card_from_model(card, DraftmancerOptions(), LossLog("draftmancer"))
    if "en" not in members.get("image_uris", {"en": ""}):
        del members["image_uris"]
    return members


def card_from_model(card: Card, options: DraftmancerOptions, losses: LossLog) -> dict[str, Any]:
    """The JSON object of *card*; what it cannot say goes to *losses*.

    It says its set even if it has none: else it would inherit what it does not say from the
    official card of its name.
    """
    front = card.faces[0]
    images = front.images
    if not images and options.image_url is not None:
        images = _images(card, front, options.image_url, losses)
    output: dict[str, Any] = {"name": card.name}
    code = card.set_code or (None if inherits_from_official(card) else DEFAULT_SET)
    output |= _present({"set": code, "collector_number": card.number or None})
    output["rarity"] = _rarity(card, losses)
    if not inherits_from_official(card):
        output["mana_cost"] = written_cost(card, losses)
    if front.colors != derived_colors(card):
        output["colors"] = [color.value for color in Color if color in front.colors]
    output |= front_from_model(card, images, output, losses)
    if inherits_from_official(card):
        del output["type"]
    output |= _present(
        {
            "back": _back(card, options, losses),
            "related_cards": _all_from_model(_related_from_model, card.related, card.name, losses),
            "draft_effects": _all_from_model(
                effect_from_model, card.draft_effects, card.name, losses
            ),
            "rating": card.rating or None,
            "foil": True if card.finish == "foil" else None,
        }
    )
    _report_what_has_no_place(card, losses)
    kept = dict(thaw(card.extras.get("draftmancer", {})))
    if (parse_mana_cost(str(kept.get("mana_cost", ""))) or None) != front.mana_cost:
        kept.pop("mana_cost", None)  # the halves of a cost that is another one now
    output |= kept
    if type_words(str(output.get("type")))[2] == front.subtypes:
        output.pop("subtypes", None)
    if inherits_from_official(card):
        del output[_INHERITS]
    return output


def cards_from_model(
    cards: Iterable[Card],
    flat: Mapping[str, list[Layout]],
    options: DraftmancerOptions,
    losses: LossLog,
) -> list[dict[str, Any]]:
    """The JSON objects of *cards*; *flat* says what has become of each layout.

    A later card inherits from the first one of its name whatever it does not say itself, so it has
    to say what it does not have.
    """
    first: dict[str, dict[str, Any]] = {}
    taken: set[tuple[str, str, str]] = set()
    output = []
    for card in cards:
        if identity(card) in taken:
            losses.dropped("a further card of the same name, set and number", card.name)
            continue
        taken.add(identity(card))
        effects = [
            AddBooster(flat_choices(each.layouts, flat)) if isinstance(each, AddBooster) else each
            for each in card.draft_effects
        ]
        flattened = evolve(card, draft_effects=effects) if effects else card
        own = card_from_model(flattened, options, losses)
        earlier = first.setdefault(card.name, own)
        if earlier is not own:
            _say_what_is_not_inherited(card, own, earlier, losses)
        output.append(own)
    return output


def _say_what_is_not_inherited(
    card: Card, own: dict[str, Any], earlier: Mapping[str, Any], losses: LossLog
) -> None:
    """Complete the object *own* of *card* by what it has not, but the *earlier* one of its name."""
    if "colors" in earlier and "colors" not in own:
        own["colors"] = [color.value for color in Color if color in card.colors]
    if not own.keys() & _IMAGES and earlier.keys() & _IMAGES:
        own["image"] = ""
    own |= {key: none for key, none in _NOTHING.items() if key in earlier and key not in own}
    for key in sorted(earlier.keys() - _IMAGES):
        if key not in own:
            losses.changed(f"a printing without {key!r} (now that of the first)", card.name)
        elif key in _CANNOT_BE_UNSAID and own[key] == earlier[key]:
            del own[key]  # so that a list that was read is written again as it was


def _present(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _back(card: Card, options: DraftmancerOptions, losses: LossLog) -> dict[str, Any] | None:
    """The object of the back face, if there is one; further faces have no place."""
    back: dict[str, Any] | None = None
    for face in card.faces[1:]:
        if face.kind == "back" and back is None:
            template = None if face.images else options.image_url
            images = {} if template is None else _images(card, face, template, losses)
            back = other_face_from_model(face, card.name, losses, images)
        elif not is_in_front(face, card):
            losses.dropped(f"further faces of the kind {face.kind!r}", card.name)
    return back


def _all_from_model(
    convert: Callable[[Any, str, LossLog], Any],
    values: Iterable[Any],
    card: str,
    losses: LossLog,
) -> list[Any] | None:
    """What *convert* makes of the *values* of *card*; None if that is nothing."""
    output = (convert(value, card, losses) for value in values)
    return [each for each in output if each is not None] or None


def _report_what_has_no_place(card: Card, losses: LossLog) -> None:
    if card.rating == 0:
        losses.changed("the rating 0 (now none, which is the same there)", card.name)
    if card.finish not in (None, "foil"):
        losses.dropped(f"the finish {card.finish!r}", card.name)
    for scheme, identifier in card.ids.items():
        if identifier != card.number:
            losses.dropped(f"ids of {scheme}", card.name)
    for format_id, extras in card.extras.items():
        if format_id != "draftmancer":
            for kind in extras:
                losses.dropped(f"{format_id} {kind!r}", card.name)


def _related_from_model(
    related: CardRef | Face, card: str, losses: LossLog
) -> str | dict[str, Any] | None:
    if isinstance(related, Face):
        return other_face_from_model(related, card, losses)
    text = related.id if not related.name else reference_text(related)
    if text is None:
        losses.dropped("a related card whose name reads as something else", card)
    return text


def inherits_from_official(card: Card) -> bool:
    """Whether the type and cost of *card* are those of an official card of its name."""
    face = card.faces[0]
    is_marked = card.extras.get("draftmancer", {}).get(_INHERITS) is True
    return is_marked and not (face.types or face.supertypes or face.mana_cost)


def _rarity(card: Card, losses: LossLog) -> str:
    if card.rarity in RARITIES:
        return card.rarity
    if card.rarity is None:
        return DEFAULT_RARITY
    nearest = "common" if card.rarity in ("land", "token") else "special"
    losses.changed(f"the rarity {card.rarity!r} (now {nearest!r})", card.name)
    return nearest


def _images(card: Card, face: Face, template: str, losses: LossLog) -> dict[str, str]:
    """The image of *face* by *template*; none if *card* has not all that the template asks for."""
    is_front = face is card.faces[0]
    values = {
        "{set}": card.set_code,
        "{id}": next(iter(card.ids.values()), card.number),
        "{number}": card.number,
        "{name}": face.name,
        "{face}": "front" if is_front else "back",
    }
    wanted = [placeholder for placeholder in values if placeholder in template]
    missing = [placeholder for placeholder in wanted if not values[placeholder]]
    if missing:
        losses.dropped(f"images of cards without {missing[0]}", card.name)
        return {}
    if not is_front and not {"{name}", "{face}"} & set(wanted):
        losses.dropped(
            "images of backs, where the address has neither {face} nor {name}", card.name
        )
        return {}
    for placeholder in wanted:
        template = template.replace(
            placeholder, quote(values[placeholder] or "", safe="", errors="replace")
        )
    return {"en": template}
