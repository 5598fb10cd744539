"""`backroom mcp`: a seat for an assistant."""

from __future__ import annotations

from backroom.cli.screen import Failed
from backroom.cli.tongue import Tongue, _


def mcp() -> None:
    """Serve the Model Context Protocol over standard input and output until the other side hangs up."""
    try:
        from backroom.gyms.mcp import server
    except ImportError as error:
        raise Failed(_("This needs an extra: pip install 'backroom[mcp]'")) from error
    server(Tongue.language).run("stdio")
