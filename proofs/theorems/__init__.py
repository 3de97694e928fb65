"""Theorems about the catalog, each with a false sibling that must be refuted; topics are read lazily."""

from .model import Result, Theorem, UnknownTheorem, all, get, run

__all__ = ["Result", "Theorem", "UnknownTheorem", "all", "get", "run"]
