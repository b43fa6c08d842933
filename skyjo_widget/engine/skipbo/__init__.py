"""The rules of Skip-Bo."""
