"""Plain English for clauses: one event, with all its details."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import groupby
from typing import Any, Final, TypeVar

from attrs import evolve

from .. import conditions as c
from .. import effects as e
from .. import lines as l
from .. import nodes as p
from ..nodes import Leaf, Node, Unknown
from .calls import qualified, qualifies
from .conditions import conditions, own, restriction
from .effects import Stage, effect
from .phrases import amount, counter_parts, noun, phrase, player
from .tokens import keyword
from .vocabulary import RULES, VERBS, meaning, period
from .wording import (
    ALONE,
    EACH,
    THIS,
    Noun,
    Scene,
    Sentence,
    action,
    joined,
    listed,
    quoted,
    say,
    source,
    spelled,
    statement,
    together,
    whole,
)

_Item = TypeVar("_Item", bound=Node)
#: Words for effects that end, or that happen only once.
_PASSING: Final = frozenset(("ueot", "uynt", "oneshot", "once", "endofturn"))
_REPLACED: Final = frozenset(("replacedraw", "opponentreplacedraw"))
_COUNTING: Final = frozenset(("foreach", "aslongas"))
#: What is not done but says something about what is.
_ABOUT: Final = (e.Targeting, c.Scope, c.Check, e.Player, e.Duration, e.Timing, e.Limit,
                 e.Criterion, l.Name, c.Restriction, e.Modifier)  # fmt: skip
_KEYWORDS: Final = (e.Keyword, e.Protection)
_PLAYERS: Final = frozenset(("player", "opponent", "controller", "targetedplayer",
                             "targetcontroller", "owner", "abilitycontroller"))  # fmt: skip


@say.register
def _(node: l.Clause, scene: Scene) -> Sentence:
    items = _with_criterion(node.nodes)
    if items and isinstance(items[0], e.Effect) and items[0].word in _REPLACED:
        replacing = say(l.Clause(items[1:]) if items[1:] else None, scene)
        return replacing.after(meaning("effect", items[0].word))
    if len(items) > 1 and isinstance(items[0], e.Keyword) and items[0].word == "soulbond":
        return _paired(items[1:], scene)
    stage = _stage(items, scene)
    done = [each for each in items if not isinstance(each, _ABOUT)]
    if not done and _those(e.Targeting, items):
        sentence = action(None, "choose", stage.take().text)
    else:
        sentence = _combined(list(_sentences(done, stage, scene)))
    for lead in (*_leads(items, stage, scene), *_names(items)):
        sentence = sentence.after(lead)
    if any(isinstance(each, e.Maximum) for each in done) and stage.passing:
        items = tuple(each for each in items if not isinstance(each, e.Duration))
    if any(isinstance(each, l.Transformation) and unless_paid(each, stage.it) for each in done):
        return sentence  # it happens at once, however long what is gained stays
    passes = (scene.passing and _is_change(done)) or _is_pump(done)
    passes = passes and not _those(e.Duration, items)
    times = [_meaning("duration", each) for each in _those(e.Duration, items)]
    return sentence.during("until end of turn" if passes else joined(*times)).then(_tail(items))


def _is_change(done: Iterable[Node]) -> bool:
    """Return whether nothing but the size and the keywords of a card change."""
    changes = (e.Modification, e.Keyword, e.Protection)
    return all(
        isinstance(each, changes) or (isinstance(each, e.Effect) and each.word in {"swap", "twist"})
        for each in done
    )


def _is_pump(done: list[Node]) -> bool:
    """Return whether the size of a card changes by that of another, for a turn."""
    return bool(done) and all(isinstance(each, e.Dynamic) and "pump" in each.word for each in done)


def unless_paid(node: l.Transformation, it: Noun) -> l.UnlessPaid | None:
    """Return the ability that *it* gains if that is only an effect unless its controller pays.

    Spells that counter another one unless something is paid are written so.
    """
    change = node.nodes[0] if len(node.nodes) == 1 else None
    parts = change.nodes if isinstance(change, l.Change) else node.nodes
    gained = parts[0] if len(parts) == 1 else None
    ability = unnamed(gained.ability) if isinstance(gained, l.Gained) and gained.ability else None
    if it == THIS or not isinstance(ability, l.UnlessPaid) or not is_nothing(ability.body):
        return None
    return ability


def unnamed(node: Node) -> Node:
    """Return a node without the names of menus before it."""
    if isinstance(node, l.Clause) and len(node.nodes) == 1:
        return unnamed(node.nodes[0])
    return unnamed(node.body) if isinstance(node, l.Named) and node.body is not None else node


def is_nothing(node: Node | None) -> bool:
    """Return whether nothing happens, as ``donothing`` says."""
    return node is None or str(node).strip().lower().endswith("donothing")


def _paired(items: tuple[Node, ...], scene: Scene) -> Sentence:
    """Return a sentence on the abilities of both creatures of a pair."""
    both = Noun("both", plural=True)
    if len(items) == 1 and isinstance(items[0], (l.Activated, l.Triggered)):
        sentence = action(both, "have", quoted(str(say(items[0], ALONE))))
    else:
        sentence = say(l.Clause(items), evolve(scene, it=both))
    return sentence.after("as long as this is paired with another creature,")


def _those(kind: type[_Item], items: Iterable[Node]) -> list[_Item]:
    """Return the items of a kind."""
    return [each for each in items if isinstance(each, kind)]


def _has(kind: type[Leaf], items: Iterable[Node], words: Container[str]) -> bool:
    """Return whether one of the words is among the items."""
    return any(each.word in words for each in _those(kind, items))


def _counting(items: Iterable[Node]) -> bool:
    """Return whether ``foreach`` or ``aslongas`` is among the items."""
    return any(each.name in _COUNTING for each in _those(c.Scope, items))


def _with_criterion(items: tuple[Node, ...]) -> tuple[Node, ...]:
    """Add the criterion of ``foreach`` and ``aslongas``, which may be far behind, to the items."""
    if not _counting(items) or _those(e.Criterion, items):
        return items
    last, criterion = _without_criterion(items[-1])
    return items if criterion is None else (*items[:-1], last, criterion)


def _without_criterion(node: Node) -> tuple[Node, e.Criterion | None]:
    """Return a node without the criterion at its end."""
    if isinstance(node, l.Clause):
        if _counting(node.nodes):
            return node, None
        criteria = _those(e.Criterion, node.nodes)
        rest = tuple(each for each in node.items if not isinstance(each, e.Criterion))
        return (l.Clause(rest), criteria[0]) if criteria and rest else (node, None)
    prefixed: Any = node
    if not isinstance(body := getattr(prefixed, "body", None), Node):
        return node, None
    inner, criterion = _without_criterion(body)
    return (node if criterion is None else evolve(prefixed, body=inner)), criterion


def _stage(items: tuple[Node, ...], scene: Scene) -> Stage:
    stage = Stage(
        scene.it,
        is_base=_has(e.Duration, items, {"cdaactive"}),
        is_player=scene.is_player,
        chosen=scene.chosen,
        gained=scene.gained,
        passing=scene.passing or _has(e.Duration, items, {"ueot", "endofturn"}),
    )
    for each in items:
        if isinstance(each, e.Targeting):
            stage.it = noun(each.target, "target" if each.name == "target" else "chosen")
        elif isinstance(each, c.Scope) and each.name in {"all", "lord", "teach"}:
            stage.it = _scoped(each, items)
        elif isinstance(each, Unknown) and "target(" in each.text.lower():
            stage.it = Noun("that target")
            continue
        else:
            continue
        stage.named, stage.is_player = True, is_player(each.target)
        stage.lasts = each.name in {"lord", "teach"}
    if _has(e.Duration, items, _PASSING):
        stage.lasts = False
    stage.several = any(each.times is not None for each in _those(e.Creation, items))
    stage.players = [_player(each, stage) for each in _those(e.Player, items)]
    relations = (each for each in _those(e.Relation, items) if each.name in {"from", "to"})
    stage.more = {each.name: each for each in relations}
    return stage


def _player(node: e.Player, stage: Stage) -> Noun:
    """Return the player of a word; the targeted one is that which this clause chooses, if any."""
    if node.word == "targetedplayer" and stage.named and stage.is_player:
        return stage.take()
    return player(node.word)


def _scoped(node: c.Scope, items: tuple[Node, ...]) -> Noun:
    target = _others(node.target, items)
    if node.name == "teach":
        return Noun(f"{re.sub('^an? ', 'the ', phrase(target))} that this is attached to")
    return noun(target, "bare" if node.name == "lord" else "all")


def _others(target: p.Target, items: tuple[Node, ...]) -> p.Target:
    """Return the target without this card, if ``other`` stands somewhere in the clause."""
    if target.kinds is None or not _has(e.Modifier, items, {"other"}):
        return target
    kinds = tuple(
        evolve(each, other="other ") if isinstance(each, p.Kind) else each
        for each in target.kinds.items
    )
    return evolve(target, kinds=p.Kinds(kinds))


def is_player(target: p.Target) -> bool:
    """Return whether players alone are meant."""
    kinds = target.kinds.nodes if target.kinds else ()
    return bool(kinds) and all(isinstance(each, p.Kind) and each.word in _PLAYERS for each in kinds)


# ------------------------------------------------------------------------------- What is done


def _sentences(done: list[Node], stage: Stage, scene: Scene) -> Iterator[Sentence]:
    """Yield a sentence for each effect; adjacent keywords share one."""
    manners = [each for each in done if qualifies(each)]
    rest = [each for each in done if each not in manners]
    if not rest:
        rest, manners = manners, []
    # what happens afterwards does so wherever it is written
    rest.sort(key=lambda each: isinstance(each, l.Afterwards))
    sentences: list[Sentence] = []
    for is_keyword, group in groupby(rest, key=lambda each: isinstance(each, _KEYWORDS)):
        if is_keyword:
            sentences.extend(_keywords(group, stage, lasting=scene.lasting and stage.lasts))
            continue
        sentences.extend(
            _one(each, stage, scene)
            for each in group
            if not isinstance(each, e.Relation) or each.name not in {"from", "to"}
        )
    related = [f"({source(each)})" for each in stage.more.values()]
    if sentences:
        manner = map(qualified, _those(e.Call, manners))
        sentences[0] = sentences[0].then(joined(*manner, *related))
    yield from sentences or [statement(joined(*related))]


def _one(node: Node, stage: Stage, scene: Scene) -> Sentence:
    """Return an effect, or an ability that a card has."""
    if isinstance(node, Unknown):
        return statement(source(node))
    if isinstance(node, l.Block):
        return _block(node, stage)
    known = effect.dispatch(type(node)) is not effect.dispatch(Node)
    if known:
        return effect(node, stage)
    if stage.named and isinstance(node, (l.Activated, l.Triggered)):
        ability = quoted(str(say(node, ALONE)))
        return action(stage.take(), "have" if scene.lasting and stage.lasts else "gain", ability)
    it = stage.it if stage.named else scene.it
    if isinstance(node, l.Afterwards):
        it = EACH if it.plural or stage.several else Noun("it")
    inner = evolve(scene, it=it, chosen=scene.chosen and not stage.named)
    sentence = say(node, inner)
    if stage.named:
        stage.used = stage.used or stage.it.text in str(sentence)
    return sentence


def _block(node: l.Block, stage: Stage) -> Sentence:
    inside = say(node.ability, ALONE)
    who = stage.players[0] if stage.players else None
    if who is None or who.is_you:
        return inside
    return action(who, "do", f"this: {quoted(str(inside))}")


def _keywords(nodes: Iterable[Node], stage: Stage, *, lasting: bool) -> Iterator[Sentence]:
    """Yield sentences on keywords that a card has, gains or loses."""
    had: list[str] = []
    lost: list[str] = []
    for node in _those(Leaf, nodes):
        word = re.sub(r"\s+", " ", node.word)
        name = word.removeprefix("-")
        if name in RULES and name == word:
            yield statement(joined("" if not stage.named else f"{stage.take().text}:", RULES[name]))
        elif name in VERBS and (name == word or VERBS[name].startswith("can't ")):
            verb, _, rest = VERBS[name].partition(" ")
            verb = verb if name == word else "can"
            yield action(stage.take(), verb, rest)
        else:
            known = keyword(name) or RULES.get(name) or source(name)
            (lost if name != word else had).append(known)
    if had:
        yield action(stage.take(), "have" if lasting else "gain", listed(had))
    if lost:
        yield action(stage.take(), "lose", listed(lost))


def _combined(sentences: list[Sentence]) -> Sentence:
    """Join sentences; a subject that they share is not repeated."""
    if len(sentences) == 1:
        return sentences[0]
    first = sentences[0]
    if all(each.subject == first.subject and not each.lead for each in sentences) and first.subject:
        return Sentence(first.subject, tuple(one for each in sentences for one in each.actions))
    text = str(first)
    return first.then(together(map(str, sentences)).removeprefix(text))


# ------------------------------------------------------------------------- Details of a clause


def _leads(items: tuple[Node, ...], stage: Stage, scene: Scene) -> Iterator[str]:
    """Yield what comes before the sentence, the last first."""
    if stage.named and not stage.used:
        yield f"for {stage.it.text},"
    criterion: e.Criterion | None = None
    for each in reversed(items):
        if isinstance(each, c.Check):
            yield _checked(each, scene)
        elif isinstance(each, c.Scope) and each.name in _COUNTING:
            yield f"{_counted(evolve(each, target=_others(each.target, items)), criterion, scene)},"
            criterion = None
        elif isinstance(each, e.Criterion):
            criterion = each
    if criterion is not None:
        yield f"({source(criterion)})"


def _counted(node: c.Scope, criterion: e.Criterion | None, scene: Scene) -> str:
    """Return the clause of ``foreach`` or ``aslongas``."""
    one, several = phrase(node.target, "a"), phrase(node.target, "bare")
    single = re.sub(r"^an? |^an(?=other )", "", one)
    limit = (
        re.fullmatch(r"([<>])\s*([0-9]{1,6})", criterion.word) if criterion is not None else None
    )
    while_so = "as long as" if scene.lasting else "if"
    if limit is None:
        odd = "" if criterion is None else f" ({source(criterion)})"
        each = f"for each {single}" if node.name == "foreach" else f"{while_so} there is {one}"
        return each + odd
    size, more = whole(limit[2]) or 0, limit[1] == ">"
    if node.name == "foreach":
        limited = f" {'beyond the first' if more else 'fewer than'} {spelled(size)}"
        return f"for each {single}{'' if more and size == 0 else limited}"
    if (more, size) == (True, 0):
        return f"{while_so} there is {one}"
    if (more, size) == (False, 1):
        return f"{while_so} there are no {several}"
    if (more, size) == (True, 1):
        return f"{while_so} there is more than one {single}"
    return f"{while_so} there are {'more' if more else 'fewer'} than {spelled(size)} {several}"


def _checked(node: c.Check, scene: Scene) -> str:
    if node.name == "thisforeach":
        return _for_each(node)
    text = conditions(node.conditions)
    if node.name == "while":
        return f"while {text},"
    return f"{'as long as' if scene.lasting else 'if'} {text},"


def _for_each(node: c.Check) -> str:
    tests = node.conditions.nodes
    if len(tests) != 1 or not isinstance(tests[0], c.Condition) or tests[0].negation is not None:
        return f"for each {source(node.conditions)},"
    test, relative = tests[0].test, tests[0].relative
    limit = re.sub(r"\s", "", str(relative or ""))
    more = "" if limit in {"", ">0", ">=1"} else f" ({source(relative)})"
    match test:
        case p.CounterTest():
            name, _ = counter_parts(test.counter)
            return f"for each {f'{name} counter'.strip()} on this{more},"
        case c.Measured(number=number):
            text = own(amount(str(number).strip()))
        case c.Standing():
            text = own(amount(test.word))
        case _:
            text = source(test)
    if (size := whole(text)) is not None:
        return f"{spelled(size)} times{more},"
    if text.startswith("the number of ") and "`" not in text:
        return f"for each of the {text.removeprefix('the number of ')}{more},"
    return f"{text} times{more}," if text == "X" else f"as many times as {text}{more},"


def _names(items: tuple[Node, ...]) -> list[str]:
    names = dict.fromkeys(map(label, _those(l.Name, items)))
    return [name for name in names if name]


def label(node: l.Name) -> str:
    """Return the name of an ability in menus: ``"Draw a card" —``."""
    text = re.sub(r"(?i)^name\s*\(|\)\s*$", "", node.text.strip()).strip()
    return f'"{joined(*text.split())}" —' if text else ""


def _tail(items: tuple[Node, ...]) -> str:
    """Return the end of a sentence, which says when and how often."""
    parts: list[str] = []
    for each in items:
        match each:
            case e.Modifier(word="other") if _those(c.Scope, items):
                continue
            case e.Modifier():
                parts.append(_meaning("modifier", each))
            case e.Timing():
                parts.append(f", {_timing(each)}")
            case e.Limit():
                parts.append(f", {_limit(each)}")
            case c.Restriction():
                parts.append(f", only if {restriction(each)}")
    return joined(*parts)


#: Words that only say how the engine goes about it.
_SILENT: Final = frozenset(("cdaactive", "dontshow", "while"))


def _meaning(kind: str, node: Leaf) -> str:
    """Return the English of a word at the end of a clause."""
    if node.word in _SILENT:
        return ""
    return meaning(kind, node.word) or f"({source(node)})"


def _timing(node: e.Timing) -> str:
    if known := meaning("timing", node.word):
        return known
    time = period(node.word)
    return f"only `{node.word}`" if time is None else f"only during {time}"


def _limit(node: e.Limit) -> str:
    match = re.fullmatch(r"limit:\s*(.+)", node.word)
    if match is None:
        return f"({source(node)})"
    if match[1] == "1":
        return "only once each turn"
    if made := re.fullmatch(r"hasability([a-z]+)plus1plusend", match[1]):
        name = keyword(made[1]) or source(made[1])
        return f"only once each turn, or twice if this has {name}"
    text = amount(match[1])
    number = whole(text)
    times = text if number is None else spelled(number)
    return (
        f"only {times} times each turn"
        if " " not in times
        else f"each turn only as many times as {times}"
    )
