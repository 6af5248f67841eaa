"""Old names warn, and give the renamed object."""

from __future__ import annotations

import types
import warnings

import pytest

from cardformats.deprecation import Renamed, renamed
from cardformats.model import Card


@pytest.fixture
def module():
    made = types.ModuleType("shop")
    made.__getattr__ = renamed("shop", {"Item": Renamed("cardformats.model", "Card", "1.4")})
    return made


def test_an_old_name_gives_the_object_and_warns_at_the_line_that_uses_it(module):
    expected = r"shop\.Item is now cardformats\.model\.Card; 1\.4 removes the old name"
    with pytest.warns(DeprecationWarning, match=expected) as caught:
        assert module.Item is Card
    (warning,) = caught
    assert warning.filename == __file__


def test_any_other_name_is_missing_without_a_warning(module):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not hasattr(module, "Elsewhere")
        with pytest.raises(AttributeError, match="module 'shop' has no attribute 'Elsewhere'"):
            _ = module.Elsewhere
