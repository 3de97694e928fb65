"""`from backproof import audit, verify, prove, render`."""

import subprocess
import sys

import pytest

import backproof


def python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_the_public_names_are_listed():
    assert {"audit", "verify", "prove", "render", "__version__"} <= set(dir(backproof))


@pytest.mark.parametrize("name", ["audit", "verify", "prove", "render"])
def test_each_public_name_is_callable(name):
    assert python(f"from backproof import {name}; print(callable({name}))") == "True"


@pytest.mark.parametrize("first", ["import backproof.audit", "from backproof import audit", "import backproof"])
def test_audit_stays_callable_and_a_package_whichever_way_it_is_loaded_first(first):
    code = "import backproof.audit.findings\nfrom backproof import audit\nprint(callable(audit), audit.__name__)"
    assert python(f"{first}\n{code}") == "True backproof.audit"


def test_an_unknown_attribute_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nonsense"):
        _ = backproof.nonsense
