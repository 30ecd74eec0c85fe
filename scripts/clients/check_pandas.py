"""pandas, told by the manifest what each column is: the recipe of docs/dashboards.md."""
import contextlib
import io
import json
import pathlib
import unittest

import pandas

from making import HARD_IDS, Export, shown


def read(name: str, folder: pathlib.Path | None = None) -> pandas.DataFrame:
    """A data set by the recipe, from the folder `csv` of a folder."""
    recipe = {}
    with contextlib.chdir(folder or Export.shared.folder), contextlib.redirect_stdout(io.StringIO()):
        exec(shown("python run")[0], recipe)
        return recipe["read"](name)


class PandasTests(unittest.TestCase):
    def test_ids_come_back_as_they_were_logged(self):
        flags = read("flags")
        ours = flags[flags["app_key"] == "0012"]
        self.assertEqual(sorted(ours["message_id"]), sorted(HARD_IDS))
        self.assertEqual(sorted(ours["device_id"]), sorted(HARD_IDS))
        self.assertEqual(set(read("messages").query("app_key == '0012'")["job_key"]), {"NA"})
        self.assertIn("3.10", set(read("app_versions")["app_version"]))

    def test_without_types_ids_are_lost(self):
        # Why the types are shipped: this fails as soon as pandas reads ids right by itself.
        flags = pandas.read_csv(Export.shared.csv / "messages.csv")
        self.assertNotEqual(str(flags["app_key"].dtype), "string")

    def test_every_column_has_the_type_that_the_package_says(self):
        for resource in Export.shared.package()["resources"]:
            frame = read(resource["name"])
            self.assertGreater(len(frame), 0, resource["name"])
            for field in resource["schema"]["fields"]:
                column = frame[field["name"]]
                if field["type"] in ("date", "datetime") and column.notna().any():
                    self.assertTrue(pandas.api.types.is_datetime64_any_dtype(column), field["name"])
                if field.get("constraints", {}).get("required"):
                    self.assertTrue(column.notna().all(), f"{resource['name']}.{field['name']}")

    def test_times_on_both_sides_of_a_change_of_clocks_are_read(self):
        folder = Export.shared.folder / "summer"
        folder.mkdir()
        event = {"app_key": "1", "device_id": "a", "channel": "apns", "event_type": "sent"}
        # 02:30 in Berlin, first by summer time, an hour later by winter time.
        times = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]
        (folder / "log.jsonl").write_text("".join(
            json.dumps(event | {"message_id": str(place), "event_time": time}) + "\n"
            for place, time in enumerate(times)))
        Export.shared.run("import", "--quiet", "--db", "summer.db", "summer/log.jsonl")
        Export.shared.run("export", "--db", "summer.db", "--tz", "Europe/Berlin", "--output", "summer/csv")
        self.assertIn("02:30:00.000+01:00", (folder / "csv" / "messages.csv").read_text())
        self.assertEqual(list(read("messages", folder)["first_sent_at"]), [pandas.Timestamp(time) for time in times])

    def test_rates_are_fractions_of_the_counts_beside_them(self):
        long = read("daily_long")
        known = long[long["denominator"] > 0]
        difference = (known["value"] - known["numerator"].astype(float) / known["denominator"].astype(float)).abs()
        self.assertLess(difference.max(), 1e-6)
        self.assertTrue(long[long["denominator"] == 0]["value"].isna().all())

    def test_long_and_wide_agree(self):
        wide, long = read("daily"), read("daily_long")
        key = ["day", "app_key", "channel"]
        # An unknown channel is empty, which is a missing value to pandas.
        turned = long.fillna({"channel": ""}).pivot(index=key, columns="metric", values="value")
        for metric in turned.columns:
            one = wide.fillna({"channel": ""}).set_index(key)[metric]
            pandas.testing.assert_series_equal(turned[metric].sort_index(), one.sort_index(), check_names=False)

    def test_excel_files_hold_the_same_behind_their_apostrophes(self):
        plain = pandas.read_csv(Export.shared.csv / "flags.csv", dtype=str, keep_default_na=False)
        marked = pandas.read_csv(
            Export.shared.folder / "excel" / "flags.csv", dtype=str, keep_default_na=False, encoding="utf-8-sig")
        self.assertIn("'10913718868641234", set(marked["message_id"]))
        self.assertIn("'=1+1", set(marked["device_id"]))
        for column in plain.columns:
            self.assertEqual(list(marked[column].str.replace("^'", "", regex=True)), list(plain[column]), column)
