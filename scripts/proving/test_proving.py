"""Tests of what judges the program."""
import dataclasses
import gzip
import json
import pathlib
import random
import subprocess
import tempfile
import unittest
import unittest.mock

import logs
import mutants
import orders
from accounting import FAULTS, FAULTY_VALUES
from io_errors import Call, synced_again
from judging import judged
from program import Program
from proof import Broken, Place, Proof, spread
from results import Result, kept, table
from rotation import HEADER, Log, holds_header_alone
from trying import proofs, tried


class ProofTests(unittest.TestCase):
    def test_a_sample_is_spread_over_all_cases(self):
        self.assertEqual(spread(range(100), 4), [0, 25, 50, 75])
        self.assertEqual(spread(range(3), 4), [0, 1, 2])

    def test_chances_depend_on_what_they_are_for_and_not_on_what_ran_before(self):
        place = Place(Program(pathlib.Path("true")), pathlib.Path("."), 1)
        place.random("a").random()
        self.assertEqual(place.random("b", 1).random(), place.random("b", 1).random())
        self.assertNotEqual(place.random("b", 1).random(), place.random("b", 2).random())

    def test_a_broken_case_is_counted_and_ends_the_proof(self):
        def cases(place, count):
            yield "one"
            raise Broken("two")
        proof = Proof("p", ["P1"], "t", "cases", 1, 2, cases, "m")
        result = tried(proof, Program(pathlib.Path("true")), 2, 1)
        self.assertEqual((result.cases, result.bad), (2, ["two"]))

    def test_every_proof_has_a_name_of_its_own_and_more_cases_than_its_sample(self):
        for name, proof in proofs().items():
            self.assertEqual(name, proof.name)
            self.assertLessEqual(proof.sampled, proof.full, name)

    def test_every_mutant_can_still_be_made(self):
        root = pathlib.Path(__file__).parents[2]
        for mutant in {proof.mutant for proof in proofs().values()}:
            patch = mutants.PATCHES / f"{mutant}.patch"
            made = subprocess.run(["patch", "--dry-run", "--strip=1", f"--input={patch}"], cwd=root, capture_output=True)
            self.assertEqual(made.returncode, 0, made.stdout.decode())

    def test_a_command_that_hangs_breaks_its_promise_and_a_proof_without_cases_proves_nothing(self):
        def hangs(place, count):
            subprocess.run(["sleep", "9"], timeout=0.001)
            yield "never"
        for cases, said in ((hangs, "did not end"), (lambda place, count: iter(()), "only 0 of 5")):
            proof = Proof("p", ["P1"], "t", "cases", 4, 5, cases, "m")
            bad = tried(proof, Program(pathlib.Path("true")), 5, 1).bad
            self.assertEqual((len(bad), said in bad[0]), (1, True), bad)

    def test_the_page_shows_what_failed(self):
        row = table([Result("n", "t", ["P2", "P10"], "u", 5, ["x"], 1.0, "abc", "2026-01-01")]).splitlines()[2]
        self.assertEqual(row, "| t (`n`) | P2, P10 | 5 u | 1 | not tried | abc | 2026-01-01 |")


    def test_a_mutant_is_shown_whether_it_was_noticed_before_or_after_a_full_run(self):
        full = Result("full", "t", ["P1"], "u", 5, [], 1.0, "abc", "2026-01-01")
        noticed = [dataclasses.replace(full, name=name, cases=2, bad=["x"], mutant="m") for name in ("full", "only")]
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.md")
            page.write_text("nothing yet")
            places = {"FOLDER": pathlib.Path(folder), "MUTANTS": pathlib.Path(folder, "mutants"), "PAGE": page}
            with unittest.mock.patch.multiple("results", **places):
                for result in (noticed[0], full, noticed[1]):
                    result.keep()
                rows = table(kept()).splitlines()[2:]
        self.assertEqual(rows, ["| t (`full`) | P1 | 5 u | 0 | m | abc | 2026-01-01 |",
                                "| t (`only`) | P1 | no full run yet | | m | abc | 2026-01-01 |"])

    def test_the_page_keeps_what_it_says_of_proofs_that_were_not_run_here(self):
        here = Result("here", "t", ["P1"], "u", 5, [], 1.0, "abc", "2026-01-01")
        others = [dataclasses.replace(here, name=name, promises=["P2", "P3"], cases=cases, bad=bad, mutant=mutant)
                  for name, cases, bad, mutant in (("other", 1234, ["x"], "m"), ("never", 0, [], ""))]
        before = [dataclasses.replace(here, cases=4, mutant="m"), *others]
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.md")
            page.write_text(table(before))
            places = {"FOLDER": pathlib.Path(folder), "MUTANTS": pathlib.Path(folder, "mutants"), "PAGE": page}
            with unittest.mock.patch.multiple("results", **places):
                here.keep()
                rows = table(kept())
        self.assertEqual(rows, table([dataclasses.replace(here, mutant="m"), *others]))


class DiskTests(unittest.TestCase):
    def test_a_sync_is_tried_again_only_when_nothing_was_written_since_it_failed(self):
        def call(name, failed=False):
            return Call("1", name, "/a", failed)
        failed, again = call("fsync", failed=True), call("fsync")
        self.assertEqual(synced_again([failed, again]), again)
        self.assertIsNone(synced_again([failed, failed]))
        self.assertIsNone(synced_again([failed, call("pwrite64"), again]))

    def test_the_model_of_a_log_knows_the_lines_that_are_in_its_files(self):
        for name in ("app.log", "app.csv"):
            with tempfile.TemporaryDirectory() as folder:
                log = Log(pathlib.Path(folder), name, random.Random(1))
                for _ in range(200):
                    log.step()
                files = [path for path, _ in log.rotated] + [log.path] * log.path.exists()
                texts = [gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
                         for path in files]
                there = b"".join(texts).replace(log.header or b"-", b"").removesuffix(log.part)
                self.assertEqual(sorted(there.splitlines(keepends=True)), sorted(log.whole()))

    def test_a_header_alone_is_told_from_one_with_lines_and_is_not_told_from_one_with_a_part_of_one(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "log")
            for content, alone in ((b"", False), (HEADER, True), (HEADER + b"1,2", True), (HEADER + b"1,2\n3", False)):
                path.write_bytes(content)
                self.assertEqual(holds_header_alone(path), alone, content)


class JudgingTests(unittest.TestCase):
    """The second reader of lines, on lines of which nobody doubts what they are."""

    def test_a_sound_line_is_its_event(self):
        event = ("333526247", "10913718868641234", "a692961a92534047ad362575f31f5700", "sent", "", 1_788_220_800_120)
        self.assertEqual(judged(logs.line().encode()), event)
        self.assertEqual(judged(b"\xef\xbb\xbf" + logs.line(event_time="2026-09-01 08:00:00.12").encode() + b"\r"), event)
        self.assertEqual(judged(logs.line(event_time=1_788_220_800_120).encode()), event)

    def test_faults_are_refused_and_blanks_are_blank(self):
        for fault in FAULTS:
            self.assertEqual(judged(logs.line(**fault).encode()), "refused", fault)
        for value in FAULTY_VALUES:
            self.assertEqual(judged(json.dumps(value).encode()), "refused", value)
        for text in (b"{", b"nonsense", logs.line().encode() * 2, logs.line().encode() + b"\0", b"\xff"):
            self.assertEqual(judged(text), "refused", text)
        for text in (b"", b" \t", b"\r", b"\xef\xbb\xbf"):
            self.assertEqual(judged(text), "blank")


class LogTests(unittest.TestCase):
    def test_every_shape_and_packing_holds_all_records(self):
        chance = random.Random(1)
        records = logs.crowded(chance, 20)
        for shape in logs.SHAPES:
            self.assertEqual(logs.shaped(records, shape, chance).count(b"cps_callback_event"), 20, shape)
        for packing in ("gzip", "members"):
            self.assertEqual(gzip.decompress(logs.packed(b"abc", packing)), b"abc")

    def test_parts_hold_everything_in_order_and_none_is_empty(self):
        for parts in (1, 3, 5, 9):
            split = orders._split(list(range(5)), parts, random.Random(parts))
            self.assertEqual(sum(split, []), list(range(5)))
            self.assertTrue(all(split))


if __name__ == "__main__":
    unittest.main()
