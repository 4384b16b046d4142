"""Where facts of Magic's cards come from: one module a source."""
