"""A list judged or compared: the check, its report, and what would mend it. Pure."""
