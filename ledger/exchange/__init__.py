"""Import and export of other programs' files, one module or folder a format; also of lists of people and movements."""
