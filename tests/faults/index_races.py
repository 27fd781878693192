#!/usr/bin/env python3
"""Several searches on disk share one index at once, while some of them rebuild it, are killed, or find it damaged meanwhile.

  index_races.py ARETE-CLI [--seconds S | --tries N] [--seed N]

A try is one search. Whatever happens to the index, a search that ends with 0 has written exactly the neighbours that a search without an index
finds; one that fails says which file is wrong and leaves its old answer. After each round the index can be used again, built anew where it is
told so, the cloud is what it was and nothing lies beside it. Each find is printed; ends with "N tries, M found", exit code 1 when there was
any."""

import argparse
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE_S = 120  # longer than any search takes on a slow machine
SEARCH = ["knn", "cloud.npy", "-k", "3", "--version", "knn.cpu.two_level", "--max-memory", "64", "--index", "leaves"]
WAYS = [[], [], ["--rebuild-index"], ["--leaf-capacity", "64"], ["--leaf-capacity", "64", "--rebuild-index"]]
KNOWN = {"cloud.npy", "other.npy", "expected.npy", "foreign", "leaves"}
OLD = b"what was here before"


class Races:
    def __init__(self, program, root, chance):
        self.program, self.folder, self.chance = program, root, chance
        self.tries = self.found = 0
        for name, points in (("cloud.npy", "20000"), ("other.npy", "5000")):
            self.run(["generate", "spiral", "--points", points, "-o", name])
        self.run(["knn", "cloud.npy", "-k", "3", "-o", "expected.npy"])
        self.run(["knn", "other.npy", *SEARCH[2:-1], "foreign", "-o", "none.npy"])
        self.begin = time.monotonic()
        self.run([*SEARCH, "-o", "none.npy"])
        self.took_s = time.monotonic() - self.begin
        (root / "none.npy").unlink()
        self.cloud, self.expected = (root / "cloud.npy").read_bytes(), (root / "expected.npy").read_bytes()

    def run(self, arguments):
        subprocess.run([self.program, *arguments], cwd=self.folder, check=True, capture_output=True, timeout=PATIENCE_S)

    def tell(self, about, what):
        self.found += 1
        print(f"{about}: {what}", flush=True)

    def start(self, number, how):
        output = self.folder / f"near{number}.npy"
        output.write_bytes(OLD)
        command = [self.program, *SEARCH, *how, "-o", output.name]
        return output, subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def damage(self):
        """Something that other programs, or a failing disk, could do to the index at any moment."""
        index, chance = self.folder / "leaves", self.chance
        what = chance.choice(["flip", "flip", "cut", "grow", "remove", "foreign", "forget"])
        if what == "foreign":  # as by mv: a whole index, of another cloud
            shutil.copyfile(self.folder / "foreign", self.folder / "moved")
            (self.folder / "moved").replace(index)
        if what == "remove":
            index.unlink(missing_ok=True)
        if what in ("foreign", "remove", "forget") or not index.exists():
            return what
        with open(index, "r+b") as file:
            size = file.seek(0, 2)
            if what == "flip":
                for _ in range(chance.choice([1, 1, 50])):
                    at = chance.randrange(max(size, 1))
                    file.seek(at)
                    byte = file.read(1)
                    file.seek(at)
                    file.write(bytes([byte[0] ^ 1 << chance.randrange(8)]) if byte else b"\0")
            elif what == "cut":
                file.truncate(chance.randrange(size + 1))
            else:
                file.write(bytes(chance.randrange(1, 5000)))
        return what

    def judge(self, about, output, program, killed=False):
        """Waits for a search and removes its answer. Whether the search found it."""
        words = program.communicate(timeout=PATIENCE_S)[1].decode(errors="replace").strip()
        self.tries += 1
        answer = output.read_bytes()
        output.unlink()
        if program.returncode == 0:
            if answer != self.expected:
                self.tell(about, "ended well with other neighbours")
        elif killed and program.returncode == -signal.SIGKILL:
            if answer not in (OLD, self.expected):
                self.tell(about, "its answer is neither as it was nor whole")
        elif program.returncode not in (1, 2) or answer != OLD or "leaves" not in words:
            self.tell(about, f"ended with {program.returncode}, its old answer {'kept' if answer == OLD else 'lost'}: {words}")
        return program.returncode == 0

    def round(self):
        ways = [self.chance.choice(WAYS) for _ in range(self.chance.randrange(2, 5))]
        running = [self.start(number, how) for number, how in enumerate(ways)]
        done = []
        for _ in range(self.chance.randrange(3)):
            time.sleep(self.chance.random() * self.took_s)
            done.append(self.damage())
        victim = self.chance.randrange(2 * len(running))
        if victim < len(running):
            running[victim][1].kill()
        for number, (output, program) in enumerate(running):
            about = f"{' '.join(ways[number]) or 'plain'} beside {len(running) - 1} others, {', '.join(done) or 'no damage'}"
            self.judge(about, output, program, number == victim)
        self.mend(", ".join(done) or "no damage")

    def mend(self, done):
        """The index can be used, or built anew, or what lies there is no index any more and may go."""
        if not any(self.judge(f"{done}, then {' '.join(how) or 'plain'}", *self.start(9, how)) for how in ([], ["--rebuild-index"])):
            (self.folder / "leaves").unlink(missing_ok=True)
            if not self.judge(f"{done}, then without an index", *self.start(9, [])):
                self.tell(done, "no search ended well afterwards")
        for path in self.folder.iterdir():
            if path.name not in KNOWN:
                self.tell(done, f"left behind {path.name}")
                path.unlink()
        if (self.folder / "cloud.npy").read_bytes() != self.cloud:
            self.tell(done, "the cloud changed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--tries", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    with tempfile.TemporaryDirectory(prefix="arete-index-") as folder:
        races = Races(options.program.resolve(), Path(folder), random.Random(options.seed))
        while races.tries < options.tries and time.monotonic() < end:
            races.round()
    print(f"{races.tries} tries, {races.found} found")
    return races.found > 0


if __name__ == "__main__":
    sys.exit(main())
