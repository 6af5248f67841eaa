"""The audit of the products of a set: which of them cannot be opened, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ...diagnostics import Diagnostic
from ...model import CardSet, ProductRef
from ..codes import CollationCode
from ..products.product_plan import ProductError, ProductPlanner
from .sheets import examples


def product_findings(cardset: CardSet) -> Iterator[Diagnostic]:
    """Yield diagnostics about the products of *cardset*.

    A product that only lacks another set is a note.
    """
    planner = ProductPlanner(cardset)
    lacking: dict[str | None, list[str]] = defaultdict(list)
    for product in cardset.products:
        try:
            planner.plan(product.name)
        except ProductError as error:
            missing = error.missing
            if missing is None:
                yield error.finding
            elif not isinstance(missing, ProductRef):
                lacking[missing.upper()].append(product.name)
            elif missing.name == product.name:  # products that contain it are not reported
                lacking[None].append(product.name)
    for code, names in lacking.items():
        is_one = len(names) == 1
        why = f"{'its' if is_one else 'their'} contents are not known"
        if code is not None:
            have = "it has" if is_one else "they have"
            why = f"{have} packs or products of the set {code}, which is missing"
        what = f"{len(names)} of {len(cardset.products)} products ({examples(names)})"
        yield CollationCode.PRODUCT_UNKNOWN.of(what=what, why=why)
