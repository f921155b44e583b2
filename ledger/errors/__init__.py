"""The errors that users meet, except of notation, and the register of every code.

Unreadable   a text is not notation                       exit 2   (ledger.bridge)
Misuse       the command line or a file was not understood exit 2
Refusal      the office or the Laws refuse                 exit 1
Conflict     another desk recorded first                   exit 4
Corrupt      the log was changed after it was recorded     exit 3
Unavailable  the database, or what is wanted, is not here  exit 5
"""

from typing import NamedTuple


def hint_to_install_extra(name: str) -> str:
    """Return the hint of a `tool-missing` error: how to install the program with one of its extras."""
    return f"install the program again with this part: `pip install '.[{name}]'` in its folder (`help installing`)"


class Problem(Exception):
    """An error that the office reports to its user: a stable code, the message, and what to type."""

    exit_code = 1

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        assert code in CODES, code
        assert message, f"{code}: an error needs a message"
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint

    @property
    def hint_for_reader(self) -> str:
        """The hint to print after a command that only reads, without remarks about what was recorded."""
        return self.hint


class RefusalTime(NamedTuple):
    """A time in the text of a refusal (µs UTC), printed by the desk's own clock.

    `text` has the placeholder `{time}`, and perhaps `{ago}`: how long `time` lies before `now`.
    """

    text: str
    time: int
    now: int


class Refusal(Problem):
    """An understood command that the office or the Laws refuse. Nothing was recorded.

    `timed` is printed after the message, `table` below it, headings first.
    """

    def __init__(
        self,
        code: str,
        message: str,
        hint: str = "",
        timed: RefusalTime | None = None,
        table: tuple[tuple[str, ...], ...] = (),
    ) -> None:
        super().__init__(code, message, hint)
        self.timed = timed
        self.table = table


class Misuse(Problem):
    """A command line, or a file it names, that was not understood."""

    exit_code = 2


class Conflict(Problem):
    """A command that came too late, because another desk recorded first. Nothing was recorded."""

    exit_code = 4


class Corrupt(Problem):
    """A log that was changed after it was recorded; `number` is the first event affected, None if unknown."""

    exit_code = 3

    def __init__(self, code: str, message: str, hint: str = "", number: int | None = None) -> None:
        super().__init__(code, message, hint)
        self.number = number


class Unavailable(Problem):
    """A database, device or program that is missing, of another version, or unusable at the moment.

    `looking`: the hint for a command that only reads, if it differs.
    """

    exit_code = 5

    def __init__(self, code: str, message: str, hint: str = "", looking: str = "") -> None:
        super().__init__(code, message, hint)
        self._looking = looking

    @property
    def hint_for_reader(self) -> str:
        """The hint to print after a command that only reads: `looking` if given, else the usual hint."""
        return self._looking or self.hint


# the errors for which another stream is skipped, while our own goes on
UNREADABLE_STREAM = (Corrupt, Unavailable)
CODES: dict[str, str] = {
    # Notation (exit 2)
    "bad-link": "a poll is answered by a link that was handed out, once",
    "bad-answer": "the answer to a poll names what was chosen",
    "bad-artificial": "an artificial score is A+, A, A- or a percentage for each side",
    "bad-as-of": "a moment is #207, R-0001, R-0001-, start, end-of-play, @ or a time",
    "bad-auction": "an auction is its calls in turn from the dealer: 1C (1S) X P 2H P P P",
    "bad-awarded": "scores given outright are two numbers: 23/11",
    "bad-boards": "boards are numbers and ranges: 1-24",
    "bad-deal": "a deal is four hands of thirteen cards: N:AKQ32.J54.K7.A98 …",
    "bad-draw": "a draw names two for each match, and three for a triangle",
    "bad-card": "a card is a suit and a rank: SA, HT",
    "bad-contestants": "contestants are numbers and ranges: 1-12, or 1-13NS,1-13EW",
    "bad-key": "a key is NAME+12345678+AV…, or a file of it",
    "no-ml-dsa": "this Python cannot sign or check with ML-DSA-44",
    "bad-policy": "a policy has the lines of c2sp.org/tlog-policy: log, witness, group, quorum",
    "bad-receipt": "the file is no receipt",
    "bad-seal": "the text is no seal",
    "bad-edition": "an edition of the Laws has a hole, or speaks of paragraphs that it does not have",
    "bad-file": "the file cannot be read as the format it claims to be",
    "bad-level": "contracts go from level 1 to 7",
    "bad-row": "a row of a movement is round and table, North–South, East–West, boards: 1/2 5 12 4-6",
    "bad-name": "a name is a line of at most 60 characters",
    "bad-number": "a number is too small or too large for what it counts",
    "bad-penalty": "a penalty is an amount and a unit: 25%, 3MP, 6IMP, 1VP",
    "bad-play": "a play is who led, and the cards of each trick clockwise from there: W: D8 D5 DT DA",
    "bad-profile": "the regulations file has something missing, unknown or impossible",
    "bad-result": "a result is level, strain, doubling, declarer and tricks: 4SN=",
    "bad-score": "no bridge result has this score",
    "bad-self-inflicted": "self-inflicted damage states B and C: B: …; C: …",
    "bad-split": "a split score names both sides: NS: …; EW: …",
    "bad-statement": "a statement is a seat and what it said: W: I was counting",
    "bad-table": "the table is not given, or given in two ways that disagree",
    "bad-value": "an event cannot have a value of this type",
    "bad-stage-rules": "the rules of a stage contradict each other, or cannot be computed",
    "bad-section": "a section is A, B, … up to three letters",
    "bad-time": "a time is 22:41, 22:41:30, or 2026-03-05T22:41",
    "bad-weighting": "a weighting is weights and results: 60% 4SN=, 40% 4SN-1",
    "key-exposed": "others can read the key's file",
    "no-key": "the key is not given, or its file cannot be read",
    "other-seal": "the seal is of another session, or later",
    "no-declarer": "a result says who declares",
    "no-such-law": "the Laws have no such paragraph",
    "no-such-role": "the server has no role of that name",
    "no-such-profile": "no regulations of that name",
    "no-such-file": "the file is not there",
    "no-such-tournament": "the tournament was never opened",
    "no-such-stage": "the tournament has no such stage",
    "no-such-round": "the round has not been drawn",
    "no-such-session": "no session of that name in this database",
    "one-kind": "a ruling is of exactly one kind",
    "outcome-twice": "the weighting contains a result twice",
    "unquoted": "a text of several words is quoted",
    "which-time": "the time of day occurred twice, or never, in the night when the clocks changed",
    "which-day": "the date can be read in two ways: day first or month first",
    "too-large": "an event, or a text in it, is too large to be recorded",
    "too-few-tricks": "the result has fewer than 0 tricks",
    "too-many-tricks": "the result has more than 13 tricks",
    "weight-not-positive": "a weight must be more than 0",
    "weights-sum": "the weights must add up to exactly 100%",
    "which-tournament": "there are several tournaments: say which",
    "which-session": "the database holds several sessions",
    "wrong-unit": "the form of scoring has no such unit",
    "writing-as-of": "nothing can be recorded in the past",
    "output-lost": "the output cannot be written",
    "usage": "the command line was not understood",
    # The office and the Laws (exit 1)
    "added-already": "the session is in the tournament already",
    "already-ruled": "the table's board has a ruling in force",
    "appeal-late": "the time to appeal is over",
    "appeal-open": "another appeal against the same case is still to be decided",
    "appeal-rejected": "the appeal was rejected as inadmissible",
    "appealed-already": "the side has appealed this case already",
    "auction-exists": "the table has an auction recorded",
    "awarded-too-much": "the score awarded is more than the top of the board, or less than 0",
    "bad-bracket": "a bracket has two contestants or more, and 1, 2, 4, 8, … go on from its first round",
    "bad-movement": "the movement cannot be played",
    "bad-lines": "some lines of the file need a person",
    "bracket-drawn": "the stage has its bracket already",
    "case-withdrawn": "the case was withdrawn",
    "cases-open": "appeals are still to be decided",
    "claim-single-result": "a contested claim has one result for both sides",
    "closed": "the session is closed",
    "committee-on-law": "a committee may not overrule the director on law or discipline",
    "concurrence": "an appeal needs both partners, or the team captain, of the side concerned",
    "correction-late": "the correction period is over",
    "command-id-reused": "this command id was used for another command",
    "deal-exists": "the board has other cards already",
    "decided-already": "the appeal was decided already",
    "disallowed-outcome": "an outcome contains a call the infraction made illegal",
    "drawn-already": "the round is drawn already",
    "bundle-too-large": "a bundle cannot hold so much, or so long an event",
    "edition-not-installed": "the session is played under an edition of the Laws that is not on this machine",
    "folder-taken": "the folder holds other files, or is a link",
    "file-exists": "a file of that name is there already",
    "found-already": "a finding was recorded on the match already",
    "final": "the ruling is final, or its director may no longer change it",
    "has-dependants": "later events rest on this one",
    "in-another-tournament": "a session belongs to one tournament alone",
    "lead-not-held": "the leader does not hold the card led, or nobody led",
    "left-out": "the draw leaves out a contestant who plays",
    "met-already": "two contestants would meet again",
    "heard-by-others": "an appeal is decided by those who heard it",
    "heard-already": "the appeal was heard already",
    "key-exists": "the key exists already",
    "ledger-has-more": "the ledger there holds something else: nothing is written over",
    "match-decided": "the match was decided already",
    "match-played": "boards of the match were played",
    "needs-cause": "a published or appealed ruling changes only for a stated cause",
    "needs-leave": "withdrawing an appeal needs leave",
    "needs-yes": "this changes published scores, and must be confirmed",
    "needs-one-field": "pairs whose matches are converted are one field",
    "no-answers": "nobody has answered the poll",
    "no-auction": "the table has no auction recorded, or a shorter one",
    "no-open-poll": "the call has no poll that waits for answers",
    "poll-open": "the call has a poll that waits for answers",
    "no-authority": "reopening a board needs an authority",
    "no-bracket": "the stage has no bracket",
    "no-deal": "the board has no cards recorded",
    "no-draw": "no draw is possible",
    "no-movement": "no movement was laid down for the session",
    "no-cases": "there are no cases for the book or the figures",
    "no-chief-director": "the officials of a session have a chief director",
    "no-commentator": "a comment needs a text and the name of its author",
    "no-committee": "an appeal needs a committee, of which the chairman is a member",
    "no-matches": "the session is not ranked by matches, or they are not converted into victory points",
    "no-mismatch": "no contestant was drawn against a wrong opponent",
    "no-offender": "damage of one's own doing, or tricks that are transferred, need an offender",
    "no-order": "no decision orders a new ruling",
    "no-prior-appeal": "the next instance hears only what was decided on appeal",
    "no-result": "the table's board has no result",
    "named-already": "the contestant has other players already",
    "never-played": "a contestant that has played nothing cannot withdraw",
    "no-such-board": "the board is not in this session",
    "no-such-case": "no case has that number",
    "no-such-contestant": "the contestant is not entered",
    "no-such-event": "no event has that number",
    "no-such-match": "the two contestants did not meet, or met more than once",
    "no-such-movement": "no movement of that kind has that size",
    "no-such-penalty": "the regulations have no penalty of that name",
    "no-such-member": "no member on the list has that name",
    "no-such-evidence": "the call has no such piece of evidence, or it is gone",
    "no-such-person": "no person has that name or number",
    "no-subject": "the subject of the case is not stated",
    "no-such-table": "nobody played this board at that table",
    "not-in-match": "the two contestants do not meet in the bracket",
    "not-knockout": "the stage is no knockout",
    "not-provisional": "a ruling that was given cannot become provisional again",
    "not-waiting": "no line of that number waits in the queue",
    "not-played": "nobody has begun to play the board",
    "not-together": "appeals heard together are against the same case, at the same instance",
    "not-through-director": "an appeal comes through the director",
    "not-there": "the contestant is a phantom, or had withdrawn",
    "not-your-office": "this is for another official",
    "not-your-login": "an official tied to a login of the server records from it",
    "still-to-play": "who has still to play a board is shown nothing of it",
    "not-paired": "the device is not paired to the official",
    "no-logins": "a ledger in a file has no logins",
    "no-proof": "a witness needs the proof that the log only grew",
    "not-signed": "an official tied to a key signs his judgements",
    "bad-carry": "the carry-forward does not fit the two stages",
    "cut-too-early": "the scores of the stage may still change by themselves",
    "has-withdrawn": "the contestant withdrew from the tournament",
    "needs-reason": "the director must give a reason for departing from a regulation or another ruling",
    "no-cut": "nobody was cut between these stages",
    "no-such-sitting": "the stage has no such sitting",
    "not-in-stage": "the contestant is not in that stage",
    "not-qualified": "the contestant did not qualify",
    "qualified-already": "a cut was made between these stages",
    "tied-at-cut": "several contestants are level for the last places",
    "wrong-way": "contestants go on into a later stage",
    "not-swiss": "only rounds of a Swiss are drawn",
    "not-in-tournament": "the session does not belong to the tournament",
    "not-sealed": "no seal of the office covers it yet",
    "nothing-conceded": "a match that was never begun cannot be given up",
    "corrected-already": "the times of these events were corrected",
    "devices-refuse": "the Data Connector of the devices does not take what was sent",
    "devices-running": "the devices have the session already",
    "devices-unsayable": "the devices cannot show part of the session",
    "devices-without": "the Data Connector does not have the session",
    "nothing-to-change": "the command would change nothing",
    "out-of-order": "an event cannot happen before the one it follows",
    "own-ruling": "on judgement nobody decides on his own ruling, penalty or decision",
    "other-dealer": "the auction of a board begins with its dealer",
    "other-notes": "each note explains a call, and each marked call has its note",
    "other-instance": "the decision goes to another instance first",
    "other-key": "the log was sealed or witnessed here with another key",
    "other-event": "a session of that name holds another event",
    "pair-against-itself": "a pair cannot play against itself",
    "penalty-for-partner": "a penalty is the offender's alone",
    "played-already": "the contestant has a result on this board at another table",
    "plays-twice": "a contestant, or a player, would play twice at the same time",
    "regulations-pinned": "the session was opened under other regulations",
    "result-exists": "the table's board has a result",
    "results-missing": "results of the round before are still to come",
    "round-skipped": "another round is the next to be drawn",
    "ruling-late": "the time to ask for a ruling is over",
    "ruling-provisional": "a provisional ruling cannot be appealed",
    "ruling-superseded": "another ruling has taken its place",
    "screened-otherwise": "the appeal was screened as turning on something else",
    "session-exists": "a session of that name is open already",
    "session-not-here": "a session of the tournament, or its continuation, is in another ledger",
    "stage-exists": "a stage of that name is there already",
    "sitting-taken": "another session plays at that sitting",
    "sits-elsewhere": "a substitute cannot sit in two places at a time",
    "skewed-not-allowed": "these regulations do not allow a weighting for one side and one result for the other",
    "table-twice": "another pair of contestants has a result at this table on this board, or is drawn there",
    "too-few-boards": "a match of less than half its boards is void",
    "tricks-not-won": "the offenders won fewer tricks than are to be transferred",
    "takes-part": "the contestant takes part, or has played",
    "time-in-future": "the time given is in the future",
    "undo-nothing": "the event cannot be undone",
    "who-is-who": "a contestant is other people than in another session, or the same people have another number",
    "which-boards": "the boards of a sit-out or of a replacement are missing or wrong",
    "which-member": "several members fit the text typed, or the number belongs to another",
    "which-round": "the two teams meet in several rounds",
    "witness-refuses": "a witness refuses to sign",
    "wrong-call": "the call was to another table or board",
    "wrong-form": "the law cited fits no session of this form of scoring",
    "wrong-field": "a contestant sits the wrong way for its field",
    # Another desk (exit 4)
    "conflict": "another desk recorded first",
    "heads-moved": "another stream went on while a command was decided on it",
    "not-as-shown": "something else would be recorded than what was shown and agreed to",
    # The log (exit 3)
    "chain-broken": "an event was changed after it was recorded",
    "event-missing": "the numbers of the log have a gap",
    "text-broken": "a text about people is not the one that was recorded",
    "text-erased": "an erased text is present, or one that was not erased is marked as erased",
    "evidence-broken": "a file that was filed as evidence is not the one that was recorded",
    "evidence-lost": "a file that was filed as evidence is gone, and nobody erased it",
    "text-lost": "a text about people is gone, and nobody erased it",
    "unknown-event": "this version does not know the kind of an event",
    "bad-log": "the log contains an event that no office could record",
    "bundle-broken": "a bundle was changed after it was written",
    "backup-unsound": "the backup is damaged or incomplete",
    "bundle-unsound": "a bundle contradicts the offices, the periods or the arithmetic",
    "forked": "a session has two histories",
    "not-covered": "the bundle has no seal by the named key that covers its end",
    "no-quorum": "fewer witnesses signed the seal than were asked for",
    "history-changed": "a session has lost or changed events that were seen or acknowledged",
    "receipt-broken": "a receipt was changed",
    "schema-changed": "part of the database was changed, removed or added",
    "seal-broken": "the log differs from the log that was sealed",
    "seal-forged": "a seal does not have the right signature",
    "tiles-broken": "a folder of tiles was changed after it was written",
    "signature-forged": "an official's signature was not made with his key",
    "beyond-bounds": "an event exceeds a bound, so no desk recorded it",
    "bad-body": "an event's body does not fit its kind",
    # The database, or the devices (exit 5)
    "clock-wrong": "the clock of this computer is ahead of the server's",
    "database-busy": "another program holds the database",
    "database-denied": "the server does not let you in, or your role may not do this",
    "database-full": "the disk is full",
    "database-lost": "the server stopped answering",
    "database-new": "the database was made by a newer version",
    "database-old": "the database needs `upgrade`, or was made before the first release",
    "database-read-only": "the database may not be written",
    "database-two-names": "what is recorded could be lost: the file has a second name, or lies where others use it",
    "database-unreachable": "no server answers, or it does not let this desk in",
    "database-unusable": "the database cannot be opened",
    "devices-away": "the Data Connector of the devices cannot be reached",
    "event-refused": "the database refused what was to be recorded: its form is wrong, or it does not follow",
    "no-workers": "the ledger cannot be spread: there is no Citus, or it has no worker",
    "spread-otherwise": "the ledger was spread by hand, not as `init --spread` does",
    "no-database": "the database does not exist",
    "witness-away": "a witness asked over the network gives no signature",
    "tiles-away": "a web host does not serve the tiles",
    "tool-failed": "a program that the command needs failed",
    "tool-missing": "a program that the command needs is not installed",
    "not-a-ledger": "the file is no ledger",
    # Ours (exit 70)
    "bug": "an error in this program",
}
