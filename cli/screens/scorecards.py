"""Print the scorecard of a contestant, and the derivation of a score or a total."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import itemgetter

from cli.desk.desk import Desk
from cli.terminal.tables import Layout
from cli.views.answers import fill_row
from cli.views.comparison import comparison_parts, comparison_value
from cli.views.standings import ExplainAnswer, card_value, explain_value
from cli.words.derivations import derivation_lines
from cli.words.evenings import board_worths, roles_table
from cli.words.events import event_text, wrong_clock_text
from cli.words.matches import progress_line, set_lines
from cli.words.notation import card_text
from cli.words.rulings import cite_laws, kind_text, outcome_lines, penalty_text
from cli.words.scores import (
    ScoreLetters,
    carry_overs,
    compared_lines,
    legend,
    marks_of_table_board,
    score_text,
    side_scores_text,
    signed_text,
    standing_mark_text,
)
from cli.words.times import clock
from cli.words.vocabulary import counted, reason_suffix, side_name
from ledger.bridge import Result, Side, ns_score
from ledger.errors import Misuse, Refusal
from ledger.kernel.at_table import Where
from ledger.labels import members
from ledger.laws.adjustment import Artificial
from ledger.laws.rounding import Rounding, decimal_text, short_text
from ledger.projections.evening import evening_of
from ledger.projections.match_boards import total_unit
from ledger.projections.matches import Match
from ledger.projections.names import names_of
from ledger.projections.ripple import Explanation, Milestone, compare_unless_award
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Scorecard, scorecard, standings, total_derivation
from ledger.session import Session, TableBoard
from ledger.session.places import (
    label_address,
    label_as_entered,
    plays_at_address,
    require_board,
    require_contestant,
    require_table,
    shortest_address,
)
from ledger.subjects.clocks.facts import with_corrected_times
from ledger.subjects.play.facts import ResultCorrected, ResultRecorded
from ledger.subjects.rulings.state import combine_rulings

_STRAINS = str.maketrans("CDHS", "♣♦♥♠")
_SPARE = ("seat", "lead", "round", ">tricks", "ruling", ">%")
"""The columns a narrow screen drops, in this order."""


def print_scorecard(desk: Desk, contestant: str) -> None:
    """Print a contestant's card; Refusal for an unknown label."""
    scoreboard = desk.scoreboard()
    session = scoreboard.session
    card = Card(desk, scoreboard, scorecard(scoreboard, require_contestant(session, contestant.strip())))
    if desk.settings.json:
        desk.answer(card_value(card.card, scoreboard), (), session)
    else:
        card.print()


def print_comparison(desk: Desk, contestant: str, other: str) -> None:
    """Print two contestants board by board; Refusal for an unknown label, Misuse for the same one twice."""
    scoreboard = desk.scoreboard()
    first, second = (require_contestant(scoreboard.session, each.strip()) for each in (contestant, other))
    if first == second:
        raise Misuse("usage", f"{first} cannot be compared with itself", "--with names another contestant")
    value = comparison_value(scoreboard, first, second)
    desk.answer(value, comparison_parts(value, scoreboard), scoreboard.session)


@dataclass(frozen=True, slots=True)
class Card:
    """The scorecard of a contestant, and the desk that prints it."""

    desk: Desk
    scoreboard: Scoreboard
    card: Scorecard

    @property
    def mode(self) -> Rounding:
        """The rounding of printed scores in the session."""
        return self.scoreboard.totals.rounding

    def print(self) -> None:
        """Print the card: the contestant, the boards, and their total."""
        if not self.desk.settings.plain:
            self.desk.say(self._heading(), "")
        session = self.scoreboard.session
        columns, marks = self._columns(), [marks_of_table_board(session, line.played) for line in self.card.lines]
        if not self.desk.settings.plain and any(each.sources for each in marks):
            columns[""] = [str(each) for each in marks]
        rows = list(zip(*columns.values(), strict=True))
        self.desk.table_or("no boards yet", list(columns), rows, layout=Layout(spare=_SPARE))
        if (self.card.lines or self.card.missed) and not self.desk.settings.plain:
            carry_over = ScoreLetters()
            for contestant, carried in carry_overs(self.scoreboard.session):
                if contestant == self.card.contestant:
                    carry_over.add("C", f"{short_text(carried.imps)} IMPs, #{carried.number}")
            self.desk.legend(legend(each.told for each in (*marks, carry_over)))
            for line in (*self._rulings(), *self._matches(), *self._totals()):
                self.desk.say(line)
            self._print_evening()

    def _heading(self) -> str:
        names = names_of(self.scoreboard.session).get(self.card.contestant, "")
        return f"Scorecard of {self.card.contestant}" + (f", {names}" if names else "")

    def _columns(self) -> dict[str, list[str]]:
        """Return each column under its heading; plain output has all columns, a screen only those with content."""
        lines, plain, unit = self.card.lines, self.desk.settings.plain, self.scoreboard.unit
        names = {} if plain else names_of(self.scoreboard.session)
        symbols, contracts = self.desk.symbols, [line.result.played if line.result else None for line in lines]
        leads = [line.played.lead for line in lines]
        columns = {
            "round": [str(line.played.round or "") for line in lines],
            ">board": [str(line.played.board) for line in lines],
            "seat": [line.side.value for line in lines],
            "partner": [line.partner(self.card.contestant) for line in lines],
            "vs": [line.opponents for line in lines],
            "who": [
                " + ".join(names[each] for each in members(line.opponents) if each in names)
                for line in (() if plain else lines)
            ],
            "contract": [self._contract(line.result) for line in lines],
            "by": [each.declarer.value if each else "" for each in contracts],
            "lead": [card_text(lead, symbols) if lead and symbols else lead or "" for lead in leads],
            ">tricks": [str(each.tricks) if each else "" for each in contracts],
            ">score": ["–" if line.score is None else f"{line.score:+d}" for line in lines],
            # the two rooms of a match have one score, printed in the row of the first
            f">{unit}": ["" if line.second_room else score_text(line.earned, self.mode) for line in lines],
            ">%": ["" if line.second_room else score_text(line.percent, self.mode) for line in lines],
            "ruling": [line.ruling.case if line.ruling else "" for line in lines],
        }
        if plain:
            del columns["who"]
            return columns
        has_content = {name: any(columns[name]) for name in ("round", "partner", "ruling", "lead", "who")}
        has_content |= {">%": self.scoreboard.top is not None, "seat": len({line.side for line in lines}) > 1}
        return {name: columns[name] for name in columns if has_content.get(name, True)}

    def _contract(self, result: Result | None) -> str:
        """Format a contract: '4♠X', 'passed out', 'score only' or 'not played'."""
        if result is None:
            return "not played"
        if (played := result.played) is None:
            return "passed out" if result.bare_score is None else "score only"
        strain = "NT" if played.strain == "N" else played.strain
        symbol = strain.translate(_STRAINS) if self.desk.symbols and strain != "NT" else strain
        return f"{played.level}{symbol}{played.doubling}"

    def _rulings(self) -> Iterator[str]:
        ruled = [(line.played, line.ruling) for line in self.card.lines if line.ruling]
        if ruled:
            yield from ("", "Rulings")
        for played, score in ruled:
            board, edition = played.board, self.scoreboard.regulations.edition
            laws = "".join(f", Law {law}" for law in cite_laws(score.laws, edition))
            yield f"  {score.case}  board {board}{laws}, {kind_text(score.adjustment, edition)}"
            yield from (f"  {text}" for text in outcome_lines(score.adjustment, board, self.desk.symbols))
            if isinstance(score.adjustment, Artificial):
                yield from (f"  {text}" for text in compared_lines(played, self.scoreboard))

    def _matches(self) -> Iterator[str]:
        played = [(match.round or 0, self._match(match)) for match in self.card.matches if match.boards]
        for missed in self.card.missed:
            fact, worth = missed.fact, score_text(missed.worth.value, self.mode)
            round_ = f"round {fact.round}, " if fact.round else ""
            why = f"{fact.opponent}: not played" if fact.opponent else "sits out"
            played.append((fact.round or 0, f"{round_}{why}, {self.card.unit} {worth}"))
        if played:
            yield from ("", "Matches")
        yield from (f"  {text}" for _, text in sorted(played, key=itemgetter(0)))
        for match in self.card.matches:
            yield from (f"    {text}" for text in set_lines(self.scoreboard, self.card.contestant, match))

    def _match(self, match: Match) -> str:
        team = self.card.contestant
        opponent = next(side for side in match.teams if side != team)
        scores = " : ".join(score_text(match.scores[side].value, self.mode) for side in (team, opponent))
        points = match.victory_points
        in_points = " : ".join(score_text(points[side].value, self.mode) for side in (team, opponent)) if points else ""
        round_ = f"round {match.round}, " if match.round else ""
        tail = f", VP {in_points}" if in_points else ""
        tail += progress_line(self.scoreboard, team, match)
        return f"{round_}{opponent}: {counted(match.boards, 'board')}, {self.scoreboard.unit} {scores}{tail}"

    def _totals(self) -> Iterator[str]:
        yield ""
        for penalty in self.card.penalties:
            imposed = penalty.imposed
            decided = f" ({penalty.case})" if penalty.case != imposed.case else ""
            amount = penalty_text(imposed.amount, imposed.unit, imposed.named)
            yield f"Penalty {imposed.case}: {amount}{decided}{reason_suffix(imposed.reason)}"
        if (row := self.card.row) is None:
            yield "no score yet"
            return
        percent = f" ({score_text(row.percent, self.mode)}%)" if row.percent is not None else ""
        total = f"{score_text(row.total, self.mode)} {self.card.unit}{percent}"
        two = self.scoreboard.session.opening.winners == 2
        field = f", {side_name(self.card.contestant[-2:])}" if two else ""
        ranked = f"place {row.rank} of {self.card.of}{field}"
        place = ranked if row.rank else f"no place: {standing_mark_text(row.mark)}"
        yield f"Total: {total} on {counted(row.boards, 'board')}, {place}"

    def _print_evening(self) -> None:
        evening = evening_of(self.card)
        for heading, lines in ("Best boards", evening.best), ("Worst boards", evening.worst):
            if lines:
                worths = ", ".join(f"{board} ({worth})" for board, worth in board_worths(evening, lines, self.mode))
                self.desk.say(f"{heading}: {worths}")
        if evening.roles:
            self.desk.say()
            self.desk.table(*roles_table(evening, self.mode))


_INDENT = 7
"""The indent of folded lines, under the words that follow a number."""


def explain_total(desk: Desk, contestant: str) -> None:
    """Print the derivation of a contestant's session total; Refusal if the contestant has no score."""
    scoreboard = desk.scoreboard()
    label, mode = label_as_entered(scoreboard.session, contestant), scoreboard.totals.rounding
    if label not in {row.contestant for field in standings(scoreboard) for row in field.rows if row.boards or row.rank}:
        raise Refusal("no-such-contestant", f"contestant {label} has no score", "`standings` shows who has")
    derivation = total_derivation(scoreboard, label)
    if desk.settings.json:
        total = fill_row(ExplainAnswer, contestant=label, derivation=derivation, mode=mode)
        desk.answer(total, (), scoreboard.session)
        return
    unit = total_unit(scoreboard)
    heading = f"{decimal_text(derivation.value, 2, mode)} {unit}   session total of {label}"
    _say_lines(desk, [heading, *derivation_lines(derivation)])


def _say_lines(desk: Desk, lines: Iterable[str]) -> None:
    for line in lines:
        deep = len(line) - len(line.lstrip())
        desk.say_long(desk.in_suits(line), deep + _INDENT)


def explain_score(desk: Desk, place: Where, side: str | None, contestant: str | None) -> None:
    """Print the derivation of a side's score at a table; Refusal if no row of the board has the table or contestant."""
    scoreboard = desk.scoreboard()
    session = scoreboard.session
    if contestant:
        place, chosen, individual = _seat_of(scoreboard, place, label_as_entered(session, contestant))
    else:
        place, individual = label_address(session, place), None
        chosen = Side(side.upper()) if side else Side.EW if place.ew and not place.ns else Side.NS
    played = require_table(session, place)
    if not side and individual is None and _names_east_west(place, played):
        chosen = Side.EW
    if not played.seating.contestant(chosen):
        chosen = chosen.other
    if individual is None and len(scoreboard.own_scores(played, chosen)) > 1:
        individual = played.seating.contestants(chosen)[0]
    why = desk.office.explain(session, played, chosen, individual)
    if desk.settings.json:
        value = explain_value(why, compare_unless_award(scoreboard, played), scoreboard.totals.rounding)
        desk.answer(value, (), session)
    else:
        lines = [
            _heading(why, scoreboard),
            *(_milestone_line(milestone, why.played, session) for milestone in why.milestones),
            *_in_force_lines(session, why.played),
            *compared_lines(why.played, scoreboard),
            "",
            *derivation_lines(why.derivation),
        ]
        _say_lines(desk, lines)
        desk.hint(*_opponent_lines(why, scoreboard))


def _names_east_west(place: Where, played: TableBoard) -> bool:
    """Return True if the typed address names the East–West contestant of a table, and not the North–South one."""
    words = [*place.words, *([place.table] if place.table and played.table is None else [])]
    named = {each.casefold() for word in words for each in (word, *word.split("/"))}
    ns, ew = (
        {f"{name}{end}".casefold() for name in (label, label.removesuffix(side.value)) for end in ("", side.value)}
        for label, side in zip(played.seating.pair, Side, strict=True)
    )
    return bool(named & ew) and not named & ns


def _seat_of(scoreboard: Scoreboard, place: Where, label: str) -> tuple[Where, Side, str | None]:
    """Return the table and side of a contestant, and its label if it is one player of a partnership ('3' of '3+8')."""
    require_board(scoreboard.session, place.board)
    for played in plays_at_address(scoreboard.session, label_address(scoreboard.session, place)):
        seated = played.seating
        for side in Side:
            if label in (seated.contestant(side), *seated.contestants(side)):
                individual = None if label == seated.contestant(side) else label
                return Where(place.board, played.table, seated.ns, seated.ew, place.round), side, individual
    none = f"contestant {label} has no score on {place}"
    raise Refusal("no-such-contestant", none, f"`board {place.board}` shows who has")


def _in_force_lines(session: Session, played: TableBoard) -> Iterator[str]:
    ruled = combine_rulings(session, played)
    if len(ruled.all) < 2:
        return
    if ruled.claim:
        yield f"  in force: {ruled.claim.case}, on the claim, in the place of the table result"
    if ruled.each_side:
        for score in (ruled.ns, ruled.ew):
            yield f"  in force: {score.case}, for {score.offender}, who offended in it" if score else ""
    elif ruled.ns:
        yield f"  in force: {ruled.ns.case}, for both sides"


def _heading(why: Explanation, scoreboard: Scoreboard) -> str:
    if not scoreboard.counts(why.played, why.side):
        return f"no score   {_place_text(why)}"
    value, top, unit = why.derivation.value, why.top, scoreboard.unit
    of_top = f" of {short_text(top)} {unit} ({decimal_text(100 * value / top)}%)" if top else f" {unit}"
    return f"{decimal_text(value, 2, scoreboard.totals.rounding)}{of_top}   {_place_text(why)}"


def _place_text(why: Explanation) -> str:
    return f"{why.played.name}, {side_name(why.side.value)}, contestant {why.contestant}"


def _opponent_lines(why: Explanation, scoreboard: Scoreboard) -> Iterator[str]:
    """Yield the opponents' score, and the partner's if it differs, each with the command that explains it."""
    played, opponents, mode = why.played, why.side.other, scoreboard.totals.rounding
    if not played.seating.contestant(opponents):
        yield from ("", "Nobody sat on the other side.")
        return
    ask = f"`bridge-ledger explain {shortest_address(scoreboard.session, played)}"
    partners = [each for each in played.seating.contestants(why.side) if each != why.contestant]
    apart = partners if len(scoreboard.own_scores(played, why.side)) > 1 else []
    yield ""
    for partner in apart:
        partner_score = score_text(scoreboard.value(played, why.side, partner), mode)
        yield f"Partner {partner}: {partner_score}   {ask} --contestant {partner}`"
    score = side_scores_text(scoreboard.own_scores(played, opponents), mode)
    whose = played.seating.contestant(opponents)
    yield f"The other side, {whose}: {score}   {ask} --side {opponents.value}`"


def _milestone_line(milestone: Milestone, played: TableBoard, session: Session) -> str:
    """Return the line of an event in a score's history: the result it recorded, or how it changed the score."""
    envelope, event = milestone.envelope, milestone.envelope.event
    corrected = with_corrected_times(envelope, session.wrong_clocks)
    happened = event_text(event, session) + wrong_clock_text(envelope, corrected)
    text = f"  #{envelope.number:<5}{clock(corrected.occurred_at)}  {happened}"
    is_result = envelope.number in [result.number for result in played.results]
    if isinstance(event, ResultRecorded | ResultCorrected) and is_result:
        text += f"   NS {ns_score(event.result, event.board):+d}"
    before, after = milestone.before, milestone.after
    if before is None or after is None or before == after:
        return text
    return f"{text}   {decimal_text(before)} → {decimal_text(after)} ({signed_text(after - before)})"
