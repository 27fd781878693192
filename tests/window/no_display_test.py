"""The window's program where no display answers: an error of its own, no abort, and nothing left. Argument: the program."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
HINT = "\n  hint: set DISPLAY or WAYLAND_DISPLAY, or draw without one: arete --offscreen FILE -o PICTURE, arete-cli render, picture() in Python\n"


class NoDisplay(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)

    def start(self, *words, **variables):
        kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR")}
        environment = {**kept, "TMPDIR": self.scratch.name, "XDG_CONFIG_HOME": self.scratch.name, **variables}
        return subprocess.run([PROGRAM, *words], env=environment, capture_output=True, text=True, check=False, timeout=60)

    def ends(self, done, start):
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertTrue(done.stderr.startswith(f"arete: cannot open the window: {start}"), done.stderr)
        self.assertTrue(done.stderr.endswith(HINT), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 2, done.stderr)
        self.assertEqual(list(Path(self.scratch.name).iterdir()), [])

    def test_says_that_no_variable_names_one(self):
        self.ends(self.start("cloud.ply"), "there is no display\n")

    def test_says_which_does_not_answer(self):
        self.ends(self.start("cloud.ply", DISPLAY=":7654"), "DISPLAY=:7654: ")
        self.ends(self.start("cloud.ply", WAYLAND_DISPLAY="none-7654"), "WAYLAND_DISPLAY=none-7654: ")

    def test_says_which_platform_qt_does_not_have(self):
        self.ends(self.start("cloud.ply", QT_QPA_PLATFORM="none"), "QT_QPA_PLATFORM=none: ")

    def test_answers_questions_all_the_same(self):
        done = self.start("--version")
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
