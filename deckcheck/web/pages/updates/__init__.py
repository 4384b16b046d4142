"""Pages: cards and bans, for whoever looks after the installation."""
