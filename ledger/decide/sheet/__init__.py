"""Import of result files: the lines that the log does not have yet."""
