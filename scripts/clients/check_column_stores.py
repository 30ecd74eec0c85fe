"""Column stores over the Parquet files: the recipes of docs/dashboards.md, and the same totals as the CSV files."""
import contextlib
import csv
import io
import unittest

import duckdb
import pyarrow.parquet

from making import HARD_IDS, Export, shown


def table(name: str) -> str:
    return f"read_parquet('{Export.shared.folder / 'parquet' / name}/**/*.parquet', hive_partitioning = true)"


def ask(question: str) -> list[tuple]:
    return duckdb.sql(question).fetchall()


class ParquetTests(unittest.TestCase):
    def test_recipes_answer(self):
        with contextlib.chdir(Export.shared.folder):
            self.assertEqual(len(duckdb.sql(shown("sql parquet")[0]).fetchall()), 5)
            for recipe in shown("python parquet"):
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(recipe, {})
                self.assertGreater(len(printed.getvalue().splitlines()), 3)

    def test_deliveries_add_up_to_daily_csv(self):
        with open(Export.shared.csv / "daily.csv") as lines:
            expected = {}
            for row in csv.DictReader(lines):
                key = (row["day"], row["app_key"], row["channel"])
                expected[key] = tuple(int(row[name]) for name in ("sent", "acked", "opened"))
        found = ask(f"""
            SELECT day::VARCHAR, app_key, coalesce(channel, ''), count(sent_at), count(acked_at), count(opened_at)
            FROM {table('deliveries')} WHERE day IS NOT NULL AND device_id <> '' GROUP BY ALL""")
        self.assertEqual({row[:3]: row[3:] for row in found}, expected)

    def test_every_event_is_there(self):
        counted = Export.shared.run("query", "--sql", "SELECT sum(events) AS n FROM hourly_events", "--format", "csv")
        self.assertEqual(ask(f"SELECT count(*) FROM {table('events')}")[0][0], int(counted.split()[1]))

    def test_data_sets_have_the_rows_of_the_csv_files(self):
        for resource in Export.shared.package()["resources"]:
            name = resource["name"]
            with open(Export.shared.csv / f"{name}.csv", newline="") as lines:
                rows = sum(1 for _ in csv.reader(lines)) - 1
            self.assertEqual(ask(f"SELECT count(*) FROM {table(name)}")[0][0], rows, name)

    def test_ids_are_text_and_times_are_moments(self):
        rows = ask(f"SELECT message_id, device_id FROM {table('deliveries')} WHERE app_key = '0012'")
        self.assertEqual(sorted(rows), sorted((hard, hard) for hard in HARD_IDS))
        types = {row[0]: row[1] for row in ask(f"DESCRIBE FROM {table('deliveries')}")}
        self.assertEqual(types["sent_at"], "TIMESTAMP WITH TIME ZONE")
        self.assertEqual((types["message_id"], types["ack_eligible"], types["day"]), ("VARCHAR", "BOOLEAN", "DATE"))
        self.assertEqual(ask(f"SELECT max(epoch_ms(sent_at)) FROM {table('deliveries')} WHERE app_key = '0012'"),
                         [(1790000002500,)])

    def test_files_are_compressed_and_say_what_they_are_of(self):
        file = next((Export.shared.folder / "parquet" / "daily").glob("*/*.parquet"))
        metadata = pyarrow.parquet.read_metadata(file)
        self.assertEqual(metadata.row_group(0).column(0).compression, "ZSTD")
        self.assertEqual(metadata.metadata[b"time_zone"], b"Asia/Shanghai")

    def test_a_folder_that_is_there_is_left_alone(self):
        self.assertEqual(Export.shared.run("export", "daily", "--parquet", "csv", codes=(73,)), "")
