"""What the tests of the Python module share."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

import arete

CLI = os.environ["ARETE_CLI"]
SOURCE = Path(os.environ["ARETE_SOURCE_DIR"])
CLOUDS = SOURCE / "assets" / "clouds"


def cli(*words):
    """Runs arete-cli and returns what it prints."""
    done = subprocess.run([CLI, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"arete-cli {words}: {done.stderr}")
    return done.stdout


def report(path, folder, *flags):
    """The report of `arete-cli detect`."""
    target = Path(folder) / "report.json"
    cli("detect", path, "--report", target, *flags)
    return json.loads(target.read_text())


def power_line():
    """Points of two wires over three pylons, 200 m apart, and the lines along them."""
    random = np.random.default_rng(3)
    points, lines = [], []
    for beside in (-4.0, 4.0):

        def height(s):
            return 20 + 800 * (np.cosh((s % 200 - 100) / 800) - np.cosh(100 / 800))

        s = random.random(4000) * 400
        points.append(np.column_stack([s, np.full(len(s), beside), height(s)]) + 0.03 * random.standard_normal((len(s), 3)))
        s = np.arange(0, 400, 2.0)
        lines.append(np.column_stack([s, np.full(len(s), beside), height(s)]))
    return np.vstack(points), lines


def spiral(points=3000, dim=2, seed=1, **keywords):
    """Points around a spiral, float32, and their R1."""
    return np.array(arete.generate("spiral", points=points, dim=dim, seed=seed, **keywords).points)


R1 = 8.34


class Case(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def refused(self, call, *parts, kind="bad_input"):
        """The arete.Error that a call raises, of this kind, with these texts in its message."""
        with self.assertRaises(arete.Error) as caught:
            call()
        error = caught.exception
        self.assertEqual(error.kind, kind, str(error))
        self.assertTrue(error.failed)
        for part in parts:
            self.assertIn(part, str(error))
        return error
