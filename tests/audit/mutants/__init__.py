"""Single mistakes put into LaTeX, and how many of them the audit flags.

The generator and the judgement of what is a mistake work on the text with their own patterns and their own arithmetic: they
share nothing with the reader or the matcher that they put to the test.
"""
