"""An independent referee: random evenings scored from the Laws alone, and compared with what the program says.

`evening` is what was played and ruled, in numbers and words of its own; `figures`, `pairs`, `teams`, `matches` and
`congress` score it as slowly and as plainly as they can: every table against every other, in fractions. They import
nothing of the program. `deal` makes evenings out of a seed, `play` plays them into the program and asks it,
`compare` says where the two differ. `python -m tests.oracle --seconds 600` goes on from where the suite stops.
"""
