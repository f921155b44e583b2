"""The base of every command: its kind, its desk, its output, its questions."""
