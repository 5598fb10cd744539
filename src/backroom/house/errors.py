"""What can go wrong in the house: a code and parameters each, put into words at the edge.

HouseError
├── SeqTaken           another process wrote this number of the table's log first
├── ClientReused       this client's id was already used for something else
├── LogUnavailable     the database does not answer: whether the move stands is known after asking again
├── Stale              the table went on before this move arrived
├── CannotGoOn         this program cannot play on at this table, and says why
└── Refused            everything else that the house does not do, by its code
"""

from __future__ import annotations

from backroom.kernel.errors import BackroomError, Param, Reason


class HouseError(BackroomError):
    """The root: `code` is stable and `params` fill its sentence."""

    code = "house"

    def __init__(self, message: str, **params: Param) -> None:
        super().__init__(message)
        self.params = params


class SeqTaken(HouseError):
    """The next number of this table's log is another move's already."""

    code = "seq_taken"

    def __init__(self, table: str, seq: int) -> None:
        super().__init__(f"move {seq} of table {table} was written by somebody else first", table=table, seq=seq)


class ClientReused(HouseError):
    """A client's id names one submission; this one is another."""

    code = "client_reused"

    def __init__(self, client: str) -> None:
        super().__init__(f"the id {client!r} was already used at this table for another move", client=client)


class LogUnavailable(HouseError):
    """The database did not answer in time. The same client's id may be sent again: it counts once."""

    code = "log_unavailable"

    def __init__(self, why: str) -> None:
        super().__init__(f"the log cannot be written or read now ({why}); send the move again", why=why)


class Stale(HouseError):
    """The table went on before this move arrived; the reason is there if the move is not allowed now."""

    code = "stale"

    def __init__(self, version: int, reason: Reason | None = None) -> None:
        super().__init__(f"the table has gone on to version {version}; look again before you move", version=version)
        self.version = version
        self.reason = reason


class CannotGoOn(HouseError):
    """A table this program cannot play on at: other rules, no such game or edition, a log that does not fit."""

    def __init__(self, code: str, message: str, **params: Param) -> None:
        super().__init__(message, **params)
        self.code = code


class Refused(HouseError):
    """Something the house does not do, or not for this person."""

    def __init__(self, code: str, message: str, **params: Param) -> None:
        super().__init__(message, **params)
        self.code = code
