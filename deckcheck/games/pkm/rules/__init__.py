"""Rules of the Pokémon Trading Card Game alone."""
