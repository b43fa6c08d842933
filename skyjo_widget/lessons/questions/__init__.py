"""Ten questions to a log, each with a picture and the moments to look at on the board."""
