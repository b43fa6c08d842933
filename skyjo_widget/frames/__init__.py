"""DataFrames of logged games."""
