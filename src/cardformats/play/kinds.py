"""Winston, and all other kinds of draft."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from attrs import Attribute, fields, fields_dict

from .. import draft
from ..collation import Generator
from ..draft.outcomes import Ended
from ..draft.zones.state import Moved, Shown
from ..serde import tag_of
from .booster import BoosterSession
from .shown import counted
from .table import (
    Person,
    Screen,
    Session,
    SettingError,
    bot_of,
    in_short,
)

#: Maximum number of choices that are shown beside their cards, and of those at each turn.
_SOME, _MANY = 20, 60

#: Zones of cards that are done with.
_DONE = ("pool", "discard")

_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


# settings


def settings_of(kind: draft.DraftKind, texts: Iterable[str]) -> dict[str, Any]:
    """Return the settings from ``NAME=VALUE``; the kind checks their values.

    Raises:
        SettingError: If it is not of that form, or not the word or number that is wanted.
    """
    known, settings = fields_dict(kind.settings), dict[str, Any]()
    for text in texts:
        name, sign, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not sign or name in settings:
            reason = "a setting is given as NAME=VALUE" if not sign else "it is given twice"
            raise SettingError(f"--setting {text}: {reason}")
        settings[name] = _value(known[name], value.strip()) if name in known else value
    return settings


def _value(setting: Attribute[Any], text: str) -> Any:
    """Return the value of a text, of the type of the setting's default."""
    if type(setting.default) is bool:
        if text.lower() not in _FLAGS:
            raise SettingError(f"--setting {setting.name}: yes or no, not {text[:80]!r}")
        return _FLAGS[text.lower()]
    is_number = type(setting.default) is int and text.isascii() and text.isdecimal()
    return int(text) if is_number and len(text) < len(str(2**64)) else text


# drafts


def session_of(name: str) -> Any:
    """Return what makes a session of a kind of draft."""
    kind = draft.draft_kind(name)
    is_booster = issubclass(kind.game, draft.BoosterDraft)
    return partial(BoosterKindSession if is_booster else ZoneSession, kind)


def _begin(kind: draft.DraftKind, session: Session[Any], seed: int | str) -> Any:
    """Return a draft of a kind at its first turn, with the options."""
    options = session.options
    players = options["players"] or max(kind.least, min(2, kind.most))
    settings = settings_of(kind, options["setting"])
    kind.check_players(players)
    booster = {"booster": options["booster"], "of_set": options["of_set"]}
    is_pool = kind.supply(players, kind.settle(settings)).pool  # which needs no booster
    dealer: Any = None if is_pool else Generator(session.cardset, **booster, seed=seed)
    packs = draft.packs_for(kind, dealer, session.cardset, players=players, **settings)
    return draft.begin(kind, packs, session.cards, players=players, seed=seed, **settings)


class BoosterKindSession(BoosterSession):
    """A draft of a kind that is a booster draft."""

    def __init__(self, kind: draft.DraftKind, *arguments: Any) -> None:
        """Begin a draft of a kind, or go on with one; see :class:`Session`."""
        self.kind = kind
        super().__init__(*arguments)

    def begin(self, seed: int | str) -> draft.BoosterDraft:
        """Open the packs of the kind."""
        begun: draft.BoosterDraft = _begin(self.kind, self, seed)
        return begun


class ZoneSession(Session[draft.ZoneDraft]):
    """A draft of zones, of any kind."""

    def __init__(self, kind: draft.DraftKind, *arguments: Any) -> None:
        """Begin a draft of a kind, or go on with one; see :class:`Session`."""
        self.kind, self.game = kind, kind.game
        super().__init__(*arguments)

    def begin(self, seed: int | str) -> draft.ZoneDraft:
        """Lay out the cards."""
        begun: draft.ZoneDraft = _begin(self.kind, self, seed)
        return begun

    def make_bot(self, seed: str) -> draft.ZoneBot:
        """Return a bot of the selected kind."""
        return bot_of(self.options, self.cards, seed)

    def played(self) -> draft.ZoneDraft:
        """Return the draft after the bots have acted."""
        return draft.play(self.state, self.bots)

    def act(self, person: Person) -> Any:
        """Return the action of the person."""
        view = self.state.view(person.seat)
        news = _news(view, person.news(self.state))
        self.screen.show(
            f"turn {view.turn + 1}", (*news, in_short(view.pool.values(), person.cards))
        )
        _show_zones(view, self.screen)
        listed, show_choices = _choices(view, person)
        if is_few := len(listed) <= _MANY:
            show_choices()
        what = "" if is_few else f"; choices: shows all {len(listed)}"
        return person.ask(
            self.state,
            f"{view.question} (?3: shows number 3; cards: shows yours{what})",
            view.read,
            listed,
            lambda: self.screen.show_cards(map(person.columns, view.pool.values()), numbered=False),
            show_choices,
        )


# what a person sees


def _show_zones(view: draft.ZoneView, screen: Screen) -> None:
    """Show the zones: a row for each, or a table if its cards lie in columns."""
    alone = {each.cards[0] for each in view.options if len(each.cards) == 1 and not each.gives}
    rows: dict[str, tuple[str, ...]] = {}
    for zone in view.zones:
        if not zone.size or (zone.name, zone.number) == draft.pool_of(view.seat):
            continue
        label = _label(view, zone.name, zone.number)
        names = [_name(view, card) for card in zone.cards]
        if zone.columns and zone.cards:
            screen.show(label)
            for at in _face_down(view, zone):
                names[at] = "?"
            lines = [names[at : at + zone.columns] for at in range(0, len(names), zone.columns)]
            screen.table([""] * zone.columns, lines)
        elif names and (view.options or zone.name in _DONE):
            is_listed = len(names) > 1 and alone.issuperset(zone.cards)
            rows[label] = (label, str(zone.size), "" if is_listed else "; ".join(names))
        else:
            key = "packs" if zone.name == "pack" else label
            before = int(rows[key][1]) if key in rows else 0
            rows[key] = (key, str(before + zone.size), "")
    if rows:
        screen.table(("zone", "cards", "which"), [*rows.values()])


def _face_down(view: draft.ZoneView, zone: draft.SeenZone) -> list[int]:
    """Return the gaps of a zone at which another zone of the same shape has a card."""
    others = [each for each in view.zones if each.columns == zone.columns and each != zone]
    return [at for at in zone.gaps if any(at not in each.gaps for each in others)]


def _choices(
    view: draft.ZoneView, person: Person
) -> tuple[list[tuple[draft.DraftCard, ...]], Callable[[], None]]:
    """Return the cards of the numbered choices, and a function that shows them.

    If choices are many, and not named by number alone, or more than a list can say, it is the
    cards that lie open.
    """
    reads = type(view).read is not draft.ZoneView.read
    if not view.options or (reads and len(view.options) > _SOME):
        zones = [zone for zone in view.zones if zone.name not in _DONE]
        open_ = [view.cards[card] for zone in zones for card in zone.cards if card is not None]
        return [(card,) for card in open_], lambda: person.screen.show_cards(
            map(person.columns, open_)
        )
    listed = [tuple([view.cards[card] for card in each.cards]) for each in view.options]
    return listed, lambda: _show_choices(view, person)


def _show_choices(view: draft.ZoneView, person: Person) -> None:
    """Show the choices with their numbers; single cards with their details."""
    rows = []
    for option in view.options:
        cards = [view.cards[card] for card in option.cards]
        more = person.columns(cards[0])[1:] if len(cards) == 1 else ("", "", "")
        named = all(card.name in option.text for card in cards)
        names = "" if named else "; ".join(card.name for card in cards)
        rows.append((f"{option.text}: {names}" if names else option.text, *more))
    cells = [(str(number), *row) for number, row in enumerate(rows, 1)]
    person.screen.table(("", "choice", "cost", "type", "rarity"), cells)


def _news(
    view: draft.ZoneView, entries: Iterable[draft.LogEntry[Any, draft.DraftCard]]
) -> Iterator[str]:
    """Yield the events that the person knows of."""
    for entry in entries:
        for each in entry.outcomes:
            if isinstance(each, Moved):
                yield from _moved(view, each, entry.cards)
            elif not isinstance(each, (Shown, Ended)):
                yield _in_words(each, entry.cards)


def _moved(
    view: draft.ZoneView, moved: Moved, cards: Mapping[int, draft.DraftCard]
) -> Iterator[str]:
    """Yield the moves of cards to a seat, away, or to a visible zone."""
    name, seat = moved.target
    is_laid_out = moved.source[0] in ("stack", "pack")  # which the table of zones shows
    if name not in _DONE and (is_laid_out or not moved.cards):
        return
    count = counted(moved.count, "card")
    what = "; ".join(cards[card].name for card in moved.cards) or f"{count}, unseen"
    source = _label(view, *moved.source)
    if name == "pool":
        who = "you get" if seat == view.seat else f"seat {seat} gets"
        yield f"{who} {what} (from {source})"
    elif name == "discard":
        yield f"discarded: {what}"
    else:
        yield f"{what}: from {source} to {_label(view, name, seat)}"


def _in_words(outcome: Any, cards: Mapping[int, draft.DraftCard]) -> str:
    """Return an outcome of a particular kind of draft: its name and plain members."""
    parts = []
    for each in fields(type(outcome)):
        value = getattr(outcome, each.name)
        if each.name == "card" and value in cards:
            parts.append(cards[value].name)
        elif isinstance(value, (int, str)):
            parts.append(f"{each.name} {value}")
    return f"{tag_of(type(outcome)).replace('_', ' ')}: {', '.join(parts)}"


def _label(view: draft.ZoneView, name: str, number: int) -> str:
    """Return the label of a zone, with the seat if it has one."""
    if name in ("pool", "hand"):
        return f"your {name}" if number == view.seat else f"{name} of seat {number}"
    is_one = sum(zone.name == name for zone in view.zones) == 1
    return name if is_one else f"{name} {number + 1}"


def _name(view: draft.ZoneView, card: int | None) -> str:
    return "-" if card is None else view.cards[card].name
