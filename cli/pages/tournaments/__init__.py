"""The site of a tournament: its stages over all sessions, who goes on, the bracket, what was given out and changed.

links        where things stand: contestants, stages, the tournament's events, and the sites of its sessions
changes      the streams as far as they were read: what was given out, what was decided afterwards, and what moved
rounds, entrants   what is on a page: who met whom, the bracket; who takes part
site         one state of the tournament on pages of its own, all pages of its site, its standing in one file
"""
