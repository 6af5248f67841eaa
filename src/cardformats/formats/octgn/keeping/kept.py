"""A card set with the GUIDs of what is there already, and what is new, gone or doubtful in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any, Final

from attrs import define, evolve, field, frozen

from ....diagnostics import Diagnostic
from ....losses import Loss, LossLog
from ....model import Booster, Card, CardRef, CardSet, FrozenDict, Sheet
from ....source import SourceText
from ...capabilities import drawn_sheets
from ...guids import guid, is_guid
from ...nameless import report_only_named, with_named_cards, without_nameless
from ..codes import OctgnCode
from ..definition import Definition
from ..format import RELEASED, OctgnOptions
from ..from_model import SetOutline, WrittenGame
from ..identity import guid_of, made_guid, new_card_guids, set_of, sets_about, telling_code
from .existing import Existing, ExistingSet, existing_at, without_set
from .matching import CardMatch, matches, plain_name, spelled_alike
from .unset_properties import with_unset_properties

#: What lists say of cards that have no rarity, where each card has one.
_NO_RARITY: Final = "rare"
#: Maximum number of names in a message.
_EXAMPLES: Final = 3


@frozen
class KeptGame:
    """A card set that is to be written.

    Attributes:
        cardset: with the GUIDs that are kept.
        definition: that of the game that it is written for, with its text; None if it is not known.
        game_id: the GUID of that game; None if the card set, or an option, says it.
        notes: what is worth knowing.
    """

    cardset: CardSet
    definition: tuple[Definition, SourceText] | None = None
    game_id: str | None = None
    notes: tuple[Diagnostic, ...] = ()


def with_kept_ids(
    cardset: CardSet, options: OctgnOptions, losses: LossLog, *, one_set: bool = False
) -> KeptGame:
    """Return *cardset* with the GUIDs of what the option ``ids_from`` names, if it is given.

    It is without the cards that have no name, which is reported.

    If *one_set*, cards of sets that are not there are its own.

    Raises:
        OptionError: If the place that ``ids_from`` names contains nothing of OCTGN.
        OSError: If that place cannot be read.
    """
    cardset = without_nameless(cardset, losses, "octgn")
    if options.ids_from is None:
        return KeptGame(cardset)
    existing = existing_at(options.ids_from, options)
    keeping = _Keeping(cardset, existing, options.name, losses)
    kept = keeping.cardset(one_set=one_set)
    definition = existing.definition if options.definition is None else None
    return KeptGame(kept, definition, existing.game_id, existing.errors() + keeping.notes())


@define
class _Target:
    """A set that is written.

    Attributes:
        about: its metadata.
        old: the set that it is already; None if it is new.
        cards: its cards, by their places.
        boosters: its packs.
    """

    about: Mapping[str, Any]
    old: ExistingSet | None
    cards: list[int] = field(factory=list)
    boosters: list[Booster] = field(factory=list)


class _Keeping:
    """Finds what *cardset* has in what is *existing*."""

    def __init__(
        self, cardset: CardSet, existing: Existing, name: str | None, losses: LossLog
    ) -> None:
        #: The places from this one on are of cards of which only the name is known.
        self._only_named = len(cardset.cards)
        self._cardset = cardset = with_named_cards(cardset, LossLog("octgn"))
        self._existing = existing
        self._losses = losses
        self._game = WrittenGame(cardset, OctgnOptions(name=name), LossLog("octgn"))
        places = {id(card): place for place, card in enumerate(self._game.cardset.cards)}
        self._places = {
            outline.id: [places[id(card)] for card in outline.cards]
            for outline in self._game.outlines
        }
        #: By the places of cards: what they were, and the sets that others are of.
        self._kept: dict[int, CardMatch] = {}
        self._homes: dict[int, str] = {}
        self._used = {guid(each.ids["octgn"]) for each in cardset.cards if "octgn" in each.ids}
        self._news: defaultdict[str, list[str]] = defaultdict(list)
        self._gone: defaultdict[str, list[str]] = defaultdict(list)
        self._doubtful: list[str] = []

    def cardset(self, *, one_set: bool) -> CardSet:
        """Return the card set with the GUIDs that it keeps, and new ones for what is new."""
        targets = self._own_sets() if sets_about(self._cardset) else self._new_sets(one_set=one_set)
        boosters: dict[int, Booster] = {}
        abouts = []
        for number, target in enumerate(targets):
            about = self._keep(target, boosters)
            abouts.append(about)
            if number:
                for place in target.cards:
                    self._homes.setdefault(place, str(about["id"]))
        for place in range(self._only_named, len(self._cardset.cards)):
            if place not in self._kept:
                report_only_named(self._cardset.cards[place].name, self._losses)
        cards = self._with_guids(
            self._without_rarities(
                [self._card(*each) for each in enumerate(self._cardset.cards)],
            )
        )
        own = self._cardset.extras.get("octgn", FrozenDict())
        sets = own["sets"] if sets_about(self._cardset) else tuple(abouts)
        extras = {**own, "game": self._about_game(own.get("game")), "sets": sets}
        return evolve(
            self._cardset,
            cards=cards,
            sheets=[self._spelled(sheet, cards) for sheet in self._cardset.sheets.values()],
            boosters=[boosters.get(id(each), each) for each in self._cardset.boosters],
            extras={**self._cardset.extras, "octgn": FrozenDict(extras)},
        )

    def notes(self) -> tuple[Diagnostic, ...]:
        """Yield notes about new and removed cards, and about uncertain matches."""
        source = self._existing.label
        notes = [
            code.at(None, source=source, what=_counted(names), names=_first(names))
            for code, names in ((OctgnCode.NEW_IDS, self._news), (OctgnCode.GONE_IDS, self._gone))
            if any(names.values())
        ]
        if self._doubtful:
            names = {"card": self._doubtful}
            what = {"what": _counted(names), "names": _first(names)}
            notes.append(OctgnCode.DOUBTFUL_IDS.at(None, source=source, **what))
        return tuple(notes)

    # -- which set is which

    def _own_sets(self) -> list[_Target]:
        """Return the sets of a card set that itself says which they are."""
        by_id = {each.id: each for each in reversed(self._existing.sets)}
        return [
            self._target(each, by_id.get(guid_of(each.id, "set"))) for each in self._game.outlines
        ]

    def _new_sets(self, *, one_set: bool) -> list[_Target]:
        """Return the sets of a card set without any: its own, others unless *one_set*.

        If it has one of its own, cards that others have already are included from there.
        """
        outlines = self._game.outlines
        main, *others = outlines
        olds = {main.id: self._old_set(self._game.code, self._cardset.name)}
        olds |= {each.id: self._old_set(each.about["shortName"], "") for each in others}
        only = self._existing.sets[0] if self._existing.is_one_set else None
        if only is not None and only not in olds.values():
            olds[max(outlines, key=lambda each: len(each.cards)).id] = only
        if others and not (main.cards or main.boosters):
            if only is None:
                return self._joined(self._target(each, olds[each.id]) for each in others)
            main = next(each for each in others if olds[each.id] is only)
        elif not main.cards and only is not None:
            olds[main.id] = only
        first = self._target(main, olds[main.id])
        targets = [first]
        included = self._included(only)
        for each in others:
            old = olds[each.id]
            if each is main:
                continue
            if old is not None and old is not first.old:
                first.cards += self._not_in([old], self._places[each.id])
            elif one_set or old is not None or each.about["shortName"].lower() in included:
                first.cards += self._places[each.id]
            else:
                targets.append(self._target(each, None))
        if first.old is None:
            drawn = self._drawn_without_code() | self._named_without_code()
            first.cards = [each for each in first.cards if each not in drawn]
            first.cards += self._not_in(self._existing.sets, sorted(drawn))
        first.cards.sort()
        return targets

    def _drawn_without_code(self) -> set[int]:
        """Return the cards that packs have, and that do not say of which set they are."""
        cardset, places = self._cardset, {id(each): n for n, each in enumerate(self._cardset.cards)}
        sheets = drawn_sheets(cardset, cardset.boosters)
        cards = (cardset.card(each.card) for sheet in sheets for each in sheet.entries)
        return {places[id(each)] for each in cards if each and not telling_code(each.set_code)}

    def _named_without_code(self) -> set[int]:
        """Return the cards of which only the name is known."""
        cards = enumerate(self._cardset.cards)
        return {n for n, each in cards if n >= self._only_named and each.set_code is None}

    def _target(self, outline: SetOutline, old: ExistingSet | None) -> _Target:
        return _Target(outline.about, old, [*self._places[outline.id]], outline.boosters)

    def _joined(self, targets: Iterable[_Target]) -> list[_Target]:
        """Return *targets*, of which those that are one set are one."""
        joined: dict[str, _Target] = {}
        for each in targets:
            key = each.old.id if each.old else str(each.about["id"])
            if joined.setdefault(key, each) is not each:
                joined[key].cards += each.cards
        return [*joined.values()]

    def _old_set(self, code: str | None, name: str) -> ExistingSet | None:
        """Return the set that is there with that code, else with that name and no other code."""
        sets = self._existing.sets
        by_code = [each for each in sets if code and each.code.lower() == code.lower()]
        has_code = bool(telling_code(code))
        likely = by_code or [each for each in sets if not (has_code and telling_code(each.code))]
        wanted = spelled_alike(name)
        by_name = [each for each in likely if wanted and spelled_alike(each.name) == wanted]
        return next(iter(by_name or by_code), None)

    def _included(self, only: ExistingSet | None) -> set[str]:
        """Return the codes of the cards that packs of the *only* set include."""
        cards = only.read().cards if only is not None else ()
        return {each.set_code.lower() for each in cards if each.set_code and set_of(each.extras)}

    def _not_in(self, olds: Iterable[ExistingSet], places: Sequence[int]) -> list[int]:
        """Yield the cards at *places* that are not in *olds*; the others are included.

        Doubtful ones are only if they say nothing else than those.
        """
        cards = [self._cardset.cards[place] for place in places]
        names = set(map(plain_name, cards))
        known: list[Card] = []
        homes: dict[int, str] = {}
        for contents in (each.read() for each in olds if cards):
            own = [each for each in contents.cards if set_of(each.extras) is None]
            known += [each for each in own if plain_name(each) in names]
            homes |= {id(each): str(sets_about(contents)[0]["id"]) for each in known[len(homes) :]}
        there = matches(cards, known)
        left = []
        for number, place in enumerate(places):
            match = there.get(number)
            if (
                match is not None
                and (not match.is_doubtful or self._says_nothing_else(place, match.card))
                and self._is_free(match.card, cards[number])
            ):
                self._keep_included(place, match, homes[id(match.card)])
            else:
                left.append(place)
        return left

    def _keep_included(self, place: int, match: CardMatch, of_set: str) -> None:
        """Take the card at a *place* from another set, in which it is as it is there."""
        card = self._cardset.cards[place]
        self._homes[place] = of_set
        self._keep_card(place, match)
        if not self._says_nothing_else(place, match.card):
            self._losses.changed(Loss.CARD, card.name, "cards of other sets", "as they are there")

    def _says_nothing_else(self, place: int, there: Card) -> bool:
        """Return whether the card at a *place* has the texts in *there* or none."""
        own, other = (
            [(each.name, each.text) for each in card.faces]
            for card in (self._cardset.cards[place], there)
        )
        return place >= self._only_named or own == other

    def _keep_card(self, place: int, match: CardMatch) -> None:
        """Let the card at a *place* keep the GUID of that which it was."""
        self._kept[place] = match
        if match.is_doubtful:
            own, before = self._cardset.cards[place].name, match.card.name
            self._doubtful.append(own if own == before else f"{own}, once {before}")

    # -- which card is which

    def _keep(self, target: _Target, boosters: dict[int, Booster]) -> Mapping[str, Any]:
        """Find the cards and packs of *target* in the existing set; return that set's metadata."""
        if target.old is None:
            self._news["set"].append(self._game.name_of(target.about))
            self._news["card"] += [self._cardset.cards[place].name for place in target.cards]
            return self._new_about(target.about)
        contents = target.old.read()
        cards = [self._cardset.cards[place] for place in target.cards]
        there = matches(cards, contents.cards)
        matched = {id(each.card) for each in there.values()}
        for number, place in enumerate(target.cards):
            match = there.get(number)
            if match is None or not self._is_free(match.card, cards[number]):
                self._news["card"].append(cards[number].name)
                continue
            if "octgn" in cards[number].ids:
                continue
            if of_set := set_of(match.card.extras):
                self._keep_included(place, match, of_set)
            else:
                self._keep_card(place, match)
        own_cards = [each for each in contents.cards if set_of(each.extras) is None]
        self._gone["card"] += [each.name for each in own_cards if id(each) not in matched]
        self._keep_packs(target.boosters, contents.boosters, boosters)
        return self._known_about(target, contents)

    def _is_free(self, old: Card, new: Card) -> bool:
        """Return whether no other card has the GUID of *old*; *new* has it from now on."""
        own = guid(old.ids["octgn"])
        is_free = own not in self._used or "octgn" in new.ids
        self._used.add(own)
        return is_free

    def _keep_packs(
        self, news: Sequence[Booster], olds: Sequence[Booster], boosters: dict[int, Booster]
    ) -> None:
        """Give the packs in *news* the GUIDs of those in *olds* that are called so.

        One that is called as the set is, or not at all, is the usual one, the first.
        """
        known = {each.id for each in olds}
        own = {each.id for each in news}
        left = [each for each in olds if each.id not in own]
        for each in news:
            name = each.name or "Booster"
            if is_guid(each.id or ""):
                self._news["pack"] += [name] if each.id not in known else []
                continue
            is_usual = name in ("Booster", self._cardset.name) and len(news) == 1
            same = next((old for old in left if old.name == name), None)
            same = same or next(iter(left if is_usual else ()), None)
            if same is None:
                self._news["pack"].append(name)
            else:
                left.remove(same)
                boosters[id(each)] = evolve(each, id=same.id, name=same.name)
        self._gone["pack"] += [each.name for each in left]

    def _card(self, place: int, card: Card) -> Card:
        """Return the card at a *place*, with what it keeps."""
        match, of_set = self._kept.get(place), self._homes.get(place)
        if match is None and of_set is None:
            return card
        ids, extras = card.ids, card.extras
        if match is not None and place >= self._only_named:
            code, number = card.set_code or match.card.set_code, card.number or match.card.number
            card = evolve(match.card, set_code=code, number=number)
        if match is not None:
            ids = FrozenDict({"octgn": match.card.ids["octgn"], **ids})
            if "octgn" not in extras:
                extras = {**without_set(match.card), **extras}
            card = evolve(
                card, faces=with_unset_properties(card.faces, match.card.faces, self._losses)
            )
        if of_set is not None and set_of(extras) is None:
            own = {**extras.get("octgn", {}), "set": of_set}
            extras = {**extras, "octgn": FrozenDict(own)}
        return evolve(card, ids=ids, extras=extras)

    def _without_rarities(self, cards: Sequence[Card]) -> Sequence[Card]:
        """Return *cards*; rarities that were added to all of them are removed."""
        had_none = {n for n, each in self._kept.items() if each.card.rarity is None}
        if any(cards[each].rarity not in (None, _NO_RARITY) for each in had_none):
            return cards
        kept = [*cards]
        for place in had_none:
            card = kept[place]
            if card.rarity is not None:
                kind = f"the rarity {card.rarity!r} of cards that had none"
                self._losses.changed(Loss.RARITY, card.name, kind, "none")
                kept[place] = evolve(card, rarity=None)
        return kept

    def _spelled(self, sheet: Sheet, cards: Sequence[Card]) -> Sheet:
        """Return *sheet* with the names that cards have now of which only the name was known."""
        before = self._cardset.cards[self._only_named :]
        names = {
            CardRef(old.name, old.set_code, old.number): new.name
            for old, new in zip(before, cards[self._only_named :], strict=True)
            if old.name != new.name
        }
        if not names:
            return sheet
        entries = [
            evolve(each, card=evolve(each.card, name=names.get(each.card, each.card.name)))
            for each in sheet.entries
        ]
        return evolve(sheet, entries=entries)

    def _with_guids(self, cards: Sequence[Card]) -> list[Card]:
        """Return *cards*, all with GUIDs, of which no new one is another card's."""
        guids = new_card_guids(cards, self._used | self._existing.card_ids)
        return [
            each
            if "octgn" in each.ids
            else evolve(each, ids={**each.ids, "octgn": guids[id(each)]})
            for each in cards
        ]

    # -- metadata of sets and of the game

    def _new_about(self, about: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the data of a new set, with a GUID that no other set has."""
        own, taken = str(about["id"]), {each.id for each in self._existing.sets}
        numbered = (made_guid("set", own, str(number)) for number in count(2))
        return FrozenDict(
            {**about, "id": next(each for each in chain([own], numbered) if each not in taken)}
        )

    def _known_about(self, target: _Target, contents: CardSet) -> Mapping[str, Any]:
        """Return the data of an existing set, with its present name and code."""
        known = next(iter(sets_about(contents)), {"id": target.old.id if target.old else ""})
        is_main = "name" not in target.about
        own = {
            "name": self._cardset.name if is_main else "",
            "shortName": target.about.get("shortName"),
            "releaseDate": self._cardset.meta.get(RELEASED) if is_main else "",
        }
        before = {
            "name": contents.name,
            "shortName": contents.code,
            "releaseDate": contents.meta.get(RELEASED),
        }
        now = {key: own[key] or before[key] for key in own if own[key] or before[key]}
        return FrozenDict({**known, **now})

    def _about_game(self, own: object) -> Mapping[str, Any]:
        """Return the data of the game; those of the card set if it is the same game."""
        known = own if isinstance(own, Mapping) else FrozenDict()
        game_id = self._existing.game_id
        if game_id is None or guid(str(known.get("id", ""))) == game_id:
            return known
        return self._existing.about or FrozenDict(id=game_id)


def _counted(names: Mapping[str, Sequence[str]]) -> str:
    """Return the number of there are of each kind."""
    counts = [
        f"{len(each)} {kind}{'s' if len(each) > 1 else ''}" for kind, each in names.items() if each
    ]
    return " and ".join(counts)


def _first(names: Mapping[str, Sequence[str]]) -> str:
    """Return the first few names, those of cards before those of packs."""
    every = [name for each in names.values() for name in each]
    return ", ".join(every[:_EXAMPLES]) + (", …" if len(every) > _EXAMPLES else "")
