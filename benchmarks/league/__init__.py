"""The league of the bots: ratings with intervals that anyone can measure again.

``settings`` names who plays, how often and with which seed; ``public`` has public strategies;
``play`` plays and keeps what was played; ``ratings`` rates; ``page`` and ``picture`` make
``docs/internals/strength.md``; ``enter`` lets a function of one's own play against the rule bots.
"""
