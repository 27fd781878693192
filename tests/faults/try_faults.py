#!/usr/bin/env python3
"""Lets the n-th call of every kind fail while arete-cli works, and looks at what it leaves behind.

  try_faults.py ARETE-CLI INJECTOR [--seconds S | --tries N] [--only TEXT]

ARETE-CLI is the program, INJECTOR the library made from inject.cpp. Which calls are tried is the same on every run, spread evenly over all
there are; more time tries more of them. Each failure is printed with the line that repeats it. Ends with "N tries, M found"; exit code 1
when something was found."""

import argparse
import errno
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

PATIENCE_S = 60  # longer than any of these takes on a slow machine
GOLDEN_RATIO = 0.6180339887498949  # its multiples fill an interval evenly, however early one stops

# What each command reads, what it writes, and what may stay when it fails: an index goes on where it stopped.
COMMANDS = {
    "detect": (["detect", "cloud.csv", "--r1", "15", "-o", "curve.ply", "--chosen", "chosen.csv"], ["curve.ply", "chosen.csv"], []),
    "knn": (["knn", "cloud.csv", "-k", "3", "-o", "near.npy", "--distances", "far.csv"], ["near.npy", "far.csv"], []),
    "generate": (["generate", "spiral", "--points", "300", "-o", "made.ply", "--truth", "truth.csv"], ["made.ply", "truth.csv"], []),
    "geopackage": (["detect", "cloud.csv", "--r1", "15", "-o", "curve.gpkg"], ["curve.gpkg"], []),
    "export": (["replay", "work.arete", "-o", "curve.dxf"], ["curve.dxf"], []),
    "two_level": (["knn", "cloud.csv", "-k", "3", "--version", "knn.cpu.two_level", "--leaf-capacity", "512", "--max-memory", "64",
                   "--index", "leaves", "-o", "near.csv"], ["near.csv"], ["leaves", "leaves.part", "leaves.state"]),
    "index there": (["knn", "cloud.csv", "-k", "3", "--version", "knn.cpu.two_level", "--max-memory", "64",
                     "--index", "old.leaves", "-o", "near.csv"], ["near.csv"], []),
    "store": (["detect", "cloud.csv", "--r1", "15", "--max-memory", "64", "--store", "kept.sto", "-o", "curve.ply"], ["curve.ply"], ["kept.sto"]),
    "in store": (["detect", "cloud.csv", "--r1", "15", "--max-memory", "64", "--store", "old.sto", "-o", "curve.ply"], ["curve.ply"], []),
}
SESSION = '{"format": "arete session", "version": 1, "cloud": {"file": "cloud.csv"}, "job": {"parameters": {"r1": "15"}}}'
OLD = b"what was here before"

# Kinds of calls (see inject.cpp) and what happens to them.
FAULTS = {
    "memory": [(errno.ENOMEM, ""), (errno.ENOMEM, "on")],
    "thread": [(errno.EAGAIN, ""), (errno.EAGAIN, "on")],
    "open": [(errno.EACCES, ""), (errno.EMFILE, "on"), (errno.EINTR, ""), ("kill", "")],
    "read": [(errno.EIO, ""), (errno.EIO, "on"), (errno.EINTR, ""), ("short", ""), ("kill", "")],
    "write": [(errno.EIO, ""), (errno.ENOSPC, "on"), (errno.EINTR, ""), ("short", ""), ("short", "on"), ("kill", "")],
    "fsync": [(errno.EIO, ""), (errno.ENOSPC, "on"), (errno.EINTR, ""), ("kill", "")],
    "rename": [(errno.EIO, ""), (errno.ENOSPC, "on"), ("kill", "")],
    "truncate": [(errno.ENOSPC, ""), (errno.EIO, "on"), (errno.EINTR, ""), ("kill", "")],
    "close": [(errno.EIO, ""), (errno.ENOSPC, "on"), (errno.EINTR, ""), ("kill", "")],
    "flock": [(errno.ENOLCK, ""), (errno.EINTR, ""), ("kill", "")],
    "stat": [(errno.EIO, ""), (errno.EIO, "on"), ("kill", "")],
    "chmod": [(errno.EPERM, ""), ("kill", "")],
    "unlink": [("kill", "")],
    "mmap": [(errno.ENOMEM, ""), (errno.ENOMEM, "on"), ("kill", "")],
}


class Trial:
    """One command in a folder of its own."""

    def __init__(self, program, injector, root, name):
        self.program, self.injector, self.name = program, injector, name
        self.arguments, self.outputs, self.may_stay = COMMANDS[name]
        self.root = root
        self.inputs = {file.name: file.read_bytes() for file in (root / "inputs").iterdir()}
        self.whole = {}

    def folder(self):
        folder = self.root / "work"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.root / "inputs", folder)
        for output in self.outputs:
            (folder / output).write_bytes(OLD)
        return folder

    def run(self, folder, fault=None):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("ARETE_FAULT")}
        if fault:
            environment |= {"LD_PRELOAD": str(self.injector), "ARETE_FAULT": fault, "ARETE_FAULT_COUNT": str(self.root / "count")}
        return subprocess.run([self.program, *self.arguments], cwd=folder, env=environment, capture_output=True, timeout=PATIENCE_S)

    def count(self, kind):
        """How many calls of this kind the command makes; also learns what whole outputs are."""
        folder = self.folder()
        result = self.run(folder, f"{kind}:0:0")
        if result.returncode != 0:
            sys.exit(f"{self.name} fails without a fault: {result.stderr.decode()}")
        self.whole = {output: (folder / output).read_bytes() for output in self.outputs}
        return int((self.root / "count").read_text())

    def faults_of(self, folder, result, killed):
        """What is wrong with what the command said and left, as sentences."""
        text = result.stderr.decode(errors="replace")
        if killed and result.returncode == -signal.SIGKILL:
            pass
        elif result.returncode not in (0, 1, 2):
            yield f"ended with {result.returncode}: {text}"
        elif result.returncode != 0 and f"{self.program.name}: " not in text:
            yield f"ended with {result.returncode} and without a word"
        if "internal error" in text or "terminate called" in text:
            yield f"says {text}"
        for name, content in self.inputs.items():
            if not (folder / name).exists() or (folder / name).read_bytes() != content:
                yield f"{name}, an input, is not what it was"
        for name in self.outputs:
            content = (folder / name).read_bytes() if (folder / name).exists() else b""
            if content != self.whole[name] and (result.returncode == 0 or content != OLD):
                yield f"{name} is neither what it was nor whole"

    def litter_of(self, folder):
        allowed = {*self.inputs, *self.outputs, *self.may_stay}
        for name in sorted(file.name for file in folder.iterdir()):
            if name not in allowed:
                yield f"{name} was left behind"

    def attempt(self, kind, number, what, on):
        """Sentences about what went wrong; none when all is well."""
        folder, killed = self.folder(), what == "kill"
        fault = f"{kind}:{number}:{what}" + (f":{on}" if on else "")
        try:
            found = list(self.faults_of(folder, self.run(folder, fault), killed))
            if killed:  # what a dead process left goes with the next one
                found += [f"the next run: {each}" for each in self.faults_of(folder, self.run(folder), False)]
            found += self.litter_of(folder)
        except subprocess.TimeoutExpired:
            found = [f"did not end within {PATIENCE_S} s"]
        repeat = f"LD_PRELOAD={self.injector} ARETE_FAULT={fault} {self.program} {' '.join(self.arguments)}"
        return [f"{self.name}, {fault}: {each}\n  {repeat}" for each in found]


def make_inputs(program, root):
    inputs = root / "inputs"
    inputs.mkdir()
    make = lambda *arguments: subprocess.run([program, *arguments], cwd=inputs, check=True, stdout=subprocess.DEVNULL)
    make("generate", "spiral", "--points", "5000", "-o", "cloud.csv")
    make("knn", "cloud.csv", "-k", "1", "--version", "knn.cpu.two_level", "--leaf-capacity", "512", "--max-memory", "64",
         "--index", "old.leaves", "-o", "unused.csv")
    (inputs / "unused.csv").unlink()
    make("detect", "cloud.csv", "--r1", "15", "--max-memory", "64", "--store", "old.sto")
    (inputs / "work.arete").write_text(SESSION)


def series(program, injector, root, only):
    """A series of tries for each command, kind and fault: the next one of a series gives the sentences about its next try."""
    for name in COMMANDS:
        trial = Trial(program, injector, root, name)
        for kind, faults in FAULTS.items():
            count = trial.count(kind)
            for what, on in faults:
                if count > 0 and only in f"{name} {kind} {what} {on}":
                    yield tries(trial, kind, count, what, on)


def tries(trial, kind, count, what, on):
    tried = set()
    for turn in range(20 * count):
        number = 1 + (turn if turn < 2 else int(turn * GOLDEN_RATIO % 1 * count))
        if number not in tried and number <= count:
            tried.add(number)
            yield trial.attempt(kind, number, what, on)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("injector", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--tries", type=float, default=float("inf"))
    parser.add_argument("--only", default="", help="only series whose name holds this, e.g. 'detect memory'")
    options = parser.parse_args()
    end, made, found = time.monotonic() + options.seconds, 0, 0
    with tempfile.TemporaryDirectory(prefix="arete-faults-") as folder:
        root = Path(folder)
        make_inputs(options.program.resolve(), root)
        left = deque(series(options.program.resolve(), options.injector.resolve(), root, options.only))
        while left and made < options.tries and time.monotonic() < end:
            sentences = next(left[0], None)
            if sentences is None:
                left.popleft()
                continue
            left.rotate(-1)
            made += 1
            found += bool(sentences)
            print("".join(f"{each}\n" for each in sentences), end="", flush=True)
    print(f"{made} tries, {found} found")
    return found > 0


if __name__ == "__main__":
    sys.exit(main())
