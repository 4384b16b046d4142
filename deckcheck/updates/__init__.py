"""Cards and law that an installation takes beyond its package: fetched from sources, or written by hand."""
