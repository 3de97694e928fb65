import pytest

from backproof.config.model import Config
from backproof.config.policy import shown


@pytest.mark.parametrize(
    ("select", "ignore", "code", "expected"),
    [
        ((), (), "BP101", True),
        ((), ("BP1",), "BP101", False),
        ((), ("bp101",), "BP101", False),
        ((), ("differs-from-formula",), "BP101", False),
        (("BP4",), (), "BP101", False),
        (("BP4",), (), "BP405", True),
        (("BP101",), ("BP1",), "BP101", True),
        (("BP101",), ("BP1",), "BP102", False),
        (("BP1",), ("BP101",), "BP101", False),
        (("BP1",), ("BP1",), "BP101", False),
        (("BP4",), (), "BP000", True),
        ((), ("BP",), "BP000", True),
        ((), ("BP000",), "BP000", False),
    ],
)
def test_the_longest_pattern_decides(select, ignore, code, expected):
    assert shown(code, Config(select=select, ignore=ignore)) is expected
