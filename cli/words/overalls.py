"""The standing of a tournament in words: places, ties, substitutes, the cross-table; and the state of its cuts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from cli.words.events import participation_text
from cli.words.language import Wording, say, tell
from cli.words.next_steps import draw_mismatch_lines, free_place_lines
from cli.words.notation import and_text, decimal_text
from cli.words.scores import score_text
from cli.words.vocabulary import OVERALL_STANDINGS, TIE_BREAKS
from ledger.kernel.free_text import is_gone
from ledger.labels import Phrase, natural
from ledger.laws.regulations import StageRules
from ledger.laws.rounding import Rounding
from ledger.overall.aspects import Named, OverallChange, Value
from ledger.overall.carry import by_match, carried_from
from ledger.overall.cross_table import CrossTable
from ledger.overall.people import people_of, people_of_entrants
from ledger.overall.places import OverallMark
from ledger.overall.qualifying import Recut, compare_cuts, find_unqualified
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.standing import overall, substitutes
from ledger.projections.names import join_names
from ledger.scoring.derivation import Derivation
from ledger.subjects.qualifying.state import Way
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament, how_to_draw_bracket


def tie_lines(standing: Overall, entrant: str | None = None) -> Iterator[str]:
    """Yield each tie of a standing, or of one contestant: the rules applied, the figures compared, the outcome."""
    for split in standing.ties:
        if entrant is None or entrant in split.tied:
            yield say("%(names)s are equal:", names=and_text(split.tied))
            for step in split.steps:
                rule = TIE_BREAKS[step.rule]
                if step.skipped:
                    passed = say("%(rule)s: passed over, %(skipped)s", rule=rule, skipped=tell(step.skipped))
                    yield f"  {passed}"
                else:
                    yield f"  {rule}: {', '.join(f'{whose} {has}' for whose, has in step.has)}"
            groups = (
                group[0] if len(group) == 1 else say("%(names)s together", names=and_text(group))
                for group in split.order
            )
            yield say("  so %(shared)s", shared=", ".join(groups))


def substitute_lines(standing: Overall, entrant: str | None = None) -> Iterator[str]:
    """Yield a line for each substitute in a stage, or of one contestant: 'A5, friday #12: …'."""
    for seated in substitutes(standing):
        if entrant in (None, seated.entrant):
            whose = "" if seated.entrant == seated.fact.contestant else f"{seated.entrant}, "
            yield f"{whose}{seated.session.id} #{seated.number}: {participation_text(seated.fact, seated.session)}"


def read_up_to_text(scores: TournamentScores) -> str:
    """Format how far the log of each session was read: 'spring #7, friday #12; saturday not open yet'."""
    heads = ", ".join(f"{name} #{number}" for name, number, _ in scores.heads)
    missing = [each for each in scores.tournament.sessions if each not in scores.scoreboards]
    return heads + (say("; %(missing)s not open yet", missing=", ".join(missing)) if missing else "")


AS_CUT = "as cut"
"""The text for a qualifier or a seed that is the same as when the cut was made."""

_OF_THE_CUT = Wording({each: each for each in ("as cut", "yes, by place", "no, by place", "level for the last place")})


def change_subject_text(whose: str) -> str:
    """Name the contestant or match whose figure changed: 'Malta', 'friday, round 2: Norway v Malta'."""
    if not isinstance(whose, Named) or len(whose.parts) != len(("session", "round", "one", "other")):
        return tell(whose)
    session, of_round, one, opponent = whose.parts
    number = of_round.rpartition(" ")[2]
    at = say(", round %(round)s", round=number) if number else ""
    return say("%(session)s%(round)s: %(one)s v %(other)s", session=session, round=at, one=one, other=opponent)


def cross_cell_text(table: CrossTable, entrant: str, opponent: str, places: int) -> str:
    """Format a contestant's scores against an opponent, match by match; 'x' against itself, '–' for no match yet.

    '12.00'; '(12.00)' if it was cancelled; '12.00*' if it was not played.
    """
    if entrant == opponent:
        return "x"
    worth = [(cell, decimal_text(cell.worth.value, places)) for cell in table.cells.get((entrant, opponent), ())]
    return " ".join(f"{text}*" if cell.lost else text if cell.counts else f"({text})" for cell, text in worth) or "–"


def cross_table_notes(table: CrossTable, *, all_meet: bool) -> Iterator[str]:
    """Yield the notes under a cross-table: withdrawals, unplayed matches and, if all meet, matches still to play."""
    for withdrawal in table.left.values():
        part, where = withdrawal.part, f"{withdrawal.session} #{withdrawal.number}"
        effect = say("all scores against it are cancelled") if withdrawal.cancelled else say("its scores stand")
        yield say(
            "%(entrant)s withdrew after %(done)s of %(of)s matches of the stage (%(where)s): %(then)s",
            entrant=withdrawal.entrant,
            done=part.done,
            of=part.of,
            where=where,
            then=effect,
        )
    if any(cell.lost for row in table.cells.values() for cell in row):
        yield say("* not played: what who loses the match has for it")
    if table.unmet and all_meet:
        pairs = ", ".join(f"{say(' v ').join(pair)}{f' ({times})' if times > 1 else ''}" for pair, times in table.unmet)
        yield say("Still to be played: %(pairs)s", pairs=pairs)


def names_of_entrants(scores: TournamentScores) -> dict[str, str]:
    """Return the names of each contestant's players, no substitutes, from the first session that names them."""
    known = {name: people_of(scoreboard.session) for name, scoreboard in scores.scoreboards.items()}
    people = people_of_entrants(scores.tournament, known)
    names_of = {
        entrant: join_names([each.name for each in who if each.name and not is_gone(each.name)])
        for entrant, who in people.items()
    }
    return {entrant: names for entrant, names in names_of.items() if names}


def overall_mark_text(mark: OverallMark | None) -> str:
    """Say why a contestant has no place, or that it has a substitute: 'withdrawn (friday #45)'; '' for neither."""
    if mark is None:
        return ""
    where = " ".join(filter(None, (mark.session, f"#{mark.number}" if mark.number else "")))
    return OVERALL_STANDINGS[mark.standing] + (f" ({where})" if where else "")


def old_and_new_text(moved: OverallChange, stage: Stage) -> tuple[str, str]:
    """Format the old and new value of a change; 'as cut' stands for a qualifier or seed that follows the cut."""
    nothing = AS_CUT if moved.kind.startswith(("would go on", "seed in")) else None
    before, after = (
        value_text(nothing if value is None else value, stage.rules.rounding) for value in (moved.before, moved.after)
    )
    return before, after


def figure_text(row: OverallRow, sitting: int, standing: Overall) -> str:
    """Format a contestant's score in a sitting, in brackets if the score is not counted; '–' if it did not play."""
    figures = [figure for figure in row.figures if figure.of.sitting == sitting]
    mode = standing.stage.rules.rounding
    texts = (
        score_text(each.value.value, mode) if each in row.counted else f"({score_text(each.value.value, mode)})"
        for each in figures
    )
    return " ".join(texts) or "–"


def total_text(total: Fraction | None, rules: StageRules) -> str:
    """Format a total of a stage with the decimals of its rounding, at least two; None becomes a dash."""
    return score_text(total, rules.rounding, rules.places)


def value_text(value: Value | None, mode: Rounding, places: int = 2) -> str:
    """Format a score with `places` decimals; translate a phrase; leave a place or a name; None becomes a dash."""
    if isinstance(value, Fraction):
        return score_text(value, mode, places)
    if isinstance(value, Phrase):
        return tell(value)
    return _OF_THE_CUT.known(str(value or "–"))


class QualificationView:
    """The qualification from one stage for another: its cut, if there is one, and the scores carried forward."""

    def __init__(self, scores: TournamentScores, way: Way, recut: Recut | None) -> None:
        stages = scores.tournament.stages
        self.scores = scores
        self.way = way
        self.recut = recut
        self.into: Stage = stages[way[1]]
        self.standing: Overall = overall(scores, stages[way[0]])
        self.carried: dict[str, Derivation] = carried_from(self.standing, self.into)

    @property
    def names(self) -> list[str]:
        """The qualifiers in the order of the cut; without a cut the contestants with a carry-forward, by place."""
        if self.recut:
            return list(self.recut.cut.now)
        place = {row.entrant: at for at, row in enumerate(self.standing.rows)}
        return sorted(self.carried, key=lambda each: (place.get(each, len(place)), natural(each)))

    @property
    def reserves(self) -> list[str]:
        """The reserves who neither go on nor withdrew, in the order of the cut; [] without a cut."""
        return self.scores.tournament.qualified.reserves(self.recut.cut) if self.recut else []


def qualification_views(scores: TournamentScores, stage: str | None) -> list[QualificationView]:
    """Return the qualifications for one stage, or for all; Misuse (no-such-stage) if the stage is unknown."""
    qualified, stages = scores.tournament.qualified, scores.tournament.stages
    if stage is not None:
        scores.tournament.named_stage(stage)
    cuts = {(each.cut.said.source, each.cut.said.into): each for each in compare_cuts(scores)}
    ways = [
        (source, into) for into in stages for source in dict.fromkeys([*qualified.into(into), *qualified.sources(into)])
    ]
    return [QualificationView(scores, way, cuts.get(way)) for way in ways if stage in (None, way[1])]


def notes(going: QualificationView) -> Iterator[str]:
    """Yield notes for the director: missing carry-over; a cut's reserves, withdrawals, changes, unqualified players."""
    recut, into = going.recut, going.into.name
    rules = going.scores.tournament.qualified.rules(going.way)
    if rules and by_match(rules, going.into):
        yield say(
            "it belongs to the match of the two: `tournament bracket %(into)s` shows what each carries", into=into
        )
    elif rules and not going.carried:
        yield say("the carry-over is known once %(into)s has results, or a --top is announced for it", into=into)
    if recut is None:
        return
    if reserves := going.reserves:
        more = ", …" if len(reserves) > _RESERVES else ""
        yield say(
            "reserves, in order at the cut (#%(number)s): %(left)s%(more)s",
            number=recut.cut.number,
            left=", ".join(reserves[:_RESERVES]),
            more=more,
        )
    yield from free_place_lines(going.scores.tournament, recut.cut)
    yield from draw_mismatch_lines(going.scores.tournament, into)
    yield from changed_cut_lines(recut)
    for session, names in find_unqualified(going.scores, into).items():
        yield say(
            "%(session)s: %(names)s did not qualify, and will not be ranked; --also NAME admits one",
            session=session,
            names=", ".join(names),
        )


_RESERVES = 8


def changed_cut_lines(recut: Recut) -> Iterator[str]:
    """Yield how a cut would differ if it were made now: who would qualify, who would not, ties, seeding."""
    into = recut.cut.said.into
    if recut.instead:
        who = _with_totals(recut, recut.instead)
        yield say("as it stands now %(who)s would have qualified for %(into)s", who=who, into=into)
    if recut.out:
        who = _with_totals(recut, recut.out)
        yield say("as it stands now %(who)s would not have qualified for %(into)s", who=who, into=into)
    if recut.tied:
        level, best = _with_totals(recut, recut.tied), recut.cut.said.best
        yield say("as it stands now %(level)s are level for the last of %(best)s places", level=level, best=best)
    if recut.order:
        yield say(
            "as it stands now they would be seeded in %(into)s as %(now)s; at the cut it was %(then)s",
            into=into,
            now=", ".join(recut.order),
            then=", ".join(recut.cut.now),
        )
    if recut.differs:
        numbers = [f"#{number}" for number in (recut.cut.number, *(number for number, _ in recut.cut.changes[-1:]))]
        yield say("nothing follows by itself: the cut is recorded in %(numbers)s", numbers=and_text(numbers))


def changed_cuts_lines(scores: TournamentScores, stage: str) -> tuple[str, ...]:
    """Return lines on how the cuts into a stage would differ if they were made now."""
    recuts = (each for each in compare_cuts(scores) if each.cut.said.into == stage)
    return tuple(line for each in recuts for line in changed_cut_lines(each))


def no_bracket_text(tournament: Tournament, stage: str) -> str:
    """Say that a stage has no bracket yet, and name the command that draws one."""
    return f"{stage} has no bracket yet: {how_to_draw_bracket(tournament, stage)}"


def _with_totals(recut: Recut, names: Sequence[str]) -> str:
    rules = recut.standing.stage.rules
    rows = ((each, recut.row(each)) for each in names)
    return ", ".join(f"{each} ({total_text(row.total.value if row else None, rules)})" for each, row in rows)
