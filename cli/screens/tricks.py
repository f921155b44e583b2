"""The tricks a deal has at double dummy, and what a weighting says beside them."""

from collections.abc import Iterator, Sequence

from cli.desk.desk import Desk
from cli.desk.progress import working
from cli.screens.vocabulary import counted
from ledger.bridge import Seat
from ledger.bridge.deal import Deal
from ledger.errors import Refusal
from ledger.events.rulings import Judgement
from ledger.exchange.double_dummy import STRAINS, Tricks, tricks_of
from ledger.laws.adjustment import stated_weightings
from ledger.recording.effect import Effect
from ledger.session import Session

_NAMES = {"C": "C", "D": "D", "H": "H", "S": "S", "N": "NT"}


def solved(deals: Sequence[Deal]) -> list[Tricks]:
    """The tricks of each deal; Unavailable (tool-missing) where nothing here works them out."""
    with working(f"working out {counted(len(deals), 'deal')}"):
        return tricks_of(deals)


def session_tricks(session: Session) -> dict[int, Tricks]:
    """The tricks of every board whose cards are known."""
    deals = {board: deal for board in sorted(session.boards) if (deal := session.deal(board))}
    return dict(zip(deals, solved(list(deals.values())), strict=True))


def tricks_table(tricks: Tricks) -> tuple[list[str], list[list[str]]]:
    """Headings and rows: a row a declarer, a column a strain."""
    rows = [[seat.value, *(str(tricks[strain, seat]) for strain in STRAINS)] for seat in Seat]
    return ["declarer", *(f">{_NAMES[strain]}" for strain in STRAINS)], rows


def tricks_json(tricks: Tricks) -> dict[str, dict[str, int]]:
    """The same for a program: by declarer and strain."""
    return {seat.value: {_NAMES[strain]: tricks[strain, seat] for strain in STRAINS} for seat in Seat}


def board_tricks(desk: Desk, board: int) -> Tricks:
    """The tricks of a board, before anything is recorded; refused where its cards are not known."""
    if (deal := desk.session().deal(board)) is None:
        hint = f'`deal add {board} "N:…"`, or leave --tricks out'
        raise Refusal("no-deal", f"board {board} has no cards recorded", hint)
    return solved([deal])[0]


def print_beside(desk: Desk, effect: Effect, tricks: Tricks) -> None:
    """What the cards have beside every outcome that was judged."""
    if not (desk.settings.json or desk.settings.quiet):
        lines = [line for each in effect.events for line in _beside(each.event, tricks)]
        desk.say("", "At double dummy", *(lines or ["  no contract is in what was ruled"]))


def _beside(event: object, tricks: Tricks) -> Iterator[str]:
    """'  4SN: 10 tricks (4SN= and 4SN-1 are in the weighting)', a line a contract."""
    adjustment = event.adjustment if isinstance(event, Judgement) else None
    found: dict[tuple[str, Seat], list[str]] = {}
    for weighting in stated_weightings(adjustment).values() if adjustment else ():
        for part in weighting:
            if play := part.result.played:
                found.setdefault((play.strain, play.declarer), []).append(str(part.result))
    for (strain, seat), outcomes in found.items():
        named = ", ".join(dict.fromkeys(outcomes))
        yield f"  {_NAMES[strain]} by {seat.value}: {counted(tricks[strain, seat], 'trick')}   (ruled: {named})"
