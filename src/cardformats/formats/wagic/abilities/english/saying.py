"""Saying what abilities do: what the types of nodes register with, so that they can be nested."""

from __future__ import annotations

from functools import singledispatch
from typing import Final

from attrs import frozen

from ..nodes import Node
from .wording import Noun, Sentence, source, told

THIS: Final = Noun("this")


@frozen
class Scene:
    """What a part of an ability need not say, since what is around it does.

    Attributes:
        it: what something happens to if nothing is named.
        lasting: whether what is said goes on, rather than happens: a card has flying, or gains it.
    """

    it: Noun = THIS
    lasting: bool = True


ALONE: Final = Scene()


@singledispatch
def say(node: Node, scene: Scene) -> Sentence:
    """What a node says; what no wording is registered for is its text.

    Args:
        node: an ability, or what one consists of.
        scene: what goes without saying.
    """
    del scene
    return told(source(node))


def text_of(node: Node | None, scene: Scene) -> str:
    """What an ability says, if there is one, as text."""
    return "nothing happens" if node is None else str(say(node, scene))


def happening(scene: Scene) -> Scene:
    """The scene of what happens at a time, rather than lasts."""
    return Scene(scene.it, lasting=False)
