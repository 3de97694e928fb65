"""A house's own formulas, names and conventions, beside the catalog.

`declare` reads a TOML file, `build` makes specs of it and `prove` holds them to what they claim; `plugins` loads formulas in
Python; `synonyms` and `conventions` bend the catalog to the house; `house` puts all that together for a note.
"""
