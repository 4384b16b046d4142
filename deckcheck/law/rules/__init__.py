"""Rules any game may use, one a file; found by walking."""
