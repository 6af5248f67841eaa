"""Which rule a draft effect follows: the library's own, and those of third parties."""

from __future__ import annotations

from collections.abc import Iterable

from ....errors import DraftError
from ....model import AddBooster, AddCards, DraftEffect, SimpleEffect
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

_rules: dict[str, EffectRule] = {
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


def register_effect(kind: str, rule: EffectRule) -> None:
    """Make *rule* known as the one for ``OtherEffect(kind)``, before any entry point of that name.

    Raises:
        DraftError: it is no rule, or *kind* is an effect of the library.
    """
    if not isinstance(rule, EffectRule):
        message = f"the rule of the effect {kind!r} is no EffectRule: {rule!r}"
        raise DraftError(message)
    if kind in _BUILT_IN:
        message = f"the effect {kind!r} has its rule already"
        raise DraftError(message)
    _rules[kind] = rule


def rule_for(kind: str) -> EffectRule:
    """The rule that is registered, or published as an entry point, as *kind*.

    Raises:
        DraftError: there is none, or it cannot be loaded.
    """
    rule = _rules.get(kind)
    if rule is not None:
        return rule
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import

    found = entry_points(group=ENTRY_POINT_GROUP)
    if kind not in found.names:
        message = f"no rule is known for the draft effect {kind!r}"
        raise DraftError(message)
    try:
        made = found[kind].load()
        made = made() if isinstance(made, type) else made
    except Exception as error:  # a third party's code can raise anything
        message = f"the rule of the effect {kind!r} cannot be loaded: {error!r}"
        raise DraftError(message) from error
    # what was registered in the meantime counts
    if kind not in _rules:
        register_effect(kind, made)
    return _rules[kind]


def shows_removed(effects: Iterable[DraftEffect]) -> bool:
    """Whether all see the cards that a card with these effects removed from the draft."""
    return any(rule_for(kind_of(effect)).shows_removed for effect in effects)


_BUILT_IN = frozenset(_rules)
