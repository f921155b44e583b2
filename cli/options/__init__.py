"""Options and arguments of commands as click knows them, and the functions that parse them."""
