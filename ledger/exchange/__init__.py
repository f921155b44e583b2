"""Files in and out: a module or a room for each format, `read` and `write` side by side; and the office's own
regulations."""
