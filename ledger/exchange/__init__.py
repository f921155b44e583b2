"""Import and export of other programs' files: one module or folder a format, `read` and `write` side by side; and the
office's own regulations.
"""
