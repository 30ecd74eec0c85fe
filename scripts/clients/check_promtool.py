"""The metrics of `check --format openmetrics`, by Prometheus's own linter."""
import subprocess
import unittest

from making import Export


class PromtoolTests(unittest.TestCase):
    def setUp(self):
        self.promtool = Export.shared.clients / "promtool"
        if not self.promtool.exists():
            self.skipTest("promtool could not be fetched")
        self.metrics = Export.shared.run(
            "check", "--format", "openmetrics", "--fail-on", "never", *Export.shared.as_of)

    def lint(self, text: str) -> subprocess.CompletedProcess:
        return subprocess.run([str(self.promtool), "check", "metrics"], input=text, capture_output=True, text=True)

    def test_it_has_no_complaint(self):
        self.assertIn("# TYPE", self.metrics)
        done = self.lint(self.metrics)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_planted_faults_are_found(self):
        without_help = "\n".join(line for line in self.metrics.split("\n") if not line.startswith("# HELP"))
        self.assertNotEqual(self.lint(without_help).returncode, 0)
        self.assertNotEqual(self.lint(self.metrics.rstrip().removesuffix("# EOF") + "broken{ 1\n").returncode, 0)
