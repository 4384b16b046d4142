"""What is kept: SQLAlchemy models over SQLite or PostgreSQL, and the queries that services ask in domain words."""
