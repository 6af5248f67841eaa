"""Which rule a draft effect follows: the library's own, and those of third parties."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....errors import DraftError
from ....model import AddBooster, AddCards, DraftEffect, SimpleEffect
from ....plugins import BrokenPluginError, Plugins, UnknownPluginError
from .adding import AddBoosterRule, AddCardsRule, BurnAfterPicking
from .noting import (
    AetherSearcher,
    ChooseColors,
    NoteDraftedCards,
    NoteName,
    NotePassingPlayer,
    NoteTypes,
)
from .picking import Agent, Archdemon, Librarian, Operative
from .removing import CountRemoved, RemoveDraftCard, TrackNames, TrackSubtypes
from .rule import EffectRule
from .showing import CanalDredger, FaceUp, Reveal

ENTRY_POINT_GROUP = "cardformats.effects"

_BUILT_IN: dict[str, EffectRule] = {
    SimpleEffect.FACE_UP.value: FaceUp(),
    SimpleEffect.REVEAL.value: Reveal(),
    SimpleEffect.NOTE_PASSING_PLAYER.value: NotePassingPlayer(),
    SimpleEffect.NOTE_DRAFTED_CARDS.value: NoteDraftedCards(),
    SimpleEffect.CHOOSE_COLORS.value: ChooseColors(),
    SimpleEffect.AETHER_SEARCHER.value: AetherSearcher(),
    SimpleEffect.CANAL_DREDGER.value: CanalDredger(),
    SimpleEffect.ARCHDEMON_OF_PALIANO.value: Archdemon(),
    SimpleEffect.BURN_AFTER_PICKING.value: BurnAfterPicking(),
    SimpleEffect.REMOVE_DRAFT_CARD.value: RemoveDraftCard(),
    SimpleEffect.COGWORK_LIBRARIAN.value: Librarian(),
    SimpleEffect.AGENT_OF_ACQUISITIONS.value: Agent(),
    SimpleEffect.LEOVOLDS_OPERATIVE.value: Operative(),
    SimpleEffect.NOTE_CARD_NAME.value: NoteName(creatures_only=False),
    SimpleEffect.NOTE_CREATURE_NAME.value: NoteName(creatures_only=True),
    SimpleEffect.NOTE_CREATURE_TYPES.value: NoteTypes(),
    SimpleEffect.TRACK_REMOVED_CARDS_NAMES.value: TrackNames(),
    SimpleEffect.TRACK_REMOVED_CARDS_SUBTYPES.value: TrackSubtypes(),
    SimpleEffect.COGWORK_GRINDER.value: CountRemoved(),
    "AddCards": AddCardsRule(),
    "AddBooster": AddBoosterRule(),
}


def kind_of(effect: DraftEffect) -> str:
    """The name under which the rule of *effect* is registered."""
    if isinstance(effect, SimpleEffect):
        return effect.value
    if isinstance(effect, (AddCards, AddBooster)):
        return type(effect).__name__
    return effect.kind


def _checked(kind: str, rule: Any) -> EffectRule:
    if not isinstance(rule, EffectRule):
        raise DraftError(f"the rule of the effect {kind!r} is no EffectRule: {rule!r}")
    return rule


_RULES = Plugins(ENTRY_POINT_GROUP, _checked, lambda: _BUILT_IN)


def register_effect(kind: str, rule: EffectRule) -> None:
    """Make *rule* known as the one for ``OtherEffect(kind)``, before any entry point of that name.

    Raises:
        DraftError: it is no rule, or *kind* is an effect of the library.
    """
    _checked(kind, rule)
    if kind in _BUILT_IN:
        raise DraftError(f"the effect {kind!r} has its rule already")
    _RULES.add(kind, rule)


def rule_for(kind: str) -> EffectRule:
    """The rule that is registered, or published as an entry point, as *kind*.

    Raises:
        DraftError: there is none, or it cannot be loaded.
    """
    try:
        return _RULES.get(kind)
    except UnknownPluginError:
        raise DraftError(f"no rule is known for the draft effect {kind!r}") from None
    except BrokenPluginError as error:
        reason = f"the rule of the effect {kind!r} cannot be loaded: {error.reason!r}"
        raise DraftError(reason) from error.reason


def shows_removed(effects: Iterable[DraftEffect]) -> bool:
    """Whether all see the cards that a card with these effects removed from the draft."""
    return any(rule_for(kind_of(effect)).shows_removed for effect in effects)
