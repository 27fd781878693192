"""What it costs to come from Python: `detect` and `knn` on a million points in NumPy arrays against `arete-cli bench` on the same points.

  PYTHONPATH=build/release/python python3 tests/python/overhead.py build/release/bin/arete-cli [--points 1000000] [--repeat 7]

Three measures, from what a busy machine spoils least to what it spoils most: the processor time (user and system) of a call against that of one more
repetition in bench; the wall time of a call beyond what the engine counts in that call, which is what bench prints; the wall times of both. They take
turns, so that a busy machine slows both. Results are kept until a call's clock is read, as bench does. No test: other programs spoil the numbers.
"""

import argparse
import json
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import arete

MORE = 4  # repetitions of bench that are compared with one


def bench(program, words, repeat):
    """What bench prints, and the processor time that it took, in ms."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = [program, "bench", *map(str, words), "--repeat", str(repeat), "--backend", "cpu", "--json"]
    done = subprocess.run(whole, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(done.stdout), 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


class Compared:
    """Calls of Python, and runs of bench with the same work, in turns."""

    def __init__(self, program, words, pick, rows):
        self.program, self.words, self.pick, self.rows = program, words, pick, rows
        self.own, self.other = [], []  # (processor, wall, counted by the engine), (processor, wall)

    def turn(self, call, counted):
        said, once = bench(self.program, self.words, 1)
        _, often = bench(self.program, self.words, 1 + MORE)
        self.other.append(((often - once) / (MORE * self.rows), self.pick(said)))
        begin, processor = time.perf_counter(), time.process_time()
        found = call()
        wall, spent = time.perf_counter() - begin, time.process_time() - processor
        self.own.append((1000 * spent, 1000 * wall, counted(found)))

    def tell(self, what):
        middle = [statistics.median(each) for each in zip(*self.own)]
        other = [statistics.median(each) for each in zip(*self.other)]
        beyond = [100 * (wall / counted - 1) for _, wall, counted in self.own]
        print(f"{what}:")
        print(f"  processor time, median: Python {middle[0]:.1f} ms, arete-cli bench {other[0]:.1f} ms, {100 * (middle[0] / other[0] - 1):+.1f} %")
        print(f"  beyond what the engine counts in the call: median {statistics.median(beyond):+.1f} %, least {min(beyond):+.1f} %")
        for name, pick in (("median", statistics.median), ("least", min)):
            own, bench_ = pick(each[1] for each in self.own), pick(each[1] for each in self.other)
            print(f"  wall time, {name}: Python {own:.1f} ms, arete-cli bench {bench_:.1f} ms, {100 * (own / bench_ - 1):+.1f} %")


def of_detect(given, dim):
    points, r1 = np.ascontiguousarray(arete.generate("spiral", points=given.points, dim=dim, seed=1).points), 8.34
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "points.npy"
        np.save(file, points)
        words = ("detect", "--cloud", file, "--r1", r1, "--versions", "evolve.cpu.accelerated")  # and a second row, which computes the same
        compared = Compared(given.program, words, lambda said: said["rows"][-1]["median_ms"], rows=2)
        arete.detect(points, r1=r1, backend="cpu")
        for _ in range(given.repeat):
            compared.turn(lambda: arete.detect(points, r1=r1, backend="cpu"), lambda found: found.times["total"])
    compared.tell(f"detect, {given.points} points in {dim}D")


def of_knn(given):
    reference, query = (arete._arete.bench_points(given.points, 3, False, seed) for seed in (1, 2))
    words = ("knn", "--cases", "1m-k8", "--versions", "knn.cpu.best", "--max-seconds", 600)
    compared = Compared(given.program, words, lambda said: said["cases"][0]["rows"][0]["total_ms"], rows=1)

    def search():  # as arete.knn() does, which does not say what the engine counted
        return arete._arete.Searcher(reference, [b"--backend=cpu"], None).query(query, 8, False, None)

    search()
    for _ in range(given.repeat):
        compared.turn(search, lambda found: found[2]["milliseconds"])
    compared.tell(f"knn, k = 8, {given.points} queries of {given.points} points in 3D")


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
