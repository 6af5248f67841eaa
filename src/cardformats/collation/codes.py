"""The diagnostic codes of the audit of a booster.

If no pack, or no pack of a layout, can be made, the severity is error. If packs can be made but
probably differ from the intention, it is warning. If the definition is probably intended, it is
note.
"""

from __future__ import annotations

from typing import Any

from ..diagnostics import Code, Diagnostic, Severity


class CollationCode(Code):
    """Diagnostics about a booster, its sheets and its event."""

    NO_BOOSTER = (
        "CL001",
        Severity.ERROR,
        "the card set has no booster",
        "The contents of a pack are not defined. Add a booster.",
        '{"cardformats": 1, "name": "S"}',
    )
    MISSING_SHEET = (
        "CL002",
        Severity.ERROR,
        "{where} draws from {sheet!r}, but there is no such sheet",
        "Add the sheet, or fix its name. Names are case-sensitive.",
        '"slots": [{"name": "A", "count": 1, "sheets": [{"sheet": "B"}]}]',
    )
    NO_LAYOUT = (
        "CL003",
        Severity.ERROR,
        "{where} has no layout of positive weight",
        "No pack can be generated. Set a positive weight for one of the layouts.",
        '"layouts": [{"name": "P", "weight": 0,',
    )
    UNUSED_SHEET = (
        "CL004",
        Severity.WARNING,
        "no pack draws from the sheet {sheet!r} ({cards} cards)",
        "Its cards are in no pack. Draw from the sheet in a slot, or delete it. A choice with"
        " a weight of 0 never draws from its sheet.",
        '{"name": "B", "entries": [{"card": {"name": "B0"}}]}],\n'
        '"boosters": [{"name": "B",\n'
        '"layouts": [{"name": "L", "slots": [{"name": "A", "count": 1, "sheets": '
        '[{"sheet": "A"}]}]}]}]',
    )
    NEVER_CHOSEN = (
        "CL005",
        Severity.WARNING,
        "{what} is never used: {why}",
        "Set a weight, or delete it. Use a weight of 0 only for layouts that an event round or"
        " a draft effect selects by name.",
        '{"name": "Q", "weight": 0,',
    )
    NO_COPIES = (
        "CL006",
        Severity.WARNING,
        "{count} of {entries} entries of the sheet {sheet!r} have 0 copies and are never"
        " drawn: {examples}",
        "Delete the entries, or set their numbers of copies.",
        '{"card": {"name": "A1"}, "copies": 0}',
    )
    EMPTY_SHEET = (
        "CL007",
        Severity.WARNING,
        "the sheet {sheet!r} has no cards",
        "A slot that uses this sheet receives no cards. If the slot has no ``on_short``"
        " setting, no pack with this slot can be generated.",
        '"sheets": [{"name": "A", "entries": [{"card": {"name": "A0"}, "copies": 0}]}]',
    )
    TOO_SMALL = (
        "CL008",
        Severity.ERROR,
        "{where} needs {count} cards, but {sheets} can supply only {has}; the slot has no"
        " on_short setting",
        "No pack with this slot can be generated. Add cards or copies, make the sheet random"
        " with replacement, or set ``on_short`` for the slot.",
        '"slots": [{"name": "A", "count": 11, "sheets": [{"sheet": "A"}]}]',
    )
    SHORT = (
        "CL009",
        Severity.WARNING,
        "{where} needs {count} cards, but {sheets} can supply only {has}: {remedy}",
        "The slot has an ``on_short`` setting, which is used in every pack. Add cards or"
        " copies if that is not intended.",
        '"slots": [{"name": "A", "count": 11, "sheets": [{"sheet": "A"}], "on_short": ["skip"]}]',
    )
    PACK_TOO_LARGE = (
        "CL010",
        Severity.ERROR,
        "{where}: its slots need {wanted} cards together, but their sheets can supply only {has}",
        "No pack of this layout can be generated, because several slots draw from the same"
        " sheets. Add cards or copies.",
        '"slots": [{"name": "A", "count": 6, "sheets": [{"sheet": "A"}]},\n'
        '{"name": "B", "count": 5, "sheets": [{"sheet": "A"}]}]',
    )
    MAY_FAIL = (
        "CL011",
        Severity.WARNING,
        "{where} needs {count} cards, but may find only {has} in {sheets}, depending on random"
        " choices",
        "Some packs cannot be generated. Set ``on_short`` for the slot, or add cards to the sheet.",
        '"slots": [{"name": "A", "count": 6, "sheets": [{"sheet": "A"}]},\n'
        '{"name": "C", "count": 5, "sheets": [{"sheet": "A"}, {"sheet": "B"}]}]',
    )
    WEIGHTS = (
        "CL012",
        Severity.WARNING,
        "the weights of {what} are {weights}: they add up to {total}, not to 1",
        "Weights are relative, so each choice is slightly more or less probable than its"
        " weight. If the rest is intended to be nothing, add an empty option.",
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
        "A run starts at a multiple of its group size. Use a smaller group size.",
        '"collation": {"type": "print_run", "group_size": 11}',
    )
    RUN_GROUP_UNEVEN = (
        "CL014",
        Severity.WARNING,
        "the group size {group} of the print run {sheet!r} does not divide its {total} cards",
        "The last group is shorter than the others. A pack that starts there continues with"
        " the first group, so the cards are not equally frequent.",
        '"collation": {"type": "print_run", "group_size": 3}',
    )
    RUN_TOO_SHORT = (
        "CL015",
        Severity.WARNING,
        "{where} takes {count} cards of {sheet!r}, which has {total}: packs contain duplicates",
        "Print runs and stripes restart at the end of the sheet and do not avoid duplicates.",
        '"slots": [{"name": "A", "count": 6, "sheets": [{"sheet": "A"}]},\n'
        '{"name": "B", "count": 6, "sheets": [{"sheet": "A"}]}]',
    )
    RUN_UNEQUAL = (
        "CL016",
        Severity.WARNING,
        "{where} takes {count} cards in groups of {group} of the print run {sheet!r}: for each copy"
        " packs have {most} of {often}, but {least} of {seldom}",
        "Cards are equally frequent if the number of cards is a multiple of the group size,"
        " and the group size divides the number of cards of the run.",
        '"collation": {"type": "print_run", "group_size": 2}}],\n'
        '"boosters": [{"name": "B",\n'
        '"layouts": [{"name": "L", "slots": [{"name": "A", "count": 3, "sheets": '
        '[{"sheet": "A"}]}]}]}]',
    )
    FIXED_CUT = (
        "CL017",
        Severity.WARNING,
        "{where} takes {count} of the {total} cards of the fixed sheet {sheet!r}: packs"
        " never contain the last {rest}",
        "A fixed sheet supplies its cards in order, starting with the first.",
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
        "Stripes that continue after the end of the sheet are shifted relative to its columns.",
        '"collation": {"type": "striped", "length": 3, "weights": [1]}',
    )
    STRIPE_TOO_WIDE = (
        "CL019",
        Severity.WARNING,
        "stripes of the sheet {sheet!r} are up to {width} cards wide, but it has only {rows} rows",
        "Such a stripe contains the same cards again.",
        '"collation": {"type": "striped", "length": 5, "weights": [1, 0, 1]}',
    )
    BALANCE_IMPOSSIBLE = (
        "CL020",
        Severity.WARNING,
        "{where} is balanced by {by}, but on average fewer than one of {count} cards"
        " of {sheet!r} is of {classes}",
        "Not every pack contains these classes, because their cards would be drawn too often."
        " Draw more cards, or add cards of these classes.",
        '"collation": {"type": "balanced"}',
    )
    BALANCE_IDLE = (
        "CL021",
        Severity.WARNING,
        "{where} is balanced by {by}, but all cards of {sheet!r} belong to one class",
        "The balance has no effect. The property may have another name, or the cards may not"
        " have it.",
        '"collation": {"type": "balanced"}',
    )
    EVENT_BALANCE = (
        "CL022",
        Severity.NOTE,
        "the event balances {where} by colour, but on average fewer than one of"
        " {count} cards of {sheet!r} is of {classes}",
        "Not every pack contains a card of these colours.",
        '"event": {"color_balance": true}',
    )
    OVERLAP = (
        "CL023",
        Severity.NOTE,
        "{where}: the sheets {one!r} and {other!r} share {count} cards ({examples}); {effect}",
        "The settings ``distinct`` and ``distinct_scope`` of the booster specify which"
        " duplicates are avoided.",
        '"slots": [{"name": "A", "count": 1, "sheets": [{"sheet": "A"}]},\n'
        '{"name": "B", "count": 1, "sheets": [{"sheet": "B"}]}]',
    )
    GUARANTEE_IMPOSSIBLE = (
        "CL024",
        Severity.ERROR,
        "no pack can have {relation} {count} cards whose {property} is {value!r}: there are"
        " {nearest} {found}",
        "No pack meets the constraint, so no pack can be generated.",
        '"constraints": [{"type": "at_least", "count": 1, "property": "sheet", "value": "B"}]',
    )
    GUARANTEE_EXCLUDES = (
        "CL025",
        Severity.WARNING,
        "no pack of {where} can have {relation} {count} cards whose {property} is {value!r}: there"
        " are {nearest} {found}",
        "Packs that do not meet the constraint are drawn again, so this layout never occurs.",
        '{"name": "Q", "slots": [{"name": "B", "count": 1, "sheets": [{"sheet": '
        '"B"}]}]}],\n'
        '"constraints": [{"type": "at_most", "count": 0, "property": "sheet", "value": '
        '"B"}]',
    )
    REPLACES_NOTHING = (
        "CL026",
        Severity.WARNING,
        "the constraint replaces a card of the slot {slot!r} by a card of {sheet!r}, but no"
        " layout has this slot",
        "Nothing is replaced. Fix the name of the slot.",
        '"constraints": [{"type": "replace", "slot": "X", "sheet": "A", "probability": "1/2"}]',
    )
    ROUND_BOOSTER = (
        "CL027",
        Severity.ERROR,
        "round {number} of the event uses the booster {name!r}, which does not exist",
        "The event cannot be dealt.",
        '"event": {"rounds": [{"booster": "X"}]}',
    )
    ROUND_LAYOUT = (
        "CL028",
        Severity.ERROR,
        "round {number} of the event uses the layout {name!r}, which {booster} does not have",
        "The event cannot be dealt.",
        '"event": {"rounds": [{"layouts": [{"layout": "X"}]}]}',
    )
    NO_COLLATOR = (
        "CL029",
        Severity.ERROR,
        "the sheet {sheet!r} cannot be drawn from: {problem}",
        "Install the distribution that provides the collator, or fix the name or the parameters.",
        '"collation": {"type": "other", "kind": "no such collator"}',
    )
    SUPPLY_TOO_SMALL = (
        "CL030",
        Severity.ERROR,
        "{packs} packs ({players} players) take {wanted} cards from {sheets}, which {have} only"
        " {has} copies",
        "The supply is finite, and no slot has an ``on_short`` setting for the end of the supply.",
        '"event": {"supply": "finite", "boosters_per_player": 1}',
    )
    SUPPLY_MAY_FAIL = (
        "CL031",
        Severity.WARNING,
        "{packs} packs ({players} players) may take up to {wanted} cards ({expected} on average)"
        " from the sheet {sheet!r}, which has only {has} copies",
        "The supply is finite. Whether it is sufficient depends on the random choice of"
        " layouts and sheets.",
        '"event": {"supply": "finite", "boosters_per_player": 1}',
    )
    SUPPLY_ALIKE = (
        "CL032",
        Severity.WARNING,
        "{packs} packs ({players} players) take {wanted} cards from {sheets}, but at most"
        " {has} can be dealt without the same {unit} twice in a {scope}",
        "The supply has enough copies, but too few different cards: some packs contain duplicates.",
        '"event": {"supply": "finite", "boosters_per_player": 1}',
    )
    VARIES = (
        "CL033",
        Severity.NOTE,
        "packs differ: {numbers}",
        "The numbers are the minimum and the maximum number of cards of each rarity in a pack.",
        '"layouts": [{"name": "P", "slots": [{"name": "A", "count": 1, "sheets": '
        '[{"sheet": "A"}]}]},\n'
        '{"name": "Q"}]',
    )
    DUPLICATES = (
        "CL034",
        Severity.WARNING,
        "{where} needs {count} cards, but there are only {has} different ones: packs contain"
        " duplicates",
        "The setting ``distinct`` of the booster forbids duplicates, but they cannot be avoided.",
        '"slots": [{"name": "A", "count": 3, "sheets": [{"sheet": "A"}]}]',
    )
    ADDED_LAYOUT = (
        "CL035",
        Severity.ERROR,
        "the card {card!r} adds a booster of the layout {layout!r}, which {booster!r} does not"
        " have",
        "In a draft, the effect of the card adds no booster. Fix the name of the layout.",
        '"draft_effects": [{"type": "add_booster", "layouts": [{"layout": "Extra"}]}]',
    )
    NEVER_KEPT = (
        "CL036",
        Severity.ERROR,
        "no pack meets all constraints: {limits}",
        "Each constraint can be met alone, but not together with the others, or not with the"
        " cards that the slots draw. No pack can be generated.",
        '"constraints": [{"type": "at_least", "count": 2, "property": "color", "value": '
        '"W"},\n'
        '{"type": "at_most", "count": 1, "property": "color", "value": "W"}]',
    )
    SELDOM_KEPT = (
        "CL037",
        Severity.WARNING,
        "only 1 in {number} packs meets the constraints: {limits}",
        "Packs that do not meet the constraints are drawn again, at most 10,000 times. This is"
        " slow or fails. Draw the guaranteed cards in a slot of their own.",
        '"constraints": [{"type": "at_least", "count": 5, "property": "rarity", "value": '
        '"mythic"}]',
    )
    GUARANTEE_OF_SUPPLY = (
        "CL038",
        Severity.ERROR,
        "the supply of the event is {supply}, but the booster has constraints: {limits}",
        "Packs from such a supply are not drawn again, so the event cannot be dealt. Single"
        " packs and boxes can be generated.",
        '"constraints": [{"type": "at_least", "count": 1, "property": "rarity", "value": '
        '"mythic"}]}],\n'
        '"event": {"supply": "finite", "boosters_per_player": 1}',
    )
    BALANCE_LACKS = (
        "CL039",
        Severity.WARNING,
        "{where} is balanced by {by}, but no card of {sheet!r} is {classes}",
        "No pack contains a card of these colours, whatever the balance.",
        '"collation": {"type": "balanced"}',
    )
    EVENT_BALANCE_LACKS = (
        "CL040",
        Severity.NOTE,
        "the event balances {where} by colour, but no card of {sheet!r} is {classes}",
        "No pack contains a card of these colours. The other colours are guaranteed.",
        '"event": {"color_balance": true}',
    )
    ON_NO_SHEET = (
        "CL041",
        Severity.NOTE,
        "cards on no sheet: {count} of {total} ({examples})",
        "The cards are in no pack. This is normal for tokens and for cards that other cards"
        " create.",
        '{"faces": [{"name": "A2"}], "rarity": "common"}],\n'
        '"sheets": [{"name": "A",\n'
        '"entries": [{"card": {"name": "A0"}}, {"card": {"name": "A1"}}]}]',
    )
    SAME_ENTRY = (
        "CL042",
        Severity.NOTE,
        "the sheet {sheet!r} has several entries for {count} cards: {examples}",
        "The copies are added. If the card should occur once, delete the other entries.",
        '"entries": [{"card": {"name": "A0"}}, {"card": {"name": "A1"}}, {"card": {"name": "A0"}}]',
    )
    BALANCE_UNKNOWN = (
        "CL043",
        Severity.NOTE,
        "{where} is balanced by {by}, but {count} of {total} cards of {sheet!r} are known only by"
        " name ({examples})",
        "These cards count as colourless, so the balance has less effect or none. Read the"
        " list with a catalog that has the cards.",
        '{"colorBalance": true}\n[Cube(2)]\n30 Lantern Eel',
    )
    PRODUCT_MISSING = (
        "CL048",
        Severity.ERROR,
        "{what} cannot be opened: {why}",
        "The set does not have some of the packs or products in it. Fix the names, or specify"
        " their sets.",
        '"contents": [{"what": {"type": "booster", "name": "Draft"}, "count": 36}]',
    )
    PRODUCT_CIRCLE = (
        "CL049",
        Severity.ERROR,
        "{what} cannot be opened: {why}",
        "A product cannot contain itself.",
        '"products": [{"name": "Box", "contents": [{"what": {"type": "product", "name": '
        '"Case"}}]},\n'
        '{"name": "Case", "contents": [{"what": {"type": "product", "name": "Box"}, '
        '"count": 6}]}]',
    )
    PRODUCT_TOO_LARGE = (
        "CL050",
        Severity.ERROR,
        "{what} cannot be opened: {why}",
        "At most a million packs, cards and other things are opened at once, and products are"
        " nested at most a hundred levels deep.",
        '{"what": {"type": "booster", "name": "B"}, "count": 2000000}',
    )
    PRODUCT_UNKNOWN = (
        "CL051",
        Severity.NOTE,
        "{what} cannot be opened: {why}",
        "Specify the contents of the product, or pass the other set with ``sets=``.",
        '"products": [{"name": "Fat Pack"}',
    )

    BALANCE_OFF = (
        "CL044",
        Severity.NOTE,
        "the balance of the sheet {sheet!r} has the strength 0: the sheet is drawn at random",
        "Neither this balance nor the balance of the event has an effect. Set a strength of at"
        " most 1, or make the sheet random.",
        '"collation": {"type": "balanced", "strength": 0}',
    )

    BOOSTERS_OF_ONE_NAME = (
        "CL052",
        Severity.WARNING,
        "{number} boosters have the name {name!r}, and {count} of them {have} no id of their own",
        "A round, a product or a command cannot select such a booster. Rename the boosters, or"
        " give each of them an id.",
        '{"name": "B",\n'
        '"layouts": [{"name": "L", "slots": [{"name": "A", "count": 1, "sheets": '
        '[{"sheet": "A"}]}]}]},\n'
        '{"name": "B",',
    )
    ROUND_NOT_DEALT = (
        "CL053",
        Severity.WARNING,
        "{rounds} of the event {verb} never dealt: each player opens only {boosters} packs",
        "Set ``boosters_per_player`` to the number of rounds, or delete the rounds.",
        '"event": {"boosters_per_player": 1, "rounds": [{}, {}]}',
    )
    REPLACES_NEVER = (
        "CL054",
        Severity.WARNING,
        "the constraint that replaces a card of the slot {slot!r} by a card of {sheet!r} has the"
        " probability 0",
        "Nothing is replaced. Set a probability, or delete the constraint.",
        '"constraints": [{"type": "replace", "slot": "A", "sheet": "A", "probability": 0}]',
    )
    TOO_MANY_PICKS = (
        "CL055",
        Severity.WARNING,
        "round {number} of the event: pick {pick} takes {count} cards{burned}, but a pack then has"
        " at most {left}",
        "The pick takes the cards that are left. Change the numbers of ``picks`` and ``burns``,"
        " or the number of cards in the pack.",
        '"event": {"rounds": [{"picks": [9]}]}',
    )
    LAYOUTS_OF_ONE_NAME = (
        "CL056",
        Severity.WARNING,
        "{number} layouts of the booster {booster!r} have the name {name!r}",
        "A round, a box quota or a draft effect that names the layout cannot select one of them,"
        " and packs do not show which of them they have. Give each layout a different name.",
        '"layouts": [{"name": "L", "slots": [{"name": "A", "count": 1, "sheets": '
        '[{"sheet": "A"}]}]},\n'
        '{"name": "L",',
    )
    FINISH_MISSPELT = (
        "CL057",
        Severity.WARNING,
        "the finish of {where} is {finish!r}, not {word!r}",
        "Programs do not recognize the finish. Write it in lower case, without spaces around it.",
        '"finish": "Foil "',
    )
    EVENT_BALANCE_IDLE = (
        "CL058",
        Severity.NOTE,
        "the event balances {where} by colour, but {why}",
        "The balance has no effect in packs with such a slot. The event balances the first of the"
        " largest slots of a pack.",
        '"collation": {"type": "print_run"}',
    )
    NOT_DEFINED = (
        "CL059",
        Severity.NOTE,
        "the card set defines other cards of the sheet {sheet!r}, but not {count} of its {total}"
        " cards: {examples}",
        "Only the names of these cards are known. Fix the names, define the cards, or read the"
        " set with a catalog that has them.",
        '{"name": "A", "entries": [{"card": {"name": "A0"}}, {"card": {"name": "A1"}}]}',
    )

    BOX_IMPOSSIBLE = (
        "CL060",
        Severity.ERROR,
        "the box cannot be made: {why}",
        "Change the quotas of the box, or the number of its packs.",
        '"box": {"packs": 6, "quotas": [{"of": "A", "counts": [{"packs": 8}]}]}',
    )
    BOX_SHORT = (
        "CL061",
        Severity.ERROR,
        "a box of {packs} packs needs at least {needed} cards of the sheet {sheet!r}, which has"
        " {there}; its cards come once in a box",
        "The box cannot be filled. Add cards to the sheet, make the box smaller, or set the scope"
        " of ``distinct`` to the pack.",
        '"distinct_scope": "box"',
    )
    BOX_REPEATS = (
        "CL062",
        Severity.WARNING,
        "a box of {packs} packs can need {needed} cards of the sheet {sheet!r}, which has {there}"
        " different ones; its cards come once in a box",
        "Cards come again, or the box cannot be filled. Add cards to the sheet, make the box"
        " smaller, or set the scope of ``distinct`` to the pack.",
        '"distinct_scope": "box"',
    )

    def of(self, **data: Any) -> Diagnostic:
        """Return a diagnostic without a position in a text. *data* fills in its message."""
        return self.at(None, **data)
