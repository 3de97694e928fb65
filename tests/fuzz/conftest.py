"""The generator and the oracle beside the tests are modules of theirs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
