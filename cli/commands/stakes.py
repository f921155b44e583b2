"""stakes: what hangs on an appeal."""

import textwrap
from collections.abc import Iterator
from typing import Any

import click

from cli.desk.desk import Desk, score_json, score_text
from cli.desk.settings import Looking
from cli.screens.recorded import rank_text, ripple_json
from ledger.bridge import Side
from ledger.laws.rounding import Rounding
from ledger.projections.matches import Match
from ledger.projections.ripple import Ripple
from ledger.projections.stakes import Prospect, Stakes, stakes
from ledger.session.case_numbers import require_appeal, require_case, require_standing


@click.command("stakes", cls=Looking)
@click.argument("case")
@click.option(
    "--cut",
    type=click.IntRange(1),
    metavar="N",
    help="How many qualify (of each field): who would come in, who drop out.",
)
@click.pass_context
def stakes_(context: click.Context, case: str, cut: int | None) -> None:
    """What hangs on an appeal (or on a ruling, before any): for every outcome in question, what would change.

    The prospects: the ruling upheld, the table result, what the appellant claims, and the two extremes, all to one side.
    Places are told also over every single result there can be on the board. Nothing is recorded.

    \b
    Examples:
      bridge-ledger stakes A-0001 --cut 8
      bridge-ledger stakes R-0001
    """
    desk = Desk(context)
    session, name = desk.session(), case.upper()
    appeal = require_appeal(session, name) if name.startswith("A-") else None
    latest = session.latest(require_case(session, appeal.ruling if appeal else name))
    ruling = require_standing(session, latest.case)
    at_stake = stakes(session, ruling, claim=appeal.lodged.claim if appeal else None, cut=cut)
    if desk.settings.json:
        desk.json("stakes/1", session, _json(name, at_stake))
        return
    _print(desk, name, at_stake)


def _print(desk: Desk, name: str, at_stake: Stakes) -> None:
    ruling, mode = at_stake.ruling, at_stake.now.totals.rounding
    against = f" against {ruling.case}" if name != ruling.case else ""
    desk.say(f"{name}{against}   board {ruling.board}, {ruling.seating}\n")
    ns, ew = (f">{contestant}" for contestant in ruling.seating.pair)
    rows = [
        [_label(each), *_scores(at_stake, each, mode), "; ".join(_changes(desk, at_stake, each)) or "nothing"]
        for each in at_stake.prospects
    ]
    desk.table(["outcome", ns, ew, "what changes"], rows)
    if desk.settings.plain:
        return
    desk.say()
    for line in _in_sum(name, at_stake):
        desk.say(textwrap.fill(line, desk.width))


def _label(prospect: Prospect) -> str:
    claimed = f" ({prospect.adjustment!r})" if prospect.name == "as claimed" else ""
    return f"{prospect.name}{claimed}"


def _scores(at_stake: Stakes, prospect: Prospect, mode: Rounding) -> list[str]:
    return [score_text(at_stake.value(prospect, side), mode) for side in Side]


def _changes(desk: Desk, at_stake: Stakes, prospect: Prospect) -> Iterator[str]:
    if prospect.moved.ranks:
        yield f"places {rank_text(prospect.moved.ranks, desk)}"
    coming, dropping = at_stake.qualifying(prospect)
    if coming or dropping:
        yield f"qualifying: in {', '.join(coming) or 'nobody'}, out {', '.join(dropping) or 'nobody'}"
    before, after = at_stake.match_now, at_stake.match(prospect)
    if before and after and _match_text(before) != _match_text(after):
        yield _match_text(after)


def _match_text(match: Match) -> str:
    """'Norway 137 : 131 Auken, winner Norway, 12.34 : 7.66 VP'."""
    one, two = match.teams
    text = f"{one} {score_text(match.scores[one].value)} : {score_text(match.scores[two].value)} {two}, {f'winner {match.winner}' if match.winner else 'tied'}"
    if match.victory_points:
        text += f", {' : '.join(score_text(match.victory_points[team].value) for team in match.teams)} VP"
    return text


def _in_sum(name: str, at_stake: Stakes) -> Iterator[str]:
    any_result = at_stake.at_any_result
    if not any(at_stake.changes(prospect) for prospect in at_stake.prospects) and not any_result:
        yield f"Nothing hangs on {name}: in every outcome the places{', who qualifies' if at_stake.cut else ''}{' and the match' if at_stake.match_now else ''} stay as they are."
    if any_result is None:
        yield "(Scores in IMPs against a field: the outcomes above, not every result there can be.)"
    elif any_result:
        who = ", ".join(sorted({change.contestant for change in any_result}))
        yield f"Over every result there can be on the board, the places of these could change: {who}"
    if at_stake.cut is not None and not any(any(at_stake.qualifying(prospect)) for prospect in at_stake.prospects):
        yield f"Who qualifies ({at_stake.cut}) is the same in every outcome."


def _json(name: str, at_stake: Stakes) -> dict[str, Any]:
    ruling, mode = at_stake.ruling, at_stake.now.totals.rounding
    any_result = at_stake.at_any_result
    return {
        "case": name,
        "ruling": ruling.case,
        "board": ruling.board,
        "ns": ruling.seating.ns,
        "ew": ruling.seating.ew,
        "cut": at_stake.cut,
        "outcomes": [_prospect_json(at_stake, prospect, mode) for prospect in at_stake.prospects],
        "at_any_result": None if any_result is None else ripple_json(Ripple((), any_result), mode)["ranks"],
        "decisive": any(at_stake.changes(prospect) for prospect in at_stake.prospects) or bool(any_result),
    }


def _prospect_json(at_stake: Stakes, prospect: Prospect, mode: Rounding) -> dict[str, Any]:
    coming, dropping = at_stake.qualifying(prospect)
    match = at_stake.match(prospect)
    return {
        "outcome": prospect.name,
        "text": repr(prospect.adjustment) if prospect.adjustment else "as ruled",
        **{side.value.lower(): score_json(at_stake.value(prospect, side), mode) for side in Side},
        "ranks": ripple_json(prospect.moved, mode)["ranks"],
        "in": coming,
        "out": dropping,
        "changes": at_stake.changes(prospect),
        "match": match
        and {
            "teams": list(match.teams),
            "winner": match.winner,
            "imps": {team: score_json(score.value) for team, score in match.scores.items()},
            "vp": {team: score_json(points.value) for team, points in match.victory_points.items()},
        },
    }
