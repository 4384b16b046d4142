"""The shapes in which other programs and people write rosters, one a file; the surest reads."""
