"""Comparing statements of notes with the specs of the catalog."""
