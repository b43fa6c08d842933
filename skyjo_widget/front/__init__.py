"""The base of every widget of the package: its code, its messages, its layout."""
