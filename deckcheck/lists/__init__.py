"""Players' lists: drafts, submissions, locks, receipts and seals."""
