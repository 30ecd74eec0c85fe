"""DuckDB over the CSV files."""
import unittest

import duckdb

from making import HARD_IDS, Export

TYPES = {"string": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN", "date": "DATE",
         "datetime": "TIMESTAMPTZ"}


def relation(name: str) -> str:
    export = Export.shared
    columns = ", ".join(f"'{field['name']}': '{TYPES[field['type']]}'" for field in export.fields(name))
    return f"read_csv('{export.csv / name}.csv', header = true, columns = {{{columns}}})"


class DuckDBTests(unittest.TestCase):
    def test_ids_come_back_as_they_were_logged(self):
        rows = duckdb.sql(f"SELECT message_id FROM {relation('flags')} WHERE app_key = '0012'").fetchall()
        self.assertEqual(sorted(row[0] for row in rows), sorted(HARD_IDS))

    def test_every_file_is_read_by_its_types(self):
        for resource in Export.shared.package()["resources"]:
            count = duckdb.sql(f"SELECT count(*) FROM {relation(resource['name'])}").fetchall()[0][0]
            self.assertGreater(count, 0, resource["name"])

    def test_its_quotient_is_the_rate(self):
        worst = duckdb.sql(
            f"SELECT max(abs(value - numerator / denominator)) FROM {relation('daily_long')} WHERE denominator > 0")
        self.assertLess(worst.fetchall()[0][0], 1e-6)

    def test_ids_stay_text_without_types_since_they_are_quoted(self):
        rows = duckdb.sql(f"SELECT app_key FROM read_csv('{Export.shared.csv / 'daily.csv'}')").fetchall()
        self.assertIn("0012", [row[0] for row in rows])
