"""Logs that lie in columns: what docs/formats.md tells to do makes lines of them that say the same."""
import contextlib
import json
import pathlib
import re
import unittest

import duckdb

from making import Export

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "formats.md"


class ParquetTests(unittest.TestCase):
    def test_the_recipe_gives_the_same_events(self):
        export = Export.shared
        recipe = re.search(r'^duckdb -c "(.*)"$', PAGE.read_text(), re.MULTILINE).group(1)
        with contextlib.chdir(export.folder):
            # All columns are text, as the log service is to be told.
            columns = {name: "VARCHAR" for line in open("log.jsonl") for name in json.loads(line)}
            duckdb.sql(f"COPY (FROM read_json('log.jsonl', columns = {columns})) TO 'receipts.parquet' (FORMAT parquet)")
            refused = export.run("import", "--db", "columns.db", "receipts.parquet", codes=(65,))
            self.assertEqual(refused, "")
            duckdb.sql(recipe)
        export.run("import", "--quiet", "--db", "columns.db", "receipts.jsonl")
        export.run("import", "--quiet", "--db", "lines.db", "log.jsonl")
        prints = [export.run("verify", "--fingerprint", "--db", ledger) for ledger in ("columns.db", "lines.db")]
        self.assertEqual(prints[0], prints[1])
