"""What is open to everybody: public lists, files for other programs, proofs, and the law as pages tell it."""
