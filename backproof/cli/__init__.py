"""The command `backproof`. Commands import what they need when they run, so that --help stays quick."""

from backproof.cli.app import main

__all__ = ["main"]
