"""The rules of Skyjo."""
