"""Tests of what judges the program."""
import pathlib
import tempfile
import unittest

from program import Program
from proof import Broken, Place, Proof, spread
from results import Result, table
from run import proofs, tried


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
        proof = Proof("p", ["P1"], "t", "cases", 1, 2, cases)
        result = tried(proof, Program(pathlib.Path("true")), 2, 1)
        self.assertEqual((result.cases, result.bad), (2, ["two"]))

    def test_every_proof_has_a_name_of_its_own_and_more_cases_than_its_sample(self):
        for name, proof in proofs().items():
            self.assertEqual(name, proof.name)
            self.assertLessEqual(proof.sampled, proof.full, name)
            if proof.mutant:
                patch = pathlib.Path(__file__).parent / "mutants" / f"{proof.mutant}.patch"
                self.assertTrue(patch.exists(), proof.mutant)

    def test_the_page_shows_what_failed(self):
        row = table([Result("n", "t", ["P2", "P10"], "u", 5, ["x"], 1.0, "abc", "2026-01-01")]).splitlines()[2]
        self.assertEqual(row, "| t (`n`) | P2, P10 | 5 u | 1 | not tried | abc | 2026-01-01 |")


if __name__ == "__main__":
    unittest.main()
