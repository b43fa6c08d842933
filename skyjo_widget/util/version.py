"""The version, alone so that reading it loads nothing."""

__version__ = "0.1.0"
