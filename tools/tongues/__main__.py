"""The commands."""

from __future__ import annotations

import sys

from tools.tongues.catalogues import LANGUAGES, compile_all, read, resolve, strings, update
from tools.tongues.checking import faults

USAGE = """python -m tools.tongues COMMAND [LANGUAGE]…
  update    take what is new in the sources into the catalogues, and what is gone out of them
  check     say what is missing or wrong; exit code 1 if anything is
  compile   make what programs read (tests and programs do it themselves when a catalogue has changed)
  resolve   after a merge that stopped at catalogues: join both sides, message by message
  status    how much is translated
"""


def main(arguments: list[str]) -> int:
    """Do what is asked."""
    command, *named = arguments or [""]
    languages = tuple(named) or LANGUAGES
    if command not in ("update", "check", "compile", "resolve", "status") or not set(languages) <= set(LANGUAGES):
        sys.stderr.write(USAGE)
        return 2
    if command == "update":
        update(languages)
    elif command == "resolve":
        resolve(languages)
    elif command == "compile":
        compile_all()
    elif command == "check":
        found = [fault for language in languages for fault in faults(language)]
        sys.stdout.write("".join(f"{fault}\n" for fault in found))
        return 1 if found else 0
    if command in ("update", "resolve", "status"):
        for language in languages:
            messages = [message for message in read(language) if message.id]
            done = sum(all(strings(message)) for message in messages)
            sys.stdout.write(f"{language}: {done} of {len(messages)} messages\n")
    return 0


sys.exit(main(sys.argv[1:]))
