"""What other people's programs take: pure functions from published lists to bytes, one shape or dialect a module.

None of them decides what may be seen: they are given what the rule of publication lets out to whoever asks.
"""
