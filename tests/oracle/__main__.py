"""Evenings without end, and what was compared; or with --write one evening as another program's file.

python -m tests.oracle --seconds 600 --from 1000
python -m tests.oracle --write usebio --form butler --from 7 -o evening.xml
python -m tests.oracle --write csv --form matchpoints --false board.unit=1 -o evening.csv   # one figure is wrong
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.oracle import files
from tests.oracle.compare import FORMS, differences


def main() -> int:
    """Compare until the time is over; 1 where anything differed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.oracle", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--from", dest="first", type=int, default=1000, help="the first seed")
    parser.add_argument("--form", choices=FORMS, action="append", help="only this form; may be said again")
    parser.add_argument("--write", choices=files.FORMATS, help="write the evening of the first seed in this format")
    parser.add_argument("--false", help="with one figure by this rule: matchpoints.scale=1/0.5/0, sides, cut-off, …")
    parser.add_argument("-o", "--out", type=Path, help="the file [default: standard output]")
    said = parser.parse_args()
    if said.write:
        return write(said.first, (said.form or ["matchpoints"])[0], said.write, said.false, said.out)
    until, seed, forms = time.monotonic() + said.seconds, said.first, said.form or list(FORMS)
    evenings, figures, wrong = dict.fromkeys(forms, 0), dict.fromkeys(forms, 0), dict.fromkeys(forms, 0)
    of: Counter[tuple[str, str]] = Counter()
    while time.monotonic() < until:
        for form in forms:
            number, found, there = differences(seed, form)
            of.update({(form, feature): number for feature in there})
            evenings[form], figures[form] = evenings[form] + 1, figures[form] + number
            wrong[form] += bool(found)
            for line in found[:5] if wrong[form] <= 5 else ():
                print(line)
        seed += 1
    for form in forms:
        print(f"{form:20} {evenings[form]:8,} evenings {figures[form]:10,} figures {wrong[form]:6,} evenings differ")
    print(
        f"{'together':20} {sum(evenings.values()):8,} evenings {sum(figures.values()):10,} figures; seeds to {seed - 1}"
    )
    print("\nof these, by what was on the evening:")
    for feature in sorted({feature for _, feature in of}):
        parts = ", ".join(f"{form} {of[form, feature]:,}" for form in forms if of[form, feature])
        print(f"{sum(of[form, feature] for form in forms):10,}  {feature}: {parts}")
    return int(any(wrong.values()))


def write(seed: int, form: str, format_: str, rule: str | None, out: Path | None) -> int:
    """Write an evening as a file; 2 where the format has no such form, or the rule changes nothing on the evening."""
    if form not in files.FORMATS[format_]:
        print(f"{format_} is written of {', '.join(files.FORMATS[format_])}, not of {form}", file=sys.stderr)
        return 2
    made = files.printed(seed, form)
    if rule:
        known = files.false_rules(form)
        wrong = files.falsified(made, rule, format_) if rule in known else None
        if wrong is None:
            why = "changes nothing on this evening: --from another seed" if rule in known else f"is not of {known}"
            print(f"{rule} {why}", file=sys.stderr)
            return 2
        made = wrong[0]
        print(f"{wrong[1]} is by {rule}", file=sys.stderr)
    text = files.write(made, format_)
    if out:
        out.write_text(text, "utf-8")
    else:
        print(text, end="")
    print(f"--profile {made.profile}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
