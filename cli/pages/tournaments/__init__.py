"""The site of a tournament: its stages over all sessions, the cuts, the bracket, publications and changes.

links        addresses of contestants, stages and events, and of pages in the sites of the sessions
changes      the streams as far as they were read: publications, later decisions, and what they moved
rounds, entrants   content of pages: matches and the bracket; contestants and cuts
site         the pages of one state, all pages of the site, and the standing in a single file
"""
