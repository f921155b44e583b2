"""Completion by the Tab key: what is offered for each word, and what a shell must know to ask for it.

It takes no more than the driver of SQLite, so that a Tab waits for nothing: `tests/bench/startup.py`. What is made of
the commands is made beforehand (`writing`), and kept in commands.txt.
"""
