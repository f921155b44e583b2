"""PBN 2.1 in export format: a game for each board with its ScoreTable, or for teams one for each line; and the deals.

In a ScoreTable an artificial score has a '^' before it, as in the standard. Individuals are listed by seat, in columns
the standard leaves to programs: PlayerId_North and so on. Lines with an auction or play are games of their own.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from ledger.bridge import Seat, Vulnerability, dealer, vulnerability
from ledger.bridge.auction import ALERTED, SKIPPED, UNKNOWN, Auction
from ledger.bridge.double_dummy import par, tricks_text
from ledger.exchange.given_out import ExportedLine, ExportedSession, score_text
from ledger.exchange.pbn.scoring_tag import scoring_words
from ledger.kernel.at_table import PlayRecord
from ledger.laws.rounding import decimal_text, short_text

_ALERT = "Alert"  # the note on an alerted call without an explanation
_CALLS = {"P": "Pass", SKIPPED: "^S"}
_UNFINISHED = "*"
_ALL_TRICKS = 13


def section_lines(out: ExportedSession, record: PlayRecord) -> list[str]:
    """Return the lines of a record's sections Auction and Play; without texts, notes on calls are only 'Alert'."""
    notes = [out.said(note) for note in record.notes]
    lines = list(_auction(record.auction, notes)) if record.auction else []
    if play := record.play:
        rows = play[3:].split(", ")
        ends = len(rows) >= _ALL_TRICKS and UNKNOWN not in rows[-1]
        lines += [f'[Play "{play.leader.value}"]', *rows, *([] if ends else [_UNFINISHED])]
    return lines


def _auction(auction: Auction, notes: list[str]) -> Iterator[str]:
    texts = []
    for call in auction.calls:
        known = notes[call.note - 1] if 0 < call.note <= len(notes) else ""
        texts.append(_ALERT if call.mark == ALERTED else known or (_ALERT if call.note else ""))
    numbers = {text: number for number, text in enumerate(dict.fromkeys(filter(None, texts)), start=1)}
    words = [
        f"{'^I ' if call.insufficient else ''}{_CALLS.get(call.call, call.call)}{f' ={numbers[text]}=' if text else ''}"
        for call, text in zip(auction.calls, texts, strict=True)
    ]
    words += [] if auction.is_over else [_UNFINISHED]
    yield f'[Auction "{auction.calls[0].seat.value}"]'
    yield from (" ".join(words[at : at + 4]) for at in range(0, len(words), 4))
    for text, number in numbers.items():
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        yield f'[Note "{number}:{escaped}"]'


_VULNERABLE = {Vulnerability.NONE: "None", Vulnerability.NS: "NS", Vulnerability.EW: "EW", Vulnerability.BOTH: "All"}
_PAIRS = ["PairId_NS", "PairId_EW"]
_PLAYERS = ["PlayerId_North", "PlayerId_South", "PlayerId_East", "PlayerId_West"]
_LINE = ["Contract", "Declarer", "Result", "Lead", "Score_NS", "Score_EW"]
_TOTAL = "Rank;{}Id;Names;TotalScore{};TotalPercentage;NrBoards"


def write_pbn(out: ExportedSession) -> str:
    """Return the session as PBN, lines ending in CR LF."""
    return _text(out, _rooms(out) if out.scoreboard.teams else _boards(out))


def write_hands(out: ExportedSession, boards: Sequence[int]) -> str:
    """Return the hands of boards as PBN, without results, lines ending in CR LF."""
    games = ([*_game(out, board, ""), *_double_dummy(out, board)] for board in boards)
    return _text(out, games)


def _text(out: ExportedSession, games: Iterable[list[str]]) -> str:
    head = ["% PBN 2.1", "% EXPORT", f"% {out.program} {out.version}"]
    return "".join(line + "\r\n" for line in [*head, *(line for game in games for line in ("", *game))])


def _double_dummy(out: ExportedSession, board: int) -> Iterator[str]:
    """Yield the tags that programs of dealers write: the tricks twice, in digits and in a table, and par."""
    if not (tricks := out.tricks.get(board)):
        return
    best = par(tricks, board)
    side = "EW" if best.score < 0 else "NS"
    contracts = [
        f"{played.declarer.side.value} {re.sub('[NESW](?=[=+-])', '', str(each))}"
        for each in best.results
        if (played := each.played)
    ]
    yield f'[DoubleDummyTricks "{tricks_text(tricks)}"]'
    yield f'[OptimumScore "{side} {abs(best.score)}"]'
    yield f'[ParContract "{"; ".join(dict.fromkeys(contracts)) or "Pass"}"]'
    yield f'[OptimumResultTable "{";".join(OPTIMUM)}"]'
    for seat in "NSEW":
        for strain in "NSHDC":
            yield f"{seat} {'NT' if strain == 'N' else strain:>2} {tricks[strain, Seat(seat)]:>2}"


OPTIMUM = ("Declarer", "Denomination\\2R", "Result\\2R")


def _boards(out: ExportedSession) -> Iterator[list[str]]:
    """Yield a game for every board, the first with the TotalScoreTable, and one for each auction or play."""
    standings = []
    for row in (row for ranking in out.rankings for row in ranking.rows if row.boards or row.rank):
        total = decimal_text(row.total, 2, out.scoreboard.totals.rounding)
        percent = "-" if row.percent is None else decimal_text(row.percent, 2)
        name = out.name_of(row.contestant) or "-"
        standings.append([str(row.rank or "-"), row.contestant, name, total, percent, str(row.boards)])
    columns = _TOTAL.format("Player" if out.individuals else "Pair", out.scoreboard.unit).split(";")
    totals = _table("TotalScoreTable", columns, standings) if standings else []
    for board in sorted(out.boards.keys() | out.deals.keys()):
        lines = out.boards.get(board, [])
        game = [*_game(out, board, "Individuals" if out.individuals else "Pairs"), *_double_dummy(out, board), *totals]
        if lines:
            unit = out.scoreboard.unit
            columns = ["Table", "Round", *(_PLAYERS if out.individuals else _PAIRS), *_LINE, f"{unit}_NS", f"{unit}_EW"]
            if top := out.scoreboard.top:
                columns += ["Percentage_NS", "Percentage_EW"]
            rows = []
            for line in lines:
                played = line.played
                seats = played.seating.everyone if out.individuals else played.seating.pair
                cells = [played.table or "-", str(played.round or "-"), *seats]
                if line.result is None:
                    cells += ["-"] * len(_LINE)
                else:
                    contract, *declared = contract_cells(line)
                    lead = played.lead if contract else None
                    cells += [each or "-" for each in (contract, *declared, lead)]
                    score = line.ns_score or 0
                    cells += [str(score), "-"] if score >= 0 else ["-", str(-score)]
                mark = "" if line.result else "^"
                cells += [mark + score_text(score) if score is not None else "-" for score in line.scores]
                if top:
                    cells += ["-" if score is None else short_text(100 * score / top, 2) for score in line.scores]
                rows.append(cells)
            game += _table("ScoreTable", columns, rows)
        totals = []
        yield game
        # auction and play are a game of their own beside the ScoreTable: it names the table and the pairs
        for line in (each for each in lines if each.played.record != PlayRecord()):
            table, round_ = line.played.table or "", str(line.played.round or "")
            ns, ew = line.played.seating.ns, line.played.seating.ew
            yield _line_game(out, line, "Pairs", Table=table, Round=round_, PairId_NS=ns, PairId_EW=ew)


def _line_game(out: ExportedSession, line: ExportedLine, competition: str, **more: str) -> list[str]:
    contract, declarer, tricks = contract_cells(line)
    game = _game(out, line.played.board, competition, Declarer=declarer, Contract=contract, Result=tricks, **more)
    return game + section_lines(out, line.played.record)


def _game(out: ExportedSession, board: int, competition: str, **more: str) -> list[str]:
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
        "Scoring": scoring_words(out.session.opening.scoring, out.session.regulations),
        "Declarer": "",
        "Contract": "",
        "Result": "",
        "Competition": competition,
        "Application": f"{out.program} {out.version}",
        **more,
    }
    return ['[{} "{}"]'.format(name, text.replace("\\", "/").replace('"', "'")) for name, text in tags.items()]


def contract_cells(line: ExportedLine) -> tuple[str, str, str]:
    """Return a line's contract, declarer and tricks, each '' if unknown."""
    if line.result is None or line.result.bare_score is not None:
        return "", "", ""
    play = line.result.played
    if play is None:
        return "Pass", "", ""
    strain = "NT" if play.strain == "N" else play.strain
    return f"{play.level}{strain}{play.doubling}", play.declarer.value, str(play.tricks)


def _table(name: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    quoted = []
    for row in rows:
        plain = [cell.replace('"', "'") for cell in row]
        quoted.append([f'"{cell}"' if " " in cell or not cell or cell[:1] in "[{;%'" else cell for cell in plain])
    widths = [max(len(cell) for cell in column) for column in zip(*quoted, strict=True)]
    heading = ";".join(f"{column}\\{width}L" for column, width in zip(columns, widths, strict=True))
    padded = [[f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)] for row in quoted]
    return [f'[{name} "{heading}"]', *(" ".join(row).rstrip() for row in padded)]


def _rooms(out: ExportedSession) -> Iterator[list[str]]:
    for line in out.lines():
        seating, (ns, ew) = line.played.seating, line.scores
        score = "" if line.ns_score is None else f"NS {line.ns_score}"
        imps = "" if ns is None or ew is None else f"NS {score_text(ns)} EW {score_text(ew)}"
        at = {"Round": str(out.scoreboard.meetings.round_of(line.played) or ""), "Table": line.played.table or ""}
        teams = {"HomeTeam": seating.ns, "VisitTeam": seating.ew}
        yield _line_game(out, line, "Teams", Score=score, ScoreIMP=imps, **at, **teams)
