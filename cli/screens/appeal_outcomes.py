"""What hangs on an appeal: every outcome in question, with what would change, in the session and in its tournament."""

import textwrap
from collections.abc import Iterator, Sequence

from cli.desk.desk import Desk
from cli.json.outcomes import decisive, outcomes_json
from cli.screens.events import rank_text
from cli.screens.tournaments.ripples import in_a_line, places_line
from cli.terminal.screen import shown
from cli.words.scores import own_scores_text, score_text
from ledger.bridge import Side
from ledger.errors import OTHERS_UNREAD, Misuse, Refusal
from ledger.laws.rounding import Rounding
from ledger.overall.stakes import OverallStakes, overall_stakes
from ledger.projections.matches import Match
from ledger.projections.stakes import Prospect, Stakes, stakes
from ledger.projections.standings import standings
from ledger.session import beside
from ledger.session.case_numbers import require_appeal, require_case, require_standing


def print_stakes(desk: Desk, name: str, cut: int | None) -> None:
    """What hangs on an appeal, or on a ruling before any; refused where there is none of that number."""
    session = desk.session()
    appeal = require_appeal(session, name) if name.startswith("A-") else None
    against = appeal.against if appeal else name
    if against in session.penalties:
        hint = f"`appeal decide {name} --overturned -n` shows what it would move" if appeal else "`penalty list`"
        raise Refusal("no-such-case", f"{against} is a penalty: stakes are of a ruling", hint)
    latest = session.latest(require_case(session, against))
    ruling = require_standing(session, latest.case)
    at_stake = stakes(session, ruling, claim=appeal.lodged.claim if appeal else None, cut=cut)
    try:
        overall, untold = find_overall_stakes(desk, at_stake), ""
    except OTHERS_UNREAD as unread:
        if cut:
            raise  # it is a cut of the stage, and nobody knows of which
        overall, untold = None, unread.message
    if desk.settings.json:
        desk.json_at("stakes/1", session, outcomes_json(name, at_stake, overall, untold))
    else:
        _print(desk, name, at_stake, overall, untold)


def _print(desk: Desk, name: str, at_stake: Stakes, overall: OverallStakes | None, untold: str) -> None:
    ruling, mode = at_stake.ruling, at_stake.now.totals.rounding
    against = f" against {ruling.case}" if name != ruling.case else ""
    others = "".join(f"; {each.case} stays in force" for each in beside(at_stake.now.session, ruling))
    desk.say(f"{name}{against}   board {ruling.board}, {ruling.seating}{others}", "")
    columns = ["outcome", *(f">{contestant or '–'}" for contestant in ruling.seating.pair), "what changes"]
    columns += [f"best {at_stake.cut}" + _of(at_stake, overall)] if at_stake.cut else []
    desk.table(columns, [_row(desk, at_stake, overall, each, mode) for each in at_stake.prospects])
    if not desk.settings.plain:
        in_sum = _in_sum(name, at_stake, overall, untold)
        desk.say("", *(part for line in in_sum for part in textwrap.wrap(shown(line), desk.width)))
    if untold:
        desk.hint_aside(
            f"warning: what hangs on it in a tournament cannot be told: {untold}", "hint: `verify` tells where"
        )


def _row(desk: Desk, at_stake: Stakes, overall: OverallStakes | None, prospect: Prospect, mode: Rounding) -> list[str]:
    claimed = f" ({prospect.adjustment!r})" if prospect.name == "as claimed" else ""
    scores = [own_scores_text(at_stake.values(prospect, side), mode) for side in Side]
    changes = "; ".join(_all_changes(desk, at_stake, overall, prospect)) or "nothing"
    row = [f"{prospect.name}{claimed}", *scores, changes]
    return [*row, _at_the_cut(at_stake, overall, prospect)] if at_stake.cut else row


def _at_the_cut(at_stake: Stakes, overall: OverallStakes | None, prospect: Prospect) -> str:
    """Who would come in and who drop out: of the stage, where the session belongs to one, and else of the session."""
    if overall:
        return cut_text(overall, prospect)
    return in_and_out(*at_stake.qualifying(prospect)) or "as it stands"


def _of(at_stake: Stakes, overall: OverallStakes | None) -> str:
    """Of which stage; or of each field of the session, where it has two."""
    if overall:
        return f" of {overall.stage}"
    return " of each" if len(standings(at_stake.now)) > 1 else ""


def _all_changes(desk: Desk, at_stake: Stakes, overall: OverallStakes | None, prospect: Prospect) -> Iterator[str]:
    yield from _changes(desk, at_stake, prospect)
    if overall:
        yield from overall_changes(desk, overall, prospect)


def _changes(desk: Desk, at_stake: Stakes, prospect: Prospect) -> Iterator[str]:
    if prospect.moved.ranks:
        yield f"places {rank_text(desk, prospect.moved.ranks)}"
    before, after = at_stake.match_now, at_stake.match(prospect)
    if before and after and _match_text(before) != _match_text(after):
        yield _match_text(after)


def _match_text(match: Match) -> str:
    """'Norway 137 : 131 Auken, winner Norway, 12.34 : 7.66 VP'."""
    one, two = match.teams
    own = "" if match.balanced else ", own totals"
    imps = f"{one} {score_text(match.scores[one].value)} : {score_text(match.scores[two].value)} {two}{own}"
    won = f"winner {match.winner}" if match.winner else "tied"
    shown = match.teams if match.victory_points else ()
    points = " : ".join(score_text(match.victory_points[team].value) for team in shown)
    return f"{imps}, {won}" + (f", {points} VP" if points else "")


def _in_sum(name: str, at_stake: Stakes, overall: OverallStakes | None, untold: str) -> Iterator[str]:
    any_result = at_stake.at_any_result
    if not (decisive(at_stake, overall) or untold):
        yield f"Nothing hangs on {name}: in every outcome {_what_stays(at_stake)} stay as they are."
    if any_result is None:
        yield "(Scores in IMPs against a field: the outcomes above, not every result there can be.)"
    elif any_result:
        who = ", ".join(sorted({change.contestant for change in any_result}))
        yield f"Over every result there can be on the board, the places of these could change: {who}"
    if at_stake.cut is not None:
        yield from _in_sum_at_the_cut(at_stake, overall)


def _in_sum_at_the_cut(at_stake: Stakes, overall: OverallStakes | None) -> Iterator[str]:
    """Who is above the cut as it stands; and that it is so in every outcome, where it is."""
    cells = {_at_the_cut(at_stake, overall, each) for each in at_stake.prospects}
    best = f"The best {at_stake.cut}{_of(at_stake, overall)}"
    if overall:
        yield f"{best} as it stands: {above_text(overall)}"
    if len(cells) == 1:
        yield f"{best} are the same in every outcome."


def _what_stays(at_stake: Stakes) -> str:
    return f"the places{', who qualifies' if at_stake.cut else ''}{' and the match' if at_stake.match_now else ''}"


_DRAWN = "drawn wrongly"

_TOLD_APART = ("total", "place", "victory points")
"""What is told of places, or hangs on them."""


def find_overall_stakes(desk: Desk, at_stake: Stakes) -> OverallStakes | None:
    """The tournament the session plays in, with what is at stake; None where there is none, or was none then.

    Corrupt where it cannot be read, or another session of it.
    """
    session = at_stake.now.session
    name = desk.office.tournaments.of_session(session.id)
    if name is None:
        return None
    moment = f"{session.id}/{desk.settings.as_of}" if desk.settings.as_of else None
    try:
        return overall_stakes(desk.office.tournaments.at(name, moment), at_stake)
    except Misuse:
        return None  # it was not yet open


def overall_changes(desk: Desk, at_stake: OverallStakes, prospect: Prospect) -> Iterator[str]:
    """What a prospect would change over the tournament, in words."""
    name, moved = at_stake.now.tournament.id, at_stake.moved(prospect)
    for stage in moved.stages:
        if places := places_line(desk, moved, stage.name):
            yield f"over {name}, {stage.name}: places {places}"
        others = [each for each in moved.of(stage.name) if each.kind not in _TOLD_APART]
        yield from (in_a_line(desk, each, stage) for each in others if each.kind != _DRAWN)
        if wrong := [each.whose for each in others if each.kind == _DRAWN and each.after]:
            yield f"{_DRAWN}: {', '.join(wrong)}"


def cut_text(at_stake: OverallStakes, prospect: Prospect) -> str:
    """'3NS in; 1EW out', '3NS and 1EW level for the last place': what would be otherwise at the cut."""
    coming, dropping = at_stake.qualifying(prospect)
    now, then = at_stake.above.tied, at_stake.above_if(prospect).tied
    level = f"{', '.join(then)} level for the last place" if {*then} - {*now} else ""
    return "; ".join(filter(None, (in_and_out(coming, dropping), level))) or "as it stands"


def in_and_out(coming: Sequence[str], dropping: Sequence[str]) -> str:
    """'3NS, 5EW in; 1EW out'."""
    sides = ((coming, "in"), (dropping, "out"))
    return "; ".join(f"{', '.join(who)} {word}" for who, word in sides if who)


def above_text(at_stake: OverallStakes) -> str:
    """'1NS, 2EW; level for the last place: 3NS, 4EW': who is above the cut as it stands."""
    sure, level = at_stake.above.qualified, at_stake.above.tied
    tied = f"level for the last place: {', '.join(level)}" if level else ""
    return "; ".join(filter(None, (", ".join(sure), tied))) or "nobody"
