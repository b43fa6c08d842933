"""The messages between Python and its pages: each one's name, its fields and their types.

`scripts/message_types.py` writes them for the browser, as ``js/lib/messages.d.ts``; the tests check
everything that crosses.  ``docs/internals/view.md`` says what the fields mean.
"""
