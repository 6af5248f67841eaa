"""Where the engine takes a target otherwise than it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from attrs import frozen

from .....diagnostics import Diagnostic
from .....source import SourceText
from ...engine.macros import lower
from ...keys import ENGINE_VERSIONS
from ...lexicon import words
from ...syntax import kept_if_short
from ..brackets import lone_brackets
from ..conditions import Event, Placed, Scope, TargetedCost
from ..effects import Maximum, Relation, Targeting
from ..engine.chosen import target_of
from ..engine.descriptions import COLORS, Attribute, Description
from ..engine.targets import ZONES, Chooser, chooser
from ..nodes import Headed, Measure, Node, Target, Unknown, Zones
from .codes import AbilityCode
from .places import NodePlaces

#: Calls that look at targets of their own, or at words that are none.
_NO_TARGETS: Final = frozenset(("combat", "countershroud", "paid", "spent", "counter"))
#: Calls whose zones are looked up in another way than those of other targets.
_OWN_ZONES: Final = frozenset(("movedto", "from", "to"))
#: What the engine may pass over without a change: the zones that are meant anyway, and signs.
_HARMLESS: Final = re.compile(r"<[^>]*>|\|(?:\*|battlefield|inplay)?$|other |s$|[,^;* \[\]]+")
_ANY_ZONE: Final = re.compile(r"\|.*")
#: Words that are no types; the engine looks for cards that have them as types.
_NO_TYPES: Final = frozenset(
    (
        *COLORS, "colorless", "multicolor", "permanent", "spell", "card", "*", "opponent",
        "controller", "this", "mytgt", "trigger",
    )
)  # fmt: skip
#: A creature type whose name is a keyword of the engine's, which it looks for first.
_KEYWORD_TOO: Final = "hydra"
#: An invalid type: with symbols of lists in it, with surrounding spaces, or with a minus.
_NO_TYPE: Final = re.compile(r".*[;&|].*|\s.*|.*\s|-.*|.*,\S.*|non[a-z-]+", re.DOTALL)
_WORD_ALONE: Final = re.compile(r"(\w+?)(?:ed|s)?")
_COUNTER: Final = re.compile(r"counter\{[^}]*\}")
_NUMBER_LAST: Final = re.compile(r">\s*(?:\||$)")
_SHOWN: Final = 120


@frozen
class _TargetText:
    """The text of a target as the engine gets it.

    Attributes:
        source: the text.
        who: what the engine makes of it.
    """

    source: SourceText
    who: Chooser

    def find(self, code: AbilityCode, part: str, after: int = 0, **data: str) -> Diagnostic:
        """Return a diagnostic of *part*, which begins at the offset *after* or later."""
        start = max(self.text.replace("^", ",").find(part.replace("^", ","), after), 0)
        shown = {key: value[:_SHOWN] for key, value in data.items()}
        return code.at(self.source.span(start, start + len(part or self.text)), **shown)

    @property
    def text(self) -> str:
        """Return the text without its source."""
        return self.source.text

    @property
    def takes(self) -> str:
        """Return the cards that the engine accepts, in English."""
        from ..english.phrases import phrase  # noqa: PLC0415 - loaded only when needed

        return phrase(target_of(self.who))


def misread_targets(places: NodePlaces, rule: str) -> Iterator[Diagnostic]:
    """Report targets of a line, which *rule* reads, that the engine takes otherwise."""
    has_unknown = any(True for _ in places.of(Unknown))
    for start, head, target in _targets(places):
        name = head.name if isinstance(head, Headed) else ""
        if name in _NO_TARGETS or target.kinds is None or (has_unknown and not _is_read(target)):
            continue
        text, place = str(target), places.source.span(start).part
        if rule != "conditions":  # the engine keeps those as they are written
            text = lower(text)
        if name in _OWN_ZONES:
            text = _ANY_ZONE.sub("|*", text)
        reported = _unknown_zones(target) if has_unknown else ()
        is_zone = text.strip() != "*" and text.strip() in ZONES
        if is_zone and isinstance(head, Targeting | Scope | TargetedCost):
            yield _zone_for_type(text.strip()).moved(place)
        for each in misread(text):
            if each.data.get("word") not in reported:
                yield each.moved(place)
    for start, text in _counted(places):
        yield from (each.moved(places.source.span(start).part) for each in misread(text))


@kept_if_short
def misread(text: str) -> tuple[Diagnostic, ...]:
    """Report what the engine takes otherwise in the *text* of a target; a zone alone is none."""
    if text.strip().lower() in ZONES or lone_brackets(text):
        return ()
    source = SourceText("", text)
    if (who := chooser(text)) is None:
        reason = "a comma is not allowed together with square brackets"
        if "[" not in text or _NUMBER_LAST.search(text):
            reason = "no text follows the number"
        return (AbilityCode.REFUSED_TARGET.at(source.span(0, len(text)), reason=reason),)
    what = _TargetText(source, who)
    findings = [*_passed_over(what), *_types(what), *_zones(what), *_numbers(what)]
    if (described := who.description) is not None:
        findings += _attributes(what, described)
        findings += _alternatives(what, described)
        findings += _repeated(what, described)
    return tuple(findings)


def _zone_for_type(text: str) -> Diagnostic:
    """Return a zone where the engine wants cards first, as ``*|myhand``."""
    who, source = chooser(text), SourceText("", text)
    span = source.span(0, len(text))
    if who is None or who.types:
        return AbilityCode.NO_TYPE.at(span, text=text)
    return AbilityCode.TAKEN_OTHERWISE.at(span, words=_TargetText(source, who).takes)


def _targets(places: NodePlaces) -> Iterator[tuple[int, Node, Target]]:
    """Yield the targets of a line, each with where it begins and what it is the target of."""
    body = places.line.body
    if isinstance(body, Target):
        yield len(places.line.indent), places.line, body
    for start, node in places.of(Targeting, Scope, Placed, TargetedCost, Event, Relation, Maximum):
        for offset, part in node.children():
            if isinstance(part, Target):
                yield start + offset, node, part


def _counted(places: NodePlaces) -> Iterator[tuple[int, str]]:
    """Yield the kinds of ``type:creature:myhand`` and the like, as texts of targets."""
    for start, node in places.of(Measure):
        head, _, text = str(node).partition(":")
        if head.strip().lower().endswith("type"):
            yield start + len(head) + 1, lower(text.partition(":")[0].rstrip())


def _is_read(target: Target) -> bool:
    """Return whether a target can be read completely, except for words of zones."""
    unread = (node for _, node in target.walk() if isinstance(node, Unknown))
    return all(node.rule is None for node in unread)


def _unknown_zones(target: Target) -> tuple[str, ...]:
    """Return words for zones that another check reports."""
    nodes = target.zones.nodes if isinstance(target.zones, Zones) else ()
    return tuple(lower(str(each)) for each in nodes if isinstance(each, Unknown))


def _passed_over(what: _TargetText) -> Iterator[Diagnostic]:
    """Report text beside a word that decides alone, and text that a comparison cuts off."""
    if parts := [part for part in _HARMLESS.split(what.who.passed_over) if part]:
        text = next((part for part in parts if part in what.text), None)
        if text is None:  # a word within another was cut out of it
            yield what.find(AbilityCode.TAKEN_OTHERWISE, what.text, words=what.takes)
        else:
            yield what.find(AbilityCode.TARGET_PASSED_OVER, text, text=text, words=what.takes)


def _types(what: _TargetText) -> Iterator[Diagnostic]:
    """Report types that no card can have: lists with the wrong symbol, spaces, other words."""
    who = what.who
    if who.passed_over:
        return
    kinds = who.types
    if who.description is not None:
        kinds = (who.description.base or "",)
    for kind in kinds:
        if kind in _NO_TYPES or _NO_TYPE.fullmatch(kind):
            yield what.find(AbilityCode.NO_TYPE, kind, text=kind)


def _zones(what: _TargetText) -> Iterator[Diagnostic]:
    """Zones that the engine does not know."""
    who, after = what.who, what.text.find("|")
    for word in who.unknown_zones:
        where = "in the other zones only"
        if len(who.unknown_zones) == what.text.count(",", after) + 1:
            where = "on both battlefields" if who.zones else "nowhere"
        yield what.find(AbilityCode.ZONE_LEFT_OUT, word, after, word=word, where=where)


def _attributes(what: _TargetText, described: Description) -> Iterator[Diagnostic]:
    """Report attributes that the engine takes otherwise."""
    at = what.text.find("[")
    plain = what.text.replace("^", ",")
    for attribute in described.attributes:
        at = max(plain.find(attribute.text, at), 0)
        if (finding := _attribute(what, attribute, at)) is not None:
            yield finding
        at += len(attribute.text)


def _attribute(what: _TargetText, attribute: Attribute, at: int) -> Diagnostic | None:
    """Return the diagnostic of an attribute at an offset *at* of the text."""
    text, taken = attribute.text, attribute.words
    bare = text.removeprefix("-").strip()
    is_compared = any(sign in bare for sign in "<>=")
    if attribute.taken == "nothing" and (is_compared or bare in taken):
        return what.find(AbilityCode.NO_COMPARISON, text, at, text=text)
    if not taken:
        return what.find(AbilityCode.TARGET_PASSED_OVER, text, at, text=text, words=what.takes)
    is_strange = attribute.taken == "counter" and not _is_plain_counter(attribute, bare)
    if is_strange or "&" in bare or "!=" in bare or bare == _KEYWORD_TOO:
        return what.find(AbilityCode.TAKEN_OTHERWISE, text, at, words=what.takes)
    if attribute.taken == "type" and _NO_TYPE.fullmatch(bare):
        return what.find(AbilityCode.NO_TYPE, text, at, text=bare)
    if is_compared or _says_just(bare, attribute) or _is_older(bare):
        return None
    return what.find(AbilityCode.WORD_IN_WORD, text, at, text=text, word=_listed(taken))


def _is_older(text: str) -> bool:
    """Return whether this is a keyword that the newest engine knows no longer."""
    word = words("keyword").get(text)
    return word is not None and not word.is_known_to(ENGINE_VERSIONS[-1])


def _is_plain_counter(attribute: Attribute, bare: str) -> bool:
    """Return whether an attribute is ``counter{...}``, without a minus for any counter."""
    is_any = "any" in attribute.words or "notany" in attribute.words
    return _COUNTER.fullmatch(bare) is not None and not (is_any and attribute.text != bare)


def _listed(words: tuple[str, ...]) -> str:
    """Join words to a list."""
    return " and ".join(words)


def _says_just(bare: str, attribute: Attribute) -> bool:
    """Return whether what the engine takes an attribute for is all that it says."""
    if attribute.taken in ("type", "name", "share", "counter"):
        return True
    word = attribute.words[0] if attribute.words else ""
    if attribute.taken == "keyword" or word in COLORS:
        return attribute.words == (bare,)
    match = _WORD_ALONE.fullmatch(bare)
    is_longer = match is not None and match[1] == word
    return is_longer or bare in (word, f"is{word}", "geared")


def _alternatives(what: _TargetText, described: Description) -> Iterator[Diagnostic]:
    """Report parts joined by semicolons that are no alternatives for the engine, or too many."""
    positive = [each for each in described.attributes if not each.text.startswith("-")]
    by_sort = {
        sort: [each.text for each in positive if _sort(each) == sort]
        for sort in ("type", "color", "keyword")
    }
    for sort, texts in by_sort.items():
        both = sort == "keyword" or described.mode == "and" or "colorless" in texts
        if len(set(texts)) > 1 and both and _are_joined(what.text, texts):
            start = what.text.find(texts[0], what.text.find("["))
            part = what.text[start : what.text.find(texts[-1], start) + len(texts[-1])]
            yield what.find(AbilityCode.ALL_REQUIRED, part, start, words=_listed(tuple(texts)))
    yield from _base(what, described, by_sort["type"])


def _sort(attribute: Attribute) -> str:
    return "color" if "colorless" in attribute.words else attribute.taken


def _are_joined(text: str, parts: list[str]) -> bool:
    """Return whether a semicolon, and no ``&``, is between two of *parts* in *text*."""
    places = [text.replace("^", ",").find(part, text.find("[")) for part in parts]
    between = (text[first:second] for first, second in pairwise(places))
    return any(";" in each and "&" not in each for each in between)


def _base(what: _TargetText, described: Description, types: list[str]) -> Iterator[Diagnostic]:
    """Yield a type before the brackets that is one of the alternatives in them."""
    shared = described.share in ("types", "not types")
    if described.mode != "and" and (types or shared) and (base := described.base):
        yield what.find(AbilityCode.BASE_IS_ALTERNATIVE, base, words=what.takes, base=base)


def _repeated(what: _TargetText, described: Description) -> Iterator[Diagnostic]:
    """Comparisons of the same number, and counters: only the last of them counts."""
    last: dict[str, str] = {}
    measures = dict(described.measures)
    for each in sorted(described.attributes, key=lambda each: "any" in each.words):
        if each.taken in measures or each.taken == "counter":
            if (earlier := last.get(each.taken, each.text)) != each.text:
                at = what.text.find("[")
                yield what.find(AbilityCode.ONLY_LAST, earlier, at, text=earlier, last=each.text)
            last[each.taken] = each.text


def _numbers(what: _TargetText) -> Iterator[Diagnostic]:
    """Report numbers beside players, which the engine looks for at the wrong place."""
    who = what.who
    if who.most == 0 and "<" in what.text and who.players:
        yield what.find(AbilityCode.TAKEN_OTHERWISE, "<", words=what.takes)
