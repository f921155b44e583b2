"""The desk of a command: its output, and the office behind it."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from cli.desk.output import Output
from cli.terminal import prompts
from cli.terminal.settings import settings, state_folder
from ledger.errors import Misuse
from ledger.recording import AS_USUAL, Submission

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import click

    from cli.views.answers import Answer
    from cli.views.tables import Part
    from ledger.kernel.fact import Command
    from ledger.office import Office
    from ledger.projections.scoreboard import Scoreboard
    from ledger.recording.effect import Effect
    from ledger.session import Session, Stream


class Desk(Output):
    """The office, the session and the output that one command works with."""

    sealing = False
    """True if recording also seals the log, where the office has a key."""

    def __init__(self, context: click.Context, *, writing: bool = False) -> None:
        super().__init__(settings(context))
        self.context = context
        self.writing = writing
        if os.environ.get("BRIDGE_LEDGER_EDITIONS") and not self.settings.offices:  # an open desk has said it already
            from ledger.laws.edition import edition_faults

            for fault in edition_faults().values():
                self.note(f"{fault.message}; {fault.hint_for_reader}")

    @cached_property
    def office(self) -> Office:
        """The office, opened at first use; Misuse (writing-as-of) if a recording command is given --as-of."""
        run = self.settings
        if self.writing and run.as_of:
            hint = "leave --as-of out; --at TIME says when it happened"
            raise Misuse("writing-as-of", "nothing can be recorded at an earlier moment", hint)
        key = signer = None
        if self.writing:
            from cli.terminal import keys  # loads the cryptography: looking needs none

            key = keys.office_key() if self.sealing else None
            signer = keys.official_key(run.sign_with)
        if run.offices:
            office = run.offices.office(run.database, by=run.official, key=key, state=state_folder(), signer=signer)
        else:  # loads the database: `--help` and Tab do without
            from ledger.office import Office

            office = Office.open(run.database, by=run.official, key=key, state=state_folder(), signer=signer)
            self.context.call_on_close(office.close)
        from ledger.recording.ledgers import place_note  # after the office, which has loaded the database

        self.note(place_note(run.database))
        return office

    # The session and its moment

    @property
    def session_id(self) -> str:
        """The session or tournament that the command is about; Misuse (no-such-session, which-session) if not clear."""
        chosen, named = self.settings.session_id, self.settings.session_named
        if chosen and not named and not self.office.streams.has(chosen):
            gone = f"session {chosen}, remembered for this folder, is not in this ledger"
            raise Misuse("no-such-session", gone, "`use NAME` remembers another, `use --forget` none; `session list`")
        session = self.office.resolve_session(chosen)
        self._note_need_to_name(session, chosen=bool(chosen))
        return session

    def tournament_name(self, named: str | None) -> str:
        """Return the tournament's name: `named`, that of --session or `use`, or the only one; Misuse if unclear."""
        tournaments, chosen = self.office.tournaments, self.settings.session_id
        if named is None and chosen and len(names := tournaments.names()) > 1:
            named = chosen if chosen in names else tournaments.of_session(chosen)
        return tournaments.resolve_tournament(named)

    def stream(self) -> Stream:
        """Return the session or tournament at the moment asked for: now, or --as-of."""
        return self.stream_at(self.settings.as_of)

    def session(self) -> Session:
        """Return the session at the moment asked for: now, or --as-of; Refusal, with its sessions, for a tournament."""
        from ledger.subjects.tournaments.state import session_of

        return self.office.tournaments.add_names_from_tournament(session_of(self.stream()))

    def stream_at(self, moment: str | None) -> Stream:
        """Return the session or tournament at `moment` (None: now); Misuse (bad-as-of) if it was not open yet."""
        from ledger.session.moment import number_at

        session_id = self.session_id
        if moment and self.office.tournaments.is_one(session_id):  # the moment may be an event of one of its sessions
            return self.office.tournaments.at(session_id, moment).tournament
        number = number_at(moment, self.office.log(session_id)) if moment else None
        stream = self.office.stream(session_id, number)
        if stream.opened is None:
            what = f"session {session_id} was not yet open then"
            raise Misuse("bad-as-of", what, "`log --reverse` shows its first events")
        return stream

    def now(self, stream: Stream) -> int:
        """Return the time (µs UTC) by which running periods are judged: the present, or the time of --as-of."""
        if self.settings.as_of is None:
            return max(self.office.clock(), stream.recorded_at)  # a clock that was set back must reopen no period
        from ledger.session.moment import parse_time_or_none

        return parse_time_or_none(self.settings.as_of, stream.recorded_at) or stream.recorded_at

    def now_in_periods(self, stream: Stream) -> int:
        """Return `now`; before the first publication, while no period runs, the time of the last event."""
        return self.now(stream) if stream.publications else stream.recorded_at

    def scoreboard(self) -> Scoreboard:
        """Return the scoreboard of the session at the moment asked for: now, or --as-of."""
        if self.settings.offices and not self.settings.as_of:
            remembered = self.office.scoreboard(self.session().id)
            self.office.tournaments.add_names_from_tournament(remembered.session)
            return remembered
        from ledger.projections.scoreboard import Scoreboard

        return Scoreboard(self.session())

    # Recording and asking

    def deciding_stream(self) -> Stream:
        """Return the stream as it was before this command: as it is now, or before its --command-id was first used."""
        earlier = self.office.events_recorded_under(self.session_id, self.settings.command_id)
        return self.office.stream(self.session_id, earlier[0] - 1 if earlier else None)

    def before(self) -> Session:
        """Return the session as it was before this command (see `deciding_stream`); Refusal for a tournament."""
        from ledger.subjects.tournaments.state import session_of

        return session_of(self.deciding_stream())

    def submit(self, command: Command, session_id: str | None = None, how: Submission = AS_USUAL) -> Effect:
        """Submit a command to the office with the settings of this run (official, time, trial). Asks no question.

        `session_id`: another session or tournament than this run's.
        """
        run, name, at = self.settings, session_id or self.session_id, None
        if run.at:
            from ledger.session.moment import parse_time

            at = parse_time(run.at, self.office.clock())
        command_id = "" if how.dry_run else how.command_id or run.command_id
        how = how._replace(command_id=command_id, dry_run=how.dry_run or run.dry_run, occurred_at=at)
        effect = self.office.submit(name, command, how)
        self.print_unkept_note()
        if session_id and session_id != run.session_id:
            run.made = session_id
            self._note_need_to_name(session_id)
        return effect

    def _note_need_to_name(self, name: str, *, chosen: bool = True) -> None:
        """Store in the settings whether the commands printed as hints must name the session or tournament."""
        self.settings.several = chosen and self.office.streams.may_have_several_sessions()
        self.settings.of_tournament = self.office.tournaments.is_one(name)

    def print_unkept_note(self) -> None:
        """Print once a warning that this computer could not store its note of acknowledged events."""
        kept = self.office.acknowledged
        if kept and kept.trouble:
            self.aside(f"note: {kept.trouble}")
            kept.trouble = ""

    def recorded_already(self) -> bool:
        """Return True if a command with this --command-id is recorded already, so that no question is needed."""
        return bool(self.office.events_recorded_under(self.session_id, self.settings.command_id))

    def confirm(self, question: str, *, default: bool = False) -> None:
        """Ask a yes-or-no question at a terminal; without a terminal or with --no-input, require --yes."""
        prompts.confirm(self.settings, question, default=default)

    @property
    def can_ask(self) -> bool:
        """Return True if a question can be answered: at a terminal, without --yes, --no-input or --dry-run."""
        return prompts.can_ask(self.settings)

    # Answering

    def answer(self, answer: Answer, parts: Iterable[Part], stream: Stream | None = None) -> None:
        """Print an answer: as JSON with --json, else as tables and texts.

        `stream`: the session or tournament, at the moment of the answer.
        """
        if not self.settings.json:
            self.show(parts)
            return
        from cli.views.answers import as_json

        if stream is None:
            self.json(answer.schema, as_json(answer))
        else:
            self.print_json_of_state(answer.schema, stream, as_json(answer))

    # Printing

    def print_json_of_state(self, schema: str, stream: Stream, payload: Mapping[str, object]) -> None:
        """Print one JSON object with the session or tournament, its moment and its digest."""
        head = {"session": stream.id, "as_of": stream.number, "digest": stream.digest.hex()}
        self.json(schema, {**head, **payload})
