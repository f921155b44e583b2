"""The disk fails, or fills up, or the process is killed, at any write of a command or an import: see `faults`."""

from tests.needs import needs
from tests.promises import promise
from tests.store import faults

EVERY = 23


@promise("P27")
@needs("strace")
def test_no_fault_loses_doubles_or_halves_anything():
    fates = faults.sweep(EVERY)
    assert len(fates) > 10
    assert any(fate.killed for fate in fates)
    assert any(fate.failed for fate in fates)
    assert any(fate.acknowledged for fate in fates)
    for fate in fates:
        assert (fate.lost, fate.doubled, fate.half, fate.unexplained) == (0, 0, 0, ""), fate
