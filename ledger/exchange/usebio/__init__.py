"""USEBIO: result files of pairs, individuals, teams and Swiss, read and written."""
