"""Theorems by topic, one file each."""
