"""Result files: what they say, line by line, that the log does not yet say."""
