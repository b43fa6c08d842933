"""Games as events: the record file, its history, replay, annotations and proof."""
