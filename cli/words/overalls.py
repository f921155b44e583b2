"""How a standing of a tournament is said: places, ties, who played for whom, the cross-table; how a cut stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from cli.words.events import statement_text
from cli.words.language import Wording, say, tell
from cli.words.next_steps import drawn_apart, free_places
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
from ledger.overall.qualifying import Recut, strangers, would_have_qualified
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.standing import overall, substitutes
from ledger.projections.names import together
from ledger.scoring.derivation import Derivation
from ledger.subjects.qualifying.state import Way
from ledger.subjects.tournaments.facts import Stage


def tie_lines(found: Overall, entrant: str | None = None) -> Iterator[str]:
    """The ties of a standing, or those a contestant was in: 'A5 and B7: the last session: B7 58.33, A5 54.17'."""
    for split in found.ties:
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


def substitute_lines(found: Overall, entrant: str | None = None) -> Iterator[str]:
    """'A5 in friday: …' for every substitute of a stage, or of one contestant."""
    for seated in substitutes(found):
        if entrant in (None, seated.entrant):
            whose = "" if seated.entrant == seated.fact.contestant else f"{seated.entrant}, "
            yield f"{whose}{seated.session.id} #{seated.number}: {statement_text(seated.fact, seated.session)}"


def heads_text(scores: TournamentScores) -> str:
    """'spring #7, friday #12; saturday not open yet'."""
    there = ", ".join(f"{name} #{number}" for name, number, _ in scores.heads)
    missing = [each for each in scores.tournament.sessions if each not in scores.scoreboards]
    return there + (say("; %(missing)s not open yet", missing=", ".join(missing)) if missing else "")


AS_CUT = "as cut"
"""Of who would go on: just as it was when the cut was made."""

_OF_THE_CUT = Wording({each: each for each in ("as cut", "yes, by place", "no, by place", "level for the last place")})


def whose_text(whose: str) -> str:
    """Whose something is that moved: a contestant's, or a match's, 'friday, round 2: Norway v Malta'."""
    if not isinstance(whose, Named) or len(whose.parts) != len(("session", "round", "one", "other")):
        return tell(whose)
    session, of_round, one, other = whose.parts
    number = of_round.rpartition(" ")[2]
    at = say(", round %(round)s", round=number) if number else ""
    return say("%(session)s%(round)s: %(one)s v %(other)s", session=session, round=at, one=one, other=other)


def crossed_text(found: CrossTable, own: str, other: str, places: int) -> str:
    """What one has against another, match by match; 'x' against itself, '–' where they have still to meet.

    '12.00'; '(12.00)' where it was cancelled; '12.00*' where it was not played.
    """
    if own == other:
        return "x"
    worth = [(cell, decimal_text(cell.worth.value, places)) for cell in found.cells.get((own, other), ())]
    return " ".join(f"{text}*" if cell.lost else text if cell.counts else f"({text})" for cell, text in worth) or "–"


def cross_notes(found: CrossTable, *, all_meet: bool) -> Iterator[str]:
    """Who left and what that makes of the scores; what the marks mean; where all meet, what is still to be played."""
    for each in found.left.values():
        part, where = each.part, f"{each.session} #{each.number}"
        then = say("all scores against it are cancelled") if each.cancelled else say("its scores stand")
        yield say(
            "%(entrant)s withdrew after %(done)s of %(of)s matches of the stage (%(where)s): %(then)s",
            entrant=each.entrant,
            done=part.done,
            of=part.of,
            where=where,
            then=then,
        )
    if any(cell.lost for row in found.cells.values() for cell in row):
        yield say("* not played: what who loses the match has for it")
    if found.unmet and all_meet:
        pairs = ", ".join(f"{say(' v ').join(pair)}{f' ({times})' if times > 1 else ''}" for pair, times in found.unmet)
        yield say("Still to be played: %(pairs)s", pairs=pairs)


def names_of_entrants(scores: TournamentScores) -> dict[str, str]:
    """The players of each contestant, by the first session of the tournament that knows them; of the unknown nothing.

    Substitutes are told beneath.
    """
    known = {name: people_of(scoreboard.session) for name, scoreboard in scores.scoreboards.items()}
    found = people_of_entrants(scores.tournament, known)
    said = {
        entrant: together([each.name for each in who if each.name and not is_gone(each.name)])
        for entrant, who in found.items()
    }
    return {entrant: names for entrant, names in said.items() if names}


def mark_text(mark: OverallMark | None) -> str:
    """'withdrawn (friday #45)': what a contestant is marked with, and where that is said; '' where it is not."""
    if mark is None:
        return ""
    where = " ".join(filter(None, (mark.session, f"#{mark.number}" if mark.number else "")))
    return OVERALL_STANDINGS[mark.standing] + (f" ({where})" if where else "")


def before_and_after(moved: OverallChange, stage: Stage) -> tuple[str, str]:
    """What it was and what it is; of who would go on nothing is said where that is whom the cut named."""
    nothing = AS_CUT if moved.kind.startswith(("would go on", "seed in")) else None
    before, after = (
        value_text(nothing if value is None else value, stage.rules.rounding) for value in (moved.before, moved.after)
    )
    return before, after


def figure_text(row: OverallRow, sitting: int, found: Overall) -> str:
    """What a contestant has of a sitting, in brackets where it does not count; '–' where it did not play."""
    own = [figure for figure in row.figures if figure.of.sitting == sitting]
    mode = found.stage.rules.rounding
    texts = (
        score_text(each.value.value, mode) if each in row.counted else f"({score_text(each.value.value, mode)})"
        for each in own
    )
    return " ".join(texts) or "–"


def total_text(total: Fraction | None, rules: StageRules) -> str:
    """A total of a stage, with as many decimals as it is rounded to, and two at least; a dash where there is none."""
    return score_text(total, rules.rounding, rules.places)


def value_text(value: Value | None, mode: Rounding, places: int = 2) -> str:
    """A score to two decimals, or as many as are asked for; a place or a name as it is; a dash where there is none."""
    if isinstance(value, Fraction):
        return score_text(value, mode, places)
    if isinstance(value, Phrase):
        return tell(value)
    return _OF_THE_CUT.known(str(value or "–"))


class QualificationView:
    """What is known of the way from one stage into another."""

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
        """Who goes on, in the order of the cut; without a cut, who carries something, by place."""
        if self.recut:
            return list(self.recut.cut.now)
        place = {row.entrant: at for at, row in enumerate(self.standing.rows)}
        return sorted(self.carried, key=lambda each: (place.get(each, len(place)), natural(each)))

    @property
    def reserves(self) -> list[str]:
        """The reserves who do not go on and did not withdraw, in the order of the cut."""
        return self.scores.tournament.qualified.reserves(self.recut.cut) if self.recut else []


def qualification_views(scores: TournamentScores, stage: str | None) -> list[QualificationView]:
    """Every way somebody goes on or something is carried by, into one stage or into all. Misuse (no-such-stage)."""
    said, stages = scores.tournament.qualified, scores.tournament.stages
    if stage is not None:
        scores.tournament.named_stage(stage)
    cuts = {(each.cut.said.source, each.cut.said.into): each for each in would_have_qualified(scores)}
    ways = [(source, into) for into in stages for source in dict.fromkeys([*said.into(into), *said.sources(into)])]
    return [QualificationView(scores, way, cuts.get(way)) for way in ways if stage in (None, way[1])]


def notes(going: QualificationView) -> Iterator[str]:
    """What a person has to see to: the reserves, who withdrew since, who would have gone on, who plays unasked."""
    recut, into = going.recut, going.into.name
    rules = going.scores.tournament.qualified.rules(going.way)
    if rules and by_match(rules, going.into):
        yield say(
            "it belongs to the match of the two: `tournament bracket %(into)s` shows what each carries", into=into
        )
    elif rules and not going.carried:
        yield say("what they carry is known once %(into)s has results, or a --top is announced for it", into=into)
    if recut is None:
        return
    if left := going.reserves:
        more = ", …" if len(left) > _RESERVES else ""
        yield say(
            "reserves, in order at the cut (#%(number)s): %(left)s%(more)s",
            number=recut.cut.number,
            left=", ".join(left[:_RESERVES]),
            more=more,
        )
    yield from free_places(going.scores.tournament, recut.cut)
    yield from drawn_apart(going.scores.tournament, into)
    yield from recut_lines(recut)
    for session, names in strangers(going.scores, into).items():
        yield say(
            "%(session)s: %(names)s did not qualify, and will not be ranked; --also NAME admits one",
            session=session,
            names=", ".join(names),
        )


_RESERVES = 8


def recut_lines(recut: Recut) -> Iterator[str]:
    """Who would have gone on as things stand now: 'as it stands now 3 (40.00) goes on into final, and 4 (20.00) …'."""
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
        yield say("nothing of that happens by itself: who goes on was said in %(numbers)s", numbers=and_text(numbers))


def _with_totals(recut: Recut, names: Sequence[str]) -> str:
    rules = recut.standing.stage.rules
    rows = ((each, recut.row(each)) for each in names)
    return ", ".join(f"{each} ({total_text(row.total.value if row else None, rules)})" for each, row in rows)
