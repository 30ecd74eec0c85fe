"""Logs in ORC: the command of docs/formats.md, run by a shell as it stands there, makes lines of them that say the same."""
import json
import os
import re
import subprocess
import unittest

import pyarrow
import pyarrow.orc

from check_parquet import PAGE
from making import Export


class ORCTests(unittest.TestCase):
    def test_the_recipe_gives_the_same_events(self):
        export = Export.shared
        with open(export.folder / "log.jsonl") as log:
            records = [json.loads(line) for line in log]
        # All columns are text, as the log service is to be told.
        names = dict.fromkeys(name for record in records for name in record)
        columns = {name: pyarrow.array([record.get(name) for record in records], pyarrow.string()) for name in names}
        pyarrow.orc.write_table(pyarrow.table(columns), str(export.folder / "receipts.orc"))
        export.run("import", "--db", "orc.db", "receipts.orc", codes=(65,))
        recipe = re.search(r"^python3 -c '\nimport sys, pyarrow.*?receipts\.orc(?= \| pushledger import -$)",
                           PAGE.read_text(), re.MULTILINE | re.DOTALL).group(0)
        places = {"PATH": f"{export.clients.resolve()}/bin:/usr/bin:/bin", "HOME": str(export.folder)}
        told = subprocess.run(["sh", "-c", recipe], cwd=export.folder, env=os.environ | places, capture_output=True,
                              check=True).stdout
        (export.folder / "orc.csv").write_bytes(told)
        export.run("import", "--quiet", "--db", "orc.db", "orc.csv")
        export.run("import", "--quiet", "--db", "rows.db", "log.jsonl")
        prints = [export.run("verify", "--fingerprint", "--db", ledger) for ledger in ("orc.db", "rows.db")]
        self.assertEqual(prints[0], prints[1])
