"""The reference of the library, from its docstrings: `python -m sphinx -W docs/reference FOLDER`."""

import deckcheck

project = "Deckcheck"
version = deckcheck.__version__
extensions = ["sphinx.ext.autodoc"]
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True}
html_theme = "basic"
html_copy_source = False
