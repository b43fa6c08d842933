"""Built-in policies: from an observation to an action.

A policy reads the fields of an observation (``o``), the rule codes (``r``) and a
random generator.  What it must not know isn't there: interpreted, it gets an
object without the secret fields; compiled, the same function reads the state
itself, and the tests hold the two together.
"""
