"""Who plays: entries, teams, rounds, imported player lists, and the review of what they sent."""
