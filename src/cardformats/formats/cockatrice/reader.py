"""From the XML of a card database to records of its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from ...diagnostic_log import DiagnosticLog
from ...source import SourceText
from ..near_words import near_word
from ..xml_recovery import XmlForm
from ..xml_text import Document, attributes_of
from .codes import CockatriceCode
from .format import ROOT
from .syntax import COLORS, FLAGS, NAMED, PROPERTIES, RELATED, DatabaseCard

_XML: Final = XmlForm("cockatrice", ROOT, CockatriceCode.BAD_XML, CockatriceCode.WRONG_ROOT)
_TEXTS: Final = ("name", "text")
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
        tag: text
        for each in element
        if ((text := (_text(each) if len(each) else each.text or "").strip()) or each.tag == COLORS)
        and type(tag := each.tag) is str  # no comment
    }


def _text(element: Any) -> str:
    """Return the text of *element*, with that of the elements in it."""
    return str(element.xpath("string()"))


def records_of(document: Document, log: DiagnosticLog) -> Iterator[DatabaseCard]:
    """Yield the cards of *document*, and report what is wrong with them."""
    names: set[str] = set()
    rarities = _Rarities()
    for element in document.root.iterfind("cards/card"):
        record = _record(element, rarities, document, log)
        name = record.name
        if not name.strip():
            log.add(CockatriceCode.NO_NAME, document.span(element), left_out=1)
            continue
        if name in names:
            log.add(CockatriceCode.SAME_NAME, document.span(element), name=name)
        names.add(name)
        yield record
    rarities.check(document, log)


class _Rarities:
    """The rarities of printings: how many have each, and the element of the first."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._elements: dict[str, Any] = {}

    def attributes(self, element: Any) -> dict[str, str]:
        """Return the attributes of a printing by their names in lower case; count its rarity."""
        attributes = {name.lower(): text for name, text in attributes_of(element).items()}
        rarity = attributes.get("rarity", "")
        self._counts[rarity] += 1
        if self._counts[rarity] == 1:
            self._elements[rarity] = element
        return attributes

    def check(self, document: Document, log: DiagnosticLog) -> None:
        """Report rarities that one card has, and that are like one of many cards."""
        usual = [rarity for rarity, count in self._counts.items() if rarity and count >= _MANY]
        for rarity, element in self._elements.items():
            if self._counts[rarity] == 1 and (notes := log.did_you_mean(rarity, usual)):
                span = document.attribute_span(element, "rarity")
                near = near_word(rarity, usual, notes)
                fix = near.fix(span) if near else None
                log.add(CockatriceCode.ODD_RARITY, span, fix, notes=notes, rarity=rarity)


def _record(card: Any, rarities: _Rarities, document: Document, log: DiagnosticLog) -> DatabaseCard:
    """Return the record of the element of a card."""
    props: dict[str, str] = {}
    colors: list[str] = []
    sets: list[tuple[str, dict[str, str]]] = []
    related: list[tuple[str, str, dict[str, str]]] = []
    texts: dict[str, str] = {}
    for element in card:
        tag = element.tag
        if tag == "prop":
            props |= about(element)
            continue
        text = _text(element) if len(element) else element.text or ""
        if "\n" in text or tag not in NAMED:  # the spaces of a name make it unique
            text = text.strip()
        if tag == "set":
            sets.append((text, rarities.attributes(element)))
        elif tag in RELATED:
            related += [(tag, text, attributes_of(element))] if text.strip() else ()
        elif tag == PROPERTIES[0]:
            colors.append(text)
        elif tag in PROPERTIES:
            props |= {tag: text} if text else {}
        elif type(tag) is str:  # no comment
            texts[tag] = text
            if tag not in _TEXTS and not (tag in FLAGS and FLAGS[tag].is_valid(text)):
                _report_flag(element, text, document, log)
    props |= {COLORS: _joined(colors)} if colors else {}
    return DatabaseCard(texts.pop("name", ""), texts.pop("text", ""), props, sets, related, texts)


def _joined(colors: Sequence[str]) -> str:
    """Return the colors of a card in version 3 as one text: letters together, words apart."""
    return ("/" if any(each[1:] for each in colors) else "").join(colors)


def _report_flag(element: Any, text: str, document: Document, log: DiagnosticLog) -> None:
    """Report an element that is unknown, or that has a bad value."""
    tag, span = element.tag[:_LONGEST], document.span(element)
    if flag := FLAGS.get(tag):
        log.add(CockatriceCode.BAD_VALUE, span, tag=tag, value=text[:_LONGEST], kind=flag.kind)
    else:
        log.add(CockatriceCode.UNKNOWN_ELEMENT, span, tag=tag)
