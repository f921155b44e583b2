"""The desk of one command: what it prints on, and the office behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.desk.output import Output
from cli.terminal import keys, prompts
from cli.terminal.settings import settings, state_folder
from ledger.errors import Misuse

if TYPE_CHECKING:
    from collections.abc import Mapping

    import click

    from ledger.exchange.evidence import EvidenceFile
    from ledger.facts import Command
    from ledger.office import Office
    from ledger.projections.scoreboard import Scoreboard
    from ledger.recording.effect import Effect
    from ledger.session import Session, Stream
    from ledger.trust.keys import Key


class Desk(Output):
    """What a command uses: the office, its session, and print."""

    def __init__(self, context: click.Context, *, writing: bool = False, seals: bool = False) -> None:
        super().__init__(settings(context))
        if writing and self.settings.as_of:
            raise Misuse("writing-as-of", "the past can be looked at, not written", "leave --as-of out")
        key = keys.office_key() if seals else None
        signer = keys.official_key(self.settings.sign_with) if writing else None
        self.office = self._office(context, key, signer)

    def _office(self, context: click.Context, key: Key | None, signer: Key | None) -> Office:
        """The office behind this command: one that is kept open, or one that is closed after it."""
        asked = self.settings
        if asked.offices:
            return asked.offices.office(asked.database, by=asked.official, key=key, state=state_folder(), signer=signer)
        from ledger.office import Office  # with the database: nobody waits for it who only asks how something is typed

        opened = Office.open(asked.database, by=asked.official, key=key, state=state_folder(), signer=signer)
        context.call_on_close(opened.close)
        return opened

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

    def stream(self) -> Stream:
        """The session or the tournament at the moment asked for: now, or --as-of."""
        return self.stream_at(self.settings.as_of)

    def session(self) -> Session:
        """The session at the moment asked for; a tournament is refused, with its sessions."""
        from ledger.session import session_of

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
            return self.office.clock()
        from ledger.session.moment import time_at

        return time_at(self.settings.as_of, stream.recorded_at) or stream.recorded_at

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
        from ledger.session import session_of

        return session_of(self.stream_before())

    def submit(
        self,
        command: Command,
        *,
        session_id: str | None = None,
        command_id: str = "",
        dry_run: bool = False,
        supposing: Stream | None = None,
        shown: Effect | None = None,
        file: EvidenceFile | None = None,
    ) -> Effect:
        """Hand a command to the office, as the settings say: who, when, on trial or not. Nothing is asked first.

        `command_id`: of one that may be sent again; `supposing`: what a trial is decided on, instead of the session as
        it is; `shown`: one that was agreed to; `file`: what is filed as evidence.
        """
        asked = self.settings
        if not (dry_run or asked.dry_run):
            self._check_clock(session_id or self.session_id)
        effect = self.office.submit(
            session_id or self.session_id,
            command,
            command_id="" if dry_run else command_id or asked.command_id,
            dry_run=dry_run or asked.dry_run,
            occurred_at=self._occurred_at(),
            supposing=supposing,
            shown=shown,
            file=file,
        )
        self.say_trouble()
        if session_id and session_id != asked.session_id:
            asked.made = session_id
            self._note_meant(session_id)
        return effect

    def _note_meant(self, name: str, *, chosen: bool = True) -> None:
        """Note whether what is printed to be typed has to name the session or tournament that is meant."""
        self.settings.several = chosen and self.office.streams.may_be_several()
        self.settings.of_tournament = self.office.tournaments.is_one(name)

    def _check_clock(self, session_id: str) -> None:
        """Ask whether this computer's clock is right, where something disagrees; refused where nobody can be asked."""
        watch, now = self.office.clock_watch, self.office.clock()
        if self.settings.clock_is_right:
            watch.is_right(now)
        elif doubt := watch.doubt(now, self.office.stream(session_id)):
            from cli.words.clocks import doubt_text

            prompts.confirm_clock(self.settings, doubt_text(doubt))
            watch.is_right(self.office.clock())
            self.aside("note: what was recorded while it was wrong is put right by `session clock` (help options)")

    def say_trouble(self) -> None:
        """Once, that what was acknowledged could not be kept on this machine; nobody is stopped by it."""
        kept = self.office.acknowledged
        if kept and kept.trouble:
            self.aside(f"note: {kept.trouble}")
            kept.trouble = ""

    def recorded_already(self) -> bool:
        """Whether this --command-id has been recorded: then there is nothing left to ask."""
        return bool(self.office.recorded_with(self.session_id, self.settings.command_id))

    def _occurred_at(self) -> int | None:
        """When what is recorded happened, where --at says so (µs UTC)."""
        if not self.settings.at:
            return None
        from ledger.session.moment import happened_at

        return happened_at(self.settings.at, self.office.clock())

    def confirm(self, question: str, *, default: bool = False) -> None:
        """Ask on a terminal; elsewhere, or with --no-input, --yes is needed."""
        prompts.confirm(self.settings, question, default=default)

    def note(self, text: str) -> None:
        """Say aside what was taken for granted, where anything was."""
        if text:
            self.aside(f"note: {text}")

    @property
    def can_ask(self) -> bool:
        """Whether a question would be answered: on a terminal, without --yes, --no-input or --dry-run."""
        return prompts.can_ask(self.settings)

    # Printing

    def json_at(self, schema: str, stream: Stream, payload: Mapping[str, object]) -> None:
        """One object on stdout, with the session or tournament, the moment and the digest it speaks of."""
        head = {"session": stream.id, "as_of": stream.number, "digest": stream.digest.hex()}
        self.json(schema, {**head, **payload})
