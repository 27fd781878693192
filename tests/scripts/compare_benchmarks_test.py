"""scripts/compare-benchmarks: on what arete-cli writes, and on a program that only says numbers. Arguments: the project, arete-cli."""

import importlib.machinery
import importlib.util
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, CLI = Path(sys.argv.pop(1)), sys.argv.pop(1)
SCRIPT = SOURCE / "scripts" / "compare-benchmarks"
sys.dont_write_bytecode = True
_loader = importlib.machinery.SourceFileLoader("compare_benchmarks", str(SCRIPT))
compare = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare_benchmarks", _loader))
_loader.exec_module(compare)

#: Stands for arete-cli: the time of each version is in a file beside it.
PROGRAM = """#!/usr/bin/env python3
import json, sys
from pathlib import Path
words = sys.argv
took = json.loads(Path(__file__).with_name("times.json").read_text())
rows = [{"version": name, "min_ms": took[name]} for name in words[words.index("--versions") + 1].split(",")] if "--versions" in words else []
print(json.dumps({"bench": words[2], "machine": {"cpu": "A", "kind": "1.2.3"}, "rows": rows or [{"references_ms": 50, "median_ms": took["network"]}]}))
"""
TIMES = {"evolve.cpu.sequential": 100, "evolve.cpu.accelerated": 1, "choose.cpu.sequential": 100, "choose.cpu.rounds": 10, "decimate.cpu.sequential": 9,
         "decimate.cpu.grid": 3, "order.cpu.sequential": 8, "order.cpu.grid": 2, "network": 10}  # fmt: skip


class CompareBenchmarks(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name)
        compare.MOST_TURNS = compare.LEAST_TURNS + 1  # enough to see that it looks again
        compare.KEPT = self.folder / "kept.json"

    def tearDown(self):
        self.scratch.cleanup()

    def measure(self, keep=False, **changed):
        (self.folder / "times.json").write_text(json.dumps({**TIMES, **{name.replace("_", "."): took for name, took in changed.items()}}))
        program = self.folder / "program"
        program.write_text(PROGRAM)
        program.chmod(0o755)
        return compare.measure(program, keep, self.folder / "figures.json")

    def test_a_ratio_that_is_a_sixth_slower_fails_and_a_tenth_slower_passes(self):
        self.assertEqual(self.measure(keep=True), 0)
        self.assertEqual(json.loads(compare.KEPT.read_text())["A, 1.2.3"]["evolve.cpu.accelerated"], 100)
        self.assertEqual(self.measure(evolve_cpu_accelerated=1.1), 0)
        self.assertEqual(self.measure(evolve_cpu_accelerated=1.17), 1)
        self.assertEqual(json.loads((self.folder / "figures.json").read_text())["turns"], compare.MOST_TURNS, "it looks again before it fails")
        self.assertEqual(self.measure(network=12), 1)

    def test_a_machine_that_is_slower_in_all_passes(self):
        self.measure(keep=True)
        self.assertEqual(compare.slower({"a": 50.0}, {"a": 50.0}), {})
        doubled = {name.replace(".", "_"): 2 * took for name, took in TIMES.items() if name != "network"}
        self.assertEqual(self.measure(**doubled), 0)

    def test_another_processor_is_skipped_with_the_reason(self):
        compare.KEPT.write_text("{}")
        self.assertEqual(self.measure(), 77)

    def test_two_files_of_arete_cli_are_compared_row_by_row(self):
        paths = []
        for points in ("1000", "2000"):
            told = subprocess.run([CLI, "bench", "detect", "--points", f"1000,{points}", "--repeat", "1", "--json"], capture_output=True, text=True, check=True).stdout
            paths.append(self.folder / f"of-{points}.json")
            paths[-1].write_text(told)
        shown = subprocess.run([SCRIPT, *paths], capture_output=True, text=True, check=True).stdout
        self.assertIn("█", shown)
        self.assertIn("evolve.cpu.brute_force, 1 000 points, 2D", shown)
        self.assertIn("load", shown)
        table = subprocess.run([SCRIPT, "--markdown", *paths], capture_output=True, text=True, check=True).stdout
        rows = [line for line in table.splitlines() if line.startswith("|")]
        self.assertEqual({line.count("|") for line in rows}, {4})
        self.assertEqual(len(rows), 2 + 4, "two versions, two sizes")
        refused = subprocess.run([SCRIPT, paths[0], SCRIPT], capture_output=True, text=True, check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("give what arete-cli bench", refused.stderr)


if __name__ == "__main__":
    unittest.main()
