"""Completion by the Tab key: what each parameter is offered, and what a shell must know to ask for it.

It takes no more than click and the driver of SQLite, so that a Tab waits for nothing: `tests/bench/startup.py`.
"""
