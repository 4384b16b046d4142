"""Rules of Tidewrights alone."""
