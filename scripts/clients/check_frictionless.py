"""The data package, by Frictionless: valid as written, and invalid with any of the faults that happen."""
import json
import pathlib
import tempfile
import unittest

from frictionless import Package, system

from making import Export


def errors(folder: pathlib.Path) -> list[str]:
    with system.use_context(trusted=True):
        report = Package(str(folder / "datapackage.json")).validate()
    return [error.type for task in report.tasks for error in task.errors] + [error.type for error in report.errors]


class FrictionlessTests(unittest.TestCase):
    def test_an_export_is_valid(self):
        self.assertEqual(errors(Export.shared.csv), [])

    def test_an_export_for_excel_is_valid(self):
        self.assertEqual(errors(Export.shared.folder / "excel"), [])

    def planted(self, name: str, change, keepsDigest=False) -> list[str]:
        """The errors of a package of one file after a change of its lines."""
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            lines = (Export.shared.csv / f"{name}.csv").read_text().splitlines(keepends=True)
            change(lines)
            (folder / f"{name}.csv").write_text("".join(lines))
            package = Export.shared.package()
            package["resources"] = [one for one in package["resources"] if one["name"] == name]
            if not keepsDigest:
                del package["resources"][0]["hash"], package["resources"][0]["bytes"]
            (folder / "datapackage.json").write_text(json.dumps(package))
            return errors(folder)

    def test_without_a_change_there_is_no_error(self):
        self.assertEqual(self.planted("daily", lambda lines: None, keepsDigest=True), [])

    def replace_cell(self, name: str, column: str, value: str) -> list[str]:
        place = [field["name"] for field in Export.shared.fields(name)].index(column)

        def change(lines):
            # The first columns of daily hold no comma.
            cells = lines[1].rstrip("\n").split(",")
            cells[place] = value
            lines[1] = ",".join(cells) + "\n"

        return self.planted(name, change)

    def test_a_percentage_is_no_rate(self):
        self.assertEqual(self.replace_cell("daily", "send_success_rate", "82.1"), ["constraint-error"])
        self.assertEqual(self.replace_cell("daily_long", "value", "82.1"), ["constraint-error"])

    def test_a_count_is_never_negative_nor_a_fraction(self):
        self.assertEqual(self.replace_cell("daily", "sent", "-1"), ["constraint-error"])
        self.assertEqual(self.replace_cell("daily", "sent", "1.5"), ["type-error"])

    def test_a_day_is_a_day(self):
        self.assertEqual(self.replace_cell("daily", "day", "21.9.2026"), ["type-error"])

    def test_a_count_is_never_missing(self):
        self.assertEqual(self.replace_cell("daily", "sent", ""), ["constraint-error"])

    def test_a_row_stands_there_once(self):
        self.assertEqual(self.planted("daily", lambda lines: lines.append(lines[-1])), ["primary-key"])

    def test_a_column_keeps_its_name(self):
        def change(lines):
            lines[0] = lines[0].replace("opened", "clicked", 1)

        self.assertIn("incorrect-label", self.planted("daily", change))

    def test_a_file_is_the_one_that_was_written(self):
        found = self.planted("daily", lambda lines: lines.pop(), keepsDigest=True)
        self.assertIn("hash-count", found)
        self.assertIn("byte-count", found)
