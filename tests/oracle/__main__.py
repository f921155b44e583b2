"""`python -m tests.oracle --seconds 600 [--from 1000]`: evenings without end, and what was compared."""

import argparse
import sys
import time
from collections import Counter

from tests.oracle.compare import FORMS, differences


def main() -> int:
    """Compare until the time is over; 1 where anything differed."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--from", dest="first", type=int, default=1000, help="the first seed")
    parser.add_argument("--form", choices=FORMS, action="append", help="only this form; may be said again")
    said = parser.parse_args()
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


if __name__ == "__main__":
    sys.exit(main())
