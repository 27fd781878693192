"""The examples of docs/python.md run as they stand, each in a folder of its own, and write what they say."""

import os
import re
import subprocess
import sys
import unittest

import arete
from support import CLI, SOURCE, Case

PAGE = (SOURCE / "docs" / "python.md").read_text()


def examples():
    """The blocks of Python by the heading that they are under."""
    found = {}
    for part in re.split(r"^#+ ", PAGE, flags=re.MULTILINE)[1:]:
        for block in re.findall(r"^```python\n(.*?)^```", part, re.MULTILINE | re.DOTALL):
            found[part.splitlines()[0]] = block
    return found


class Examples(Case):
    def run_example(self, start, *written):
        blocks = [block for heading, block in examples().items() if heading.startswith(start)]
        self.assertEqual(len(blocks), 1, start)
        done = subprocess.run([sys.executable, "-W", "error", "-c", blocks[0]], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in written:
            self.assertGreater((self.folder / name).stat().st_size, 100, name)
        return done.stdout

    def test_of_the_beginning_runs(self):
        self.assertIn("choose", self.run_example("Python", "spiral.dxf"))

    def test_of_gps_finds_the_streets(self):
        self.run_example("GPS", "roads.geojson")
        lines = arete.read_curve(self.folder / "roads.geojson")
        self.assertTrue(all((abs(line[:, 0] + 87.6) < 0.1).all() and (abs(line[:, 1] - 41.9) < 0.1).all() for line in lines))

    def test_of_a_neuron_finds_its_skeleton(self):
        self.run_example("Neuron", "neuron.swc", "neuron.png")

    def test_of_galaxies_finds_the_filaments(self):
        self.run_example("Galaxies", "web.vtp")


class Page(Case):
    def test_names_every_public_function(self):
        for name in arete.__all__:
            if callable(getattr(arete, name)) and not isinstance(getattr(arete, name), type):
                self.assertIn(name, PAGE, name)

    def test_names_a_function_for_every_command(self):
        """The list is that of arete-cli; `completion` is for shells, `try` and `grade` for files; Python has a help of its own."""
        listed = subprocess.run([CLI, "--help"], capture_output=True, text=True, check=True).stdout.split("\nCommands:\n")[1].split("\n\n")[0]
        commands = re.findall(r"^  (\S+) ", listed, re.MULTILINE)
        self.assertGreater(len(commands), 10)
        table = PAGE.split("\n## What there is\n")[1].split("\n## ")[0]
        for command in set(commands) - {"completion", "help", "try", "grade"}:
            function = command.replace("-", "_")
            self.assertIn(function, arete.__all__)
            self.assertRegex(table, rf"`{function}\(", command)


if __name__ == "__main__":
    unittest.main()
