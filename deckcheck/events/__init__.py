"""Events and their stages: plans, settings, and what becomes of them."""
