"""pandas, told by the data package what each column is."""
import unittest

import pandas

from making import HARD_IDS, Export

# What README's and docs/dashboards.md's recipe makes of the types of a data package.
TYPES = {"string": "string", "integer": "Int64", "number": "float64", "boolean": "boolean"}


def read(name: str) -> pandas.DataFrame:
    export = Export.shared
    fields = export.fields(name)
    return pandas.read_csv(
        export.csv / f"{name}.csv", keep_default_na=False, na_values=[""],
        dtype={field["name"]: TYPES[field["type"]] for field in fields if field["type"] in TYPES},
        parse_dates=[field["name"] for field in fields if field["type"] in ("date", "datetime")])


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
