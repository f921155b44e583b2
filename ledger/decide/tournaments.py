"""A tournament: opened, its stages and sessions, and who takes part."""

import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence

from ledger.commands import (
    AddSession,
    AddStage,
    AmendStage,
    DrawLot,
    EnterEntrants,
    LinkContestants,
    OpenTournament,
    RemoveSession,
)
from ledger.decide.carry_rules import check_carried
from ledger.decide.opening import check_each_once
from ledger.decide.response import Actor, Handlers, Uncommitted
from ledger.decide.within import check_within
from ledger.errors import Refusal
from ledger.errors.visible import is_plain
from ledger.events.tournaments import (
    ContestantLinked,
    EntrantsEntered,
    LotDrawn,
    SessionAdded,
    SessionRemoved,
    Stage,
    StageAdded,
    StageAmended,
    StageFormat,
    TournamentOpened,
)
from ledger.laws.bounds import BYE, COUNTED, LEAST_SESSIONS, SEED, SITTING, WINNERS
from ledger.laws.stage_rules import StageRules, usual_rules
from ledger.session import Stream
from ledger.session.session_name import require_session_name
from ledger.session.tournament import Tournament

_UNIT = re.compile(r"[1-9][0-9]{0,2}|0\.(?!0+$)[0-9]{1,4}", re.ASCII)
_LEAST = re.compile(r"[0-9]{1,4}|(100|[1-9]?[0-9])%", re.ASCII)
LONGEST_NAME = 60
"""Contestants of a tournament are called by numbers or, teams, by their names; stages by a word."""


def open_tournament(command: OpenTournament, stream: Stream, actor: Actor) -> tuple[Uncommitted, ...]:
    """Open a tournament; its name is neither a session's nor another tournament's."""
    require_session_name(stream.id)
    if stream.opened:
        what = "tournament" if isinstance(stream, Tournament) else "session"
        raise Refusal("session-exists", f"{stream.id} is a {what} already", "choose another name")
    return (Uncommitted(TournamentOpened(command.title, command.regulations)),)


def add_stage(command: AddStage, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """A stage after those there are, by a name of its own."""
    check_name(command.name, "a stage")
    if command.name in tournament.stages:
        raise Refusal("stage-exists", f"there is a stage {command.name} already", "`tournament stage amend` changes it")
    rules = command.rules or usual_rules(command.format)
    check_rules(rules)
    _check_all_count(command.format, rules)
    return (Uncommitted(StageAdded(command.name, command.format, rules)),)


def amend_stage(command: AmendStage, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """Other rules for a stage."""
    now = require_stage(tournament, command.name)
    if (now.format, now.rules) == (command.format, command.rules):
        raise Refusal("nothing-to-change", f"{command.name} is played so already", "`tournament show`")
    check_rules(command.rules)
    _check_all_count(command.format, command.rules)
    amended = StageAmended(command.name, command.format, command.rules, reason=command.reason)
    check_carried(tournament, amended)
    return (Uncommitted(amended),)


def check_rules(rules: StageRules) -> None:
    """Refuse rules that no total follows from."""
    check_within(COUNTED, rules.best)
    check_within(LEAST_SESSIONS, rules.least_sessions)
    check_within(BYE, rules.bye)
    check_within(WINNERS, rules.winners)
    for unit in (rules.unit, *([] if rules.session_unit == "exact" else [rules.session_unit])):
        if not _UNIT.fullmatch(unit):
            raise Refusal("bad-stage-rules", f"nothing is rounded to {unit[:40]!r}", "a unit is 1, 0.5, 0.01, …")
    if not _LEAST.fullmatch(rules.least_boards):
        message = f"{rules.least_boards[:40]!r} is no number of boards"
        raise Refusal("bad-stage-rules", message, "so many boards, 24, or a part of the most, 50%")
    if len({*rules.ties}) < len(rules.ties) or {"shared", "again"} & {*rules.ties[:-1]} or rules.ties == ("again",):
        message = f"ties cannot be split by {', '.join(rules.ties)}"
        raise Refusal("bad-stage-rules", message, "each rule once; `shared` or `again` ends the list")
    if 0 < rules.best < rules.least_sessions:
        message = f"{rules.least_sessions} sessions give a place, and {rules.best} count"
        raise Refusal("bad-stage-rules", message, "--least-sessions is at most --best")


def _check_all_count(format_: StageFormat, rules: StageRules) -> None:
    """Refuse the best sessions alone where all play all: there a total is of every opponent."""
    if format_ == "all-play-all" and rules.best:
        message = f"where all play all every match counts, and not only {rules.best} of the sessions"
        raise Refusal("bad-stage-rules", message, "--best 0, or --format sessions")


def add_session(command: AddSession, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """A session into a stage; it belongs to one tournament alone, and nobody plays twice at one sitting."""
    require_stage(tournament, command.stage)
    if command.elsewhere:
        message = f"session {command.session} belongs to {command.elsewhere}"
        hint = f"`tournament remove {command.session} --tournament {command.elsewhere}` first"
        raise Refusal("in-another-tournament", message, hint)
    if was := tournament.sessions.get(command.session):
        message = f"session {command.session} is sitting {was.sitting} of {was.stage} already"
        raise Refusal("added-already", message, f"`tournament remove {command.session}` first")
    beside = tournament.in_stage(command.stage)
    sitting = max((each.sitting for each in beside), default=0) + 1 if command.sitting is None else command.sitting
    check_within(SITTING, sitting)
    check_section(command.section)
    added = SessionAdded(command.stage, command.session, sitting, command.section)
    for each in beside:
        if (each.sitting, each.section) == (sitting, command.section):
            message = f"session {each.session} is sitting {sitting} of {command.stage}" + _of_section(command.section)
            raise Refusal("sitting-taken", message, "--section B for another section of it, --sitting for another one")
    links, playing = _new_links(tournament, command), command.contestants.get(command.session, ())
    then = _linked(tournament.supposing(added), command.session, links, playing)
    check_once(then, added, command.contestants)
    check_qualified(then, added, playing, new=True)
    return (Uncommitted(added), *_who_is_who(command.session, links, tournament.number + 1))


def check_section(section: str) -> None:
    """Refuse a section that is not told by letters."""
    if section and not (section.isascii() and section.isalpha() and section.isupper() and len(section) <= 3):
        raise Refusal("bad-section", f"{section[:80]!r} is no section", "a section is A, B, … up to three letters")


def _of_section(section: str) -> str:
    return f", section {section}" if section else ""


def check_once(tournament: Tournament, added: SessionAdded, contestants: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse a contestant of the tournament who would play in two sessions, or twice in one, at the same sitting."""
    together = [each for each in tournament.in_stage(added.stage) if each.sitting == added.sitting]
    playing = Counter(
        tournament.entrant_of(each.session, contestant)
        for each in together
        for contestant in contestants.get(each.session, ())
    )
    if twice := [entrant for entrant, times in playing.items() if times > 1]:
        where = ", ".join(each.session for each in together)
        message = f"{', '.join(twice)} would play twice at sitting {added.sitting} of {added.stage} ({where})"
        raise Refusal(
            "plays-twice", message, "--section tells sections apart; who is who is said behind the session: 1=A1 2=B2"
        )


def check_qualified(
    tournament: Tournament, added: SessionAdded, contestants: tuple[str, ...], *, new: bool = False
) -> None:
    """Refuse a session of a stage that a cut leads into, with somebody in it who did not qualify.

    `new`: it is to be added.
    """
    known = tournament.qualified.qualifiers(added.stage)
    playing = {each: tournament.entrant_of(added.session, each) for each in contestants}
    if strangers := {each: who for each, who in playing.items() if known is not None and who not in known}:
        message = f"{', '.join(strangers.values())} of {added.session} did not qualify for {added.stage}"
        label, stranger = next(iter(strangers.items()))
        admit = f"`tournament qualify STAGE --into {added.stage} --also {stranger}`"
        words = ["add", added.session, "--stage", added.stage] if new else ["link", added.session]
        who = f"somebody else here: `{shlex.join(['tournament', *words, f'{label}=ENTRANT'])}`"
        raise Refusal("not-qualified", message, f"{who}; `tournament qualified` shows who did; {admit}")


def remove_session(command: RemoveSession, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """A session out of the tournament; once its scores are out, for a reason."""
    number = require_session_of(tournament, command.session)
    if tournament.given_out and not command.reason.strip():
        message = f"the tournament's scores were given out: why does {command.session} not count?"
        raise Refusal("needs-cause", message, '--reason "a club game, not of the event"')
    return (Uncommitted(SessionRemoved(command.session, command.reason), (number,)),)


def enter_entrants(command: EnterEntrants, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """Contestants of the tournament, or another stratum or seed of them."""
    known = tournament.entrants
    labels = [entrant.label for entrant in command.entrants]
    check_each_once(labels)
    _check_apart([*known, *(each for each in labels if each not in known)])
    for entrant in command.entrants:
        check_name(entrant.label, "a contestant")
        check_within(SEED, *filter(None, [entrant.seed]))
        if entrant.stratum:
            check_name(entrant.stratum, "a stratum")
    new = tuple(each for each in command.entrants if known.get(each.label) != each)
    if not new:
        raise Refusal("nothing-to-change", "they are all entered so already", "`tournament show`")
    return (Uncommitted(EntrantsEntered(new)),)


def _check_apart(labels: Sequence[str]) -> None:
    """Refuse names that differ in capitals alone: nobody would see that they are two."""
    seen: dict[str, str] = {}
    for label in labels:
        if (other := seen.setdefault(label.casefold(), label)) != label:
            message = f"{other} and {label} differ in capitals alone"
            raise Refusal("bad-contestants", message, f"{other}, if they are one; another name, if they are two")


def link_contestants(command: LinkContestants, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """Which contestants of the tournament those of a session are; each is one, and one alone."""
    number = require_session_of(tournament, command.session)
    links = _new_links(tournament, command)
    if not links:
        raise Refusal("nothing-to-change", "they are all known to be so", "`tournament show`")
    then = _linked(tournament, command.session, links, command.contestants)
    added = then.sessions[command.session]
    check_once(then, added, {**command.beside, command.session: command.contestants})
    check_qualified(then, added, tuple(contestant for contestant, _ in links))
    return _who_is_who(command.session, links, number)


def _new_links(tournament: Tournament, command: AddSession | LinkContestants) -> list[tuple[str, str]]:
    """Those that are not known to be so already; nobody of the session is two of the tournament."""
    check_each_once([contestant for contestant, _ in command.links])
    known = tournament.links.get(command.session, {})
    return [link for link in command.links if known.get(link[0]) != link[1]]


def _linked(
    tournament: Tournament, session: str, links: Sequence[tuple[str, str]], contestants: Sequence[str]
) -> Tournament:
    """With contestants of a session as the tournament's; refused where they do not play there, or by no name."""
    for contestant, entrant in links:
        check_name(entrant, "a contestant")
        if contestants and contestant not in contestants:
            message, hint = f"{contestant} does not play in {session}", f"`session show --session {session}`"
            raise Refusal("no-such-contestant", message, hint)
    return tournament.supposing(*(ContestantLinked(session, *link) for link in links))


def _who_is_who(session: str, links: Sequence[tuple[str, str]], added: int) -> tuple[Uncommitted, ...]:
    return tuple(Uncommitted(ContestantLinked(session, *link), (added,)) for link in links)


def draw_lot(command: DrawLot, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """A lot between contestants of a stage, each of them once."""
    require_stage(tournament, command.stage)
    order = command.order
    if len(order) < 2 or len({*order}) < len(order):
        raise Refusal("bad-contestants", f"no lot is drawn between {', '.join(order)}", "two or more, each once")
    if unknown := [each for each in order if each not in command.playing]:
        message = f"{', '.join(unknown)} has no score in {command.stage}"
        raise Refusal("no-such-contestant", message, "`tournament standings` shows who has")
    return (Uncommitted(LotDrawn(command.stage, order, command.reason)),)


def require_stage(tournament: Tournament, name: str) -> Stage:
    """A stage by its name; Refusal (no-such-stage) naming those there are."""
    if name not in tournament.stages:
        known = ", ".join(tournament.stages) or "none yet"
        hint = f"stages here: {known}; `tournament stage add NAME` adds one"
        raise Refusal("no-such-stage", f"there is no stage {name}", hint)
    return tournament.stages[name]


def require_session_of(tournament: Tournament, name: str) -> int:
    """The number of the event that added a session; Refusal (not-in-tournament) naming those there are."""
    if name not in tournament.sessions:
        known = ", ".join(tournament.sessions) or "none yet"
        raise Refusal("not-in-tournament", f"{name} does not belong to {tournament.id}", f"sessions of it: {known}")
    return tournament.added[name]


def check_name(text: str, what: str) -> None:
    """Refuse what nobody is called: nothing, more than one line, or more than a line holds."""
    if not (text.strip() == text and is_plain(text) and 0 < len(text) <= LONGEST_NAME):
        raise Refusal(
            "bad-name", f"{text[:80]!r} is no name for {what}", f"at most {LONGEST_NAME} characters, one line"
        )


HANDLERS: Handlers = {
    OpenTournament: open_tournament,
    AddStage: add_stage,
    AmendStage: amend_stage,
    AddSession: add_session,
    RemoveSession: remove_session,
    EnterEntrants: enter_entrants,
    LinkContestants: link_contestants,
    DrawLot: draw_lot,
}
