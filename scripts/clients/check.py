"""Runs every check on files made from one simulated log; see scripts/check-clients."""
import os
import pathlib
import sys
import tempfile
import unittest

from making import Export

program, clients = sys.argv[1:3]
sys.argv[1:] = []

if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="pushledger-clients-") as folder:
        Export.shared = Export(program, pathlib.Path(clients), pathlib.Path(folder))
        here = os.path.dirname(os.path.abspath(__file__))
        suite = unittest.defaultTestLoader.discover(here, pattern="check_*.py")
        result = unittest.TextTestRunner(verbosity=1).run(suite)
    sys.exit(0 if result.wasSuccessful() else 1)
