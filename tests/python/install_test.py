"""`pip install .` without a network, from the build that is there."""

import os
import subprocess
import sys
import unittest

from support import SOURCE, Case


class Install(Case):
    def test_gives_the_module_and_leaves_nothing_in_the_sources(self):
        before = set(os.listdir(SOURCE)) | {"build"}
        words = ["install", str(SOURCE), "--no-build-isolation", "--no-deps", "--no-index", "--no-cache-dir", "--target", str(self.folder / "site")]
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run([sys.executable, "-m", "pip", *words], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(set(os.listdir(SOURCE)) | {"build"}, before)
        program = "import arete; print(arete.__file__); print(arete.detect(arete.generate('spiral', points=500, dim=2), r1=9).hash)"
        environment["PYTHONPATH"] = str(self.folder / "site")
        ran = subprocess.run([sys.executable, "-c", program], env=environment, cwd=self.folder, capture_output=True, text=True, check=True)
        told = ran.stdout.split()
        self.assertTrue(told[0].startswith(str(self.folder)))
        self.assertEqual(len(told[1]), 64)
        self.assertTrue((self.folder / "site" / "arete" / "__init__.pyi").exists())
        self.assertTrue((self.folder / "site" / "arete" / "py.typed").exists())
        paths = [sys.executable, str(SOURCE / "tests" / "faults" / "run_paths.py"), str(self.folder / "site")]
        looked = subprocess.run(paths, capture_output=True, text=True, check=False)
        self.assertEqual(looked.returncode, 0, looked.stdout + looked.stderr)


if __name__ == "__main__":
    unittest.main()
