"""PBN 2.1 in export format: a game a board with its ScoreTable, or for teams a game for each room; and the deals.

In a ScoreTable an artificial score stands behind '^', as the standard has it. Individuals stand there by their seats,
in columns the standard leaves to programs: PlayerId_North and so on. The sections Auction and
Play follow.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from ledger.bridge import Vulnerability, dealer, vulnerability
from ledger.bridge.auction import ALERTED, SKIPPED, Auction, AuctionCall
from ledger.bridge.card_play import UNKNOWN, CardPlay
from ledger.exchange.given_out import GivenLine, GivenOut, score_text
from ledger.facts.auctions import PlayRecord
from ledger.laws.rounding import decimal_text, short_text
from ledger.projections.standings import Row

_ALERT = "Alert"
"""The note on a call that was alerted, where nobody said what it is."""

_CALLS = {"P": "Pass", SKIPPED: "^S"}

_UNFINISHED = "*"

_ALL_TRICKS = 13


def section_lines(out: GivenOut, record: PlayRecord) -> list[str]:
    """The auction with its notes, and the play; without its words, an explained call is one that was alerted."""
    notes = [out.said(note) for note in record.notes]
    found = list(_auction(record.auction, notes)) if record.auction else []
    return found + (list(_play(record.play)) if record.play else [])


def _auction(auction: Auction, notes: list[str]) -> Iterator[str]:
    said = [_said(call, notes) for call in auction.calls]
    numbers = {each: number for number, each in enumerate(dict.fromkeys(filter(None, said)), start=1)}
    words = [
        ("^I " if call.insufficient else "") + _CALLS.get(call.call, call.call) + _reference(each, numbers)
        for call, each in zip(auction.calls, said, strict=True)
    ]
    words += [] if auction.is_over else [_UNFINISHED]
    yield f'[Auction "{auction.calls[0].seat.value}"]'
    yield from (" ".join(words[at : at + 4]) for at in range(0, len(words), 4))
    yield from (f'[Note "{number}:{_escaped(each)}"]' for each, number in numbers.items())


def _said(call: AuctionCall, notes: list[str]) -> str:
    """What a note says of a call; '' where there is none."""
    if call.mark == ALERTED:
        return _ALERT
    known = notes[call.note - 1] if 0 < call.note <= len(notes) else ""
    return known or (_ALERT if call.note else "")


def _reference(said: str, numbers: dict[str, int]) -> str:
    return f" ={numbers[said]}=" if said else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _play(play: CardPlay) -> Iterator[str]:
    yield f'[Play "{play.leader.value}"]'
    rows = play[3:].split(", ")
    yield from rows
    if len(rows) < _ALL_TRICKS or UNKNOWN in rows[-1]:
        yield _UNFINISHED


_VULNERABLE = {Vulnerability.NONE: "None", Vulnerability.NS: "NS", Vulnerability.EW: "EW", Vulnerability.BOTH: "All"}

_SCORING = {
    "matchpoints": "MatchPoints;MP1",
    "butler": "Butler",
    "cross-imps": "Cross-IMPs",
    "teams": "IMP",
    "knockout": "IMP",
    "board-a-match": "BAM",
    "teams-of-eight": "IMP",
}

_PAIRS = ["PairId_NS", "PairId_EW"]

_PLAYERS = ["PlayerId_North", "PlayerId_South", "PlayerId_East", "PlayerId_West"]

_LINE = ["Contract", "Declarer", "Result", "Lead", "Score_NS", "Score_EW"]

_TOTAL = "Rank;{}Id;Names;TotalScore{};TotalPercentage;NrBoards"


def write_pbn(out: GivenOut) -> str:
    """The session as PBN, lines ending as the standard wants them (CR LF)."""
    head = ["% PBN 2.1", "% EXPORT", f"% {out.program} {out.version}"]
    games = list(_rooms(out) if out.scoreboard.teams else _boards(out))
    return "".join(line + "\r\n" for line in [*head, *(line for game in games for line in ("", *game))])


def _boards(out: GivenOut) -> Iterator[list[str]]:
    """A game for every board with its ScoreTable; the TotalScoreTable stands in the first."""
    totals = _total_table(out)
    for board in sorted(out.boards.keys() | out.deals.keys()):
        lines = out.boards.get(board, [])
        game = _game(out, board, "Individuals" if out.individuals else "Pairs") + totals
        if lines:
            game += _score_table(out, lines)
        totals = []
        yield game
        yield from (_played_game(out, line) for line in lines if line.played.record != PlayRecord())


def _played_game(out: GivenOut, line: GivenLine) -> list[str]:
    """A table's auction and play, as a game of its own beside the ScoreTable: it names the table and the pairs."""
    contract, declarer, tricks = contract_cells(line)
    seating = line.played.seating
    game = _game(
        out,
        line.played.board,
        "Pairs",
        Declarer=declarer,
        Contract=contract,
        Result=tricks,
        Table=line.played.table or "",
        Round=str(line.played.round or ""),
        PairId_NS=seating.ns,
        PairId_EW=seating.ew,
    )
    return game + section_lines(out, line.played.record)


def _game(out: GivenOut, board: int, competition: str, **more: str) -> list[str]:
    """The tags every game has; '' is what is not known."""
    deal = out.deals.get(board, "")
    tags = {
        "Event": out.session.opening.title,
        "Site": "",
        "Date": (out.session.opening.date or "").replace("-", "."),
        "Board": str(board),
        **dict.fromkeys(("West", "North", "East", "South"), ""),
        "Dealer": dealer(board).value,
        "Vulnerable": _VULNERABLE[vulnerability(board)],
        "Deal": str(deal),
        "Scoring": _SCORING[out.session.opening.scoring],
        "Declarer": "",
        "Contract": "",
        "Result": "",
        "Competition": competition,
        "Application": f"{out.program} {out.version}",
        **more,
    }
    return [_tag(name, text) for name, text in tags.items()]


def _tag(name: str, text: str) -> str:
    return '[{} "{}"]'.format(name, text.replace("\\", "/").replace('"', "'"))


def _score_table(out: GivenOut, lines: Sequence[GivenLine]) -> list[str]:
    unit = out.scoreboard.unit
    columns = ["Table", "Round", *(_PLAYERS if out.individuals else _PAIRS), *_LINE, f"{unit}_NS", f"{unit}_EW"]
    if out.scoreboard.top:
        columns += ["Percentage_NS", "Percentage_EW"]
    rows = [[*_place_cells(out, line), *_played_cells(line), *_score_cells(out, line)] for line in lines]
    return _table("ScoreTable", columns, rows)


def _place_cells(out: GivenOut, line: GivenLine) -> list[str]:
    """Table and round, and who sat there."""
    played = line.played
    seats = played.seating.everyone if out.individuals else played.seating.pair
    return [played.table or "-", str(played.round or "-"), *seats]


def _played_cells(line: GivenLine) -> list[str]:
    lead = line.played.lead or "-"
    if line.result is None:
        return ["-"] * len(_LINE)
    contract, declarer, tricks = contract_cells(line)
    score = line.ns_score or 0
    scores = [str(score), "-"] if score >= 0 else ["-", str(-score)]
    return [contract or "-", declarer or "-", tricks or "-", lead if contract else "-", *scores]


def contract_cells(line: GivenLine) -> tuple[str, str, str]:
    """Contract, declarer and tricks; '' for what there is none of."""
    if line.result is None or line.result.bare_score is not None:
        return "", "", ""
    play = line.result.played
    if play is None:
        return "Pass", "", ""
    strain = "NT" if play.strain == "N" else play.strain
    return f"{play.level}{strain}{play.doubling}", play.declarer.value, str(play.tricks)


def _score_cells(out: GivenOut, line: GivenLine) -> list[str]:
    """What each side earned, behind '^' where it is artificial, and its per cent of the top."""
    mark = "" if line.result else "^"
    scores = [mark + score_text(score) if score is not None else "-" for score in line.scores]
    top = out.scoreboard.top
    return [*scores, *(_percent(score, top) for score in line.scores)] if top else scores


def _percent(score: Fraction | None, top: Fraction) -> str:
    return "-" if score is None else short_text(100 * score / top, 2)


def _total_table(out: GivenOut) -> list[str]:
    rows = [row for ranking in out.rankings for row in ranking.rows]
    cells = [_total_cells(out, row) for row in rows if row.boards or row.rank]
    columns = _TOTAL.format("Player" if out.individuals else "Pair", out.scoreboard.unit).split(";")
    return _table("TotalScoreTable", columns, cells) if cells else []


def _total_cells(out: GivenOut, row: Row) -> list[str]:
    total = decimal_text(row.total, 2, out.scoreboard.totals.rounding)
    percent = "-" if row.percent is None else decimal_text(row.percent, 2)
    return [str(row.rank or "-"), row.contestant, out.name_of(row.contestant) or "-", total, percent, str(row.boards)]


def _table(name: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table section: the columns with their widths, and a line a row."""
    quoted = [[_quoted(cell) for cell in row] for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*quoted, strict=True)]
    heading = ";".join(f"{column}\\{width}L" for column, width in zip(columns, widths, strict=True))
    return [f'[{name} "{heading}"]', *(_row(row, widths) for row in quoted)]


def _quoted(cell: str) -> str:
    """A cell: in quotation marks where it is more than a word."""
    plain = cell.replace('"', "'")
    return f'"{plain}"' if " " in plain or not plain or plain[:1] in "[{;%'" else plain


def _row(cells: Iterable[str], widths: Sequence[int]) -> str:
    return " ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


# Teams: a game for each room


def _rooms(out: GivenOut) -> Iterator[list[str]]:
    for line in out.lines():
        seating, board = line.played.seating, line.played.board
        contract, declarer, tricks = contract_cells(line)
        game = _game(
            out,
            board,
            "Teams",
            Declarer=declarer,
            Contract=contract,
            Result=tricks,
            Score="" if line.ns_score is None else f"NS {line.ns_score}",
            ScoreIMP=_imps(line),
            Round=str(out.scoreboard.meetings.round_of(line.played) or ""),
            Table=line.played.table or "",
            HomeTeam=seating.ns,
            VisitTeam=seating.ew,
        )
        yield game + section_lines(out, line.played.record)


def _imps(line: GivenLine) -> str:
    ns, ew = line.scores
    return f"NS {score_text(ns)} EW {score_text(ew)}" if ns is not None and ew is not None else ""
