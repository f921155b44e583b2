"""What moves, or would move, in a tournament and by the outcome of an appeal, as JSON."""

from fractions import Fraction

from cli.json.events import event_json, ranks_json
from cli.words.scores import score_json
from ledger.bridge import Side
from ledger.facts import Envelope
from ledger.facts.clocks import WrongClocks
from ledger.laws.rounding import Rounding
from ledger.overall.aspects import Value
from ledger.overall.ripple import OverallRipple
from ledger.overall.stakes import OverallStakes
from ledger.projections.matches import Match
from ledger.projections.stakes import Prospect, Stakes


def overall_changes_json(at_stake: OverallStakes | None, prospect: Prospect) -> dict[str, object]:
    """The same for JSON; nothing where the session belongs to no tournament."""
    if at_stake is None:
        return {}
    coming, dropping = at_stake.qualifying(prospect)
    moved = overall_ripple_json(at_stake.moved(prospect))
    level = list(at_stake.above_if(prospect).tied)
    return {"tournament": {"name": at_stake.now.tournament.id, **moved, "in": coming, "out": dropping, "level": level}}


def moved_event_json(envelope: Envelope, wrong: WrongClocks, moved: OverallRipple | None) -> dict[str, object]:
    """An event of a tournament, with what it moved there."""
    found = {"session": envelope.session, **event_json(envelope, wrong)}
    return found | {"tournament": overall_ripple_json(moved)} if moved is not None else found


def decisive(at_stake: Stakes, overall: OverallStakes | None) -> bool:
    """Whether any outcome changes more than scores, in the session or over its tournament."""
    in_session = any(at_stake.changes(prospect) for prospect in at_stake.prospects) or bool(at_stake.at_any_result)
    return in_session or (overall is not None and any(overall.changes(each) for each in at_stake.prospects))


def outcomes_json(name: str, at_stake: Stakes, overall: OverallStakes | None, untold: str) -> dict[str, object]:
    """Every outcome of a case that is in question, with what it would change; `untold`: why not in a tournament."""
    ruling, any_result = at_stake.ruling, at_stake.at_any_result
    found = {"tournament_untold": untold} if untold else {}
    return found | {
        "case": name,
        "ruling": ruling.case,
        "board": ruling.board,
        "ns": ruling.seating.ns,
        "ew": ruling.seating.ew,
        "cut": at_stake.cut,
        "outcomes": [
            _prospect_json(at_stake, prospect) | overall_changes_json(overall, prospect)
            for prospect in at_stake.prospects
        ],
        "at_any_result": None if any_result is None else ranks_json(any_result),
        "decisive": decisive(at_stake, overall) or (None if untold else False),
    }


def overall_ripple_json(moved: OverallRipple) -> dict[str, object]:
    """What moved over a tournament, as JSON: the stages, and every thing with its value before and after."""
    modes = {stage.name: stage.rules.rounding for stage in moved.stages}
    return {
        "stages": [stage.name for stage in moved.stages],
        "moved": [
            {
                "stage": each.stage,
                "kind": each.kind,
                "whose": each.whose,
                "before": _value_json(each.before, modes[each.stage]),
                "after": _value_json(each.after, modes[each.stage]),
            }
            for each in moved.moved
        ],
    }


def _prospect_json(at_stake: Stakes, prospect: Prospect) -> dict[str, object]:
    mode = at_stake.now.totals.rounding
    coming, dropping = at_stake.qualifying(prospect)
    match = at_stake.match(prospect)
    return {
        "outcome": prospect.name,
        "text": repr(prospect.adjustment) if prospect.adjustment else "as ruled",
        **{side.value.lower(): score_json(at_stake.value(prospect, side), mode) for side in Side},
        "ranks": ranks_json(prospect.moved.ranks),
        "in": coming,
        "out": dropping,
        "changes": at_stake.changes(prospect),
        "match": _match_json(match) if match else None,
    }


def _value_json(value: Value | None, mode: Rounding) -> object:
    return score_json(value, mode) if isinstance(value, Fraction) else value


def _match_json(match: Match) -> dict[str, object]:
    return {
        "teams": list(match.teams),
        "winner": match.winner,
        "imps": {team: score_json(score.value) for team, score in match.scores.items()},
        "vp": {team: score_json(points.value) for team, points in match.victory_points.items()},
    }
