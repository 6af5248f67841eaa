"""The diagnostic codes of the audit of a booster.

An error is what no pack, or no pack of some layout, can be made with; what works, but surely not as
it was meant, is a warning; what may well be meant is a note.
"""

from __future__ import annotations

from typing import Any

from ..diagnostics import Code, Diagnostic, Severity


class CollationCode(Code):
    """What can be wrong with a booster and its sheets."""

    NO_BOOSTER = (
        "CL001",
        Severity.ERROR,
        "the card set has no booster",
        "Nothing says what a pack consists of.",
        '{"cardformats": 1, "name": "S"}',
    )
    MISSING_SHEET = (
        "CL002",
        Severity.ERROR,
        "{where} draws from {sheet!r}, but there is no such sheet",
        "Add the sheet, or mend its name; case counts.",
        '"slots": [{"name": "A", "count": 1, "sheets": [{"sheet": "B"}]}]',
    )
    NO_LAYOUT = (
        "CL003",
        Severity.ERROR,
        "{where} has no layout of positive weight",
        "No pack can be made. Give one of the layouts a weight.",
        '"layouts": [{"name": "P", "weight": 0,',
    )
    UNUSED_SHEET = (
        "CL004",
        Severity.WARNING,
        "no pack draws from the sheet {sheet!r} ({cards} cards)",
        "Its cards are in no pack. A choice of weight 0 never draws from its sheet.",
        '{"name": "B", "entries": [{"card": {"name": "B0"}}]}],\n'
        '"boosters": [{"name": "B",\n'
        '"layouts": [{"name": "L", "slots": [{"name": "A", "count": 1, "sheets": '
        '[{"sheet": "A"}]}]}]}]',
    )
    NEVER_CHOSEN = (
        "CL005",
        Severity.WARNING,
        "{what} is never chosen: {why}",
        "Give it a weight, or delete it. The weight 0 is for layouts that the rounds of an event,"
        " or draft effects of cards, name.",
        '{"name": "Q", "weight": 0,',
    )
    NO_COPIES = (
        "CL006",
        Severity.WARNING,
        "{count} of {entries} entries of the sheet {sheet!r} have 0 copies and never come:"
        " {examples}",
        "Delete the entries, or give them copies.",
        '{"card": {"name": "A1"}, "copies": 0}',
    )
    EMPTY_SHEET = (
        "CL007",
        Severity.WARNING,
        "the sheet {sheet!r} has no cards",
        "A slot that draws from it gets nothing; unless it says what to do then, no pack with that"
        " slot can be made.",
        '"sheets": [{"name": "A", "entries": [{"card": {"name": "A0"}, "copies": 0}]}]',
    )
    TOO_SMALL = (
        "CL008",
        Severity.ERROR,
        "{where} wants {count} cards, but {sheets} can give only {has}; the slot does not say what"
        " to do then",
        "No pack with this slot can be made from this sheet. Add cards or copies, make the sheet"
        " random with replacement, or give the slot an ``on_short``.",
        '"slots": [{"name": "A", "count": 11, "sheets": [{"sheet": "A"}]}]',
    )
    SHORT = (
        "CL009",
        Severity.WARNING,
        "{where} wants {count} cards, but {sheets} can give only {has}: {remedy}",
        "The slot says what to do when the sheet runs out, but the sheet runs out in every pack.",
        '"slots": [{"name": "A", "count": 11, "sheets": [{"sheet": "A"}], "on_short": ["skip"]}]',
    )
    PACK_TOO_LARGE = (
        "CL010",
        Severity.ERROR,
        "{where}: its slots want {wanted} cards together, but their sheets can give only {has}",
        "No pack of this layout can be made: what one slot takes of a sheet, another lacks.",
        '"slots": [{"name": "A", "count": 6, "sheets": [{"sheet": "A"}]},\n'
        '{"name": "B", "count": 5, "sheets": [{"sheet": "A"}]}]',
    )
    MAY_FAIL = (
        "CL011",
        Severity.WARNING,
        "{where} wants {count} cards, but may find only {has} in {sheets}, depending on what is"
        " chosen",
        "Some packs cannot be made. Give the slot an ``on_short``, or the sheet more cards.",
        '"slots": [{"name": "A", "count": 6, "sheets": [{"sheet": "A"}]},\n'
        '{"name": "C", "count": 5, "sheets": [{"sheet": "A"}, {"sheet": "B"}]}]',
    )
    WEIGHTS = (
        "CL012",
        Severity.WARNING,
        "the weights of {what} are {weights}: they add up to {total}, not to 1",
        "Weights are only proportions, so that each is a little more, or less, likely than it says."
        " If the rest was to be nothing, add an empty option.",
        '"weight": "1/2",\n'
        '"slots": [{"name": "A", "count": 1, "sheets": [{"sheet": "A"}]}]},\n'
        '{"name": "1",\n'
        '"weight": "1/3",',
    )
    RUN_GROUP_TOO_LARGE = (
        "CL013",
        Severity.WARNING,
        "the group size {group} of the print run {sheet!r} is more than its {total} cards: every"
        " pack starts with the first card",
        "A run starts at a multiple of its group size.",
        '"collation": {"type": "print_run", "group_size": 11}',
    )
    RUN_GROUP_UNEVEN = (
        "CL014",
        Severity.WARNING,
        "the group size {group} of the print run {sheet!r} does not divide its {total} cards",
        "The last group is shorter than the others; a pack that starts there goes on with the"
        " first one, and cards are not equally frequent.",
        '"collation": {"type": "print_run", "group_size": 3}',
    )
    RUN_TOO_SHORT = (
        "CL015",
        Severity.WARNING,
        "{where} takes {count} cards of {sheet!r}, which has {total}: a pack has cards twice",
        "Print runs and stripes start over at the end, and do not avoid duplicates.",
        '"slots": [{"name": "A", "count": 6, "sheets": [{"sheet": "A"}]},\n'
        '{"name": "B", "count": 6, "sheets": [{"sheet": "A"}]}]',
    )
    RUN_UNEQUAL = (
        "CL016",
        Severity.WARNING,
        "{where} takes {count} cards in groups of {group} of the print run {sheet!r}: for each copy"
        " packs have {most} of {often}, but {least} of {seldom}",
        "Cards are equally frequent if the number of cards is a multiple of the group size, and the"
        " group size divides the run.",
        '"collation": {"type": "print_run", "group_size": 2}}],\n'
        '"boosters": [{"name": "B",\n'
        '"layouts": [{"name": "L", "slots": [{"name": "A", "count": 3, "sheets": '
        '[{"sheet": "A"}]}]}]}]',
    )
    FIXED_CUT = (
        "CL017",
        Severity.WARNING,
        "{where} takes {count} of the {total} cards of the fixed sheet {sheet!r}: the last {rest}"
        " never come",
        "A fixed sheet gives its cards in order, from the first.",
        '"collation": {"type": "fixed"}}],\n'
        '"boosters": [{"name": "B",\n'
        '"layouts": [{"name": "L", "slots": [{"name": "A", "count": 9, "sheets": '
        '[{"sheet": "A"}]}]}]}]',
    )
    STRIPES = (
        "CL018",
        Severity.WARNING,
        "the length {length} of the striped sheet {sheet!r} does not divide its {total} cards: its"
        " last row is short",
        "Stripes that pass the end of the sheet are shifted against its columns.",
        '"collation": {"type": "striped", "length": 3, "weights": [1]}',
    )
    STRIPE_TOO_WIDE = (
        "CL019",
        Severity.WARNING,
        "stripes of the sheet {sheet!r} are up to {width} cards wide, but it has only {rows} rows",
        "Such a stripe passes the same cards again.",
        '"collation": {"type": "striped", "length": 5, "weights": [1, 0, 1]}',
    )
    BALANCE_IMPOSSIBLE = (
        "CL020",
        Severity.WARNING,
        "{where} is balanced by {by}, but {count} cards of {sheet!r} have less than one on average"
        " of {classes}",
        "A pack is not sure to have a card of these classes, since their cards would come too often"
        " then. Take more cards, or add cards of these classes.",
        '"collation": {"type": "balanced"}',
    )
    BALANCE_IDLE = (
        "CL021",
        Severity.WARNING,
        "{where} is balanced by {by}, but all cards of {sheet!r} are of one class",
        "The balance has no effect. Perhaps the property has another name, or the cards lack it.",
        '"collation": {"type": "balanced"}',
    )
    EVENT_BALANCE = (
        "CL022",
        Severity.NOTE,
        "the event balances {where} by colour, but {count} cards of {sheet!r} have less than one on"
        " average of {classes}",
        "A pack is not sure to have a card of these colours.",
        '"event": {"color_balance": true}',
    )
    OVERLAP = (
        "CL023",
        Severity.NOTE,
        "{where}: the sheets {one!r} and {other!r} share {count} cards ({examples}); {effect}",
        "The booster's ``distinct`` and ``distinct_scope`` say what does not come twice.",
        '"slots": [{"name": "A", "count": 1, "sheets": [{"sheet": "A"}]},\n'
        '{"name": "B", "count": 1, "sheets": [{"sheet": "B"}]}]',
    )
    GUARANTEE_IMPOSSIBLE = (
        "CL024",
        Severity.ERROR,
        "no pack can have {relation} {count} cards whose {property} is {value!r}: there are"
        " {nearest} {found}",
        "No pack keeps the constraint, so that none can be made.",
        '"constraints": [{"type": "at_least", "count": 1, "property": "sheet", "value": "B"}]',
    )
    GUARANTEE_EXCLUDES = (
        "CL025",
        Severity.WARNING,
        "no pack of {where} can have {relation} {count} cards whose {property} is {value!r}: there"
        " are {nearest} {found}",
        "Packs that do not keep the constraint are drawn again, so that this layout never comes.",
        '{"name": "Q", "slots": [{"name": "B", "count": 1, "sheets": [{"sheet": '
        '"B"}]}]}],\n'
        '"constraints": [{"type": "at_most", "count": 0, "property": "sheet", "value": '
        '"B"}]',
    )
    REPLACES_NOTHING = (
        "CL026",
        Severity.WARNING,
        "a card of the slot {slot!r} is to be replaced by one of {sheet!r}, but no layout has such"
        " a slot",
        "The replacement never happens.",
        '"constraints": [{"type": "replace", "slot": "X", "sheet": "A", "probability": "1/2"}]',
    )
    ROUND_BOOSTER = (
        "CL027",
        Severity.ERROR,
        "round {number} of the event names the booster {name!r}: there is no such booster",
        "The event cannot be dealt.",
        '"event": {"rounds": [{"booster": "X"}]}',
    )
    ROUND_LAYOUT = (
        "CL028",
        Severity.ERROR,
        "round {number} of the event names the layout {name!r}, which {booster} lacks",
        "The event cannot be dealt.",
        '"event": {"rounds": [{"layouts": [{"layout": "X"}]}]}',
    )
    NO_COLLATOR = (
        "CL029",
        Severity.ERROR,
        "the sheet {sheet!r} cannot be drawn from: {problem}",
        "Install the distribution that brings the collator, or mend its name or parameters.",
        '"collation": {"type": "other", "kind": "no such collator"}',
    )
    SUPPLY_TOO_SMALL = (
        "CL030",
        Severity.ERROR,
        "{packs} packs ({players} players) take {wanted} cards from {sheets}, which {have} only"
        " {has} copies",
        "The supply is finite, and no slot says what to do when it has run out.",
        '"event": {"supply": "finite", "boosters_per_player": 1}',
    )
    SUPPLY_MAY_FAIL = (
        "CL031",
        Severity.WARNING,
        "{packs} packs ({players} players) may take up to {wanted} cards ({expected} on average)"
        " from the sheet {sheet!r}, which has only {has} copies",
        "The supply is finite; whether it lasts depends on how layouts and sheets are chosen.",
        '"event": {"supply": "finite", "boosters_per_player": 1}',
    )
    SUPPLY_ALIKE = (
        "CL032",
        Severity.WARNING,
        "{packs} packs ({players} players) take {wanted} cards from {sheets}; only {has} can be"
        " dealt so that no {unit} comes twice in a {scope}",
        "The supply has copies enough, but too few different cards: some packs have duplicates.",
        '"event": {"supply": "finite", "boosters_per_player": 1}',
    )
    VARIES = (
        "CL033",
        Severity.NOTE,
        "packs differ: {numbers}",
        "From the fewest to the most cards that a pack can have, of each rarity.",
        '"layouts": [{"name": "P", "slots": [{"name": "A", "count": 1, "sheets": '
        '[{"sheet": "A"}]}]},\n'
        '{"name": "Q"}]',
    )
    DUPLICATES = (
        "CL034",
        Severity.WARNING,
        "{where} wants {count} cards, but there are only {has} different ones: packs have"
        " duplicates",
        "The booster's ``distinct`` says that no card comes twice, but it cannot be kept.",
        '"slots": [{"name": "A", "count": 3, "sheets": [{"sheet": "A"}]}]',
    )
    ADDED_LAYOUT = (
        "CL035",
        Severity.ERROR,
        "the card {card!r} adds a booster of the layout {layout!r}, which {booster!r} lacks",
        "In a draft its effect adds no booster.",
        '"draft_effects": [{"type": "add_booster", "layouts": [{"layout": "Extra"}]}]',
    )
    NEVER_KEPT = (
        "CL036",
        Severity.ERROR,
        "no pack keeps all constraints together: {limits}",
        "Each constraint can be kept, but not with the others, or not with what the slots draw. No"
        " pack can be made.",
        '"constraints": [{"type": "at_least", "count": 2, "property": "color", "value": '
        '"W"},\n'
        '{"type": "at_most", "count": 1, "property": "color", "value": "W"}]',
    )
    SELDOM_KEPT = (
        "CL037",
        Severity.WARNING,
        "only 1 in {number} packs keeps the constraints: {limits}",
        "Packs that do not keep the constraints are drawn again, up to 10,000 times. That takes"
        " long, or fails. Draw the guaranteed cards in a slot of their own.",
        '"constraints": [{"type": "at_least", "count": 5, "property": "rarity", "value": '
        '"mythic"}]',
    )
    GUARANTEE_OF_SUPPLY = (
        "CL038",
        Severity.ERROR,
        "the supply of the event is {supply}, but the booster has constraints: {limits}",
        "Packs from such a supply are not drawn again, so that the event cannot be dealt. Single"
        " packs and boxes can be made.",
        '"constraints": [{"type": "at_least", "count": 1, "property": "rarity", "value": '
        '"mythic"}]}],\n'
        '"event": {"supply": "finite", "boosters_per_player": 1}',
    )
    BALANCE_LACKS = (
        "CL039",
        Severity.WARNING,
        "{where} is balanced by {by}, but no card of {sheet!r} is {classes}",
        "No pack has a card of these colours there, whatever the balance.",
        '"collation": {"type": "balanced"}',
    )
    EVENT_BALANCE_LACKS = (
        "CL040",
        Severity.NOTE,
        "the event balances {where} by colour, but no card of {sheet!r} is {classes}",
        "No pack has a card of these colours there, though the others are sure to come.",
        '"event": {"color_balance": true}',
    )
    ON_NO_SHEET = (
        "CL041",
        Severity.NOTE,
        "on no sheet: {count} of {total} cards ({examples})",
        "They are in no pack. Tokens, and cards that others bring, are not meant to be.",
        '{"faces": [{"name": "A2"}], "rarity": "common"}],\n'
        '"sheets": [{"name": "A",\n'
        '"entries": [{"card": {"name": "A0"}}, {"card": {"name": "A1"}}]}]',
    )
    SAME_ENTRY = (
        "CL042",
        Severity.NOTE,
        "the sheet {sheet!r} has several entries for {count} cards: {examples}",
        "Their copies add up. If they were to come once, delete the other entries.",
        '"entries": [{"card": {"name": "A0"}}, {"card": {"name": "A1"}}, {"card": {"name": "A0"}}]',
    )
    BALANCE_UNKNOWN = (
        "CL043",
        Severity.NOTE,
        "{where} is balanced by {by}, but only the names are known of {count} of {total} cards of"
        " {sheet!r} ({examples})",
        "They count as cards without a colour, so that the balance does nothing for them, or"
        " nothing at all. Read the list with a catalog that knows the cards.",
        '{"colorBalance": true}\n[Cube(2)]\n30 Lantern Eel',
    )
    PRODUCT_MISSING = (
        "CL048",
        Severity.ERROR,
        "{what} cannot be opened: {why}",
        "It has packs or products that its set lacks. Mend the name, or say of which set they are.",
        '"contents": [{"what": {"type": "booster", "name": "Draft"}, "count": 36}]',
    )
    PRODUCT_CIRCLE = (
        "CL049",
        Severity.ERROR,
        "{what} cannot be opened: {why}",
        "A product cannot be a part of itself.",
        '"products": [{"name": "Box", "contents": [{"what": {"type": "product", "name": '
        '"Case"}}]},\n'
        '{"name": "Case", "contents": [{"what": {"type": "product", "name": "Box"}, '
        '"count": 6}]}]',
    )
    PRODUCT_TOO_LARGE = (
        "CL050",
        Severity.ERROR,
        "{what} cannot be opened: {why}",
        "Up to a million packs, cards and other things are opened at once, and products that stand"
        " up to a hundred deep in one another.",
        '{"what": {"type": "booster", "name": "B"}, "count": 2000000}',
    )
    PRODUCT_UNKNOWN = (
        "CL051",
        Severity.NOTE,
        "{what} cannot be opened: {why}",
        "Say what is in the product, or hand over the other set with ``sets=``.",
        '"products": [{"name": "Fat Pack"}',
    )

    BALANCE_OFF = (
        "CL044",
        Severity.NOTE,
        "the sheet {sheet!r} is balanced with the strength 0: it is drawn at random",
        "The balance has no effect, nor has that of the event. Give it a strength up to 1, or make"
        " the sheet a random one.",
        '"collation": {"type": "balanced", "strength": 0}',
    )

    def of(self, **data: Any) -> Diagnostic:
        """A finding of this kind, which has no place in a text; its message filled from *data*."""
        return self.at(None, **data)
