"""The reference of Wagic's ability language is about all nodes, and its examples are examples."""

from __future__ import annotations

import pickle
import sys
import types
import typing
from functools import cache
from subprocess import run

from attrs import fields
from scripts import make_ability_language_page as reference

from cardformats.formats.wagic.abilities import conditions, effects, lines, nodes, parse
from cardformats.formats.wagic.abilities.nodes import Unknown
from cardformats.formats.wagic.abilities.reading import RULES, read

#: The names that annotations of fields use.
NAMES = {
    name: value
    for module in (nodes, conditions, effects, lines)
    for name, value in vars(module).items()
}
EXAMPLES = [
    (rule, node, example)
    for rule, node in reference.NODES.items()
    for example in reference.examples(node)
]


def readings(rule, text):
    """*text* as the part that *rule* says, or as a whole line of any kind."""
    rule = "number" if rule in ("integer", "variable", "counted") else rule
    if rule in reference.rules_of_parts():
        return [read(rule, text)]
    return [parse(text, each) for each in RULES]


def types_in(tree):
    return [type(node) for _, node in tree.walk()]


def allows(annotation, value):
    if isinstance(annotation, types.UnionType):
        return any(allows(each, value) for each in typing.get_args(annotation))
    if typing.get_origin(annotation) is tuple:
        return all(isinstance(each, nodes.Node | str) for each in value)
    return isinstance(value, annotation)


def test_every_type_of_node_is_explained_and_has_an_example():
    for node in reference.NODES.values():
        assert node.__doc__, node
        assert node is Unknown or reference.examples(node), node


def test_every_rule_is_explained():
    for entry in reference.entries():
        assert any(definition.comment for definition in entry.definitions), entry.name


def test_every_type_of_node_but_the_whole_line_is_made_by_a_rule():
    made = [node for entry in reference.entries() for node in entry.nodes]
    assert len(made) == len(set(made))
    assert {*made, lines.Line} == set(reference.NODES.values())


def test_every_definition_of_the_grammar_is_on_the_page_once():
    shown = [each.name for entry in reference.entries() for each in entry.definitions]
    assert sorted([*shown, "_END"]) == sorted(reference.definitions())


def test_an_example_holds_such_a_node():
    for rule, node, example in EXAMPLES:
        trees = [tree for tree in readings(rule, example) if node in types_in(tree)]
        assert trees, example
        assert Unknown not in types_in(trees[0]), example
        assert {str(tree) for tree in trees} == {example}


def test_fields_hold_what_their_types_say():
    hints = cache(lambda node: typing.get_type_hints(node, NAMES))
    for rule, _, example in EXAMPLES:
        for tree in readings(rule, example):
            for _, each in tree.walk():
                wrong = [
                    field.name
                    for field in fields(type(each))
                    if not allows(hints(type(each))[field.name], getattr(each, field.name))
                ]
                assert not wrong, each


def test_a_node_whose_text_was_asked_for_pickles_and_is_the_same():
    line = parse("@each my upkeep:may draw:1 && life:2 controller")
    before = [(offset, node) for offset, node in line.walk()]
    texts = [str(node) for _, node in before]
    again = pickle.loads(pickle.dumps(line))
    assert [str(node) for _, node in again.walk()] == texts
    assert [str(node) for _, node in before] == texts
    assert again == line


def test_the_first_line_is_read_without_the_model():
    program = (
        "import sys; from cardformats.formats.wagic.abilities import parse; parse('draw:1');"
        "sys.exit('cardformats.model' in sys.modules)"
    )
    assert run([sys.executable, "-c", program], check=False).returncode == 0
