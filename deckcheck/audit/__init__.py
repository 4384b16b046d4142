"""The audit as it is read and verified, backups, and how long what is kept is kept."""
