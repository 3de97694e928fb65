"""Put notes right: apply the suggestions of an audit, and nothing else, to the bytes of their formulas."""

from backproof.fix.files import Outcome, fix

__all__ = ["Outcome", "fix"]
