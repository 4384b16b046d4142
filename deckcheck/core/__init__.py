"""The pure core: what decides, over plain values, with no web, database, network or clock."""
