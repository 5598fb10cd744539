"""The catalogues of the languages: gathering what has to be translated, keeping them up to date, checking them.

    python -m tools.tongues update     # take what is new in the sources into every catalogue
    python -m tools.tongues check uk   # what is missing or wrong in one (all without a language)

`docs/languages.md` says how to translate.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))  # these very sources, installed or not
