"""Tools that know no game: texts, files, numbers, markup, checks."""
