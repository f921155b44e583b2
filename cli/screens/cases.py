"""Cases: one with its story, the register and the docket, what hangs on one, and what was imposed before."""

import textwrap
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.screens.events import rank_text
from cli.screens.tournaments.ripples import in_a_line, places_line
from cli.terminal.keys import own_key
from cli.terminal.screen import shown
from cli.views.cases import case_value
from cli.views.events import decisive, outcomes_json
from cli.views.rulings import DocketAnswer, RegisterAnswer, appeal_row, docket_table, register_table, ruling_row
from cli.views.tables import AnswerTable, Part, Text
from cli.views.trust import seal_json, signature_text
from cli.words.cases import event_to_undo, hand_lines, page_lines, state_lines
from cli.words.events import wrong_clock_text
from cli.words.finality import finality_lines, overall_finality_lines
from cli.words.rulings import penalty_text
from cli.words.scores import own_scores_text, score_text
from cli.words.times import RECORDED_LATER, moment_text, span_text
from cli.words.vocabulary import because
from ledger.bridge import Side
from ledger.errors import OTHERS_UNREAD, Misuse, Refusal
from ledger.kernel.free_text import has_texts
from ledger.laws.rounding import Rounding
from ledger.overall.aspects import OverallFinality, OverallStakes, overall_finality, overall_stakes
from ledger.overall.standing import EarlierPenalty, penalised_before
from ledger.projections.casework import related_cases, related_events
from ledger.projections.finality import Finality, finality
from ledger.projections.matches import Match
from ledger.projections.ripple import Prospect, Stakes, stakes
from ledger.projections.standings import standings
from ledger.recording.effect import Effect
from ledger.session import Session, Stream
from ledger.session.case_numbers import require_appeal, require_case, require_standing
from ledger.session.moment import iso
from ledger.subjects.appeals.state import docket
from ledger.subjects.clocks.facts import with_right_times
from ledger.subjects.rulings.facts import PenaltyImposed
from ledger.subjects.rulings.state import beside, register
from ledger.subjects.tournaments.state import Tournament, session_of
from ledger.trust.seal import PublicKey, Seal


class ListedSessions(NamedTuple):
    """The stream that is meant, and the sessions whose cases are listed: itself, or those of a tournament.

    `now`: the time (µs UTC) at which they stand so; `seal`: the last of the stream, with the office's own `key`.
    """

    stream: Stream
    sessions: Sequence[Session]
    finality: Finality | OverallFinality
    now: int
    seal: Seal | None
    key: PublicKey | None

    @property
    def several(self) -> bool:
        """Whether each case is listed with its session."""
        return isinstance(self.stream, Tournament)

    @property
    def seal_json(self) -> dict[str, object] | None:
        """The seal as JSON."""
        return seal_json(self.seal, self.key) if self.seal else None

    def parts(self, table: AnswerTable) -> Iterator[Part]:
        """Yield a table of the cases between when the periods end and by what it was sealed."""
        if not self.stream.publications:
            said = "published, and taken back" if self.stream.given_out else "not published"
            yield Text("say", (f"Scores {said}: no period is running.", ""))
        elif isinstance(self.finality, Finality):
            yield Text("say", (*finality_lines(self.finality, self.now), ""))
        else:
            yield Text("say", (*overall_finality_lines(self.finality, self.now), ""))
        yield table
        if self.seal:
            sealed, signature = self.seal.checkpoint, signature_text(self.seal, self.key)
            yield Text("say", ("", f"Sealed up to #{sealed.size}: root {sealed.root_text}, signed by: {signature}"))


def _asked(desk: Desk) -> ListedSessions:
    """What is meant, at the moment asked for; of a tournament, its sessions as they all were then."""
    stream: Stream
    ends: Finality | OverallFinality
    if not desk.office.tournaments.is_one(desk.session_id):
        session = stream = desk.session()
        sessions, ends = [session], finality(session)
    else:
        scores = desk.office.tournaments.at(desk.session_id, desk.settings.as_of)
        stream, ends = scores.tournament, overall_finality(scores)
        sessions = [each.session for each in scores.scoreboards.values()]
    seal = desk.office.seals.last(stream)
    return ListedSessions(stream, sessions, ends, desk.now(stream), seal, own_key() if seal else None)


def print_docket(desk: Desk) -> None:
    """Print the docket; of a tournament, that of all of its sessions."""
    over = _asked(desk)
    entries = ((session, entry) for session in over.sessions for entry in docket(session))
    rows = tuple(appeal_row(entry, session, session.id if over.several else None) for session, entry in entries)
    table = docket_table(rows, over.now, several=over.several)
    desk.answer(DocketAnswer(iso(over.now), rows, over.seal_json), over.parts(table), over.stream)


def print_register(desk: Desk) -> None:
    """Print the register; of a tournament, that of all of its sessions."""
    over = _asked(desk)
    entries = ((session, entry) for session in over.sessions for entry in register(session, over.now))
    rows = tuple(ruling_row(entry, session.id if over.several else None) for session, entry in entries)
    table = register_table(rows, over.now, several=over.several)
    desk.answer(RegisterAnswer(iso(over.now), rows, over.seal_json), over.parts(table), over.stream)


def show_case(desk: Desk, name: str) -> None:
    """Print the whole story a case belongs to, its own state first."""
    session, case = desk.session(), name.upper()
    if case not in session.calls:  # one that was withdrawn has its story too
        event_to_undo(session, case)
    log = related_events(session, desk.office.log(session.id, session.number), case)
    if desk.settings.json:
        desk.answer(case_value(session, case, log, desk.now(session)), (), session)
        return
    now = desk.now(session)
    for each in sorted(related_cases(session, case), key=lambda each: (each != case, "CRAPM".index(each[0]), each)):
        for line in state_lines(session, each, now, desk.symbols):
            desk.say(line)
        if each in session.rulings:
            for line in hand_lines(session, session.rulings[each], desk.symbols):
                desk.say(line)
    for envelope in log:
        told = with_right_times(envelope, session.wrong_clocks)
        happened = moment_text(told.occurred_at, now)
        later = told.recorded_at - told.occurred_at
        recorded = f" (recorded {span_text(later)} later)" if later >= RECORDED_LATER else ""
        when = happened + recorded + wrong_clock_text(envelope, told).replace("  ", "")
        desk.say("", f"#{envelope.number}  {when}  {envelope.by}")
        in_own_words = has_texts(type(envelope.event))  # those are shown as they were written
        for line in page_lines(envelope.event, session, desk.symbols):
            desk.say(f"  {line if in_own_words else desk.in_suits(line)}")


def print_stakes(desk: Desk, name: str, cut: int | None) -> None:
    """What hangs on an appeal, or on a ruling before any; refused where there is none of that number."""
    session = desk.session()
    appeal = require_appeal(session, name) if name.startswith("A-") else None
    against = appeal.against if appeal else name
    if against in session.penalties:
        hint = f"`appeal decide {name} --overturned -n` shows what it would move" if appeal else "`penalty list`"
        raise Refusal("no-such-case", f"{against} is a penalty: stakes are of a ruling", hint)
    latest = session.latest(require_case(session, against))
    ruling = require_standing(session, latest.case)
    at_stake = stakes(session, ruling, claim=appeal.lodged.claim if appeal else None, cut=cut)
    try:
        overall, untold = find_overall_stakes(desk, at_stake), ""
    except OTHERS_UNREAD as unread:
        if cut:
            raise  # it is a cut of the stage, and nobody knows of which
        overall, untold = None, unread.message
    if desk.settings.json:
        desk.json_at("stakes/1", session, outcomes_json(name, at_stake, overall, untold))
        return
    mode = at_stake.now.totals.rounding
    appealed = f" against {ruling.case}" if name != ruling.case else ""
    others = "".join(f"; {each.case} stays in force" for each in beside(at_stake.now.session, ruling))
    desk.say(f"{name}{appealed}   board {ruling.board}, {ruling.seating}{others}", "")
    columns = ["outcome", *(f">{contestant or '–'}" for contestant in ruling.seating.pair), "what changes"]
    columns += [f"best {at_stake.cut}" + _of(at_stake, overall)] if at_stake.cut else []
    desk.table(columns, [_row(desk, at_stake, overall, each, mode) for each in at_stake.prospects])
    if not desk.settings.plain:
        in_sum = _in_sum(name, at_stake, overall, untold)
        desk.say("", *(part for line in in_sum for part in textwrap.wrap(shown(line), desk.width)))
    if untold:
        desk.hint_aside(
            f"warning: what hangs on it in a tournament cannot be told: {untold}", "hint: `verify` tells where"
        )


def _row(desk: Desk, at_stake: Stakes, overall: OverallStakes | None, prospect: Prospect, mode: Rounding) -> list[str]:
    claimed = f" ({prospect.adjustment!r})" if prospect.name == "as claimed" else ""
    scores = [own_scores_text(at_stake.values(prospect, side), mode) for side in Side]
    changes = [f"places {rank_text(desk, prospect.moved.ranks)}"] if prospect.moved.ranks else []
    before, after = at_stake.match_now, at_stake.match(prospect)
    if before and after and _match_text(before) != _match_text(after):
        changes.append(_match_text(after))
    changes += overall_changes(desk, overall, prospect) if overall else []
    row = [f"{prospect.name}{claimed}", *scores, "; ".join(changes) or "nothing"]
    return [*row, _at_the_cut(at_stake, overall, prospect)] if at_stake.cut else row


def _at_the_cut(at_stake: Stakes, overall: OverallStakes | None, prospect: Prospect) -> str:
    """Who would come in and who drop out: of the stage, where the session belongs to one, and else of the session."""
    if overall:
        coming, dropping = overall.qualifying(prospect)
        now, then = overall.above.tied, overall.above_if(prospect).tied
        level = f"{', '.join(then)} level for the last place" if {*then} - {*now} else ""
        return "; ".join(filter(None, (in_and_out(coming, dropping), level))) or "as it stands"
    return in_and_out(*at_stake.qualifying(prospect)) or "as it stands"


def _of(at_stake: Stakes, overall: OverallStakes | None) -> str:
    """Of which stage; or of each field of the session, where it has two."""
    if overall:
        return f" of {overall.stage}"
    return " of each" if len(standings(at_stake.now)) > 1 else ""


def _match_text(match: Match) -> str:
    """'Norway 137 : 131 Auken, winner Norway, 12.34 : 7.66 VP'."""
    one, two = match.teams
    own = "" if match.balanced else ", own totals"
    imps = f"{one} {score_text(match.scores[one].value)} : {score_text(match.scores[two].value)} {two}{own}"
    won = f"winner {match.winner}" if match.winner else "tied"
    shown = match.teams if match.victory_points else ()
    points = " : ".join(score_text(match.victory_points[team].value) for team in shown)
    return f"{imps}, {won}" + (f", {points} VP" if points else "")


def _in_sum(name: str, at_stake: Stakes, overall: OverallStakes | None, untold: str) -> Iterator[str]:
    any_result = at_stake.at_any_result
    if not (decisive(at_stake, overall) or untold):
        stays = f"the places{', who qualifies' if at_stake.cut else ''}{' and the match' if at_stake.match_now else ''}"
        yield f"Nothing hangs on {name}: in every outcome {stays} stay as they are."
    if any_result is None:
        yield "(Scores in IMPs against a field: the outcomes above, not every result there can be.)"
    elif any_result:
        who = ", ".join(sorted({change.contestant for change in any_result}))
        yield f"Over every result there can be on the board, the places of these could change: {who}"
    if at_stake.cut is not None:
        cells = {_at_the_cut(at_stake, overall, each) for each in at_stake.prospects}
        best = f"The best {at_stake.cut}{_of(at_stake, overall)}"
        if overall:
            yield f"{best} as it stands: {above_text(overall)}"
        if len(cells) == 1:
            yield f"{best} are the same in every outcome."


_DRAWN = "drawn wrongly"

_TOLD_APART = ("total", "place", "victory points")
"""What is told of places, or hangs on them."""


def find_overall_stakes(desk: Desk, at_stake: Stakes) -> OverallStakes | None:
    """The tournament the session plays in, with what is at stake; None where there is none, or was none then.

    Corrupt where it cannot be read, or another session of it.
    """
    session = at_stake.now.session
    name = desk.office.tournaments.of_session(session.id)
    if name is None:
        return None
    moment = f"{session.id}/{desk.settings.as_of}" if desk.settings.as_of else None
    try:
        return overall_stakes(desk.office.tournaments.at(name, moment), at_stake)
    except Misuse:
        return None  # it was not yet open


def overall_changes(desk: Desk, at_stake: OverallStakes, prospect: Prospect) -> Iterator[str]:
    """What a prospect would change over the tournament, in words."""
    name, moved = at_stake.now.tournament.id, at_stake.moved(prospect)
    for stage in moved.stages:
        if places := places_line(desk, moved, stage.name):
            yield f"over {name}, {stage.name}: places {places}"
        others = [each for each in moved.of(stage.name) if each.kind not in _TOLD_APART]
        yield from (in_a_line(desk, each, stage) for each in others if each.kind != _DRAWN)
        if wrong := [each.whose for each in others if each.kind == _DRAWN and each.after]:
            yield f"{_DRAWN}: {', '.join(wrong)}"


def in_and_out(coming: Sequence[str], dropping: Sequence[str]) -> str:
    """'3NS, 5EW in; 1EW out'."""
    sides = ((coming, "in"), (dropping, "out"))
    return "; ".join(f"{', '.join(who)} {word}" for who, word in sides if who)


def above_text(at_stake: OverallStakes) -> str:
    """'1NS, 2EW; level for the last place: 3NS, 4EW': who is above the cut as it stands."""
    sure, level = at_stake.above.qualified, at_stake.above.tied
    tied = f"level for the last place: {', '.join(level)}" if level else ""
    return "; ".join(filter(None, (", ".join(sure), tied))) or "nobody"


_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 21: "21st", 22: "22nd", 23: "23rd"}


def earlier_lines(desk: Desk, effect: Effect) -> Iterator[str]:
    """The warnings and penalties the contestant had before in the event, and how often for the same."""
    for event in (each.event for each in effect.events):
        if isinstance(event, PenaltyImposed) and isinstance(effect.after, Session):
            yield from _earlier_lines(effect.after, event, earlier(desk, effect.after, event.case))


def earlier(desk: Desk, session: Session, case: str) -> list[EarlierPenalty]:
    """The same as values; of the session alone, where its tournament cannot be read."""
    with suppress(*OTHERS_UNREAD):
        return penalised_before(session, case, desk.office.tournaments.around(session.id))
    return penalised_before(session, case, None)


def earlier_json(desk: Desk, effect: Effect) -> list[dict[str, object]]:
    """The same for programs."""
    cases = [each.event.case for each in effect.events if isinstance(each.event, PenaltyImposed)]
    found = (each for case in cases for each in earlier(desk, session_of(effect.after), case))
    return [{"session": each.session.id, "case": each.penalty.imposed.case, "alike": each.alike} for each in found]


def _earlier_lines(session: Session, event: PenaltyImposed, found: list[EarlierPenalty]) -> Iterator[str]:
    if not found:
        return
    alike = sum(each.alike for each in found) + 1
    for_the_same = f", the {_ORDINALS.get(alike, f'{alike}th')} for the same" if alike > 1 else ""
    yield f"{event.contestant} had before{for_the_same}:"
    for each in found:
        imposed = each.penalty.imposed
        of = "" if each.session.id == session.id else f" of {each.session.id}"
        when = moment_text(each.penalty.since, session.recorded_at)
        laws = f", Law {', '.join(imposed.laws)}" if imposed.laws else ""
        what = penalty_text(imposed.amount, imposed.unit, imposed.named)
        yield f"  {imposed.case}{of} {when}: {what}{laws}{because(imposed.reason)}"
    named = [name for name, _ in session.regulations.penalties.named]
    if alike > 1 and not event.amount and named:
        law = "".join(f" --law {each}" for each in event.laws)
        yield f"  a warning again; the regulations have: `penalty add {event.contestant} {named[0]}{law}`"
