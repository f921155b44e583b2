"""How long one desk waits for another, and may itself keep others waiting."""

LOCK_SECONDS, STATEMENT_SECONDS, IDLE_SECONDS = 10, 60, 60
"""On a server: how long a desk waits for another's lock, for one statement, and may itself keep others waiting."""

BUSY_MS = 10_000
"""In a file: how long to wait for another program's write lock."""

WORKER_SECONDS = 5
"""Until a worker of a server counts as away that does not answer who connects."""
