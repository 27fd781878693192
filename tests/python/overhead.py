"""What it costs to come from Python: `detect` and `knn` on a million points in NumPy arrays against `arete-cli bench` on the same points.

  PYTHONPATH=build/release/python python3 tests/python/overhead.py build/release/bin/arete-cli [--points 1000000] [--repeat 7]

First, what a busy machine spoils least: the time of a call beyond what the engine counts in that call, which is what bench prints. Then runs of
both against each other; they take turns, so that a busy machine slows both. No test: other programs spoil the numbers.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import arete


def milliseconds(call):
    begin = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - begin)


def bench(program, *words):
    whole = [program, "bench", *map(str, words), "--repeat", "1", "--backend", "cpu", "--json"]
    done = subprocess.run(whole, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def tell(what, python, program):
    for name, pick in (("median", statistics.median), ("least", min)):
        own, other = pick(python), pick(program)
        print(f"{what}, {name}: Python {own:.1f} ms, arete-cli bench {other:.1f} ms, {100 * (own / other - 1):+.1f} %")


def tell_share(what, calls):
    """Of pairs: the time of a call, and what the engine counted in it."""
    shares = [100 * (whole / counted - 1) for whole, counted in calls]
    print(f"{what}, in the same call: {statistics.median(shares):+.1f} % (median), {min(shares):+.1f} % (least) beyond what the engine counts")


def of_detect(given, dim):
    points = np.ascontiguousarray(arete.generate("spiral", points=given.points, dim=dim, seed=1).points)
    r1 = 8.34
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "points.npy"
        np.save(file, points)
        python, program, calls = [], [], []
        for _ in range(given.repeat):
            row = bench(given.program, "detect", "--cloud", file, "--r1", r1, "--versions", "evolve.cpu.accelerated")["rows"][-1]
            program.append(row["median_ms"])
            arete.detect(points, r1=r1, backend="cpu")
            found = []
            python.append(milliseconds(lambda: found.append(arete.detect(points, r1=r1, backend="cpu"))))
            calls.append((python[-1], found[0].times["total"]))
    tell_share(f"detect, {given.points} points in {dim}D", calls)
    tell(f"detect, {given.points} points in {dim}D", python, program)


def of_knn(given):
    reference = arete._arete.bench_points(given.points, 3, False, 1)
    query = arete._arete.bench_points(given.points, 3, False, 2)
    python, program, calls = [], [], []
    for _ in range(given.repeat):
        row = bench(given.program, "knn", "--cases", "1m-k8", "--versions", "knn.cpu.best")["cases"][0]["rows"][0]
        program.append(row["total_ms"])
        python.append(milliseconds(lambda: arete.knn(reference, query, k=8, backend="cpu")))
        about = []
        whole = milliseconds(lambda: about.append(arete._arete.Searcher(reference, [b"--backend=cpu"], None).query(query, 8, False, None)[2]))
        calls.append((whole, about[0]["milliseconds"]))
    tell_share("knn", calls)
    tell(f"knn, k = 8, {given.points} queries of {given.points} points in 3D", python, program)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--points", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=7)
    given = parser.parse_args()
    for dim in (2, 3):
        of_detect(given, dim)
    if given.points == 1_000_000:  # the case that arete-cli knows
        of_knn(given)


if __name__ == "__main__":
    main()
