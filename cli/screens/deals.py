"""The cards of a board, its auction and play, and how many tricks could be made."""

from collections.abc import Iterator, Sequence

from cli.desk.desk import Desk
from cli.json.play import STRAIN_NAMES, deal_json, place_json, record_json, tricks_json
from cli.terminal.progress import working
from cli.words.auctions import record_lines, require_record
from cli.words.deals import diagram, heading, require_deal
from cli.words.notation import result_text
from cli.words.vocabulary import counted
from ledger.bridge import Seat
from ledger.bridge.deal import SUITS, Deal
from ledger.errors import Refusal
from ledger.exchange.double_dummy import STRAINS, Tricks, tricks_of
from ledger.facts import Where
from ledger.facts.rulings import Judgement
from ledger.laws.adjustment import stated_weightings
from ledger.recording.effect import Effect
from ledger.session import Session, TableBoard
from ledger.session.places import require_table


def print_record(desk: Desk, played: TableBoard) -> None:
    """The auction, its notes, and the play; each with an empty line before it."""
    if desk.settings.plain:
        _print_plain(desk, played)
    else:
        desk.say(*record_lines(played, symbols=desk.symbols))


def _print_plain(desk: Desk, played: TableBoard) -> None:
    record = played.record
    if record.auction:
        notes = dict(enumerate(record.notes, start=1))
        rows = [[each.seat.value, each.call, each.mark[:1], notes.get(each.note, "")] for each in record.auction.calls]
        desk.table(["seat", "call", "marked", "note"], rows)
    if record.play:
        tricks = [[str(at), *(trick.get(seat, "") for seat in Seat)] for at, trick in enumerate(record.play.tricks, 1)]
        desk.table(["trick", *(seat.value for seat in Seat)], tricks)


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
    return ["declarer", *(f">{STRAIN_NAMES[strain]}" for strain in STRAINS)], rows


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
        yield f"  {STRAIN_NAMES[strain]} by {seat.value}: {counted(tricks[strain, seat], 'trick')}   (ruled: {named})"


def print_deal(desk: Desk, where: Where, *, with_tricks: bool) -> None:
    """The four hands round the table, or as JSON; with the tricks they have. Refused where they are not recorded.

    Where a table is named, with what it bid and played.
    """
    session, board = desk.session(), where.board
    deal = require_deal(session, board)
    played = require_table(session, where) if where.table or where.ns or where.ew else None
    tricks = solved([deal])[0] if with_tricks else None
    if desk.settings.json:
        told: dict[str, object] = {} if tricks is None else {"tricks": tricks_json(tricks)}
        if played:
            told |= {**place_json(played), **record_json(played)}
        desk.json_at("deal/1", session, deal_json(board, deal) | told)
        return
    if desk.settings.plain:
        desk.table(["seat", *SUITS], [[seat.value, *hand] for seat, hand in deal.hands.items()])
    else:
        desk.say(heading(board), "", *diagram(deal, symbols=desk.symbols))
    if tricks is not None:
        if not desk.settings.plain:
            desk.say("", "Tricks at double dummy, by declarer")
        desk.table(*tricks_table(tricks))
    if played:
        print_record(desk, played)


def print_auction(desk: Desk, where: Where) -> None:
    """What a table bid and played; refused where nobody said."""
    session = desk.session()
    played = require_table(session, where)
    require_record(played)
    if desk.settings.json:
        told = {"board": played.board, **place_json(played), **record_json(played)}
        desk.json_at("auction/1", session, told)
        return
    if not desk.settings.plain:
        result = f"   {result_text(played.result, desk.symbols)}" if played.result else ""
        desk.say(f"{heading(played.board)}   {_who(played)}{result}")
    print_record(desk, played)


def _who(played: TableBoard) -> str:
    table = f"table {played.table}, " if played.table else ""
    return f"{table}{played.seating}"
