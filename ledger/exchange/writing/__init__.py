"""Files for other programs: a module for each format; `given_out` is what each writes, `companion` what none can.

The standings they print are ours. Read again with the companion they give these; without it, as far as lines say them.
"""
