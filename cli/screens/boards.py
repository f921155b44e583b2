"""Print boards: the traveller, the cards with their double-dummy tricks, the auction and the play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.terminal.progress import show_progress
from cli.terminal.tables import Layout
from cli.views.deals import auction_answer, deal_value
from cli.views.travellers import traveller_value
from cli.words.deals import diagram, heading, makeable_text, par_text, record_lines, require_deal
from cli.words.finality import scores_lines
from cli.words.notation import result_text
from cli.words.scores import ScoreLetters, legend, marks_of_table_board, same_direction_lines
from cli.words.travellers import Traveller, frequencies, traveller_of
from cli.words.vocabulary import counted
from ledger.bridge import Seat, Side
from ledger.bridge.board import SUITS, Deal
from ledger.bridge.double_dummy import Tricks, par, points
from ledger.bridge.result import STRAINS
from ledger.errors import Refusal
from ledger.exchange.double_dummy import double_dummy_tricks
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import list_weightings
from ledger.projections.finality import board_cases, finality
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard
from ledger.session.places import require_board, require_table, shortest_address
from ledger.subjects.rulings.facts import Judgement

if TYPE_CHECKING:
    from ledger.recording.effect import Effect


def print_frequencies(
    desk: Desk, scoreboard: Scoreboard, lines: Sequence[TableBoard], marks: Sequence[ScoreLetters]
) -> None:
    """Print how often each score occurs on a board; nothing for teams, which have no field.

    `marks`: those of each line in `lines`; a score is printed with the marks of all tables that have it.
    """
    marked: dict[str, ScoreLetters] = {}  # by how a score is written: '+620'
    for played, mark in zip(lines, marks, strict=True):
        sides = Side if mark.sources else ()
        for outcome in (each for side in sides for each in scoreboard.counted(scoreboard.line(played), side)):
            marked.setdefault(f"{outcome.ns_score:+d}", ScoreLetters()).take(mark)
    for frequency in frequencies(scoreboard, lines):
        desk.say()
        if frequency.heading:
            desk.say(frequency.heading)
        rows = [[*row, str(marked.get(row[0], ""))] for row in frequency.rows]
        desk.table([*frequency.columns, ""] if marked else frequency.columns, rows if marked else frequency.rows)


def print_traveller(desk: Desk, board: int) -> None:
    """Print a board's traveller as tables or JSON; Refusal if the board is not in the session."""
    scoreboard = desk.scoreboard()
    require_board(scoreboard.session, board)
    percents = bool(scoreboard.top) and not desk.settings.plain
    traveller = traveller_of(scoreboard, board, symbols=desk.symbols, percents=percents)
    session, now = scoreboard.session, desk.now_in_periods(scoreboard.session)
    cases = board_cases(session, board)
    state = finality(session).of_board(board, cases)
    if desk.settings.json:
        desk.answer(traveller_value(traveller, state, now), (), session)
        return
    if not desk.settings.plain:
        desk.say(traveller.heading(), "")
        traveller = replace(traveller, lines=traveller.by_score)
    marks = [marks_of_table_board(session, played) for played in traveller.lines]
    _print_lines(desk, traveller, marks)
    if not desk.settings.plain:
        datum = scoreboard.datum(board)
        if datum is not None:
            desk.say("", f"Datum: {datum:+d}")
        print_frequencies(desk, scoreboard, traveller.lines, marks)
        desk.legend(legend(each.told for each in marks))
        if session.publications:
            desk.aside("", *scores_lines(session, state, cases.values(), now))
        for lines in same_direction_lines(scoreboard, board):
            desk.hint("", *lines)


def _print_lines(desk: Desk, traveller: Traveller, marks: Sequence[ScoreLetters]) -> None:
    if not traveller.lines and not desk.settings.plain:
        desk.hint("no result yet: `result add` records one, `ruling add` an award where nobody can play it")
        return
    columns, unit = traveller.columns, traveller.scoreboard.unit
    lines = [traveller.rows(played) for played in traveller.lines]
    no_tables = all(not row[0].strip("–") for rows in lines for row in rows)
    if not desk.settings.plain and any(map(str, marks)):
        at = columns.index("source")
        columns.insert(at, "")
        for rows, mark in zip(lines, marks, strict=True):
            for number, row in enumerate(rows):
                row.insert(at, "" if number else str(mark))
    # a narrow screen drops these columns, in this order
    spare = (">% EW", ">% NS", "source", "lead", *(["table"] if no_tables else []), f">{unit} EW")
    desk.table(columns, [row for rows in lines for row in rows], layout=Layout(spare=spare))


STRAIN_NAMES = {"C": "C", "D": "D", "H": "H", "S": "S", "N": "NT"}


def print_record(desk: Desk, played: TableBoard) -> None:
    """Print a table's auction, the notes to its calls, and its play, as far as they are recorded."""
    if not desk.settings.plain:
        desk.say(*record_lines(played, symbols=desk.symbols))
        return
    record = played.record
    if record.auction:
        notes = dict(enumerate(record.notes, start=1))
        rows = [[each.seat.value, each.call, each.mark[:1], notes.get(each.note, "")] for each in record.auction.calls]
        desk.table(["seat", "call", "marked", "note"], rows)
    if record.play:
        tricks = [[str(at), *(trick.get(seat, "") for seat in Seat)] for at, trick in enumerate(record.play.tricks, 1)]
        desk.table(["trick", *(seat.value for seat in Seat)], tricks)


def solve_deals(desk: Desk, deals: Sequence[Deal]) -> list[Tricks]:
    """Return the double-dummy tricks of each deal; Unavailable (tool-missing) if a solver is missing."""
    solved = desk.office.solved_deals.solve(deals, show_progress)
    if len(solved) < len(set(deals)):
        double_dummy_tricks(deals)  # says what is missing
    return [solved[deal].tricks for deal in deals]


def session_tricks(desk: Desk, session: Session) -> dict[int, Tricks]:
    """Return the double-dummy tricks of every board with recorded cards, by board number."""
    deals = {board: deal for board in sorted(session.boards) if (deal := session.deal(board))}
    return dict(zip(deals, solve_deals(desk, list(deals.values())), strict=True))


def tricks_table(tricks: Tricks) -> tuple[list[str], list[list[str]]]:
    """Return the headings and rows of double-dummy tricks: a row for each declarer, a column for each strain."""
    rows = [[seat.value, *(str(tricks[strain, seat]) for strain in STRAINS)] for seat in Seat]
    return ["declarer", *(f">{STRAIN_NAMES[strain]}" for strain in STRAINS)], rows


def board_tricks(desk: Desk, board: int) -> Tricks:
    """Return the double-dummy tricks of a board; Refusal (no-deal) if its cards are not recorded."""
    if (deal := desk.session().deal(board)) is None:
        hint = f"`deal add {board} DEAL`, or leave --tricks out"
        raise Refusal("no-deal", f"board {board} has no cards recorded", hint)
    return solve_deals(desk, [deal])[0]


def print_ruled_contract_tricks(desk: Desk, effect: Effect, tricks: Tricks) -> None:
    """Print the double-dummy tricks of every contract in the rulings just recorded; nothing for --json or --quiet."""
    if desk.settings.json or desk.settings.quiet:
        return
    lines = []
    for event in (each.event for each in effect.events):
        adjustment = event.adjustment if isinstance(event, Judgement) else None
        contracts: dict[tuple[str, Seat], list[str]] = {}
        for weighting in list_weightings(adjustment).values() if adjustment else ():
            for part in weighting:
                if play := part.result.played:
                    contracts.setdefault((play.strain, play.declarer), []).append(str(part.result))
        for (strain, seat), outcomes in contracts.items():
            named = ", ".join(dict.fromkeys(outcomes))
            taken = counted(tricks[strain, seat], "trick")
            lines.append(f"  {STRAIN_NAMES[strain]} by {seat.value}: {taken}   (ruled: {named})")
    desk.say("", "At double dummy", *(lines or ["  the rulings name no contract"]))


def print_deal(desk: Desk, where: Where, *, with_tricks: bool) -> None:
    """Print the four hands of a board, as a diagram or JSON; Refusal if they are not recorded.

    `with_tricks` adds the double-dummy tricks; a table named in `where` adds its auction and play.
    """
    session, board = desk.session(), where.board
    deal = require_deal(session, board)
    played = require_table(session, where) if where.table or where.ns or where.ew else None
    if with_tricks:
        solve_deals(desk, [deal])
    known = desk.office.solved_deals.known([deal])
    tricks = known[deal].tricks if known else None
    if desk.settings.json:
        desk.answer(deal_value(board, deal, tricks, played), (), session)
        return
    if desk.settings.plain:
        held = points(deal)
        desk.table(["seat", *SUITS, "HCP"], [[s.value, *hand, str(held[s])] for s, hand in deal.hands.items()])
    else:
        held_text = ", ".join(f"{seat.value} {number}" for seat, number in points(deal).items())
        desk.say(heading(board), "", *diagram(deal, symbols=desk.symbols), "", f"HCP: {held_text}")
    if tricks is not None:
        if not desk.settings.plain:
            desk.say("", "Tricks at double dummy, by declarer")
        desk.table(*tricks_table(tricks))
        if not desk.settings.plain:
            par_line = par_text(par(tricks, board), symbols=desk.symbols)
            desk.say("", f"{par_line}. {makeable_text(tricks, symbols=desk.symbols)}.")
    if played:
        print_record(desk, played)


def print_auction(desk: Desk, where: Where) -> None:
    """Print the auction and play of a table; Refusal (no-auction) if neither is recorded."""
    session = desk.session()
    played = require_table(session, where)
    if not (played.record.auction or played.record.play):
        hint = f"`auction add {shortest_address(session, played)} CALLS` records one; so does a file: PBN, LIN"
        raise Refusal("no-auction", f"{played.name} has no auction recorded", hint)
    if desk.settings.json:
        desk.answer(auction_answer(played), (), session)
        return
    if not desk.settings.plain:
        result = f"   {result_text(played.result, desk.symbols)}" if played.result else ""
        table = f"table {played.table}, " if played.table else ""
        who = f"{table}{played.seating}"
        desk.say(f"{heading(played.board)}   {who}{result}")
    print_record(desk, played)
