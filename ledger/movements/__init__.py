"""Movements: who meets whom at which table, in which round, on which boards, made by rule from the number of pairs.

    plan          a movement in the labels of a session, and what cannot be in one
    movement      a movement in numbers, as its rule makes it; and the labels of it
    mitchell      one line stays and the other moves: plain, skip, share and relay; two winners, or switched for one
    mitchells     the Mitchells with a rule of their own: rover, hesitation, double weave, web, Bowman
    howell        everybody meets everybody; the reduced ones, in which some stay; `first_rows` has what they begin with
    barometer     everybody plays the same boards at the same time
    teams         head to head, everybody meets everybody, American Whist, a triangle
    individual    everybody has another partner each round
    by_name       every movement under its name, and which ones fit an evening; `kinds` is their register
    worth         what a movement is worth: who meets whom, how evenly everybody is compared, who sits out

A movement here is numbers. What a session makes of it, and what happens to it on the evening, is elsewhere. Pure.
"""
