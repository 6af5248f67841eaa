"""Cards and packs drawn as SVG, without any request to anywhere.

What is drawn depends on the card alone: the same card gives the same text on every machine.  Widths
of letters are those of Helvetica, which Arial, Arimo and Liberation Sans share; every run of text
is set to the width that was counted for it, so that no other font spills over a frame.
"""

from .cards import CARD_HEIGHT, CARD_WIDTH, Drawing, side_drawing, svg
from .packs import card_of, pack_svg
from .png import png

__all__ = [
    "CARD_HEIGHT",
    "CARD_WIDTH",
    "Drawing",
    "card_of",
    "pack_svg",
    "png",
    "side_drawing",
    "svg",
]
