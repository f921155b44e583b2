"""That one who had qualified withdrew, and whose turn it is."""

from collections.abc import Iterator

from ledger.overall.marking import leaves_place
from ledger.session.qualified import Cut, Qualified
from ledger.session.tournament import Tournament


def free_places(tournament: Tournament, cut: Cut) -> Iterator[str]:
    """That one who goes on withdrew before he had played there, and who is next: a line each."""
    said = tournament.qualified
    for entrant in cut.now:
        left = said.withdrawn.get(entrant)
        if left and leaves_place(tournament, cut.said.into, left):
            yield _free_place(said, cut, entrant)


def _free_place(said: Qualified, cut: Cut, entrant: str) -> str:
    """'4, who had qualified for final, withdrew (#9); next is 3: `tournament qualify …`'."""
    source, into = cut.said.source, cut.said.into
    text = f"{entrant}, who had qualified for {into}, withdrew (#{said.withdrawn[entrant].number})"
    if (reserve := said.next_reserve(cut)) is None:
        return f"{text}; there is no reserve"
    return f"{text}; next is {reserve}: `tournament qualify {source} --into {into} --instead {entrant}={reserve}`"
