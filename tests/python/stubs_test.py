"""The type stubs are those that the package would write now, and are Python."""

import ast
import importlib.util
import inspect
import re
import subprocess
import sys
import unittest

import arete
from arete._stubs import stubs
from support import SOURCE, Case


class Stubs(Case):
    def test_are_those_of_the_package(self):
        self.assertEqual((SOURCE / "python" / "arete" / "__init__.pyi").read_text(), stubs(), "python3 -m arete._stubs > python/arete/__init__.pyi")

    def test_name_everything_that_is_public(self):
        tree = ast.parse(stubs())
        named = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_")}
        self.assertEqual(named, set(arete.__all__))

    def test_have_the_keywords_of_the_engine(self):
        tree = ast.parse(stubs())
        detect = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "detect")
        own = {argument.arg for argument in detect.args.args + detect.args.kwonlyargs}
        self.assertEqual(own, set(inspect.signature(arete.detect).parameters))
        self.assertLess({"r1", "threads", "max_iterations", "where", "class_", "bootstrap", "evolve", "thin_version"}, own)

    def test_satisfy_mypy_where_clients_are_right_and_tell_where_they_are_wrong(self):
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("mypy is not installed")
        right = """
import arete
import numpy as np
points = np.zeros((9, 3))
indices, distances = arete.knn(points, k=2)
print(indices[0], distances.mean())
nearest = arete.NearestNeighbors(n_neighbors=2).fit(points)
far, near = nearest.kneighbors(points)
only = nearest.kneighbors(points, return_distance=False)
print(far.mean(), near[0], only.shape)
found = arete.detect(points, r1=1.0, curve="network", backend="cpu")
print(found.edges.mean(), found.points.shape, [chain.size for chain in found.chains], found.picture().kind)
"""
        wrong = ['arete.detect(points, curve="netwrok")', 'arete.detect(points, backend="gpu")', "arete.knn(points, kk=2)"]
        wrong += ['arete.detect(points, r1="wide")']
        (self.folder / "right.py").write_text(right)
        (self.folder / "wrong.py").write_text("import arete\nimport numpy as np\npoints = np.zeros((9, 3))\n" + "\n".join(wrong) + "\n")
        words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(self.folder / "cache")]
        done = subprocess.run([*words, str(self.folder / "right.py")], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        done = subprocess.run([*words, str(self.folder / "wrong.py")], capture_output=True, text=True, check=False)
        told = {int(line) for line in re.findall(r"wrong.py:(\d+): error", done.stdout)}
        self.assertEqual(told, set(range(4, 4 + len(wrong))), done.stdout)
        done = subprocess.run([*words, str(SOURCE / "python" / "arete" / "__init__.pyi")], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
