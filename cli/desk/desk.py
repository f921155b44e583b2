"""The desk of one command: what it prints on, and the office behind it."""

from __future__ import annotations

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
    from ledger.office import Office
    from ledger.projections.scoreboard import Scoreboard
    from ledger.recording.effect import Effect
    from ledger.session import Session, Stream
    from ledger.subjects.commands import Command


class Desk(Output):
    """What a command uses: the office, its session, and print."""

    sealing = False
    """Whether what is recorded is sealed too, where the office has a key."""

    def __init__(self, context: click.Context, *, writing: bool = False) -> None:
        super().__init__(settings(context))
        self.context = context
        self.writing = writing

    @cached_property
    def office(self) -> Office:
        """The office, opened when it is first asked for; Misuse (writing-as-of) where the past would be written."""
        asked = self.settings
        if self.writing and asked.as_of:
            raise Misuse("writing-as-of", "the past can be looked at, not written", "leave --as-of out")
        key = signer = None
        if self.writing:
            from cli.terminal import keys  # with the cryptography: whoever looks does not wait for it

            key = keys.office_key() if self.sealing else None
            signer = keys.official_key(asked.sign_with)
        if asked.offices:
            office = asked.offices.office(
                asked.database, by=asked.official, key=key, state=state_folder(), signer=signer
            )
        else:  # with the database: nobody waits for it who only asks how something is typed
            from ledger.office import Office

            office = Office.open(asked.database, by=asked.official, key=key, state=state_folder(), signer=signer)
            self.context.call_on_close(office.close)
        from ledger.recording.ledgers import looking_note  # after the office, with which the database is loaded

        self.note(looking_note(asked.database))
        return office

    # The session and its moment

    @property
    def session_id(self) -> str:
        """The session meant."""
        meant, named = self.settings.session_id, self.settings.session_named
        if meant and not named and not self.office.streams.has(meant):
            gone = f"session {meant}, remembered for this folder, is not in this ledger"
            raise Misuse("no-such-session", gone, "`use NAME` remembers another, `use --forget` none; `session list`")
        found = self.office.the_session(meant)
        self._note_meant(found, chosen=bool(meant))
        return found

    def the_tournament(self, named: str | None) -> str:
        """The tournament meant: the one named; that of --session or `use`, or whose session it is; the only one."""
        there, meant = self.office.tournaments, self.settings.session_id
        if named is None and meant and len(names := there.names()) > 1:
            named = meant if meant in names else there.of_session(meant)
        return there.the_one(named)

    def stream(self) -> Stream:
        """The session or the tournament at the moment asked for: now, or --as-of."""
        return self.stream_at(self.settings.as_of)

    def session(self) -> Session:
        """The session at the moment asked for; a tournament is refused, with its sessions."""
        from ledger.subjects.tournaments.state import session_of

        return self.office.tournaments.tell_names(session_of(self.stream()))

    def stream_at(self, moment: str | None) -> Stream:
        """The session or tournament at a moment, now where none is given; Misuse (bad-as-of) before it was opened."""
        from ledger.session.moment import number_at

        session_id = self.session_id
        if moment and self.office.tournaments.is_one(session_id):  # then it may be one of its sessions'
            return self.office.tournaments.at(session_id, moment).tournament
        number = number_at(moment, self.office.log(session_id)) if moment else None
        found = self.office.stream(session_id, number)
        if found.opened is None:
            then = f"session {session_id} was not yet open then"
            raise Misuse("bad-as-of", then, "`log --reverse` shows its first events")
        return found

    def now(self, stream: Stream) -> int:
        """The time to read the periods by (µs UTC): now, what --as-of names, or that of the last event it includes."""
        if self.settings.as_of is None:
            return max(self.office.clock(), stream.recorded_at)  # a clock set back opens nothing
        from ledger.session.moment import time_at

        return time_at(self.settings.as_of, stream.recorded_at) or stream.recorded_at

    def now_in_periods(self, stream: Stream) -> int:
        """The time to read the periods by, as `now`; that of the last event while no period runs: no clock is asked."""
        return self.now(stream) if stream.publications else stream.recorded_at

    def scoreboard(self) -> Scoreboard:
        """The scoreboard at the moment asked for; a desk that stays remembers the one of now."""
        if self.settings.offices and not self.settings.as_of:
            found = self.office.scoreboard(self.session().id)
            self.office.tournaments.tell_names(found.session)
            return found
        from ledger.projections.scoreboard import Scoreboard

        return Scoreboard(self.session())

    # Recording and asking

    def stream_before(self) -> Stream:
        """What a command is decided on: as it is now, or as it was when its --command-id was first used."""
        earlier = self.office.recorded_with(self.session_id, self.settings.command_id)
        return self.office.stream(self.session_id, earlier[0] - 1 if earlier else None)

    def before(self) -> Session:
        """The session a command is decided on; a tournament is refused, with its sessions."""
        from ledger.subjects.tournaments.state import session_of

        return session_of(self.stream_before())

    def submit(self, command: Command, session_id: str | None = None, how: Submission = AS_USUAL) -> Effect:
        """Hand a command to the office, as the settings say: who, when, on trial or not. Nothing is asked first.

        `session_id`: the session or tournament it is for, where that is not the one meant.
        """
        asked, name, at = self.settings, session_id or self.session_id, None
        if asked.at:
            from ledger.session.moment import happened_at

            at = happened_at(asked.at, self.office.clock())
        command_id = "" if how.dry_run else how.command_id or asked.command_id
        how = how._replace(command_id=command_id, dry_run=how.dry_run or asked.dry_run, occurred_at=at)
        effect = self.office.submit(name, command, how)
        self.say_trouble()
        if session_id and session_id != asked.session_id:
            asked.made = session_id
            self._note_meant(session_id)
        return effect

    def _note_meant(self, name: str, *, chosen: bool = True) -> None:
        """Note whether what is printed to be typed has to name the session or tournament that is meant."""
        self.settings.several = chosen and self.office.streams.may_be_several()
        self.settings.of_tournament = self.office.tournaments.is_one(name)

    def say_trouble(self) -> None:
        """Once, that what was acknowledged could not be kept on this machine; nobody is stopped by it."""
        kept = self.office.acknowledged
        if kept and kept.trouble:
            self.aside(f"note: {kept.trouble}")
            kept.trouble = ""

    def recorded_already(self) -> bool:
        """Whether this --command-id has been recorded: then there is nothing left to ask."""
        return bool(self.office.recorded_with(self.session_id, self.settings.command_id))

    def confirm(self, question: str, *, default: bool = False) -> None:
        """Ask on a terminal; elsewhere, or with --no-input, --yes is needed."""
        prompts.confirm(self.settings, question, default=default)

    @property
    def can_ask(self) -> bool:
        """Whether a question would be answered: on a terminal, without --yes, --no-input or --dry-run."""
        return prompts.can_ask(self.settings)

    # Answering

    def answer(self, answer: Answer, parts: Iterable[Part], stream: Stream | None = None) -> None:
        """Print what a question answers: for programs (--json) the value, else its tables and what is said beside them.

        `stream`: the session or tournament of whose moment the answer speaks.
        """
        if not self.settings.json:
            self.show(parts)
            return
        from cli.views.answers import as_json

        if stream is None:
            self.json(answer.schema, as_json(answer))
        else:
            self.json_at(answer.schema, stream, as_json(answer))

    # Printing

    def json_at(self, schema: str, stream: Stream, payload: Mapping[str, object]) -> None:
        """One object on stdout, with the session or tournament, the moment and the digest it speaks of."""
        head = {"session": stream.id, "as_of": stream.number, "digest": stream.digest.hex()}
        self.json(schema, {**head, **payload})
