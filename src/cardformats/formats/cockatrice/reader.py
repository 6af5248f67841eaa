"""From the XML of a card database to records of its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ...diagnostic_log import DiagnosticLog
from ...source import SourceText
from ..near_words import near_word
from ..xml_recovery import XmlForm
from ..xml_text import Document, attributes_of
from .codes import CockatriceCode
from .format import ROOT
from .syntax import COLORS, FLAGS, PROPERTIES, RELATED, DatabaseCard

_XML: Final = XmlForm("cockatrice", ROOT, CockatriceCode.BAD_XML, CockatriceCode.WRONG_ROOT)
_BOOLEANS: Final = frozenset(("0", "1", "true", "false"))
_LONGEST: Final = 80
#: Number of cards of a rarity that show the meaning of a similar rarity.
_MANY: Final = 10


def versioned_document(source: SourceText, log: DiagnosticLog) -> tuple[Document, int] | None:
    """Return the XML of a card database, and its version; report other XML and return None."""
    document = _XML.read(source, log)
    if document is None:
        return None
    root = document.root
    version = root.get("version", "")
    read = 4 if version == "4" else 3
    if version not in ("3", "4"):
        read = 3 if root.find("cards/card/prop") is None else 4
        span = document.attribute_span(root, "version")
        log.add(CockatriceCode.VERSION, span, value=version[:_LONGEST], read=read)
    return document, read


def about(element: Any) -> dict[str, str]:
    """Return the texts of the elements in *element* by their tags.

    Empty ones are left out, but colors: without any, a card has none in spite of its cost.
    """
    return {
        each.tag: text
        for each in element[:]
        if ((text := (_text(each) if len(each) else each.text or "").strip()) or each.tag == COLORS)
        and isinstance(each.tag, str)  # no comment
    }


def _text(element: Any) -> str:
    """Return the text of *element*, with that of the elements in it."""
    return str(element.xpath("string()")) if len(element) else element.text or ""


def records_of(document: Document, log: DiagnosticLog) -> Iterator[DatabaseCard]:
    """Yield the cards of *document*, and report what is wrong with them."""
    names: set[str] = set()
    for element in document.root.iterfind("cards/card"):
        record = _record(element, document, log)
        name = record.name
        if not name.strip():
            log.add(CockatriceCode.NO_NAME, document.span(element), left_out=1)
            continue
        if name in names:
            log.add(CockatriceCode.SAME_NAME, document.span(element), name=name)
        names.add(name)
        yield record


def _record(card: Any, document: Document, log: DiagnosticLog) -> DatabaseCard:
    record = DatabaseCard()
    colors: list[str] = []
    for element in card[:]:
        tag = element.tag
        if tag == "prop":
            record.props |= about(element)
            continue
        own = _text(element) if len(element) else element.text or ""
        text = own.strip()
        if tag == "name":
            record.name = _name(own)
        elif tag == "set":
            named = attributes_of(element).items()
            record.sets.append((text, {name.lower(): each for name, each in named}))
        elif tag == "text":
            record.text = text
        elif tag in RELATED:
            record.related += [(tag, _name(own), attributes_of(element))] * bool(text)
        elif tag == PROPERTIES[0]:
            colors.append(text)
        elif tag in PROPERTIES:
            record.props |= {tag: text} if text else {}
        else:
            _read_flag(record, element, text, document, log)
    if colors:
        # letters stand together, words do not
        record.props[COLORS] = ("/" if any(each[1:] for each in colors) else "").join(colors)
    return record


def _name(text: str) -> str:
    """Return the name in *text* with the spaces around it, unless these include line breaks."""
    return text.strip() if "\n" in text else text


def _read_flag(
    record: DatabaseCard, element: Any, text: str, document: Document, log: DiagnosticLog
) -> None:
    """Read another element; report one that is unknown, or that has a bad value."""
    if not isinstance(element.tag, str):  # a comment
        return
    record.others[element.tag] = text
    kind = FLAGS.get(element.tag)
    if kind is None:
        span = document.span(element)
        log.add(CockatriceCode.UNKNOWN_ELEMENT, span, tag=element.tag[:_LONGEST])
    elif not (text.isdecimal() if element.tag == "tablerow" else text in _BOOLEANS):
        span = document.span(element)
        value = text[:_LONGEST]
        log.add(CockatriceCode.BAD_VALUE, span, tag=element.tag, value=value, kind=kind)


def check_rarities(document: Document, records: Iterable[DatabaseCard], log: DiagnosticLog) -> None:
    """Report rarities that one card has, and that are like one of many cards."""
    counts = Counter([each.get("rarity", "") for record in records for _, each in record.sets])
    usual = [rarity for rarity, count in counts.items() if rarity and count >= _MANY]
    for rarity, count in counts.items():
        if count == 1 and (notes := log.did_you_mean(rarity, usual)):
            element = document.root.xpath("cards/card/set[@rarity=$rarity]", rarity=rarity)[0]
            span = document.attribute_span(element, "rarity")
            near = near_word(rarity, usual, notes)
            fix = near.fix(span) if near else None
            log.add(CockatriceCode.ODD_RARITY, span, fix, notes=notes, rarity=rarity)
