"""The public names: all are there, those too that are imported when they are first asked for."""

import subprocess
import sys

import pytest

import chupai


def test_every_name_is_there():
    assert len(chupai.__all__) == len(set(chupai.__all__))
    for name in chupai.__all__:
        assert getattr(chupai, name) is not None, name
        assert name in dir(chupai)
    star = {}
    exec("from chupai import *", star)
    assert set(chupai.__all__) <= set(star)
    with pytest.raises(AttributeError, match="no attribute 'comparison_of_all'"):
        chupai.comparison_of_all  # noqa: B018


@pytest.mark.parametrize("name", sorted(chupai._LATER))
def test_what_is_imported_later_is_what_its_module_has(name):
    """Asked for first or after its module was imported: never the module of that name."""
    assert name in chupai.__all__
    module = chupai._LATER[name]
    for before in ("", f"import {module}; "):
        program = (
            f"import sys, chupai; assert {module!r} not in sys.modules; {before}"
            f"assert chupai.{name} is sys.modules[{module!r}].{name}"
        )
        subprocess.run([sys.executable, "-c", program], check=True)
