"""The way of a command: load, decide, append, and what came of it."""
