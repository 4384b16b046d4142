"""The card facts of each game: the module of its name reads `data/<game>/` into what its catalogue holds."""
