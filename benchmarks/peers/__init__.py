"""Other projects' card games beside ours."""
