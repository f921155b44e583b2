"""How long a question takes, beside what merely importing SQLAlchemy and click takes.

    python -m tests.bench.startup RESULT_FILE [RUNS]

Prints the medians of whole processes, run in turn, and their ratio; it judges nothing.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main(file: str, runs: int = 20) -> None:
    ledger = str(Path(sys.executable).parent / "bridge-ledger")
    with tempfile.TemporaryDirectory() as folder:
        db = ["--db", f"{folder}/bench.db"]
        for command in (["init"], ["import", file, "-q"]):
            subprocess.run([ledger, *db, *command], check=True)
        asked, imports = [ledger, *db, "board", "1"], [sys.executable, "-c", "import sqlalchemy, click"]
        times = [(seconds(asked), seconds(imports)) for _ in range(runs)]
    board, bare = (statistics.median(column) for column in zip(*times, strict=True))
    ratio = statistics.median(one / other for one, other in times)
    print(
        f"board 1: {board * 1000:.0f} ms; import sqlalchemy, click: {bare * 1000:.0f} ms; ratio {ratio:.2f} (median of {runs})"
    )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
