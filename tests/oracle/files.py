"""Result files as other programs write them, with the referee's figures: all right, or one by another rule.

A random evening of a form is scored by the regulations of a program, and its figures are printed beside the results.
`falsified` scores it once more by one other rule, and prints one of the figures that then differ: a checker is to name
that rule. Nothing here knows the program that is checked but the texts of its profiles.
"""

import csv
import io
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor
from pathlib import Path
from random import Random
from xml.sax.saxutils import escape

from tests.oracle.deal import Dealer
from tests.oracle.evening import SIDES, Evening, Ruling, Table
from tests.oracle.figures import nearest
from tests.oracle.matches import Matches
from tests.oracle.pairs import PairsBoards
from tests.oracle.swiss_pairs import SwissPairs
from tests.oracle.teams import TeamBoards

_PROFILES = Path(__file__).parents[2] / "ledger" / "laws" / "profiles"
_PROGRAMS = {
    "ebuscore": "EBUScore",
    "pairsscorer": "PairsScorer",
    "compscore3": "Compscore3",
    "acblscore": "ACBLscore",
    "magic-contest": "Magic Contest",
    "kops": "KoPS",
    "scorebridge": "ScoreBridge",
    "realbridge": "RealBridge",
}
_IMPS = ("default", "ebuscore", "compscore3", "kops", "realbridge")
PROFILES = {
    "matchpoints": ("default", *(each for each in _PROGRAMS if each != "realbridge")),
    "butler": ("default", "ebuscore", "compscore3"),
    "cross-imps": _IMPS,
    "teams": ("default", "ebuscore", "realbridge"),
    "board-a-match": ("default",),
    "swiss-matchpoints": ("ebu-swiss-pairs",),
    "swiss-imps": ("ebu-swiss-pairs",),
}
FORMATS = {
    "usebio": tuple(PROFILES),
    "pbn": ("matchpoints", "butler", "cross-imps", "teams"),
    "csv": ("matchpoints", "butler", "cross-imps"),
}
PRINTS = {
    "usebio": ("line", "total", "percentage", "place", "datum", "score", "points"),
    "pbn": ("line", "total", "percentage", "place", "score"),
    "csv": ("line", "score"),
}
"""The kinds of figures that a format prints; of teams, lines in PBN alone, and nothing else there."""
ENDINGS = {"usebio": "xml", "pbn": "pbn", "csv": "csv"}

Key = tuple[object, ...]
Figures = dict[Key, object]
"""What is printed: ('line', board, table), ('total', who), ('place', who), …"""

PLAYED = [  # contract, declarer, tricks; North–South's score not vulnerable and vulnerable
    ("4S", "N", 10, 420, 620),
    ("4S", "S", 9, -50, -100),
    ("3NT", "S", 9, 400, 600),
    ("3NT", "N", 8, -50, -100),
    ("2H", "N", 8, 110, 110),
    ("5C", "E", 11, -400, -600),
    ("4H", "W", 11, -450, -650),
    ("3D", "E", 8, 50, 100),
    ("1NT", "W", 8, -120, -120),
    ("6D", "S", 12, 920, 1370),
]
_VULNERABLE = ("", "NS", "EW", "NSEW", "NS", "EW", "NSEW", "", "EW", "NSEW", "", "NS", "NSEW", "", "NS", "EW")


def vulnerable(board: int, side: str) -> bool:
    """Law 2: whether a side is vulnerable on a board."""
    return side in _VULNERABLE[(board - 1) % 16]


def _score_of(result: tuple, board: int, other: bool = False) -> int:
    side = "NS" if result[1] in "NS" else "EW"
    return result[4] if vulnerable(board, side) is not other else result[3]


@dataclass
class Printed:
    """An evening with the figures that are printed of it."""

    evening: Evening
    profile: str
    seed: int
    results: dict[tuple[int, str], tuple] = field(default_factory=dict)
    figures: Figures = field(default_factory=dict)

    @property
    def program(self) -> str:
        return _PROGRAMS.get(self.profile, "By hand")


def regulations(profile: str) -> dict[str, str]:
    """The regulations of a profile by name, as the referee has them; a profile says what differs from the default."""
    stated = tomllib.loads((_PROFILES / f"{profile}.toml").read_text("utf-8"))
    rules = {"artificial.further": "", "matches.vp": "continuous", "self_inflicted.field": "table-result"}
    rules |= {"self_inflicted.weighted": "weight-first", "standings.least_boards": "50%", "matches.half": "halved"}
    return rules | dict(_flat(stated))


def _flat(tables: dict, before: str = ""):
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        elif isinstance(value, list) and "percent" in name:
            yield f"{before}{name}", ";".join(f"{boards} {' '.join(limits)}" for boards, limits in value)
        elif not isinstance(value, list):
            yield f"{before}{name}", str(value)


def printed(seed: int, form: str) -> Printed:
    """The evening of a seed, with every figure right."""
    random = Random(f"file {form} {seed}")
    profile = random.choice(PROFILES[form])
    for again in range(1000):
        dealer = Dealer(seed * 1000 + again, form)
        if form in ("teams", "board-a-match"):
            evening = dealer.teams()
        else:
            evening = dealer.swiss_pairs() if form.startswith("swiss") else dealer.pairs()
        if is_plain(evening):
            break
    made = Printed(replace(evening, rules=regulations(profile)), profile, seed)
    made.evening.penalties, made.evening.found, made.evening.carried = [], [], {}
    made.evening.tables = [table for table in evening.tables if len(evening.at(table.board)) > 1]
    few = random.sample(PLAYED, random.randint(2, 7))
    often = random.choice((0, 0, 6))
    names: dict[int, int] = {}
    for table in made.evening.tables:
        if form.startswith("swiss"):  # one table a match, which has no number there
            names[table.board] = names.get(table.board, 0) + 1
            table.name = str(names[table.board])
        table.version, table.unplayed, table.rulings = "", None, []
        made.results[table.board, table.name] = result = random.choice(few)
        table.result = _score_of(result, table.board)
        if form in ("matchpoints", "butler", "cross-imps") and random.randrange(100) < often:
            grades = random.choice((("60", "40"), ("40", "60"), ("60", "60"), ("50", "50")))
            table.result, table.rulings = None, [Ruling("artificial", grades=grades, offender="none")]
    made.figures = figures(made.evening)
    made.figures |= {("score", *key): _score_of(result, key[0]) for key, result in made.results.items()}
    return made


def is_plain(evening: Evening) -> bool:
    """Whether a file can say all of it, and in one way: who is compared with whom, and both rooms of each board."""
    if evening.form in ("teams", "board-a-match"):
        rooms = [
            len([each for each in evening.at(board) if each.ns in (t.ns, t.ew)])
            for board in range(1, evening.boards + 1)
            for t in evening.at(board)
        ]
        return len(evening.contestants) % 2 == 0 and bool(rooms) and all(number == 2 for number in rooms)
    if evening.sat_out or any("+" in table.ns for table in evening.tables):
        return False
    if evening.form.startswith("swiss"):
        return len(evening.contestants) % 2 == 0
    sides: dict[str, set[str]] = {}
    for table in evening.tables:
        sides.setdefault(table.ns, set()).add("NS")
        sides.setdefault(table.ew, set()).add("EW")
    return evening.boards >= 3 and (evening.winners == 2 or sum(1 for each in sides.values() if len(each) > 1) > 1)


def figures(evening: Evening) -> Figures:
    """Every figure of an evening."""
    if evening.form in ("teams", "board-a-match"):
        return _of_teams(evening)
    if evening.form.startswith("swiss"):
        swiss = SwissPairs(evening)
        found = _lines(swiss.pairs)
        totals = {who: nearest(total, "0.01", "half-up") for who, total in swiss.totals().items()}
        found |= {("total", who): total for who, total in totals.items()}
        return found | {("place", who): place for who, place in swiss.places().items()}
    boards = PairsBoards(evening)
    found = _lines(boards)
    for who, total in boards.totals().items():
        found["total", who] = total.rounded
        if total.percent is not None:
            found["percentage", who] = total.percent
        found["place", who] = total.rank
    if evening.form == "butler":
        for board in {table.board for table in evening.tables}:
            entries = [entry for table in evening.at(board) for entry in [boards.entry(table, "NS")] if entry]
            if entries:
                found["datum", board] = boards.datum(entries)
    return found


def _lines(boards: PairsBoards) -> Figures:
    scores: Figures = {}
    for table in boards.evening.tables:
        both = tuple(boards.scores[table.board, table.name, side, table.seat(side)] for side in SIDES)
        if None not in both:
            scores["line", table.board, table.name] = both
    return scores


def _of_teams(evening: Evening) -> Figures:
    boards = TeamBoards(evening)
    matches, found = Matches(boards), Figures()
    for key, rooms in boards.rooms.items():
        for room in rooms:
            found["line", room.board, room.name] = tuple(boards.scores[key, room.seat(side)] for side in SIDES)
    for match in matches.boards:
        for team in match[1]:
            found["net", match, team] = matches.net(match, team)[0]
            if evening.form == "teams":
                found["points", match, team] = matches.points(match, team)
    totals = {who: nearest(total, "0.01", "half-up") for who, total in matches.totals().items()}
    found |= {("total", who): total for who, total in totals.items()}
    return found | {
        ("place", who): 1 + sum(1 for each in totals.values() if each > total) for who, total in totals.items()
    }


# One figure by another rule

_REGULATIONS = {
    "matchpoints": (
        *("matchpoints.scale=2/1/0", "matchpoints.scale=1/0.5/0", "matchpoints.scale=ascherman"),
        *(f"matchpoints.fewer_results={each}" for each in ("neuberg", "shrink", "own-top", "proportion")),
        *("board.unit=1", "board.unit=0.1", "total.factoring=none", "total.factoring=session", "total.unit=1"),
        *("total.unit=0.1", "percent.unit=1", "percent.unit=0.1"),
    ),
    "butler": ("butler.trim=1", "butler.trim=0", "butler.unit=1", "imps.total.factoring=none"),
    "cross-imps": (
        *(f"cross_imps.divisor={each}" for each in ("none", "comparisons", "results")),
        *("cross_imps.fewer_results=results", "cross_imps.fewer_results=comparisons", "cross_imps.most=10"),
        *("imps.total.factoring=none", "imps.total.unit=1", "imps.last.unit=1", "artificial.imps_minus=-2"),
    ),
    "teams": ("matches.vp=discrete", "matches.vp=continuous"),
    "board-a-match": ("board_a_match.scale=2/1/0",),
    "swiss-matchpoints": ("matchpoints.scale=1/0.5/0", "board.unit=1"),
    "swiss-imps": ("cross_imps.divisor=none", "matches.vp=continuous"),
}
_ARTIFICIAL = {"artificial=average": ("50", "50"), "artificial=60/60": ("60", "60")}
_PAIRS = ("artificial=average", "artificial=60/60", "artificial.percents=grades", "fouled", "sides", "cut-off")
_ANY = ("ties=next", "ties=last", "ties=mean", "vulnerability", "sign")


def false_rules(form: str) -> list[str]:
    """The rules by which a figure of a form may be made false."""
    pairs = _PAIRS if form in ("matchpoints", "butler", "cross-imps") else ()
    return [*_REGULATIONS[form], *pairs, *(_ANY if form != "board-a-match" else _ANY[:3])]


def falsified(right: Printed, rule: str, format_: str) -> tuple[Printed, Key] | None:
    """The evening with one figure by another rule, and which; None if the rule changes nothing that is printed."""
    teams = right.evening.form in ("teams", "board-a-match")
    kinds = [each for each in PRINTS[format_] if not teams or (each in ("line", "score")) is (format_ == "pbn")]
    random = Random(f"false {rule} {right.seed}")
    other = dict(_by_rule(right, rule))
    shown = {key: text(value) for key, value in right.figures.items()}
    differing = [key for key, value in other.items() if key[0] in kinds and text(value) != shown.get(key, text(value))]
    if not differing:
        return None
    key = random.choice(sorted(differing, key=repr))
    both = {each: other[each] for each in other if key[0] == "points" and each[:2] == key[:2]}
    return replace(right, figures=right.figures | {key: other[key]} | both), key


def _by_rule(right: Printed, rule: str) -> Figures:
    evening, name = right.evening, rule.partition("=")[0]
    if rule in _ARTIFICIAL:
        tables = [
            replace(table, rulings=[replace(each, grades=_ARTIFICIAL[rule]) for each in table.rulings])
            for table in evening.tables
        ]
        return figures(replace(evening, tables=tables))
    if "." in name:
        return figures(replace(evening, rules=evening.rules | {name: rule.partition("=")[2]}))
    return _PRINTED_OTHERWISE[name](right, rule)


def _fouled(right: Printed, _: str) -> Figures:
    """Lines only: of each board the later half of the tables has other cards."""
    found: Figures = {}
    for board in {table.board for table in right.evening.tables}:
        at = right.evening.at(board)
        later = {table.name for table in at[len(at) // 2 :]}
        tables = [
            replace(table, version="B") if table.board == board and table.name in later else table
            for table in right.evening.tables
        ]
        other = figures(replace(right.evening, tables=tables))
        found |= {key: other[key] for key in other if key[:2] == ("line", board)}
    return found


def _exchanged(right: Printed, _: str) -> Figures:
    return {key: value[::-1] for key, value in right.figures.items() if key[0] == "line"}


def _cut_off(right: Printed, _: str) -> Figures:
    of = Figures()
    for kind, units in {"total": ("total.unit", "imps.total.unit"), "percentage": ("percent.unit",)}.items():
        exact = right.evening.rules | dict.fromkeys(units, "exact")
        scored = figures(replace(right.evening, rules=exact))
        of |= {key: value for key, value in scored.items() if key[0] == kind}
    found: Figures = {}
    for key, value in of.items():
        size = floor(abs(value) * 100)
        found[key] = Fraction(size if value >= 0 else -size, 100)
    return found


def _tied(right: Printed, rule: str) -> Figures:
    found: Figures = {}
    for key, place in right.figures.items():
        if key[0] != "place" or place is None:
            continue
        beside = [
            each
            for who, each in right.figures.items()
            if who[0] == "place"
            and each is not None
            and (right.evening.winners == 1 or str(who[1])[-2:] == str(key[1])[-2:])
        ]
        tied = beside.count(place)
        found[key] = {
            "ties=next": str(1 + len({each for each in beside if each < place})),
            "ties=last": str(place + tied - 1),
            "ties=mean": f"{place + tied // 2 - 1}.5" if tied % 2 == 0 else str(place + tied // 2),
        }[rule]
    return found


def _misscored(right: Printed, rule: str) -> Figures:
    found: Figures = {}
    played = {(table.board, table.name) for table in right.evening.tables if table.result is not None}
    for key in played & right.results.keys():
        score = _score_of(right.results[key], key[0], other=rule == "vulnerability")
        found["score", *key] = -score if rule == "sign" else score
    return found


_PRINTED_OTHERWISE: dict[str, Callable[[Printed, str], Figures]] = {
    "fouled": _fouled,
    "sides": _exchanged,
    "cut-off": _cut_off,
    "ties": _tied,
    "vulnerability": _misscored,
    "sign": _misscored,
}


# Formats


def text(value: object) -> str:
    """A figure as it is printed: a fraction to two decimals."""
    if isinstance(value, tuple):
        return " ".join(map(text, value))
    if not isinstance(value, Fraction):
        return "" if value is None else str(value)
    size = int(nearest(abs(value) * 100, "1", "half-up"))
    return f"{'-' if value < 0 and size else ''}{size // 100}.{size % 100:02d}"


def write(made: Printed, format_: str) -> str:
    """The text of a file."""
    return {"usebio": _usebio, "pbn": _pbn, "csv": _csv}[format_](made)


def _tags(**tags: object) -> str:
    return "".join(f"<{name}>{escape(str(value))}</{name}>" for name, value in tags.items() if value not in ("", None))


_TYPES = {
    "matchpoints": ("MP_PAIRS", "MATCH_POINTS", "MATCH_POINTS"),
    "butler": ("BUTLER_PAIRS", "BUTLER_IMPS", "BUTLER_POINTS"),
    "cross-imps": ("CROSS_IMP", "CROSS_IMPS", "CROSS_IMP_POINTS"),
    "teams": ("TEAMS", "IMPS", ""),
    "board-a-match": ("TEAMS", "BAM", ""),
    "swiss-matchpoints": ("SWISS_PAIRS", "MATCH_POINTS", "MATCH_POINTS"),
    "swiss-imps": ("SWISS_PAIRS", "CROSS_IMPS", "CROSS_IMP_POINTS"),
}


def _usebio(made: Printed) -> str:
    evening, figures = made.evening, made.figures
    kind, method, points = _TYPES[evening.form]
    matches = evening.form in ("teams", "board-a-match")
    vps = evening.form == "teams" and evening.rules["matches.vp"] != "none"
    head = _tags(EVENT_DESCRIPTION=f"Evening {made.seed}", PROGRAM_NAME=made.program, BOARD_SCORING_METHOD=method)
    head += _tags(MATCH_SCORING_METHOD="VPS" if vps else "", WINNER_TYPE="" if matches else evening.winners)
    people = ""
    for who in sorted({key[1] for key in figures if key[0] == "total"}):
        place, total, percent = (text(figures.get((name, who))) for name in ("place", "total", "percentage"))
        inner = _tags(PLACE=place, TOTAL_SCORE=total, PERCENTAGE=percent)
        if matches:
            people += f'<TEAM TEAM_ID="{who[1:]}" TEAM_NAME="{who}">{inner}</TEAM>'
        else:
            side = who[-2:] if who[-2:] in SIDES else ""
            people += f"<PAIR>{_tags(PAIR_NUMBER=who.removesuffix(side), DIRECTION=side)}{inner}</PAIR>"

    def line(table: Table, direction: str = "") -> str:
        grades = "A{}{}".format(*table.rulings[0].grades) if table.rulings else ""
        contract, declarer, tricks, *_ = made.results[table.board, table.name]
        played = {} if grades else {"CONTRACT": contract, "PLAYED_BY": declarer, "TRICKS": tricks}
        ns, ew = map(text, figures.get(("line", table.board, table.name), (None, None)) if points else (None, None))
        seats = {} if matches else {f"{side}_PAIR_NUMBER": table.seat(side).removesuffix(side) for side in SIDES}
        score = grades or figures["score", table.board, table.name]
        return (
            f"<TRAVELLER_LINE>{_tags(DIRECTION=direction, **seats, **played, SCORE=score)}"
            + (_tags(**{f"NS_{points}": ns, f"EW_{points}": ew}) if points else "")
            + "</TRAVELLER_LINE>"
        )

    body = ""
    if matches or evening.form.startswith("swiss"):
        met = sorted({(table.round, tuple(sorted((table.ns, table.ew)))) for table in evening.tables})
        for round_, (one, two) in met:
            match, boards = (round_, frozenset((one, two))), ""
            tables = [each for each in evening.tables if each.round == round_ and {each.ns, each.ew} == {one, two}]
            for board in sorted({each.board for each in tables}):
                rooms = [each for each in tables if each.board == board]
                lines = "".join(line(each, ("NS" if each.ns == one else "EW") if matches else "") for each in rooms)
                boards += f"<BOARD>{_tags(BOARD_NUMBER=board)}{lines}</BOARD>"
            if matches:
                said = {"TEAM": one[1:], "OPPOSING_TEAM": two[1:]}
                value = "points" if vps else "net"
                said |= {"TEAM_SCORE": text(figures[value, match, one])}
                said |= {"OPPOSING_TEAM_SCORE": text(figures[value, match, two])}
            else:
                said = {"NS_PAIR_NUMBER": tables[0].ns, "EW_PAIR_NUMBER": tables[0].ew}
            body += f"<MATCH>{_tags(ROUND_NUMBER=round_, **said)}{boards}</MATCH>"
        body = f"<SESSION><PARTICIPANTS>{people}</PARTICIPANTS>{body}</SESSION>"
    else:
        for board in sorted({table.board for table in evening.tables}):
            datum = _tags(BOARD_AVERAGE=text(figures.get(("datum", board))))
            lines = "".join(map(line, evening.at(board)))
            body += f"<BOARD>{_tags(BOARD_NUMBER=board)}{datum}{lines}</BOARD>"
        body = f"<PARTICIPANTS>{people}</PARTICIPANTS>{body}"
    return f'<?xml version="1.0"?>\n<USEBIO Version="1.2"><EVENT EVENT_TYPE="{kind}">{head}{body}</EVENT></USEBIO>\n'


_WORDS = {
    "matchpoints.scale": {"2/1/0": "MP1", "1/0.5/0": "MP2", "ascherman": "Ascherman"},
    "butler.trim": {"0": "Butler", "1": "Butler-2", "2": "Butler-4", "5%": "Butler-10%"},
    "cross_imps.divisor": {"none": "Cross", "results": "Cross1", "comparisons": "Cross2"},
}
_SCORING = {
    "matchpoints": ("MatchPoints", "matchpoints.scale", "2/1/0"),
    "butler": ("IMP", "butler.trim", "0"),
    "cross-imps": ("IMP", "cross_imps.divisor", "comparisons"),
}


def _pbn(made: Printed) -> str:
    evening, figures = made.evening, made.figures
    lines = [f'% <META name=Generator content="{made.program}">', f'[Event "Evening {made.seed}"]']
    if evening.form == "teams":
        lines.append('[Scoring "IMP"]')
        for table in evening.tables:
            contract, declarer, tricks, *_ = made.results[table.board, table.name]
            home, visit = (table.ns, table.ew) if table.name[0] == "a" else (table.ew, table.ns)
            ns, ew = map(text, figures["line", table.board, table.name])
            tags = {"Board": table.board, "Round": table.round, "HomeTeam": home, "VisitTeam": visit}
            tags |= {"Room": "Open" if table.name[0] == "a" else "Closed", "Declarer": declarer, "Contract": contract}
            tags |= {"Result": tricks, "Score": f"NS {figures['score', table.board, table.name]}"}
            tags |= {"ScoreIMP": f"NS {ns} EW {ew}"}
            lines += [f'[Event "Evening {made.seed}"]', *(f'[{name} "{value}"]' for name, value in tags.items()), ""]
        return "\n".join(lines) + "\n"
    word, name, default = _SCORING[evening.form]
    lines.append(f'[Scoring "{word};{_WORDS[name][evening.rules.get(name, default)]}"]')
    unit = "MP" if evening.form == "matchpoints" else "IMP"
    lines.append(f'[TotalScoreTable "Rank;PairId;Total{"Score" * (unit == "MP")}{unit};TotalPercentage"]')
    for who in sorted({key[1] for key in figures if key[0] == "total"}):
        cells = (figures.get((name, who)) for name in ("place", "total", "percentage"))
        place, total, percent = (text(each) or "-" for each in cells)
        lines.append(f"{place} {who} {total} {percent}")
    for board in sorted({table.board for table in evening.tables}):
        columns = f"PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;{unit}_NS;{unit}_EW"
        lines += [f'[Board "{board}"]', f'[ScoreTable "{columns}"]']
        for table in evening.at(board):
            played = [*map(str, made.results[board, table.name][:3]), str(figures["score", board, table.name]), "-"]
            ns, ew = map(text, figures["line", board, table.name])
            if table.rulings:
                one, two = table.rulings[0].grades
                played = ["-", "-", "-", f"^{one}%", f"^{two}%"]
            lines.append(" ".join([table.ns, table.ew, *played, ns, ew]))
        lines.append("")
    return "\n".join(lines) + "\n"


def _csv(made: Printed) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    unit = "MP" if made.evening.form == "matchpoints" else "IMP"
    rows.writerow(["board", "table", "ns", "ew", "contract", "declarer", "tricks", "score", f"{unit} NS", f"{unit} EW"])
    for table in made.evening.tables:
        key = table.board, table.name
        ns, ew = map(text, made.figures["line", *key])
        played = (
            ["", "", "", "A{}{}".format(*table.rulings[0].grades)]
            if table.rulings
            else [*made.results[key][:3], made.figures["score", *key]]
        )
        rows.writerow([table.board, table.name, table.ns, table.ew, *played, ns, ew])
    return out.getvalue()
