"""What a log says, examined as it is read once: each event by itself, the replay, and the session it ends with."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ledger.errors import Refusal
from ledger.facts import Envelope, Event
from ledger.facts.tournaments import TournamentOpened
from ledger.session import NOT_REPLAYED, Session, Stream, walk
from ledger.trust.checks import (
    BASIC,
    STRICT,
    CaseOrderCheck,
    Discrepancy,
    EnvelopeCheck,
    PeriodCheck,
    Transition,
    TransitionCheck,
    answers_backwards,
    is_plain,
    offices_held,
    opened_once,
    published_again,
    weights_sum,
)
from ledger.trust.origins import ImportsFit, JudgementsSigned

T = TypeVar("T")


def examine(
    events: Iterable[Envelope], session_id: str, *, strict: bool = False, more: TransitionCheck | None = None
) -> dict[str, list[Discrepancy]]:
    """What every check finds wrong, by its name; where a log cannot be replayed, only those that need no replay.

    `more`: what else is shown every step, where somebody asks more of a log than it can say itself.
    """
    return _Examination(session_id, strict, more).of(iter(events))


class _Examination:
    """The checks under way."""

    def __init__(self, session_id: str, strict: bool, more: TransitionCheck | None) -> None:
        self._stream: Stream = Session(session_id)
        self._of_tournament = False
        self._at_end = BASIC | STRICT if strict else BASIC
        self._structure: dict[str, EnvelopeCheck] = {
            "opening": opened_once,
            "answers": answers_backwards,
            "weights": weights_sum,
            "cases": CaseOrderCheck(),
        }
        self._periods, self._signatures, self._imports = PeriodCheck(), JudgementsSigned(), ImportsFit()
        self._transitions: dict[str, TransitionCheck] = {
            "published": published_again,
            "offices": offices_held,
            "periods": self._periods,
            "signatures": self._signatures,
            "imports": self._imports,
        }
        if more:
            self._transitions["more"] = more
        names = (*self._structure, "replay", *self._at_end, *self._transitions)
        self._found: dict[str, list[Discrepancy]] = {name: [] for name in names}

    def of(self, events: Iterator[Envelope]) -> dict[str, list[Discrepancy]]:
        try:
            self._walk(events)
        except NOT_REPLAYED as error:
            for envelope in events:
                self._look(envelope)
            stopped = Discrepancy("replay", None, f"the log cannot be replayed: {error!r}")
            return {name: self._found[name] for name in self._structure} | {"replay": [stopped]}
        if isinstance(self._stream, Session) and not self._of_tournament:
            for name, check in self._at_end.items():
                self._found[name] += _discrepancies(name, check, self._stream)
            self._found["periods"] += _discrepancies("periods", self._periods.at_end, self._stream)
        else:
            self._forget_scores()
        self._found["signatures"] += self._signatures.at_end()
        asked = {"more": False, "signatures": self._signatures.asked, "imports": self._imports.asked}
        return {name: found for name, found in self._found.items() if asked.get(name, True)}

    def _forget_scores(self) -> None:
        """A tournament has no scores of its own: they are its sessions'."""
        for name in STRICT:
            self._found.pop(name, None)

    def _walk(self, events: Iterator[Envelope]) -> None:
        earlier: Event | None = None
        for before, envelope in walk(events, self._stream.id):
            if not is_plain(envelope, before):
                self._of_tournament |= isinstance(envelope.event, TournamentOpened)
                self._stream = before  # one and the same state, as it changes
                self._look(envelope)
                self._check_transition(Transition(envelope, before, earlier))
            earlier = envelope.event

    def _look(self, envelope: Envelope) -> None:
        for name, check in self._structure.items():
            self._found[name] += check(envelope)

    def _check_transition(self, transition: Transition) -> None:
        for name, check in self._transitions.items():
            self._found[name] += _discrepancies(name, check, transition)


def _discrepancies(name: str, check: Callable[[T], Iterable[Discrepancy]], on: T) -> list[Discrepancy]:
    try:
        return list(check(on))
    except (Refusal, *NOT_REPLAYED) as error:
        return [Discrepancy(name, None, f"the scores cannot be worked out: {error!r}")]
