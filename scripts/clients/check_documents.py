"""The code that docs/dashboards.md shows, as it stands there."""
import contextlib
import io
import unittest

import duckdb

from making import Export, shown


class DocumentTests(unittest.TestCase):
    def test_python_runs_and_prints_rates(self):
        blocks = shown("python run")
        self.assertEqual(len(blocks), 2)
        for code in blocks:
            output = io.StringIO()
            with contextlib.chdir(Export.shared.folder), contextlib.redirect_stdout(output):
                exec(code, {})
            self.assertRegex(output.getvalue(), r"2026-09-\d\d.* 0\.\d+", code)

    def test_duckdb_answers(self):
        blocks = shown("sql duckdb")
        self.assertEqual(len(blocks), 1)
        for sql in blocks:
            with contextlib.chdir(Export.shared.folder):
                rows = duckdb.sql(sql).fetchall()
            self.assertGreater(len(rows), 2)
            self.assertTrue(all(0 < row[1] <= 1 for row in rows))
