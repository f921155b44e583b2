"""Entry of slips: as lines from a file or a pipe, and one after another at a terminal."""
