"""What is asked of who left facts out, on a terminal, one by one: a module for each command."""
