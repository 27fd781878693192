#!/usr/bin/env python3
"""Lets calls of CUDA fail, and kernels never end, while the doors of the program compute on a GPU. The CPU must go on with the same bits.

  gpu_faults.py ARETE-CLI INJECTOR [--door NAME=COMMAND…] [--only-doors] [--tries N] [--json FILE]

INJECTOR is the library made from inject_cuda.cpp. A door is a command that prints the hash of a detection in cloud.ply, such as the window
(tests/window/programs/detecting_window.cpp). Each failure is printed with the line that repeats it. Ends with "N tries, M found"; exit code 1 when something was found, 77 where there is no GPU."""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE_S = 60         # of this script, for a command
GPU_PATIENCE_S = "1"    # of the program, for a kernel
DOOR_TRIES = 4
MOST_AFTER_S = 20       # what a command may take when the CPU goes on
GOLDEN_RATIO = 0.6180339887498949
ILLEGAL_ACCESS, OUT_OF_MEMORY = "700", "2"
COMMANDS = {
    "chains": ["detect", "cloud.ply", "--r1", "12", "-o", "curve.ply"],
    "network": ["detect", "cloud.ply", "--backend", "cuda", "--curve", "network", "--r1", "12", "--bootstrap", "4", "-o", "curve.ply"],
    "all found": ["detect", "cloud.ply", "--backend", "cuda", "--curve", "network", "-o", "curve.ply"],
    "picture": ["render", "cloud.ply", "--r1", "12", "--run-to", "end", "-o", "picture.png"],
    "neighbours": ["knn", "cloud.ply", "-k", "4", "-o", "near.npy"],
}


class Faults:
    def __init__(self, program, injector, folder):
        self.program, self.injector, self.folder = program, injector, folder
        self.tries, self.found, self.seconds = 0, 0, {}

    def run(self, command, fault=None, more=None):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("ARETE_")}
        environment |= {"ARETE_GPU_PATIENCE": GPU_PATIENCE_S} | (more or {})
        if fault is not None:
            environment |= {"LD_PRELOAD": str(self.injector), "ARETE_CUDA_FAULT": fault, "ARETE_FAULT_COUNT": str(self.folder / "count")}
        begin = time.monotonic()
        try:
            done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=PATIENCE_S)
        except subprocess.TimeoutExpired as late:
            done = subprocess.CompletedProcess(command, None, str(late.stdout), str(late.stderr))
        return done, time.monotonic() - begin

    def answer(self, command, done):
        """What must not change: the hash, or the bytes of what was written."""
        found = re.search(r"hash\s*:?\s*([0-9a-f]{16,})", done.stdout)
        if found:
            return found[1]
        return (self.folder / command[command.index("-o") + 1]).read_bytes() if "-o" in command else done.stdout

    def count(self, command, kind):
        done, _ = self.run(command, f"{kind}:0:0")
        if done.returncode != 0:
            sys.exit(f"{shlex.join(command)} fails without a fault: {done.stderr}")
        return int((self.folder / "count").read_text())

    @staticmethod
    def may_refuse(name, command, fault):
        """Searches have no other device; and who asks for the GPU is told when it has too little memory."""
        return name == "neighbours" or ("--backend" in command and fault.startswith("memory"))

    def attempt(self, name, command, right, fault, must_tell):
        done, seconds = self.run(command, fault)
        self.tries += 1
        self.seconds[name] = max(self.seconds.get(name, 0), seconds)
        wrong = []
        if done.returncode is None:
            wrong.append(f"did not end in {PATIENCE_S} s")
        elif done.returncode < 0 or done.returncode not in (0, 1):
            wrong.append(f"ended with {done.returncode}")
        elif done.returncode == 0 and self.answer(command, done) != right:
            wrong.append("gave another answer")
        elif done.returncode == 1 and not ("GPU" in done.stderr and self.may_refuse(name, command, fault)):
            wrong.append("gave no answer")
        if must_tell and "GPU" not in done.stderr:
            wrong.append("said nothing of the GPU")
        if seconds > MOST_AFTER_S:
            wrong.append(f"took {seconds:.1f} s")
        if "internal error" in done.stderr or "terminate called" in done.stderr:
            wrong.append("is an internal error")
        if wrong:
            self.found += 1
            print(f"{name}: {', '.join(wrong)}\n    ARETE_GPU_PATIENCE={GPU_PATIENCE_S} ARETE_CUDA_FAULT={fault} LD_PRELOAD={self.injector} {shlex.join(command)}\n"
                  f"    {done.stderr[-400:]}", flush=True)

    def spread(self, name, command, kind, what, tries, must_tell):
        right = self.answer(command, self.run(command)[0])
        calls = self.count(command, kind)
        numbers = sorted({1 + int(calls * (i * GOLDEN_RATIO % 1)) for i in range(tries)})
        print(f"{name}: {calls} of kind {kind}, {len(numbers)} tried", flush=True)
        for number in numbers:
            self.attempt(name, command, right, f"{kind}:{number}:{what}", must_tell)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("injector", type=Path)
    parser.add_argument("--door", action="append", default=[])
    parser.add_argument("--only-doors", action="store_true")
    parser.add_argument("--tries", type=int, default=30)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    program = options.program.resolve()
    if subprocess.run(["nvidia-smi", "-L"], capture_output=True).returncode != 0:
        print("skipped: no GPU")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        faults = Faults(program, options.injector.resolve(), Path(folder))
        made, _ = faults.run([program, "generate", "spiral", "--points", "20000", "--noise", "4", "--seed", "3", "-o", "cloud.ply"])
        if made.returncode != 0:
            sys.exit(made.stderr)
        for name, arguments in ({} if options.only_doors else COMMANDS).items():
            command = [str(program), *arguments]
            if name == "picture" and faults.run(command)[0].returncode == 2:
                print("picture: left out, this build or machine draws nothing")
                continue
            faults.spread(name, command, "call", ILLEGAL_ACCESS, options.tries, False)
            faults.spread(name, command, "memory", OUT_OF_MEMORY, options.tries // 3, False)
            faults.spread(name, command, "launch", "spin", max(options.tries // 6, 2), name != "neighbours")
        for door in options.door:
            name, _, command = door.partition("=")
            faults.spread(name, shlex.split(command), "call", ILLEGAL_ACCESS, DOOR_TRIES, False)
            faults.spread(name, shlex.split(command), "launch", "spin", DOOR_TRIES, False)
    print(f"{faults.tries} tries, {faults.found} found; longest: " + ", ".join(f"{name} {seconds:.1f} s" for name, seconds in faults.seconds.items()))
    if options.json:
        options.json.write_text(json.dumps({"tries": faults.tries, "found": faults.found, "longest_s": faults.seconds}))
    return 1 if faults.found else 0


sys.exit(main())
