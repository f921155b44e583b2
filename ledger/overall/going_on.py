"""Who has no place in a stage of a tournament: who did not qualify for it, and who had left the tournament."""

from collections.abc import Iterable

from ledger.overall.marking import OverallMark
from ledger.session.qualified import WithdrawnEntrant
from ledger.session.tournament import Tournament


def without_place(tournament: Tournament, stage: str, entrants: Iterable[str]) -> dict[str, OverallMark]:
    """Those of a stage's contestants who are not ranked there, and why; where no cut leads into it all take part."""
    said, found = tournament.qualified, dict[str, OverallMark]()
    taking_part = said.qualifiers(stage)
    for entrant in entrants:
        left = said.withdrawn.get(entrant)
        if left and leaves_place(tournament, stage, left):
            found[entrant] = OverallMark("withdrawn", number=left.number)
        elif taking_part is not None and entrant not in taking_part:
            found[entrant] = OverallMark("not-qualified")
    return found


def leaves_place(tournament: Tournament, stage: str, left: WithdrawnEntrant) -> bool:
    """Whether who withdrew is not ranked in a stage: one that came later, or the one it left unfinished.

    Whoever had a good reason, and had played half the sittings of that one, keeps its place there with what it has, as
    in a session (White Book §2.4).
    """
    order = list(tournament.stages)
    if left.said.stage != stage:
        return order.index(stage) > order.index(left.said.stage)
    last = max((each.sitting for each in tournament.in_stage(stage)), default=0)
    stays = left.said.good_reason and 2 * left.said.sitting >= last
    return left.said.sitting < last and not stays
