"""Settings of the documentation: Sphinx, furo, MyST."""

from cardformats import __version__

project = "cardformats"
author = "The cardformats authors"
copyright = "the cardformats authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]

myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"cardformats {__version__}"
