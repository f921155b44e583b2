"""Movements: who meets whom at which table, in which round, on which boards, made by rule from the number of pairs.

    plan        a movement in the labels of a session: its faults, and changes while it is played
    movement    a movement in numbers, as its rule makes it; its labels, and its quality
    mitchell    one line stays and the other moves: plain, skip, share and relay, rover, hesitation, web and others
    howell      everybody meets everybody: Howells, reduced Howells with stationary pairs, barometers
    teams       matches of teams: head to head, round robin, American Whist, triangle; and individuals
    kinds       every movement by its name, and those that fit an evening

All code here is pure; `subjects/movement/` records a session's movement and its changes.
"""
