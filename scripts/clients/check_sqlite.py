"""The snapshot in SQLite's own shell and in another SQLite than the program's, as a dashboard's server opens it."""
import os
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from making import Export


def shell(path, sql: str) -> subprocess.CompletedProcess:
    return subprocess.run(["sqlite3", "-batch", "-bail", "-readonly", str(path), sql], capture_output=True, text=True)


class SQLiteTests(unittest.TestCase):
    def test_it_is_sound(self):
        checks = "PRAGMA integrity_check; PRAGMA foreign_key_check; PRAGMA journal_mode;"
        self.assertEqual(shell(Export.shared.snapshot, checks).stdout, "ok\ndelete\n")

    def test_a_planted_fault_is_found(self):
        with tempfile.TemporaryDirectory() as scratch:
            copy = shutil.copy(Export.shared.snapshot, scratch)
            subprocess.run(["sqlite3", copy, "DELETE FROM apps WHERE app_key = '333526247'"], check=True)
            self.assertIn("daily", shell(copy, "PRAGMA foreign_key_check").stdout)
            wrong = "UPDATE daily SET sent = 'many'"
            self.assertIn("cannot store TEXT", subprocess.run(
                ["sqlite3", copy, wrong], capture_output=True, text=True).stderr)

    def test_it_is_read_from_a_folder_that_nobody_can_write(self):
        with tempfile.TemporaryDirectory() as scratch:
            copy = shutil.copy(Export.shared.snapshot, scratch)
            os.chmod(copy, 0o440)
            os.chmod(scratch, 0o550)
            try:
                # Root may write anywhere, so it reads as somebody else.
                words = ["sqlite3", "-batch", "-readonly", copy, "SELECT count(*) > 0 FROM daily"]
                if os.geteuid() == 0:
                    os.chown(scratch, 65534, 65534), os.chown(copy, 65534, 65534)
                    done = subprocess.run(words, capture_output=True, text=True, user=65534, group=65534)
                else:
                    done = subprocess.run(words, capture_output=True, text=True)
                self.assertEqual((done.stdout, done.stderr), ("1\n", ""))
            finally:
                os.chmod(scratch, 0o750)

    def test_a_reader_keeps_the_snapshot_that_it_has_open(self):
        export = Export.shared
        export.run("export", "--sqlite", "read.db", *export.as_of)
        path = export.folder / "read.db"
        reader = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        reader.execute("BEGIN")
        before = reader.execute("SELECT value FROM meta WHERE key = 'as_of'").fetchone()
        export.run("export", "--sqlite", "read.db", "--as-of", "2026-09-23")
        self.assertEqual(reader.execute("SELECT value FROM meta WHERE key = 'as_of'").fetchone(), before)
        self.assertEqual(reader.execute("PRAGMA integrity_check").fetchone(), ("ok",))
        anew = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.assertNotEqual(anew.execute("SELECT value FROM meta WHERE key = 'as_of'").fetchone(), before)
        reader.close(), anew.close()
        self.assertEqual([one for one in os.listdir(export.folder) if one.startswith("read.db")], ["read.db"])
