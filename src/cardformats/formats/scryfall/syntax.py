"""The syntax of Scryfall files: cards, each a JSON object, and the members that are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from ...source import SourceText, Span
from ..grammar import Grammar

#: The grammar of text around and inside cards.
GRAMMAR: Final = Grammar(__package__, "cards.lark")


@frozen
class ScryfallCard:
    """A card in the file.

    Attributes:
        data: The JSON object.
        source, start, end: The position of the object.
    """

    data: Mapping[str, Any]
    source: SourceText
    start: int = 0
    end: int = 0

    @property
    def span(self) -> Span:
        """Return the position of its start."""
        return self.source.span(self.start, min(self.end, self.start + 1))


#: The ids of a card, and their schemes.
IDS: Final = (
    ("id", "scryfall"),
    ("oracle_id", "scryfall_oracle"),
    ("mtgo_id", "mtgo"),
    ("mtgo_foil_id", "mtgo_foil"),
    ("arena_id", "arena"),
    ("tcgplayer_id", "tcgplayer"),
    ("tcgplayer_etched_id", "tcgplayer_etched"),
    ("cardmarket_id", "cardmarket"),
)
#: Members that are stored in ``extras`` unchanged, if they are not empty.
KEPT: Final = (
    "layout", "lang", "released_at", "set_name", "set_type", "games", "finishes", "promo",
    "promo_types", "digital", "oversized", "border_color", "security_stamp", "defense",
    "hand_modifier", "life_modifier",
)  # fmt: skip
#: Members that become fields of the model.
READ: Final = frozenset((
    "object", "name", "set", "collector_number", "rarity", "mana_cost", "type_line", "oracle_text",
    "colors", "color_indicator", "power", "toughness", "loyalty", "image_uris", "printed_name",
    "flavor_name", "card_faces", "all_parts", "multiverse_ids", "booster", "foil", "nonfoil",
    *(key for key, _ in IDS), *KEPT,
))  # fmt: skip
#: Members that the library does not use.
LEFT_OUT: Final = frozenset((
    "artist", "artist_ids", "artist_id", "attraction_lights", "card_back_id", "cmc",
    "color_identity", "content_warning", "edhrec_rank", "flavor_text", "frame",
    "frame_effect", "frame_effects",
    "full_art", "game_changer", "highres_image", "illustration_id", "image_status", "keywords",
    "legalities", "penny_rank", "preview", "prices", "printed_text", "printed_type_line",
    "prints_search_uri", "produced_mana", "purchase_uris", "related_uris", "reprint", "reserved",
    "resource_id", "rulings_uri", "scryfall_set_uri", "scryfall_uri", "set_id", "set_search_uri",
    "set_uri", "story_spotlight", "textless", "uri", "variation", "variation_of", "watermark",
))  # fmt: skip
KNOWN: Final = READ | LEFT_OUT
