"""The type stubs are those that the package would write now, and are Python."""

import ast
import inspect
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


if __name__ == "__main__":
    unittest.main()
