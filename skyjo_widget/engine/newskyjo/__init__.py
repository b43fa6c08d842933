"""The rules of NewSkyjo."""
