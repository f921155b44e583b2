"""A contestant's scorecard, as a table or as JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter

from cli.desk.desk import Desk
from cli.json.scores import card_json
from cli.terminal.tables import Layout
from cli.words.match_rows import progress_line, set_lines
from cli.words.notation import card_text
from cli.words.rulings import kind_text, outcome_lines, penalty_text
from cli.words.scores import Marks, carried_over, compared_lines, legend, marks_of_line, score_text, standing_mark
from cli.words.vocabulary import because, counted, side_name
from ledger.bridge import Result
from ledger.errors import Refusal
from ledger.labels import members
from ledger.laws.adjustment import Artificial
from ledger.laws.rounding import Rounding, short_text
from ledger.projections.matches import Match
from ledger.projections.missed_matches import MissedMatch
from ledger.projections.names import names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.scorecards import Scorecard, scorecard
from ledger.projections.standings import Row
from ledger.session import Session
from ledger.session.places import known

_STRAINS = str.maketrans("CDHS", "♣♦♥♠")
_SPARE = ("seat", "lead", "round", ">tricks", "ruling", ">%")
"""What a narrow screen goes without, one after another."""


def print_scorecard(desk: Desk, contestant: str) -> None:
    """The card of a contestant; refused where there is none of that name."""
    scoreboard = desk.scoreboard()
    label = _require_contestant(scoreboard.session, contestant)
    card = Card(desk, scoreboard, scorecard(scoreboard, label))
    if desk.settings.json:
        desk.json_at("scorecard/1", scoreboard.session, card_json(card.card, scoreboard))
    else:
        card.print()


def _require_contestant(session: Session, contestant: str) -> str:
    """The contestant as entered; refused, with the two it may be where the directions are ranked apart."""
    label = known(session, contestant.strip())
    if label in session.contestants:
        return label
    both = [f"{label}{side}" for side in ("NS", "EW") if f"{label}{side}" in session.contestants]
    hint = " or ".join(both) if both else "`standings` lists the contestants"
    raise Refusal("no-such-contestant", f"contestant {contestant} is not entered", hint)


@dataclass(frozen=True, slots=True)
class Card:
    """A scorecard and where it is printed."""

    desk: Desk
    scoreboard: Scoreboard
    card: Scorecard

    @property
    def mode(self) -> Rounding:
        """How the session rounds for eyes."""
        return self.scoreboard.totals.rounding

    def print(self) -> None:
        """The card: who, the boards, and what they come to."""
        if not self.desk.settings.plain:
            self.desk.say(self._heading(), "")
        columns, marks = self._columns(), self._marks()
        if not self.desk.settings.plain and any(each.sources for each in marks):
            columns[""] = [str(each) for each in marks]
        rows = list(zip(*columns.values(), strict=True))
        self.desk.table_or("no boards yet", list(columns), rows, layout=Layout(spare=_SPARE))
        if (self.card.lines or self.card.missed) and not self.desk.settings.plain:
            self.desk.legend(legend([*marks, self._beside()]))
            for line in (*self._rulings(), *self._matches(), *self._totals()):
                self.desk.say(line)

    def _marks(self) -> list[Marks]:
        """What marks each line of the card."""
        session = self.scoreboard.session
        return [marks_of_line(session, line.played) for line in self.card.lines]

    def _beside(self) -> Marks:
        """What marks its total and no board: what it carried over."""
        found = Marks()
        for contestant, carried in carried_over(self.scoreboard.session):
            if contestant == self.card.contestant:
                found.add("C", f"{short_text(carried.imps)} IMPs, #{carried.number}")
        return found

    def _heading(self) -> str:
        names = names_of(self.scoreboard.session).get(self.card.contestant, "")
        return f"Scorecard of {self.card.contestant}" + (f", {names}" if names else "")

    def _columns(self) -> dict[str, list[str]]:
        """Each column under its heading; a program that reads (plain) finds all of them."""
        lines, plain, unit = self.card.lines, self.desk.settings.plain, self.scoreboard.unit
        rounds = any(line.played.round for line in lines)
        columns = {
            "round": [str(line.played.round or "") for line in lines],
            ">board": [str(line.played.board) for line in lines],
            "seat": [line.side.value for line in lines],
            "partner": [line.partner(self.card.contestant) for line in lines],
            "vs": [line.opponents for line in lines],
            "who": [] if plain else [self._who(line.opponents) for line in lines],
            "contract": [self._contract(line.result) for line in lines],
            "by": [_declarer(line.result) for line in lines],
            "lead": [self._lead(line.played.lead) for line in lines],
            ">tricks": [_tricks(line.result) for line in lines],
            ">score": ["–" if line.score is None else f"{line.score:+d}" for line in lines],
            f">{unit}": ["" if line.second_room else score_text(line.earned, self.mode) for line in lines],
            ">%": ["" if line.second_room else score_text(line.percent, self.mode) for line in lines],
            "ruling": [line.ruling.case if line.ruling else "" for line in lines],
        }
        said = {"round": rounds, "partner": any(columns["partner"]), ">%": self.scoreboard.top is not None}
        said |= {"ruling": any(columns["ruling"]), "lead": any(columns["lead"])}
        said |= {"seat": len({line.side for line in lines}) > 1}
        said |= {"who": any(columns["who"])}
        if plain:
            del columns["who"]
        return columns if plain else {name: columns[name] for name in columns if said.get(name, True)}

    def _who(self, opponents: str) -> str:
        """Whom it met by name, as far as they are known."""
        names = names_of(self.scoreboard.session)
        return " + ".join(names[each] for each in members(opponents) if each in names)

    def _lead(self, lead: str | None) -> str:
        return card_text(lead, self.desk.symbols) if lead and self.desk.symbols else lead or ""

    def _contract(self, result: Result | None) -> str:
        """'4♠X', 'passed out', 'score only', or that nothing was played."""
        if result is None:
            return "not played"
        if (played := result.played) is None:
            return "passed out" if result.bare_score is None else "score only"
        strain = "NT" if played.strain == "N" else played.strain
        shown = strain.translate(_STRAINS) if self.desk.symbols and strain != "NT" else strain
        return f"{played.level}{shown}{played.doubling}"

    def _rulings(self) -> Iterator[str]:
        """What was ruled on its boards, each with its outcomes."""
        ruled = [(line.played, line.ruling) for line in self.card.lines if line.ruling]
        if ruled:
            yield from ("", "Rulings")
        for played, score in ruled:
            board = played.board
            laws = "".join(f", Law {law}" for law in score.laws)
            yield f"  {score.case}  board {board}{laws}, {kind_text(score.adjustment)}"
            yield from (f"  {text}" for text in outcome_lines(score.adjustment, board, self.desk.symbols))
            if isinstance(score.adjustment, Artificial):
                yield from (f"  {text}" for text in compared_lines(played, self.scoreboard))

    def _matches(self) -> Iterator[str]:
        """A team's matches, from its own side."""
        played = [(match.round or 0, self._match(match)) for match in self.card.matches if match.boards]
        played += [(each.fact.round or 0, self._missed(each)) for each in self.card.missed]
        if played:
            yield from ("", "Matches")
        yield from (f"  {text}" for _, text in sorted(played, key=itemgetter(0)))
        for match in self.card.matches:
            yield from (f"    {text}" for text in set_lines(self.scoreboard, self.card.contestant, match))

    def _match(self, match: Match) -> str:
        own = self.card.contestant
        other = next(team for team in match.teams if team != own)
        scores = " : ".join(score_text(match.scores[team].value, self.mode) for team in (own, other))
        points = match.victory_points
        in_points = " : ".join(score_text(points[team].value, self.mode) for team in (own, other)) if points else ""
        round_ = f"round {match.round}, " if match.round else ""
        tail = f", VP {in_points}" if in_points else ""
        tail += progress_line(self.scoreboard, own, match)
        return f"{round_}{other}: {counted(match.boards, 'board')}, {self.scoreboard.unit} {scores}{tail}"

    def _missed(self, missed: MissedMatch) -> str:
        """A match it could not play, and what it has for that."""
        fact = missed.fact
        round_ = f"round {fact.round}, " if fact.round else ""
        why = f"{fact.opponent}: not played" if fact.opponent else "sits out"
        return f"{round_}{why}, {self.card.unit} {score_text(missed.worth.value, self.mode)}"

    def _totals(self) -> Iterator[str]:
        """Penalties, the total and the place."""
        yield ""
        for penalty in self.card.penalties:
            imposed = penalty.imposed
            decided = f" ({penalty.case})" if penalty.case != imposed.case else ""
            amount = penalty_text(imposed.amount, imposed.unit, imposed.named)
            yield f"Penalty {imposed.case}: {amount}{decided}{because(imposed.reason)}"
        if (row := self.card.row) is None:
            yield "no score yet"
            return
        percent = f" ({score_text(row.percent, self.mode)}%)" if row.percent is not None else ""
        total = f"{score_text(row.total, self.mode)} {self.card.unit}{percent}"
        yield f"Total: {total} on {counted(row.boards, 'board')}, {self._place(row)}"

    def _place(self, row: Row) -> str:
        """'place 3 of 12', or why there is none."""
        if row.rank is None:
            return f"no place: {standing_mark(row.mark)}"
        return f"place {row.rank} of {self.card.of}{self._field()}"

    def _field(self) -> str:
        """', North–South' where the directions are ranked apart."""
        two = self.scoreboard.session.opening.winners == 2
        return f", {side_name(self.card.contestant[-2:])}" if two else ""


def _declarer(result: Result | None) -> str:
    played = result.played if result else None
    return played.declarer.value if played else ""


def _tricks(result: Result | None) -> str:
    played = result.played if result else None
    return str(played.tricks) if played else ""
