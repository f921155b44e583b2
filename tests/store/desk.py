"""A desk that records three commands and says which were acknowledged: what the fault tests put faults under."""

import contextlib
import io
import os
import sys

from cli.main import run

COMMANDS = (
    ("first", "--session s result add 1/1 4SN= --ns 1 --ew 2"),
    ("second", "--session s ruling add 1/1 --weighted 1/2_4SN=,1/2_4SN-1 --offender EW --yes"),
    ("import", "import t.csv --yes"),
)


def main(ledger: str) -> None:
    """Type the commands; 'done ID' for what was acknowledged, 'told CODE' for what was refused in words."""
    print("at", ledger, flush=True)
    os.chdir(os.path.dirname(ledger))
    for key, line in COMMANDS:
        arguments = ["--db", ledger, "--command-id", key, *(word.replace("_", " ") for word in line.split())]
        said = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
            code = run(arguments)
        text = said.getvalue()
        print(
            f"done {key}" if code == 0 else f"failed {text.partition(']')[0]}]" if code == 5 else f"{code}: {text}",
            flush=True,
        )


if __name__ == "__main__":
    for each in sys.argv[1:]:
        main(each)
