"""The measures, a file a family."""
