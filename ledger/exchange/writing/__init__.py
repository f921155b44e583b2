"""Files for other programs: a module for each format; `given_out` is what each writes, `companion` what none can.

The standings they print are ours, and reading them again gives these.
"""
