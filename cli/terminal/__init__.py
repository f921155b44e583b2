"""The terminal: how wide it is, its colours, what is printed and asked on it; and the settings of one command."""
