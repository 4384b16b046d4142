"""How the application is served: the server, its workers, and requests that wait."""
