"""What is different, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from ...collation import OddsChange
from .packs import largest_first
from .values import AbilityChange, CardChange, Differences, FieldChange, SetChange

#: Maximum number of characters of a value, and of lines of one kind for each card.
_WIDTH: Final = 160
_LINES: Final = 8
#: Longer fractions are shown as decimals only.
_EXACT: Final = 11


def text_lines(differences: Differences, limit: int | None = 20) -> Iterator[str]:
    """Yield the differences set by set, at most *limit* of each kind; all if that is None."""
    for title, lines in sections(differences, limit):
        yield title
        yield from (f"  {line}" for line in lines)
    yield summary(differences)


def sections(differences: Differences, limit: int | None) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the title and the lines of each set, of the moved cards, and of other files."""
    for each in differences.sets:
        counts = in_words(each.tally) or "no card is different"
        yield f"{heading(each)}: {counts}", _set_lines(each, limit)
    if differences.moves:
        moved = [f"{each.card}: {each.old} → {each.new}" for each in differences.moves]
        yield f"{len(moved)} moved to other sets", limited("> ", moved, limit)
    if others := differences.others:
        yield f"{_count(len(others), 'other file')} different", limited("", others, limit)


def summary(differences: Differences) -> str:
    """Return the numbers of differences in one line."""
    same = f"{_count(differences.same, 'input')} the same" if differences.same else ""
    others = differences.others
    more = f"{_count(len(others), 'other file')} different" if others else ""
    counts = in_words(differences.tally) if differences else "no differences"
    parts = filter(None, (counts, more, same))
    return f"{differences.old} → {differences.new}: {'; '.join(parts)}"


def in_words(tally: Mapping[str, int]) -> str:
    """Counts of changes, in words."""
    return ", ".join(
        f"{count:,} {kind.removesuffix('s') if count == 1 else kind}"
        for kind, count in tally.items()
    )


def heading(change: SetChange) -> str:
    """Return the title of a set, and whether it is new or removed."""
    paths = [str(each) for each in (change.old, change.new) if each not in (None, ".")]
    where = " → ".join(dict.fromkeys(paths))
    is_named = any(path.rpartition("/")[2] == change.name for path in paths)
    name = f" ({change.name})" if change.name and where and not is_named else ""
    whole = "new: " if change.old is None else "gone: " if change.new is None else ""
    return one_line(f"{whole}{where or change.name}{name}")


def _set_lines(change: SetChange, limit: int | None) -> Iterator[str]:
    yield from limited("+ ", [*map(str, change.added)], limit)
    yield from limited("- ", [*map(str, change.removed)], limit)
    for each in sorted(change.changed, key=lambda each: not each.is_renamed)[:limit]:
        yield f"* {card_title(each)}"
        yield from (f"    {line}" for line in card_lines(each))
    yield from rest("", len(change.changed), limit)
    parts = {
        "written otherwise, and the same": [*map(str, change.rewritten)],
        "macros": [*map(field_line, change.macros)],
        "settings": [*map(field_line, change.settings)],
    }
    odds = ((odds_title(each), [*odds_lines(each)]) for each in change.odds)
    for title, lines in (*(part for part in parts.items() if part[1]), *odds):
        yield title
        yield from limited("  ", lines, limit)


def limited(start: str, lines: Sequence[str], limit: int | None) -> Iterator[str]:
    """Yield lines with a prefix, and the number of lines beyond the limit."""
    yield from (f"{start}{line}" for line in lines[:limit])
    yield from rest(start, len(lines), limit)


def rest(start: str, count: int, limit: int | None) -> Iterator[str]:
    """Yield the number of items beyond the limit, indented as the items are."""
    if limit is not None and count > limit:
        yield f"{' ' * len(start)}and {count - limit:,} more"


def card_title(change: CardChange) -> str:
    """Return the name of a card, before and after if it was renamed."""
    if not change.is_renamed:
        return str(change.new)
    by = "" if change.by == "name" else f" (same {change.by})"
    return f"{change.old} → {change.new}{by}"


def card_lines(change: CardChange) -> Iterator[str]:
    """Yield the differences of a card."""
    for each in change.fields:
        if not (each.field == "name" and change.is_renamed):
            yield field_line(each)
    for ability in change.abilities:
        yield from _ability_lines(ability)


def field_line(change: FieldChange) -> str:
    """Return a value before and after."""
    return f"{change.field}: {_value(change.old)} → {_value(change.new)}"


def _value(text: str | None) -> str:
    return "(none)" if text is None else one_line(text)


def one_line(text: str) -> str:
    """Return a text as one line of limited length."""
    line = " / ".join(text.splitlines()) or "(empty)"
    return line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…"


def _ability_lines(change: AbilityChange) -> Iterator[str]:
    if not (change.removed or change.added):
        yield f"{change.key}: the same lines in another order"
        return
    for mark, lines in (("-", change.removed), ("+", change.added)):
        for each in lines[:_LINES]:
            yield f"{mark} {change.key}={one_line(each.text)}"
            if one_line(each.text) != one_line(each.english):
                yield f"    {one_line(each.english)}"
        yield from rest("", len(lines), _LINES)


def odds_title(change: OddsChange) -> str:
    """Return the booster, and the number of cards with other odds."""
    name = f"packs {change.booster}".strip()
    if change.problem:
        return f"{name}: no odds to compare: {change.problem}"
    unknown = f", {change.unknown} unknown" if change.unknown else ""
    odds = f"the same odds of {_count(change.same, 'card')}"
    if change.changed:
        odds = f"other odds of {_count(len(change.changed), 'card')}, {change.same} the same"
    rules = ""
    if len({*change.rules}) > 1:
        rules = " (by the rules of {} and of {})".format(*change.rules)
    return f"{name}: {odds}{unknown}{rules}"


def odds_lines(change: OddsChange) -> Iterator[str]:
    """Yield the odds of cards before and after, the largest changes first.

    These are copies in a pack; if only the share of packs that have the card changed, that share.
    """
    for name, (old, new) in largest_first(change).items():
        if difference := new.copies - old.copies:
            more = f" ({'+' if difference > 0 else ''}{_number(difference)})"
            yield f"{name}: {_exact(old.copies)} → {_exact(new.copies)} copies a pack{more}"
        else:
            yield f"{name}: in {_exact(old.any)} → {_exact(new.any)} of packs, as many copies"


def _exact(value: Fraction | None) -> str:
    """Return the exact number and its approximation; only that if the exact one is long."""
    if value is None:
        return "an unknown share"
    exact, about = str(value), _number(value)
    if exact == about:
        return exact
    return f"{exact} = {about}" if len(exact) <= _EXACT else about


def _number(value: Fraction) -> str:
    return f"{float(value):.4g}"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
