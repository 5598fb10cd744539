"""The tests run side by side, one for each processor: NumPy, which looks here when it is imported, takes one each."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
