"""Coverage-guided: atheris chooses the bytes from which `fuzz_inputs` makes its choices, or gives them as a file.

pip install "backproof[fuzz]" && python tests/fuzz/atheris_harness.py -runs=100000 [libFuzzer options]
"""

from __future__ import annotations

import sys
from importlib import import_module
from random import Random

import atheris

with atheris.instrument_imports(include=["backproof.audit.sources", "backproof.audit.notation"]):
    import fuzz_inputs as inputs
    import fuzz_oracle as oracle

    from backproof.audit.sources import READERS

    for name in READERS.values():
        import_module(f"backproof.audit.sources.{name}")


class Steered(Random):
    """A source of random numbers that are the fuzzer's bytes, and zeros when they are used up."""

    def __new__(cls, data: atheris.FuzzedDataProvider) -> Steered:
        return super().__new__(cls)

    def __init__(self, data: atheris.FuzzedDataProvider) -> None:
        super().__init__(0)
        self.data = data

    def random(self) -> float:
        return self.data.ConsumeIntInRange(0, 2**24 - 1) / 2**24

    def getrandbits(self, k: int) -> int:
        return self.data.ConsumeIntInRange(0, 2**k - 1) if k <= 32 else super().getrandbits(k)

    def _randbelow(self, n: int) -> int:
        return self.data.ConsumeIntInRange(0, n - 1)


def one(data: bytes) -> None:
    provider = atheris.FuzzedDataProvider(data)
    if provider.ConsumeBool():
        suffix, content = inputs.note(Steered(provider))
    else:
        suffix = provider.PickValueInList(list(inputs.SUFFIXES))
        content = provider.ConsumeBytes(sys.maxsize)
    oracle.check_reading(f"note{suffix}", content)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
