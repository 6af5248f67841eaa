"""Sheets, slots and generators of small boosters, in as few words as tests need."""

from __future__ import annotations

from attrs import evolve

import cardformats as cf
from cardformats.collation import Sampler, register


def sheet(name, *copies, **fields):
    """A sheet of cards that are numbered from 0, with so many copies each."""
    entries = [cf.Entry(f"{name}{number}", n) for number, n in enumerate(copies)]
    return cf.Sheet(name, entries, **fields)


def slot(name, count, *sheets, **fields):
    """A slot of the sheet of its name, or of sheets, each with its weight."""
    return cf.Slot(name, count, [cf.SheetChoice(*each) for each in sheets or ((name,),)], **fields)


def cardset(sheets, *parts, layouts=(), cards=(), event=None, **fields):
    """A set with one booster, of these parts or of layouts."""
    layouts = layouts or [cf.Layout("L", 1, parts)]
    booster = cf.Booster("b", layouts=layouts, **fields)
    return cf.CardSet(cards=cards, sheets=sheets, boosters=[booster], event=event)


def generator(sheets, *parts, seed=1, rules="cardformats", **fields):
    """The generator of such a set."""
    return cf.Generator(cardset(sheets, *parts, **fields), seed=seed, rules=rules)


class _ByFunction:
    def compile(self, its, count):
        return Sampler(lambda bits: [bits.below(len(its.entries)) for _ in range(count)], count)


def by_function(its):
    """A sheet like *its*, of whose odds nothing is known."""
    register("by a function", _ByFunction())
    return evolve(its, collation=cf.model.Other("by a function"))
