"""The site of a tournament: its stages over all sessions, who goes on, the bracket, what was given out and changed.

links        where things stand: contestants, stages, the tournament's events, and the sites of its sessions
history      the streams as far as they were read: what was given out, and what was decided afterwards
standings, rounds, brackets, going_on, entrants, changes, front     what is on a page
site         one state of a tournament on pages of its own
desk_site    the folder of pages, with a folder for each publication and one for each session
"""
