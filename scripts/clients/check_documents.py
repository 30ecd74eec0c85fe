"""The code that docs/dashboards.md shows, as it stands there."""
import contextlib
import io
import os
import pathlib
import re
import unittest

import duckdb

from making import Export

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "dashboards.md"


def blocks(info: str) -> list[str]:
    return re.findall(rf"^```{info}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


class DocumentTests(unittest.TestCase):
    def setUp(self):
        self.former = os.getcwd()
        os.chdir(Export.shared.folder)

    def tearDown(self):
        os.chdir(self.former)

    def test_python_runs_and_prints_rates(self):
        shown = blocks("python run")
        self.assertEqual(len(shown), 2)
        for code in shown:
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(compile(code, str(PAGE), "exec"), {})
            self.assertRegex(output.getvalue(), r"2026-09-\d\d.* 0\.\d+", code)

    def test_duckdb_answers(self):
        shown = blocks("sql duckdb")
        self.assertEqual(len(shown), 1)
        for sql in shown:
            rows = duckdb.sql(sql).fetchall()
            self.assertGreater(len(rows), 2)
            self.assertTrue(all(0 < row[1] <= 1 for row in rows))
