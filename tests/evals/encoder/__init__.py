"""Tunes the encoder that reads texts: multilingual-e5-small, end to end, on the labelled lines. See `make encoder`."""
