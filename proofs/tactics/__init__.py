"""Tactics: small arguments that close a statement about a spec, or leave it open; none of them guesses."""
