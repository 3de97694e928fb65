"""The verdicts of `proofs.verdicts`, under the public package's name.

They are defined one floor below, because proofs and conformance tests give them and import nothing from here.
"""

from proofs.verdicts import PASSES, Convention, Holds, Proved, Refuted, Unknown, Unread, Verdict

__all__ = ["PASSES", "Convention", "Holds", "Proved", "Refuted", "Unknown", "Unread", "Verdict"]
