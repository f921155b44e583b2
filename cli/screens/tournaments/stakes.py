"""What hangs on an appeal over the whole tournament, beside what hangs on it in its session."""

from collections.abc import Iterator, Sequence

from cli.desk.desk import Desk
from cli.screens.tournaments.ripples import in_a_line, overall_ripple_json, places_line
from ledger.errors import Misuse
from ledger.overall.stakes import OverallStakes, overall_stakes
from ledger.projections.stakes import Prospect, Stakes

_DRAWN = "drawn wrongly"
_TOLD_APART = ("total", "place", "victory points")
"""What is told of places, or hangs on them."""


def find_overall_stakes(desk: Desk, at_stake: Stakes) -> OverallStakes | None:
    """The tournament the session plays in, with what is at stake; None where there is none, or was none then."""
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


def overall_changes_json(at_stake: OverallStakes | None, prospect: Prospect) -> dict[str, object]:
    """The same for JSON; nothing where the session belongs to no tournament."""
    if at_stake is None:
        return {}
    coming, dropping = at_stake.qualifying(prospect)
    moved = overall_ripple_json(at_stake.moved(prospect))
    level = list(at_stake.above_if(prospect).tied)
    return {"tournament": {"name": at_stake.now.tournament.id, **moved, "in": coming, "out": dropping, "level": level}}
