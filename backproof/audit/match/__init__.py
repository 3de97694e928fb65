"""Comparing statements of notes with the specs of the catalog.

By values: ``binding`` lays names on symbols, ``matcher`` accepts equal values and looks for the one edit (``edits``, ``slipped``)
that makes them so. By patterns: ``forms`` tries the rows of ``form_rows*`` on a line's ``terms``, ``unify`` lays terms on their
letters (``letters_of_roles``). ``freeform`` knows the formulas that hold for any expression.
"""
