"""The page that compares two contestants of a session board by board, chosen by the reader.

It holds every score of the session once. A script shows the two chosen; without one, the server of the page does.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from operator import itemgetter

from markupsafe import Markup

from cli.pages.links import Links
from cli.pages.printing import Press, as_data
from cli.words.notation import result_text
from cli.words.scores import score_text
from ledger.errors.visible import visible
from ledger.projections.comparison import pair_lines
from ledger.projections.names import players_text
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import CardLine, Scorecard

COMPARE_PAGE = "compare.html"

MOST_COMPARED = 1000
"""The most contestants of a session that are compared: a page with all scores of more would be too large."""

_LINES = re.compile(r'<script type="application/json" id="lines">(.*?)</script>', re.DOTALL)
_SHOWN = re.compile(r'<section id="compared" hidden>.*?</section>', re.DOTALL)
_NAMES = re.compile(r'<option value="(\w+)">(.*?)</option>')


def slug_of(contestant: str, links: Links) -> str:
    """Return a contestant's name in addresses, by which the page names it."""
    return (links.card(contestant) or "").removeprefix("contestant-").removesuffix(".html")


def comparison_view(
    cards: Mapping[str, Scorecard], names: Mapping[str, str], links: Links, scoreboard: Scoreboard
) -> dict[str, object]:
    """Return the view of the page: contestants by slug, and each one's boards as (board, result, place of its score).

    The scores of a board stand in ascending order, so that exact scores are compared by their places.
    """
    mode, worths = scoreboard.totals.rounding, defaultdict[int, set[Fraction]](set)
    played = {each: [line for line in card.lines if not line.second_room] for each, card in cards.items()}
    for line in (line for lines in played.values() for line in lines):
        if (value := line.worth) is not None:
            worths[line.played.board].add(value)
    texts, places = dict[int, list[str]](), defaultdict[int, dict[Fraction | None, int]](dict)
    for board, values in worths.items():
        texts[board] = [score_text(value, mode) for value in sorted(values)]
        places[board] = {value: at for at, value in enumerate(sorted(values))}
    results = dict[str, int]()
    data = {
        slug_of(each, links): [
            [board, results.setdefault(_result(line), len(results)), places[board].get(line.worth, -1)]
            for board, line in sorted(((line.played.board, line) for line in lines), key=itemgetter(0))
        ]
        for each, lines in played.items()
    }
    who = [(players_text(each, names), each) for each in cards]
    return {
        "who": list(zip(data, [visible(f"{name} ({each})" if name else each) for name, each in who], strict=True)),
        "lines": as_data({"lines": data, "results": [*results], "worths": texts}),
        "unit": scoreboard.unit if scoreboard.top is None else "%",
        "form": True,
        "compared": [],
        "heads": ("", ""),
    }


def _result(line: CardLine) -> str:
    if line.ruling:
        return line.ruling.case
    return result_text(line.result, True) if line.result and line.result.bare_score is None else "–"


def compared_page(page: str, press: Press, first: str, second: str) -> str:
    """Return the page as served with the comparison of two contestants, named by their slugs; as it is without them."""
    found = _LINES.search(page)
    names = dict(_NAMES.findall(page))
    if not found or first not in names or second not in names:
        return page
    known = json.loads(found[1])
    rows, unplayed = list[tuple[int, list[tuple[str, str]], int | None]](), [0, -1, -1]
    for board, *pair in pair_lines(known["lines"][first], known["lines"][second], board=itemgetter(0)):
        worths = known["worths"].get(str(board), [])
        results = [known["results"][line[1]] if line else "–" for line in pair]
        one, other = ((line or unplayed)[2] for line in pair)
        cells = [(result, worths[at] if at >= 0 else "–") for result, at in zip(results, (one, other), strict=True)]
        rows.append((board, cells, (one > other) - (one < other) if min(one, other) >= 0 else None))
    heads = (Markup(names[first]), Markup(names[second]))  # escaped where they were found
    html = press.part("compared.html", {"compared": rows, "heads": heads})
    chosen = page.replace(f'<option value="{first}">', f'<option value="{first}" selected>', 1)
    above, _, below = chosen.rpartition(f'<option value="{second}"')
    return _SHOWN.sub(lambda _: html, f'{above}<option value="{second}" selected{below}', 1)
