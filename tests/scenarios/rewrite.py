"""Write down what scenarios print now: `python -m tests.scenarios.rewrite [NAME …]`, all of them without a name.

Read the difference before you commit it: a scenario says what is wanted, and now it says what is.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(names: list[str]) -> int:
    """Play the scenarios named and write them anew; 2 where there is none of that name."""
    known = sorted(path.stem for path in HERE.glob("*.session"))
    if unknown := [name for name in names if name not in known]:
        print(f"no scenario {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    tests = [f"{HERE / 'test_scenarios.py'}::test_scenario[{name}]" for name in names or known]
    played = subprocess.run([sys.executable, "-m", "pytest", "-q", *tests], env=os.environ | {"UPDATE_SCENARIOS": "1"})
    if played.returncode == 0:
        subprocess.run(["git", "diff", "--stat", "--", str(HERE)])
    return played.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
