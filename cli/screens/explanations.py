"""Why a score is what it is: the events that made and moved it, and the arithmetic."""

from collections.abc import Iterable, Iterator

from cli.desk.desk import Desk
from cli.json.scores import compared_json, derivation_json, explanation_json
from cli.words.derivations import derivation_lines
from cli.words.events import event_text, wrong_clock_text
from cli.words.scores import compared_lines, own_scores_text, score_text, signed_text
from cli.words.times import clock
from cli.words.vocabulary import side_name
from ledger.bridge import Side, ns_score
from ledger.errors import Refusal
from ledger.facts import Where
from ledger.facts.clocks import with_right_times
from ledger.facts.play import ResultCorrected, ResultRecorded
from ledger.laws.rounding import decimal_text, short_text
from ledger.projections.explanation import Explanation, Milestone, compared
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings, total_derivation
from ledger.projections.victory_points import total_unit
from ledger.session import Session, TableBoard, together
from ledger.session.places import fitting, known, labelled, require_board, require_table, typed

_MOVED_IN = 7
"""How far what is folded stands deeper: as deep as the words after a number."""


def explain_total(desk: Desk, contestant: str) -> None:
    """A contestant's session total; refused where it has no score."""
    scoreboard = desk.scoreboard()
    label, mode = known(scoreboard.session, contestant), scoreboard.totals.rounding
    if label not in {row.contestant for field in standings(scoreboard) for row in field.rows if row.boards or row.rank}:
        raise Refusal("no-such-contestant", f"contestant {label} has no score", "`standings` shows who has")
    derivation = total_derivation(scoreboard, label)
    if desk.settings.json:
        total = {"contestant": label, "derivation": derivation_json(derivation, mode)}
        desk.json_at("explain/1", scoreboard.session, total)
        return
    unit = total_unit(scoreboard)
    heading = f"{decimal_text(derivation.value, 2, mode)} {unit}   session total of {label}"
    _say(desk, [heading, *derivation_lines(derivation)])


def _say(desk: Desk, lines: Iterable[str]) -> None:
    """Lines that stand as deep as they belong, also where they are folded."""
    for line in lines:
        deep = len(line) - len(line.lstrip())
        desk.say_long(desk.in_suits(line), deep + _MOVED_IN)


def explain_score(desk: Desk, place: Where, side: str | None, contestant: str | None) -> None:
    """A side's score at a table; refused where nothing is recorded there."""
    scoreboard = desk.scoreboard()
    session = scoreboard.session
    place, chosen, own = _meant(scoreboard, place, side, contestant)
    played = require_table(session, place)
    if not side and own is None and _names_ew(place, played):
        chosen = Side.EW
    if not played.seating.contestant(chosen):
        chosen = chosen.other
    if own is None and len(scoreboard.own_scores(played, chosen)) > 1:
        own = played.seating.contestants(chosen)[0]
    why = desk.office.explain(session, played, chosen, own)
    if desk.settings.json:
        mode, found = scoreboard.totals.rounding, compared(scoreboard, played)
        beside = {"compared": compared_json(found, mode) if found else None}
        desk.json_at("explain/1", session, explanation_json(why, mode) | beside)
    else:
        _say(desk, _lines(why, scoreboard))
        desk.hint(*_other_side(why, scoreboard))


def _names_ew(place: Where, played: TableBoard) -> bool:
    """Whether the words that name a table are of who sat East–West there, and not of North–South too."""
    words = [*place.words, *([place.table] if place.table and played.table is None else [])]
    said = {each.casefold() for word in words for each in (word, *word.split("/"))}
    ns, ew = (
        {f"{name}{end}".casefold() for name in (label, label.removesuffix(side.value)) for end in ("", side.value)}
        for label, side in zip(played.seating.pair, Side, strict=True)
    )
    return bool(said & ew) and not said & ns


def _meant(
    scoreboard: Scoreboard, place: Where, side: str | None, contestant: str | None
) -> tuple[Where, Side, str | None]:
    """Which line, which side of it (--side, or that of the one contestant named), and who of two individuals."""
    if contestant:
        return _seat_of(scoreboard, place, known(scoreboard.session, contestant))
    place = labelled(scoreboard.session, place)
    return place, Side(side.upper()) if side else Side.EW if place.ew and not place.ns else Side.NS, None


def _seat_of(scoreboard: Scoreboard, place: Where, label: str) -> tuple[Where, Side, str | None]:
    """Where a contestant sat: a pair, a team, one individual or two ('3+8')."""
    require_board(scoreboard.session, place.board)
    for played in fitting(scoreboard.session, labelled(scoreboard.session, place)):
        seated = played.seating
        for side in Side:
            if label in (seated.contestant(side), *seated.contestants(side)):
                own = None if label == seated.contestant(side) else label
                return Where(place.board, played.table, seated.ns, seated.ew, place.round), side, own
    none = f"contestant {label} has no score on {place}"
    raise Refusal("no-such-contestant", none, f"`board {place.board}` shows who has")


def _lines(why: Explanation, scoreboard: Scoreboard) -> list[str]:
    return [
        _heading(why, scoreboard),
        *(_milestone(milestone, why.played, scoreboard.session) for milestone in why.milestones),
        *_together_lines(scoreboard.session, why.played),
        *compared_lines(why.played, scoreboard),
        "",
        *derivation_lines(why.derivation),
    ]


def _together_lines(session: Session, played: TableBoard) -> Iterator[str]:
    """What the rulings in force say together, where there are several."""
    ruled = together(session, played)
    if len(ruled.all) < 2:
        return
    if ruled.claim:
        yield f"  in force: {ruled.claim.case}, on the claim (Law 70), in the place of the table result"
    if ruled.each_side:
        for score in (ruled.ns, ruled.ew):
            yield f"  in force: {score.case}, for {score.offender}, who offended in it (Law 12C1)" if score else ""
    elif ruled.ns:
        yield f"  in force: {ruled.ns.case}, for both sides"


def _heading(why: Explanation, scoreboard: Scoreboard) -> str:
    if not scoreboard.counts(why.played, why.side):
        return f"no score   {_whose(why)}"
    value, top, unit = why.derivation.value, why.top, scoreboard.unit
    of_top = f" of {short_text(top)} {unit} ({decimal_text(100 * value / top)}%)" if top else f" {unit}"
    return f"{decimal_text(value, 2, scoreboard.totals.rounding)}{of_top}   {_whose(why)}"


def _whose(why: Explanation) -> str:
    return f"{why.played.name}, {side_name(why.side.value)}, contestant {why.contestant}"


def _other_side(why: Explanation, scoreboard: Scoreboard) -> Iterator[str]:
    """The other side's score, and a partner's where it is another; and how to ask why."""
    played, other, mode = why.played, why.side.other, scoreboard.totals.rounding
    if not played.seating.contestant(other):
        yield from ("", "Nobody sat at the other side.")
        return
    ask = f"`bridge-ledger explain {typed(scoreboard.session, played)}"
    partners = [each for each in played.seating.contestants(why.side) if each != why.contestant]
    apart = partners if len(scoreboard.own_scores(played, why.side)) > 1 else []
    yield ""
    for each in apart:
        own = score_text(scoreboard.value(played, why.side, each), mode)
        yield f"Partner {each}: {own}   {ask} --contestant {each}`"
    score = own_scores_text(scoreboard.own_scores(played, other), mode)
    whose = played.seating.contestant(other)
    yield f"The other side, {whose}: {score}   {ask} --side {other.value}`"


def _milestone(milestone: Milestone, played: TableBoard, session: Session) -> str:
    """A milestone as a line: the table's own result with its score, or what an event did to this score."""
    envelope, event = milestone.envelope, milestone.envelope.event
    told = with_right_times(envelope, session.wrong_clocks)
    text = f"  #{envelope.number:<5}{clock(told.occurred_at)}  {event_text(event)}{wrong_clock_text(envelope, told)}"
    own = envelope.number in [result.number for result in played.results]
    if isinstance(event, ResultRecorded | ResultCorrected) and own:
        text += f"   NS {ns_score(event.result, event.board):+d}"
    return text + _moved(milestone)


def _moved(milestone: Milestone) -> str:
    before, after = milestone.before, milestone.after
    if before is None or after is None or before == after:
        return ""
    return f"   {decimal_text(before)} → {decimal_text(after)} ({signed_text(after - before)})"
