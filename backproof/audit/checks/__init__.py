"""The checks: one file each, independent of one another."""
