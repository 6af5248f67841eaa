"""What the bot says, as texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from discord.utils import escape_markdown
from table_service import Table
from table_service.work import Finding, ListInfo

import cardformats as cf
from cardformats import draft
from cardformats.collation import OddsRow

#: Characters of a message; Discord takes 2000.
MOST = 1900


def fitted(text: str) -> str:
    """A text that a message can hold."""
    return text if len(text) <= MOST else f"{text[:MOST].rpartition(chr(10))[0] or text[:MOST]}\n…"


def player(who: str | None) -> str:
    """A player's name, as a mention."""
    return "a bot" if who is None else f"<@{who}>"


def cards(names: Iterable[str]) -> str:
    """Names in a line, with their numbers."""
    counts = Counter(names)
    return ", ".join(
        f"{number} {escape_markdown(name)}" if number > 1 else escape_markdown(name)
        for name, number in counts.items()
    )


def pack(opened: cf.Pack) -> str:
    """The cards of a pack by slot."""
    slots: dict[str, list[str]] = {}
    for each in opened.cards:
        foil = f" ({each.finish})" if each.finish else ""
        slots.setdefault(each.slot, []).append(each.name + foil)
    return "\n".join(
        f"**{escape_markdown(slot)}**: {cards(names)}" for slot, names in slots.items()
    )


def pool_text(names: Iterable[str]) -> bytes:
    """A pool as a deck list."""
    return "".join(f"{count} {name}\n" for name, count in Counter(names).items()).encode()


def list_info(name: str, info: ListInfo) -> str:
    """What there is to say of a list that was uploaded, with the first findings."""
    if info.ok:
        sheets = f"{info.cards} cards on {len(info.sheets)} sheets"
        head = f"**{escape_markdown(name)}** is here: {sheets}."
    else:
        head = f"**{escape_markdown(name)}** has errors and was not kept."
    if not info.findings:
        return f"{head} Nothing to report."
    first = "\n".join(each.text for each in info.findings[:3]).replace("```", "'''")[:1500]
    more = len(info.findings) - 3
    return f"{head}\n```\n{first}\n```" + (f"{more} more are in the file." if more > 0 else "")


def findings_text(findings: Sequence[Finding]) -> bytes:
    """All findings, for a file."""
    return "\n\n".join(each.text for each in findings).encode(errors="replace")


def odds(rows: Sequence[OddsRow]) -> str:
    """How often packs have a card."""
    lines = []
    for row in rows:
        finish = f" ({row.finish})" if row.finish else ""
        share = float(row.at_least_one)
        often = f"one in {1 / share:.3g} packs" if share else "never"
        exact = f"exactly {row.at_least_one}" if row.exact else "counted in simulated packs"
        if row.exact and row.at_least_one.denominator > 10**9:
            exact = "exact"
        name = escape_markdown(str(row.card))
        lines.append(
            f"**{name}**{finish}: {often} ({share:.2%}, {exact}); "
            f"{float(row.expected):.4g} copies a pack"
        )
    return "\n".join(lines)


def table(title: str, own: Table) -> str:
    """Who sits at a table, and whom it waits for."""
    name = escape_markdown(title)
    if own.state is None:
        seats = [f"{at}: {player(who) if who else 'free'}" for at, who in enumerate(own.players, 1)]
        return f"**{name}** waits for players.\n" + "\n".join(seats)
    state = own.state
    lines = [f"**{name}** is over." if state.is_over else f"**{name}**, round {state.round + 1}"]
    for at, who in enumerate(own.players):
        left = own.seconds_left(at)
        waits = "" if left is None else f", {left:.0f} seconds left"
        packs = len(state.seats[at].packs)
        queue = f", {packs} packs wait" if packs > 1 else ""
        lines.append(f"{at + 1}: {player(who)}, {len(state.pool(at))} cards{queue}{waits}")
    if state.is_over:
        lines.append(f"The seed was `{own.stored.seed}`.")
    return "\n".join(lines)


def turn(view: draft.View, seconds: float) -> str:
    """What a player has to do."""
    mine = f"\nYou have: {cards(card.name for card in view.pool.values()) or 'nothing yet'}"
    if view.is_over:
        return f"The draft is over.{mine}"
    if view.duty == "wait":
        return f"You wait for a pack.{mine}"
    until = f" You have {seconds:.0f} seconds."
    if view.question is not None:
        about = view.question.about
        card = view.pool.get(about) or view.pack.get(about) if about is not None else None
        what = f" about {escape_markdown(card.name)}" if card else ""
        asks = escape_markdown(view.asked_by or "")
        return f"**{asks}** asks ({view.question.effect}){what}.{until}{mine}"
    what = {"pass": "Pass the pack on."}.get(view.duty, f"Draft {view.to_pick}")
    if view.to_burn:
        what += f" and burn {view.to_burn} (`/draft pick cards: … burn: …`)"
    usable = [f"{each.card} {view.pool[each.card].name}" for each in view.usable]
    uses = f"\nYou can use: {escape_markdown(', '.join(usable))}" if usable else ""
    pick = f"Round {view.round + 1}, pick {view.picks + 1}"
    return f"{pick}: {what} of {view.pack_size}.{until}{uses}{mine}"
