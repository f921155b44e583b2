"""How a cut stands: who goes through by the standing of now, the reserves, and what has moved since it was made."""

from collections.abc import Iterator, Sequence

from cli.words.language import say
from cli.words.next_steps import free_places
from cli.words.notation import and_text
from cli.words.overalls import total_text
from ledger.facts.tournaments import Stage
from ledger.labels import natural
from ledger.overall.carry import by_match, carried_from
from ledger.overall.qualifying import Recut, strangers, would_have_qualified
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall
from ledger.overall.standing import overall
from ledger.scoring.derivation import Derivation
from ledger.session.qualifying import Way


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
        """Who goes on, by place; without a cut, who carries something."""
        place = {row.entrant: at for at, row in enumerate(self.standing.rows)}
        own = self.recut.cut.now if self.recut else tuple(self.carried)
        return sorted(own, key=lambda each: (place.get(each, len(place)), natural(each)))


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
    if left := recut.cut.reserves:
        more = ", …" if len(left) > _RESERVES else ""
        yield say(
            "reserves, in order at the cut (#%(number)s): %(left)s%(more)s",
            number=recut.cut.number,
            left=", ".join(left[:_RESERVES]),
            more=more,
        )
    yield from free_places(going.scores.tournament, recut.cut)
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
        yield say(
            "as it stands now %(who)s would have qualified for %(into)s",
            who=_with_totals(recut, recut.instead),
            into=into,
        )
    if recut.out:
        yield say(
            "as it stands now %(who)s would not have qualified for %(into)s",
            who=_with_totals(recut, recut.out),
            into=into,
        )
    if recut.tied:
        level = _with_totals(recut, recut.tied)
        yield say(
            "as it stands now %(level)s are level for the last of %(best)s places",
            level=level,
            best=recut.cut.said.best,
        )
    if recut.differs:
        numbers = [f"#{number}" for number in (recut.cut.number, *(number for number, _ in recut.cut.changes[-1:]))]
        yield say("nothing of that happens by itself: who goes on was said in %(numbers)s", numbers=and_text(numbers))


def _with_totals(recut: Recut, names: Sequence[str]) -> str:
    rules = recut.standing.stage.rules
    rows = ((each, recut.row(each)) for each in names)
    return ", ".join(f"{each} ({total_text(row.total.value if row else None, rules)})" for each, row in rows)
