"""What the engine does with a line, in plain English.

What the engine builds is written as a line that says just that, and that line is explained.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..english import explain
from ..reading import parse
from .built import Built, CardFacts
from .frames import paid_word
from .reader import reading

#: How abilities are written whose own words do not say all of it.
_PATTERNS: Final = {
    "transforms": "transforms(({text}))", "becomes": "becomes({text})",
    "ability": "ability$!{text}!$ {who}", "reveal": "reveal:{text} revealend",
    "scry": "scry:{text} scryend", "pay": "pay({cost}) {text}",
    "phaseaction": "phaseaction[{schedule}] {text}", "upcost": "upcost[{cost}] ",
    "modification": "{power}/{toughness}", "keyword": "{without}{keyword}",
    "poolsave": "{owner}poolsave({amount})", "add": "{amount}",
    "moverandom": "moverandom({amount}) from({from}) to({zone})",
    "maxcast": "maxcast({target}){amount} {who}", "maxplay": "maxplay({target}){amount} {who}",
    "affinity": "affinity({target}) reduce({amount})", "flipacoin": "flipacoin {text} flipend",
    **{f"choosea{what}": f"choosea{what} {{text}} chooseend"
       for what in ("color", "type", "name", "nameopp")},
    **{f"rolld{sides}": f"rolld{sides} {{text}} rolld{sides}end"
       for sides in (4, 6, 8, 10, 12, 20)},
}  # fmt: skip
#: How what frames other abilities is written.
_FRAMES: Final = {
    "triggered": "@{trigger}:{body}", "replacedraw": "{who}replacedraw {body}",
    **dict.fromkeys(("if", "ifnot"), "{kind} {condition} then {body}{otherwise}"),
    **dict.fromkeys(("may", "choice", "ueot", "activate", "emblem", "soulbond"), "{kind} {body}"),
    **dict.fromkeys(("lord", "all", "foreach", "aslongas", "teach"),
                    "{kind}({target}) {body}{bounds}"),
    **dict.fromkeys(("this", "thisforeach", "while"), "{kind}({condition}) {body}"),
}  # fmt: skip
#: Values that not every ability has.
_OPEN: Final = ("who", "without", "text", "trigger", "condition", "otherwise")


def explain_as_engine(
    line: str,
    key: str = "auto",
    card: CardFacts | None = None,
    target: str | None = None,
    *,
    attached: str = "",
) -> str:
    """What the engine does with *line*, in plain English.

    It can be something else than the line seems to say; compare ``explain``.

    Args:
        line: a line, with its macros expanded.
        key: the key that it stands behind, as ``auto``.
        card: what is known of the card.
        target: the card's ``target=``, as ``explain`` takes it.
        attached: as ``explain`` takes it.
    """
    if not line.strip():
        return ""
    read = reading(line, key, card)
    if read.crashes:
        note = next(note for note in read.notes if note.fate == "crash")
        return f"The engine crashes at `{line[note.start : note.end].strip()}`"
    if read.built is None:
        return "Nothing: the engine builds nothing of this line"
    facts = card or CardFacts()
    text = written(read.built, line)
    if facts.paid is None and (word := paid_word(line.strip().lower())):
        text = f"{word} {text}"  # without that, nothing is built
    tree = parse(text)
    return explain(tree, target, attached=attached, is_spell=facts.is_spell)


def written(built: Built, line: str) -> str:
    """A line that says what *built* does, which the engine built from *line*."""
    inner = [written(each, line) for each in built.inner]
    body = inner[0] if inner else ""
    if built.kind == "several":
        return " && ".join(each for each in inner if each)
    if built.kind in ("activated", "targeted"):
        return _used(built, body)
    if (pattern := _FRAMES.get(built.kind)) is None:
        return _action(built, line, body)
    values = _values(built) | {"kind": built.kind, "body": body}
    if built.kind == "choice" and built.inner and _is_aimed(built.inner[0]):
        pattern = "{body}"
    elif len(inner) > 1:
        values["otherwise"] = f" else {inner[1]}"
    return pattern.format_map(values)


def _values(built: Built) -> dict[str, str]:
    values = dict.fromkeys(_OPEN, "") | dict(built.values)
    values["trigger"] = _trigger(values)
    bounds = ((" other", "other"), (" >{least}", "least"), (" <{most}", "most"))
    values["bounds"] = "".join(form.format_map(values) for form, name in bounds if name in values)
    values["owner"] = "opponent" if values["who"] else "my"
    return values


def _is_aimed(built: Built) -> bool:
    """Whether this is one thing that is done to a target, which has to be chosen anyway."""
    return built.kind == "targeted" and _kind_inside(built) != "several"


def _kind_inside(built: Built) -> str:
    return built.inner[0].kind if built.inner else ""


def _trigger(values: dict[str, str]) -> str:
    """The words of a trigger; the engine ends them at a colon, but not its restriction."""
    words = values["trigger"]
    if "restriction" in values and "restriction{" in words and "}" not in words:
        return f"{words[: words.index('restriction{')]}restriction{{{values['restriction']}}}"
    return words


def _used(built: Built, body: str) -> str:
    """What has a cost, or a target, or is chosen from a menu."""
    values = built.values
    cost = values.get("cost", "").partition("restriction{")[0].strip()
    parts = [f"{cost}:" if cost else "", _restriction(values)]
    parts += [
        f"{name}({values[name]}) "
        for name in ("name", "target", "notatarget")
        if name in values and not (name == "target" and _kind_inside(built) == "equip")
    ]
    limit = f" limit:{values['limit']}" if "limit" in values else ""
    return f"{''.join(parts)}{body} {values.get('timing', '')}{limit}".strip()


def _restriction(values: Mapping[str, str]) -> str:
    return f"restriction{{{values['restriction']}}} " if "restriction" in values else ""


def _action(built: Built, line: str, body: str) -> str:
    """What is done, in its own words where they say all of it."""
    values = _values(built)
    if built.kind == "token":
        times = f"*{values['amount']}" if values["amount"] else ""
        head = "create" if line[built.start or 0 :].lower().startswith("create") else "token"
        text = f"{head}({values['token']}){times} {values['who']}"
    elif (pattern := _PATTERNS.get(built.kind)) is not None:
        text = pattern.format_map(values)
    else:
        own = "" if built.start is None else line[built.start : built.end].strip()
        text = f"{own or built.kind} {values['who']}"
    if built.kind == "prevention":
        text += "".join(f" {name}({values[name]})" for name in ("to", "from") if name in values)
    if values.get("until") == "turn":
        text += " ueot"
    if not body:
        return text.strip()
    if built.kind == "upcost" and "&&" in body:
        text = text.replace("upcost", "upcostmulti", 1)
    return (
        f"{text}{body}" if built.kind in ("upcost", "dynamicability") else f"{text} and!( {body} )!"
    )
