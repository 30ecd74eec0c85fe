"""Datasette over the snapshot with the metadata beside it, through its own client: the answers of a server."""
import asyncio
import json
import unittest

from datasette.app import Datasette

from making import Export


class DatasetteTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        export = Export.shared
        metadata = json.loads((export.folder / "push.metadata.json").read_text())
        cls.metadata = metadata["databases"]["push"]
        cls.datasette = Datasette([], immutables=[str(export.snapshot)], metadata=metadata)
        asyncio.run(cls.datasette.invoke_startup())

    def get(self, path: str):
        answer = asyncio.run(self.datasette.client.get(path))
        self.assertEqual(answer.status_code, 200, f"{path}: {answer.text[:300]}")
        return answer

    def test_every_table_has_rows_a_page_and_a_key(self):
        for name, about in self.metadata["tables"].items():
            table = self.get(f"/push/{name}.json?_shape=objects").json()
            self.assertGreater(len(table["rows"]), 0, name)
            self.assertEqual(set(table["columns"]), set(about["columns"]), name)
            self.assertNotEqual(table["primary_keys"], ["rowid"], name)
            page = self.get(f"/push/{name}").text
            self.assertIn(about["description"], page)

    def test_every_facet_that_the_metadata_asks_for_is_counted(self):
        for name, about in self.metadata["tables"].items():
            if "facets" not in about:
                continue
            table = self.get(f"/push/{name}.json?_size=1").json()
            self.assertEqual(set(table["facet_results"]), set(about["facets"]), name)
            self.assertEqual(table.get("facets_timed_out", []), [], name)

    def test_a_row_has_its_own_page(self):
        row = self.get("/push/daily.json?_shape=objects&_size=1").json()["rows"][0]
        channel = row["channel"]
        self.assertIn(row["app_key"], self.get(f"/push/daily/{row['day']},{row['app_key']},{channel}").text)

    def test_keys_are_told_by_name(self):
        rows = self.get("/push/daily.json?_shape=objects&_labels=on&app_key=333526247").json()["rows"]
        self.assertEqual(rows[0]["app_key"], {"value": "333526247", "label": "Shop"})

    def test_every_question_is_answered_also_with_empty_fields(self):
        for name in self.metadata["queries"]:
            answered = self.get(f"/push/{name}.json?_shape=array").json()
            fields = "&".join(f"{one}=" for one in self.metadata["queries"][name].get("params", []))
            self.assertEqual(self.get(f"/push/{name}.json?_shape=array&{fields}").json(), answered, name)
            self.get(f"/push/{name}")
        self.assertGreater(len(self.get("/push/mismatched-app-keys.json?_shape=array").json()), 0)
        by_day = self.get("/push/delivery-by-day.json?_shape=array&app_key=333526247").json()
        whole = self.get("/push/delivery-by-day.json?_shape=array").json()
        self.assertLess(sum(row["sent"] for row in by_day), sum(row["sent"] for row in whole))
