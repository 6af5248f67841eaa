"""A line for each word of the lexicon, in which it stands as the engine looks for it."""

from __future__ import annotations

from tests.conftest import ROOT

#: Lines by the classes of words; ``{}`` is the word.
_LINES = {
    "call": "{}(2) all(this)",
    "card_test": "this({}) 1/1",
    "check": "{}(power>1) 1/1",
    "color": "target(creature[{}]) destroy",
    "combat": "@combat({}) source(this):draw:1",
    "comparison": "if type(creature|mybattlefield)~{}~1 then draw:1",
    "condition": "if {}(creature|mybattlefield) then draw:1",
    "cost": "{{{}}}:draw:1",
    "counter_event": "@{}(1/1) from(this):draw:1",
    "counter_zone": "target(*|stack) fizzleto({})",
    "duration": "1/1 {}",
    "effect": "target(creature) {}",
    "event": "@{}(this):draw:1",
    "keyword": "lord(creature|mybattlefield) {}",
    "kind": "target({}) destroy",
    "measure": "draw:{}:highest:creature:mybattlefield",
    "modifier": "target(creature) destroy {}",
    "move": "all(this) {}(exile)",
    "outcome": "@dierolled(this) result({}):draw:1",
    "paid_word": "{} draw:1",
    "phase": "@each my {}:draw:1",
    "player": "draw:1 {}",
    "quality": "target(creature[{}]) destroy",
    "quantity": "{}:1",
    "relation": "all(this) {}(creature)",
    "restriction": "@each my upkeep restriction{{{}}}:draw:1",
    "rule": "{}",
    "scope": "{}(creature|mybattlefield) 1/1",
    "special_name": "flip({})",
    "state": "{} draw:1",
    "timing": "{{t}}:draw:1 {}",
    "trait": "lord(creature|mybattlefield) {}",
    "trigger_limit": "@each my upkeep {}:draw:1",
    "type": "target({}) destroy",
    "variable": "draw:{}",
    "variable_prefix": "draw:{}x",
    "whose": "@each {} upkeep:draw:1",
    "zone": "all(*|{}) destroy",
    "zone_owner": "all(*|{}hand) destroy",
    "zone_place": "all(*|my{}) destroy",
}
_FILE = ROOT / "tests" / "data" / "wagic_word_lines.txt"
#: Lines of words that stand otherwise than others of their class, by class and word.
_OWN_LINES = {
    (kind, word): own
    for kind, word, own in (each.split(" | ", 2) for each in _FILE.read_text("utf-8").splitlines())
}


#: What deals how much, of what, and to whom: the words of ``dynamicability``.
_DYNAMIC = {
    "source": "source powerstrike",
    "mytgt": "mytgt powerstrike",
    "myfoe": "myfoe powerstrike",
    "myself": "myself powerstrike",
    "age": "agestrike",
    "charge": "chargestrike",
    "oneonecounters": "oneonecountersstrike",
    "colors": "colorsstrike",
    "power": "powerstrike",
    "toughness": "toughnessstrike",
    "manacost": "manacoststrike",
    "thatmuch": "thatmuchstrike",
    "strike": "powerstrike",
    "draw": "powerdraw",
    "lifeloss": "powerlifeloss",
    "lifegain": "powerlifegain",
    "pumppow": "powerpumppow",
    "pumptough": "powerpumptough",
    "pumpboth": "powerpumpboth",
    "deplete": "powerdeplete",
    "countersoneone": "powercountersoneone",
    "eachother": "powerstrike eachother",
    "itself": "powerstrike itself",
    "targetcontroller": "powerstrike targetcontroller",
    "targetopponent": "powerstrike targetopponent",
    "tosrc": "powerstrike tosrc",
    "srccontroller": "powerstrike srccontroller",
    "srcopponent": "powerstrike srcopponent",
    "abilitycontroller": "powerstrike abilitycontroller",
}


#: Words of which the engine makes something else even where they stand as they should, and what
#: is found: it looks for shorter words first, or for nothing at all in such a place.
TAKEN_OTHERWISE = {
    # keywords that begin with, or contain, what the engine looks for before it looks for keywords
    ("keyword", "shufflelibrarydeath"): "WG113",
    ("keyword", "shackler"): "WG113",
    ("keyword", "legendruleremove"): "WG113",
    ("keyword", "canplayauraequiplibrarytop"): "WG110",
    # words that hold for a card by its own line of abilities, or in its cost, and not as a gift
    ("trait", "convoke"): "WG123",
    ("trait", "delve"): "WG123",
    ("trait", "improvise"): "WG123",
    # these number nothing: the engine finds the keyword alone
    ("quantity", "absorb"): "WG113",
    # it looks into a list that is empty
    ("quantity", "mutationover"): "WG124",
    ("quantity", "mutationunder"): "WG124",
    # nothing looks for these calls
    ("call", "card"): "WG111",
    ("call", "damage"): "WG111",
    # other words are found in these
    ("call", "tutorial"): "WG113",
    ("move", "copyto"): "WG113",
    # a colour is looked for in all attributes, and `storedname` contains one
    ("quality", "storedname"): "WG104",
    # a cost that can never be paid
    ("paid_word", "facedown"): "WG123",
    # an event has to name one kind of counters
    ("option", "duplicateall"): "WG124",
    # the engine finds it, and builds nothing
    ("rule", "connectrule"): "WG123",
}


def line(word):
    """A line with *word*; None for a few options that only stand in others."""
    if (own := _OWN_LINES.get((word.kind, word.text))) is not None:
        return own
    if word.kind == "trigger_limit" and word.arguments:
        return f"@each my upkeep {word.text}(2):draw:1"
    if word.kind == "option" and word.text in _DYNAMIC:
        return f"dynamicability<!{_DYNAMIC[word.text]}!> target(creature)"
    if word.kind == "frame":
        return f"{word.text} draw:1 {word.end}"
    template = _LINES.get(word.kind)
    return None if template is None else template.format(word.text)
