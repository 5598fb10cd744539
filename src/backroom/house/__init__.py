"""The house: tables, seats, people, clocks and the log of every move. The server's domain, without HTTP.

One move on its way, file by file, stands at the end of docs/architecture.md.
"""
