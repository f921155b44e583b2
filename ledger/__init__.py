"""bridge-ledger: an event-sourced ruling ledger for duplicate bridge.

Every table result, ruling and correction is an immutable event; every score is derived from the log, and carries its
derivation. One way for data to flow:

    command ── decide ──► events ── append ──► log ── replay ──► session ── score ──► scoreboard
                 ▲                                                  │
                 └──────────────── the state it decides on ─────────┘

The tour: an office on a file; a ruling; who moved; why; a tournament of that session; and whether anybody touched the
log since.

>>> from ledger import GiveRuling, Grounds, Office, OpenSession, RecordResult, Result, Side, Weighted, Where
>>> from ledger import load_profile, parse_weighting, standings
>>> from tempfile import TemporaryDirectory
>>> folder = TemporaryDirectory()
>>> office = Office.open(f"{folder.name}/club.db", by="Ahlborn", new=True)
>>> _ = office.submit("thursday", OpenSession("Thursday", None, (1,), 2, load_profile("default")))
>>> for pair, result in enumerate(("5HE-1", "4SN=", "4SN-1"), start=1):
...     where = Where(1, table=str(pair), ns=f"{pair}NS", ew=f"{pair}EW")
...     _ = office.submit("thursday", RecordResult(where, Result(result)))
>>> weighted = Weighted(parse_weighting("60% 4SN=, 40% 4SN-1"))
>>> ruled = office.submit("thursday", GiveRuling(Where(1, "1"), weighted, Grounds("EW", ("16B",))))
>>> [(change.contestant, str(change.before), str(change.after)) for change in ruled.ripple().changes[:2]]
[('1NS', '2', '11/5'), ('1EW', '2', '9/5')]
>>> played = ruled.after.boards[1][next(iter(ruled.after.boards[1]))]
>>> why = office.explain(ruled.after, played, Side.NS)
>>> str(why.derivation.value), why.derivation.text, why.derivation.law
('11/5', 'weighted', '12C1(c)')
>>> [row.contestant for row in standings(office.scoreboard("thursday"))[0].rows]
['2NS', '1NS', '3NS']
>>> from ledger.facts import AddSession, AddStage, OpenTournament, PublishStanding
>>> from ledger.laws.stage_rules import StageRules
>>> pairs = AddStage("pairs", rules=StageRules(winners=2))
>>> congress = OpenTournament("Spring", load_profile("default")), pairs, AddSession("pairs", "thursday")
>>> for command in (*congress, PublishStanding("on the wall")):
...     _ = office.submit("spring", command)
>>> [(row.rank, row.entrant, str(row.total.value)) for row in office.tournaments.overall("spring")[0].rows[:2]]
[(1, '2NS', '85'), (1, '3EW', '90')]
>>> [audit.ok for audit in office.verify(strict=True)]
[True, True]
>>> office.close()
>>> folder.cleanup()

The rooms, from the bottom up; each imports only what stands above it in this list (tests/house reads the imports):

    bridge, errors  the game: results, seats, Law 77, IMP and VP scales; the three ways to be wrong, and every code;
                    which characters no desk types, and how a screen shows them
    labels          what contestants and tables are called, and in which order they are listed
    files           reading what a stranger made: only files, and never more than such a file can have
    laws            what may be awarded, citations, periods, regulations; the loader beside its profiles/*.toml
    scoring         derivations; what a form of scoring is; a module for each form; `forms` lists them
    events          what happened, by subject; `register` has a row for every kind; `upcasting` reads earlier versions
    commands        the same in the imperative
    session         the state: `replay` and `evolve`; looking things up in it; the states of cases by log and clock
    projections     scoreboard, tally, matches, standings, scorecards; ripple, explanation, stakes, timeline; checking
    overall         the standing of a tournament over its sessions, and what hangs on it: cuts, carry-forward, draws,
                    brackets, the ripple; of their scoreboards alone; its own map says which question is where
    decide          command × state × actor → events, or a refusal; the guards that every command passes
    store           everything that knows SQL: log, chain, texts, kept seals; the record of an event as bytes
    trust           Merkle tree, seals, witnesses, receipts, keys; bundles and their verifier; what `verify` checks
    exchange        a module for each format of other programs; `writing` is the way out, a module for each too
    recording       the way of a command: load, decide, append, and what came of it; what is kept outside the database;
                    backups
    office          the one door: `Office`
    migrations      what makes and upgrades the tables
    cli             main finds the command; commands/ one file each; desk/ what they share; screens/ how things are told
                    in a terminal; pages/ how they are told in a browser; asking/ facts that were not typed; entry/
                    slips, one after the other; shell/ a desk that stays, and a screen that watches; completion/ Tab

A tournament (the Laws' event; "event" is what stands in the log) is a stream of its own in the same log. A `Stream` is
a `Session` or a `Tournament`: both have officials, texts and seals; a session has boards, a tournament the facts that
hold of it (session.in_force), of which all else is asked. Its bundle has those of its sessions with it. Who is told of
several streams gathers them: recording.tournaments (`office.tournaments`) → overall.scores → overall.standing. Whatever
may move there is a function in overall.aspects: overall.ripple compares two moments of them, the digest of a published
standing (overall.numbers) holds them, overall.stakes asks them of every outcome. What a command moves beyond its
session: recording.effect.Effect.overall, which cli.screens.effects prints and cli.screens.effects asks about.

bridge … decide are pure: no database, file, clock, random (but for the loader of profiles, which reads files, and the
office's time zone).

A command of a tournament says what is wanted alone. What the sessions have to do with it (who plays there, who stands
where, who met whom) is found as it is decided, by recording.gathering, whether it comes by the desk or from Python; so
is, by gathering_mismatches, what a mismatch of a session rests on in the stage it plays in.

The way of a ruling, from what is typed to what is printed:

    cli.main.run → cli.commands.ruling.add      finds the command; click reads the options into typed objects
    cli.options.notation.adjustment                  --weighted "60% 4SN=, …" → laws.adjustment.Weighted
    cli.screens.effects.record                  → cli.desk.Desk.submit → Office.submit
    recording.recorder.Recorder.submit          Sessions.now: store.log read, session.replay or evolve
    decide.decide → rulings.give_ruling         RulingGiven, or Refusal; then the guards: reopened, check_citations,
                                                check_office, check_cause, check_takes_part, check_beside, check_signs
    recording.signing.with_signature            what an official tied to a key judged is signed by him: one event more
    session.evolve, projections.Scoreboard      what is accepted is replayed and scored before it is recorded
    recording.committing                        the facts and the reason get their salts: `FreeText`, `KeptText`
    store.Store.append → appending, record      the record as canonical JSON, its digest after the one before
    recording.effect.Effect.ripple              scores before and after: projections.ripple
    cli.screens.effects.report                  headlines, ripples, next_steps


The way to a terminal: `desk.say`, `desk.table`, `desk.json` → cli.terminal.screen, the one module that prints. A
line is a line: what a stranger wrote is shown in it as escapes, line breaks too, so our own are lines of their own.

The way of a line typed at `desk`: cli.shell.shell reads it (cli.shell.script, where there is no terminal) →
cli.shell.answering.answer → cli.main.run with the `Settings` of the desk, whose `offices` stay open: `Desk` takes its
office from there instead of opening one, and that remembers sessions, scores and logs. Beside it cli.shell.background
looks every second, by an office and a thread of its own → cli.shell.news: what others recorded, what runs out; told
while no command is being answered. `watch` looks in the same way → cli.shell.watched_session → cli.shell.layout.

The way to one table: cli.options.addresses reads 5/3, 5 3NS, 7 Oslo r2 → `Where` → session.places.find, the
one resolver, by session.addresses, which also says what to type for a line (`typed`). Hints stand in backticks without
the program's name; cli.desk.output fills them in, where `desk.hint` prints them.

The way of an import: cli.commands.import_ → cli.screens.imports → exchange.reading, which chooses by the ending →
exchange.usebio, pbn, lin, acbl or csv_results → a `Sheet` of `SheetLine`s and of the `Figures` the file prints →
exchange.programs, the regulations of what wrote it; exchange.printed, the awards only its figures tell →
`ImportSheet` → decide.sheets.import_sheet, which compares each line with the others (sheet_doubles) and with the
session (sheet_lines, sheet_seats), and
records only what the log does not yet say → the way of a ruling from Recorder.submit on; and at the end
exchange.comparison, every printed figure beside ours. What Bridgemates say (exchange.bridgemate: a .bws, or the JSON of
their Data Connector) goes the same way; with --follow again and again (cli.screens.device_following), and what of it
needs a person is set aside by an event: decide.queue, `import queue`; session.waiting knows what still waits. A
bundle: cli.screens.bundles → trust.bundle.reader.read_bundle → Office.restore → recording.taking_over, which has
`verify`'s checks made on it and asks on whose authority → store.restoring. It is one log after the other: a session's,
or a tournament's and those of its sessions; that they belong together is trust.bundle.verifier's to say.

The way out: cli.commands.export → cli.screens.exports (the ending decides) → exchange.writing.given_out, the lines of a
scoreboard as far as other programs can say them → usebio, pbn or csv_file → files, which writes the companion beside.
That is our own file (exchange.own): the lines, and what projections.besides says again as commands; `import` reads it
by itself or beside the other, and decide.sheet_besides records what it says besides the results.

The way of a question: cli.commands.explain → cli.screens.explanations.explain_score → Office.explain →
projections.explanation.explain, which walks the log for the events that moved the score and takes the derivation from
`Scoreboard.score(…).derivation()` → scoring.board.ScoredBoard, the form's `worth` written once against an `Arithmetic`:
with NUMBERS it is the score, with TELLING its derivation → cli.words.derivations.

The way of three hundred slips: on standard input, cli.commands.result → cli.entry.taken_lines → slip_lines, which reads
a line, and taking_in, which submits it. On a terminal, cli.commands.enter → cli.entry.starting → running: a `Sitting`
says what is asked (agenda: which slips are missing; seats: who sits there) and what a typed line makes of it (typed,
shorthand), views what is seen, plausible what speaks against it; asking alone knows the terminal.

The way of a Tab: the shell runs the program → cli.start → completion.asking, which loads neither click nor an office →
typed, which reads the line by the table of all that can be typed (table: commands.txt) → offers, by the name the table
has for what is wanted → recording.known_words and known_tournaments, which read the file by store.glance, without
SQLAlchemy; or the words of a session that is there already, where `Settings.known_words` has them: a desk that stays
asks completion.answering itself. The table is made of the commands by completion.writing, which says what each
parameter is offered: after a change `python -m tests.cli.write_completion`; tests/cli/test_completion.py asks for it,
and for a parameter that is offered nothing, or for its name among those that are said in words of one's own.

The way to a page of a tournament: cli.pages.tournaments (links, history, site, desk_site), over the sites of its
sessions. `watch` of one: cli.shell.watched_tournament → tournament_overview.

The way to a page: cli.commands.report → cli.pages.desk_reports or desk_sites → views (standings, boards, cards, cases,
events, changes, chart: text, `Table` and `Outline`, nothing of HTML) → cli.pages.printing.Press and a template, which
escapes → cli.pages.folder, which puts it there whole. `links` says where a number, a case, an event stands. The page
that checks a receipt does in the browser what trust.receipt does here (templates/check_*.js, a module for each of
ledger.trust's; `shapes` tells it what an event of each kind holds): what one refuses the other must.

How to add a kind of event, in this order; after each step tests/core/test_kinds.py, tests/events and
tests/cli/test_vocabulary.py say what is missing:

    1  ledger/events/SUBJECT.py                 the class, in the past tense; what somebody says in it is a `FreeText`
    2  ledger/facts/register.py                its row: stable name, offices, what takes it back, period, settles
    3  ledger/session/evolving_SUBJECT.py       what it does to the session (nothing is an answer too), in EVOLVE; of a
                                                tournament it is a fact, or takes one back: its name in `_Fact`
    4  cli/screens/event_texts/SUBJECT.py       what it says in a line: `log`, `show` and the ripple have it from there
    5  tests/codec: a line at the end of corpus.jsonl, and an example in test_codec: what is released is read for good

    and for a command that records it:

    6  ledger/commands/SUBJECT.py               the class, and its place in the union at the end
    7  ledger/facts.py              its name, by which everybody takes it
    8  ledger/decide/…                          the function that makes the event or refuses, in HANDLERS; what it has
                                                to know of other streams, in ledger/recording/gathering.py
    9  cli/commands/COMMAND.py                  how it is typed; a new file also has its row in cli/terminal/overview.py
   10  tests/scenarios/*.session                an evening with it; `python -m tests.scenarios.rewrite NAME`

    A fact that the session keeps with its seats (who met, round, table) follows them when they are corrected: move it
    in ledger/session/seating.py, also while it is taken back, and find its line by `Session.line`, or by the
    number of its event, never by the seats the event named; tests/core/test_seats_machine.py wants a rule that says it.
    A value of a notation of its own (Auction) also has its reader in cli/pages/templates/check_notations.js.
    What a command has to know of other streams is found in ledger/recording/gathering.py.
    `undone_by` in its row wants a function in UNDO (ledger/decide/undoing_….py); fields that change later want a
    version in the row and a step in ledger/facts/upcasting.py. Case numbers, periods, offices, JSON, bundles,
    receipts and `verify` need nothing.

How to add a form of scoring:

    1  ledger/scoring/NAME.py                   a `ScoredBoard`: `worth`, and the facts of `Form` that differ (where it
                                                is not in IMPs: `unit`, `penalty_units`, and `top` or `awardable`)
    2  ledger/scoring/forms.py                  its name in `FormName`, its row in `FORMS`
    3  cli/words/vocabulary.py                its name in `FORMS`, which is read before scoring is loaded

    tests/cli/test_vocabulary.py fails until 3 is done. tests/scoring/test_forms.py then deals boards of it by itself;
    test_one_arithmetic.py wants its numbers in `GOLDEN`, and its name where the laws that fit only some forms are
    listed. Regulations of its own are a table in ledger/laws/regulations.py and its checks in profile_loader.py.
    A file that names it: `_EVENTS` in ledger/exchange/usebio/document.py. Say it in cli/help/scoring.md.

How to add a command:

    1  cli/commands/NAME.py                     `cls=Looking`, `Standing` or `Writing`; a noun is `cls=Verbs` with the
                                                topic that shows the way through it, `guide="a-ruling"`
    2  cli/terminal/overview.py                     its row in COMMANDS, its place in SECTIONS
    3  its docstring                            a first sentence that can stand alone; after a `\\b`, `Examples:`, one
                                                to three command lines that can be typed, a remark after `  # `
    4  its options                              a `metavar` in an office's words; several that belong together
                                                are a class of `Options` with a HEADING; what a topic tells is
                                                named in a line
    5  cli/help                                 the topic it belongs to; a new topic has its line in contents.toml, and
                                                a first line `# Name: what it is about`
    6  tests/cli/examples.py                    its place in the evening on which the examples are typed
    7  cli/completion/commands.txt              what Tab reads: `python -m tests.cli.write_completion` writes it

    tests/cli/test_usage.py wants the page in 50 lines at 80 columns, and that it names no option there is not.

How to add a file format:

    1  ledger/exchange/NAME.py                  `read_NAME(path) → Sheet`; what cannot be read goes to `problems`, what
                                                the file prints of scores to `printed`
    2  ledger/exchange/reading.py               its ending in `READERS`
    3  ledger/exchange/programs.py              what its writers are called; a profile for each, where none is theirs

    Tests: tests/exchange/test_NAME.py. Say it in cli/help/result-files.md and the help of cli/commands/import_.py, and
    in a topic of its own what of the format is read and what is not.

How to add a page: a view in cli/pages, a template that extends base.html, its line in `Pages` (cli/pages/site.py) or a
command in cli/commands/report.py; its words in every cli/pages/locale/*.po; its golden in tests/pages. A language is a
.po file there.

A wheel is built by .ci/hatch_build.py, which has cli.screens.man_pages make the manual pages from the commands.

What is tested where: tests/README.md. The manual: cli/help, a topic a file.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"
"""The version of this program: the one place it is written. Every event names its writer's."""

if TYPE_CHECKING:
    from ledger import facts as facts
    from ledger.bridge import Result as Result
    from ledger.bridge import Seat as Seat
    from ledger.bridge import Side as Side
    from ledger.bridge import Unreadable as Unreadable
    from ledger.errors import Conflict as Conflict
    from ledger.errors import Corrupt as Corrupt
    from ledger.errors import Misuse as Misuse
    from ledger.errors import Problem as Problem
    from ledger.errors import Refusal as Refusal
    from ledger.errors import Unavailable as Unavailable
    from ledger.facts import GiveRuling as GiveRuling
    from ledger.facts import Grounds as Grounds
    from ledger.facts import OpenSession as OpenSession
    from ledger.facts import PublishScores as PublishScores
    from ledger.facts import RecordResult as RecordResult
    from ledger.facts import Undo as Undo
    from ledger.facts import Where as Where
    from ledger.facts.tournaments import Entrant as Entrant
    from ledger.laws.adjustment import Artificial as Artificial
    from ledger.laws.adjustment import Assigned as Assigned
    from ledger.laws.adjustment import Awarded as Awarded
    from ledger.laws.adjustment import Claim as Claim
    from ledger.laws.adjustment import SelfInflicted as SelfInflicted
    from ledger.laws.adjustment import Split as Split
    from ledger.laws.adjustment import Stands as Stands
    from ledger.laws.adjustment import Weighted as Weighted
    from ledger.laws.adjustment import parse_weighting as parse_weighting
    from ledger.laws.profile_loader import load_profile as load_profile
    from ledger.laws.stage_rules import CarryRules as CarryRules
    from ledger.laws.stage_rules import StageRules as StageRules
    from ledger.office import Office as Office
    from ledger.projections.scoreboard import Scoreboard as Scoreboard
    from ledger.projections.standings import standings as standings
    from ledger.recording.effect import Effect as Effect

_HOMES = {
    "ledger.bridge": "Result Seat Side Unreadable",
    "ledger.errors": "Conflict Corrupt Misuse Problem Refusal Unavailable",
    "ledger.facts": "GiveRuling Grounds OpenSession PublishScores RecordResult Undo Where",
    "ledger.facts.tournaments": "Entrant",
    "ledger.laws.adjustment": "Artificial Assigned Awarded Claim SelfInflicted Split Stands Weighted parse_weighting",
    "ledger.laws.profile_loader": "load_profile",
    "ledger.laws.stage_rules": "CarryRules StageRules",
    "ledger.office": "Office",
    "ledger.projections.scoreboard": "Scoreboard",
    "ledger.projections.standings": "standings",
    "ledger.recording.effect": "Effect",
}
_HOME_OF = {"facts": "ledger.facts"} | {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [*_HOME_OF]


def __getattr__(name: str) -> object:
    """The public names, each taken from its home when it is first asked for: what is pure loads without a database."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'ledger' has no attribute {name!r}")
    home = import_module(_HOME_OF[name])
    return home if name == "facts" else getattr(home, name)


def __dir__() -> list[str]:
    return sorted(_HOME_OF)
