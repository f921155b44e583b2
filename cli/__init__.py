"""The desk: the command line, which only talks. Everything it knows it asks the office for."""
