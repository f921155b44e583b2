"""Who goes on into the stages of a tournament, what they carry, and who would have gone on as things stand now."""

from collections.abc import Iterator, Sequence

from cli.desk.desk import Desk
from cli.desk.tournaments import at_moment
from cli.screens.event_texts.qualifying import rules_of_carry_text
from cli.screens.qualifiers_due import free_places
from cli.screens.scores import score_json, score_text
from cli.screens.tournaments.heads import heads_json, say_heads
from cli.screens.vocabulary import counted
from ledger.events.tournaments import Stage
from ledger.labels.order import natural
from ledger.overall.carry import carried_from
from ledger.overall.qualifying import Recut, strangers, would_have_qualified
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import Overall, overall
from ledger.scoring.derivation import Derivation
from ledger.session.qualified import Way


class Going:
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


def goings(scores: TournamentScores, stage: str | None) -> list[Going]:
    """Every way somebody goes on or something is carried by, into one stage or into all. Misuse (no-such-stage)."""
    said, stages = scores.tournament.qualified, scores.tournament.stages
    if stage is not None:
        scores.tournament.named_stage(stage)
    cuts = {(each.cut.said.source, each.cut.said.into): each for each in would_have_qualified(scores)}
    ways = [(source, into) for into in stages for source in dict.fromkeys([*said.into(into), *said.sources(into)])]
    return [Going(scores, way, cuts.get(way)) for way in ways if stage in (None, way[1])]


def print_qualified(desk: Desk, named: str | None, stage: str | None) -> None:
    """Who goes on, into one stage or into each."""
    scores = at_moment(desk, named)
    found = goings(scores, stage)
    if desk.settings.json:
        desk.json_at(
            "qualified/1", scores.tournament, {"heads": heads_json(scores), "stages": [_json(each) for each in found]}
        )
        return
    say_heads(desk, scores)
    for each in found:
        if not desk.settings.plain:
            desk.say(*([] if each is found[0] else [""]), *_head(each))
        _print_names(desk, each)
        for line in notes(each):
            desk.hint_aside(line)
    if not found:
        desk.hint_aside("nobody was cut yet: `tournament qualify STAGE --into FINAL --best 14`")


def _head(going: Going) -> Iterator[str]:
    source, into = going.way
    cut = going.recut.cut if going.recut else None
    yield f"{into}   {counted(len(cut.now), 'contestant')} of {source} (#{cut.number})" if cut else f"{into}   {source}"
    if rules := going.scores.tournament.qualified.rules(going.way):
        yield rules_of_carry_text(rules)


def _print_names(desk: Desk, going: Going) -> None:
    names, mode = going.names, going.standing.stage.rules.rounding
    rows = [going.standing.row(each) for each in names]
    columns = {
        ">place": [str(row.rank or "–") if row else "–" for row in rows],
        "contestant": names,
        f">{going.standing.unit or 'won'}": [score_text(row.total.value if row else None, mode) for row in rows],
    }
    if going.carried or desk.settings.plain:
        carried = [going.carried.get(each) for each in names]
        columns[">carries"] = [score_text(each.value if each else None) for each in carried]
    desk.table(list(columns), list(zip(*columns.values(), strict=True)))


def notes(going: Going) -> Iterator[str]:
    """What a person has to see to: the reserves, who withdrew since, who would have gone on, who plays unasked."""
    recut, into = going.recut, going.into.name
    if going.scores.tournament.qualified.rules(going.way) and not going.carried:
        yield f"what they carry is known once {into} has results, or a --top is announced for it"
    if recut is None:
        return
    if left := recut.cut.reserves:
        more = ", …" if len(left) > _RESERVES else ""
        yield f"reserves, in order at the cut (#{recut.cut.number}): {', '.join(left[:_RESERVES])}{more}"
    yield from free_places(going.scores.tournament, recut.cut)
    yield from recut_lines(recut)
    for session, names in strangers(going.scores, into).items():
        yield f"{session}: {', '.join(names)} did not qualify, and will not be ranked; --also NAME admits one"


_RESERVES = 8


def recut_lines(recut: Recut) -> Iterator[str]:
    """Who would have gone on as things stand now: 'as it stands now 3 (40.00) goes on into final, and 4 (20.00) …'."""
    into = recut.cut.said.into
    if recut.instead:
        yield f"as it stands now {_with_totals(recut, recut.instead)} would have qualified for {into}"
    if recut.out:
        yield f"as it stands now {_with_totals(recut, recut.out)} would not have qualified for {into}"
    if recut.tied:
        level = _with_totals(recut, recut.tied)
        yield f"as it stands now {level} are level for the last of {recut.cut.said.best} places"
    if recut.differs:
        numbers = [f"#{number}" for number in (recut.cut.number, *(number for number, _ in recut.cut.changes[-1:]))]
        yield f"nothing of that happens by itself: who goes on was said in {' and '.join(numbers)}"


def now_would_json(recut: Recut) -> dict[str, list[str]]:
    """The same for JSON: who would have gone on, who would not, and who is level for the last places."""
    return {"in": list(recut.instead), "out": list(recut.out), "tied": list(recut.tied)}


def _with_totals(recut: Recut, names: Sequence[str]) -> str:
    mode = recut.standing.stage.rules.rounding
    rows = ((each, recut.row(each)) for each in names)
    return ", ".join(f"{each} ({score_text(row.total.value if row else None, mode)})" for each, row in rows)


def _json(going: Going) -> dict[str, object]:
    (source, into), recut, carried = going.way, going.recut, going.carried
    return {
        "stage": into,
        "from": source,
        "cut": recut.cut.number if recut else None,
        "standing": recut.cut.said.standing if recut else None,
        "contestants": [
            {"contestant": each, "carries": score_json(carried[each].value) if each in carried else None}
            for each in going.names
        ],
        "reserves": list(recut.cut.reserves) if recut else [],
        "now_would": now_would_json(recut) if recut else None,
        "not_qualified": strangers(going.scores, into),
    }
