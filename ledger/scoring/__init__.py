"""The forms of scoring, a module each: from the tables of one board to its scores with their derivations.

`form` has the properties a form states, `forms` the list of forms. All code here is pure.
"""
