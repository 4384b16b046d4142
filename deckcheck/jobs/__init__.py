"""What is done beside all requests: deadlines that pass, mail that waits, data that grow too old."""
