"""One module per form of scoring, all of one shape: the tables of one board in, scores with their derivation out.

A form states its own facts (`form`) and what one result is worth at one table; `forms` lists them, a row each. Pure.
"""
