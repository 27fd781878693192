#!/usr/bin/env python3
"""Kills programs at random moments while they work, and checks what they leave behind and how the next start deals with it.

  random_kills.py cli ARETE-CLI [--seconds S | --kills N] [--seed N]
  random_kills.py window SAVING-WINDOW [--seconds S | --kills N] [--seed N]

"cli" ends commands of arete-cli by kill -9 and by the signals that ask; every second one works where no file can be without a name. Lost is
an output that is neither as it was nor whole, an input that changed, or a command that cannot be repeated. "window" kills the window of
tests/window/programs/saving_window.cpp while it saves its session and what it keeps for the case of a crash. Lost is a session that is
neither the last one whose saving was reported nor one begun later, or one that the next start does not offer. Litter is what lies there after
the next start. Each loss is printed; ends with "N kills, N lost, N litter after the next start", exit code 1 when there was any."""

import argparse
import contextlib
import ctypes
import errno
import json
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE_S = 120  # longer than any of these takes on a slow machine
RENAMED_S = 2  # a busy machine may keep a program from its next line for long
OLD = b"what was here before"
SPIRAL = ["generate", "spiral", "--points", "20000"]
TWO_LEVEL = ["knn", "cloud.ply", "-k", "3", "--version", "knn.cpu.two_level", "--leaf-capacity", "64", "--max-memory", "64", "-o", "near.npy"]

# Arguments and outputs; those that tell times are compared as JSON without them.
COMMANDS = {
    "generate": ([*SPIRAL, "-o", "made.ply", "--truth", "truth.csv"], ["made.ply", "truth.csv"]),
    "detect": (["detect", "cloud.ply", "--r1", "8.34", "-o", "curve.ply", "--chosen", "chosen.csv", "--report", "report.json"],
               ["curve.ply", "chosen.csv", "report.json"]),
    "knn": (["knn", "cloud.ply", "-k", "8", "-o", "near.npy", "--distances", "far.csv"], ["near.npy", "far.csv"]),
    "replay": (["replay", "work.arete", "-o", "curve.dxf", "--report", "report.json"], ["curve.dxf", "report.json"]),
    "two_level": (TWO_LEVEL, ["near.npy"]),
    "index": ([*TWO_LEVEL, "--index", "leaves"], ["leaves", "near.npy"]),
}
SESSION = '{"format": "arete session", "version": 1, "cloud": {"file": "cloud.ply"}, "job": {"parameters": {"r1": "8.34"}}}'
ASKING = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU, signal.SIGALRM]
INTERRUPTED = 130


def refuse_unnamed_files():
    """From here on open(O_TMPFILE) fails in this process and what it becomes, as on FAT and NFS."""
    load, if_equal, if_any_bit, end = 0x20, 0x15, 0x45, 0x06  # of the language of filters; tests/support/no_unnamed_files.h says the same
    openat, number_at, flags_at = {"x86_64": 257, "aarch64": 56}[os.uname().machine], 0, 32
    steps = [(load, 0, 0, number_at), (if_equal, 0, 3, openat), (load, 0, 0, flags_at), (if_any_bit, 0, 1, os.O_TMPFILE & ~os.O_DIRECTORY),
             (end, 0, 0, 0x00050000 | errno.EOPNOTSUPP), (end, 0, 0, 0x7FFF0000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("HP", len(steps), ctypes.addressof(code)))
    libc = ctypes.CDLL(None)
    if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, program) != 0:  # no new privileges; seccomp by filter
        os._exit(126)


def start(command, folder, named, **how):
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, preexec_fn=refuse_unnamed_files if named else None, **how)


def temporaries(folder):
    return sorted(path.name for path in folder.glob(".arete-*"))


class Tally:
    def __init__(self):
        self.kills = self.lost = self.litter = 0

    def lose(self, about, sentences):
        self.lost += bool(sentences)
        for sentence in sentences:
            print(f"{about}: {sentence}", flush=True)

    def leave(self, about, names):
        self.litter += len(names)
        if names:
            print(f"{about}: left behind {', '.join(names)}", flush=True)


class Commands:
    def __init__(self, program, root, tally):
        self.program, self.root, self.tally = program, root, tally
        self.inputs = root / "inputs"
        self.inputs.mkdir()
        subprocess.run([program, *SPIRAL, "-o", "cloud.ply"], cwd=self.inputs, check=True, stdout=subprocess.DEVNULL)
        (self.inputs / "work.arete").write_text(SESSION)
        self.whole, self.took_s = {}, {}
        for name in COMMANDS:
            folder = self.folder(name, False)
            begin = time.monotonic()
            self.finish(name, folder, False)
            self.took_s[name] = time.monotonic() - begin
            self.whole[name] = {output: self.content(folder / output) for output in COMMANDS[name][1]}

    def folder(self, name, with_old):
        folder = self.root / "work"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.inputs, folder)
        for output in COMMANDS[name][1] if with_old else []:
            if output != "leaves":  # a file that is no index is refused
                (folder / output).write_bytes(OLD)
        return folder

    @staticmethod
    def content(path):
        bytes_there = path.read_bytes() if path.exists() else b""
        if path.name != "report.json" or bytes_there in (b"", OLD):
            return bytes_there
        report = json.loads(bytes_there)
        return {key: value for key, value in report.items() if "time" not in key and "ms" not in key and key != "steps"}

    def finish(self, name, folder, named):
        program = start([self.program, *COMMANDS[name][0]], folder, named, stdout=subprocess.DEVNULL)
        words = program.communicate(timeout=PATIENCE_S)[1].decode(errors="replace")
        return [] if program.returncode == 0 else [f"the next run ends with {program.returncode}: {words}"]

    def losses(self, name, folder, before):
        for file in self.inputs.iterdir():
            if (folder / file.name).read_bytes() != file.read_bytes():
                yield f"{file.name}, an input, changed"
        for output in COMMANDS[name][1]:
            try:
                if self.content(folder / output) not in (before[output], self.whole[name][output]):
                    yield f"{output} is neither as it was nor whole"
            except ValueError as error:
                yield f"{output} is cut off: {error}"

    def kill_one(self, chance):
        name, named, with_old = chance.choice(list(COMMANDS)), chance.random() < 0.5, chance.random() < 0.5
        by = signal.SIGKILL if chance.random() < 0.6 else chance.choice(ASKING)
        folder = self.folder(name, with_old)
        before = {output: self.content(folder / output) for output in COMMANDS[name][1]}
        program = start([self.program, *COMMANDS[name][0]], folder, named, stdout=subprocess.DEVNULL)
        time.sleep(chance.random() * 1.1 * self.took_s[name])
        program.send_signal(by)
        program.communicate(timeout=PATIENCE_S)
        self.tally.kills += 1
        about = f"{name}{' with named files' if named else ''}, {by.name}"
        self.tally.lose(about, list(self.losses(name, folder, before)))
        if program.returncode == INTERRUPTED:
            self.tally.leave(about, temporaries(folder))
        elif program.returncode not in (0, -by):  # -by: before main() began
            self.tally.lose(about, [f"ended with {program.returncode}"])
        self.tally.lose(about, self.finish(name, folder, named) + list(self.losses(name, folder, self.whole[name])))
        known = {file.name for file in self.inputs.iterdir()} | set(COMMANDS[name][1])
        self.tally.leave(about, sorted(path.name for path in folder.iterdir() if path.name not in known))


class Window:
    """Starts follow each other in one folder: each finds what the one before was killed over."""

    def __init__(self, program, root, tally):
        self.program, self.folder, self.tally = program, root.resolve(), tally
        self.kept = self.folder / "config" / "arete" / "recovery"
        self.environment = os.environ | {"XDG_CONFIG_HOME": str(root / "config")}
        self.expected = None  # the number in the file that the next start has to offer

    @staticmethod
    def number_in(path):
        """The number of the saved state, which is its R1."""
        return int(float(json.loads(path.read_text())["job"]["parameters"]["r1"]))

    def start(self, named, *arguments):
        return start([self.program, str(self.folder), *arguments], self.folder, named, env=self.environment, stdout=subprocess.PIPE, text=True)

    def litter(self, living):
        """What lies there and is not of the living window: its temporary files, its session and its lock. A file that it is just renaming is gone soon."""
        there = [*self.folder.glob(".arete-*"), *self.kept.iterdir()]
        opened = set()
        for file in Path(f"/proc/{living}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # closed meanwhile
                opened.add(os.readlink(file))
        suspects = [file for file in there if str(file) not in opened and not file.name.startswith(f"{living}-")]
        until = time.monotonic() + RENAMED_S
        while any(file.exists() for file in suspects) and time.monotonic() < until:
            time.sleep(0.01)
        return [str(file) for file in suspects if file.exists()]

    def losses(self, path, least):
        try:
            if self.number_in(path) < least:
                yield f"{path.name} holds state {self.number_in(path)}, and {least} was reported as written"
        except (ValueError, KeyError, OSError) as error:
            yield f"{path} cannot be read: {error}"

    def kill_one(self, chance):
        named = chance.random() < 0.5
        window = self.start(named)
        saved, kept = 0, 0
        wait_until = None
        for line in window.stdout:
            word, number = line.split()
            if word == "restored" and self.expected is not None and int(number) != self.expected:
                self.tally.lose("next start", [f"offers state {number} instead of {self.expected}"])
            saved = int(number) if word == "saved" else saved
            kept = int(number) if word == "kept" else kept
            if saved and kept and wait_until is None:
                self.tally.leave("next start", self.litter(window.pid))
                wait_until = time.monotonic() + chance.random() * 0.3
            if wait_until and time.monotonic() >= wait_until:
                break
        window.kill()
        rest, errors = window.stdout.read(), window.stderr.read()
        window.wait()
        for word, number in re.findall(r"^(saved|kept) (\d+)$", rest, re.MULTILINE):
            saved, kept = (int(number), kept) if word == "saved" else (saved, int(number))
        if not saved:
            sys.exit(f"the window did not come to saving: {errors}")
        self.tally.kills += 1
        self.tally.lose("session", list(self.losses(self.folder / "work.arete", saved)))
        files = sorted(self.kept.glob("*.arete"))
        if len(files) != 1:
            self.tally.lose("kept", [f"{len(files)} sessions are kept, one was open"])
            return
        self.tally.lose("kept", list(self.losses(files[0], kept)))
        self.expected = self.number_in(files[0])

    def end(self):
        """A last start that is closed as it should be leaves nothing but the session."""
        window = self.start(False, "--close")
        window.communicate(timeout=PATIENCE_S)
        if window.returncode != 0:
            self.tally.lose("last start", [f"ended with {window.returncode}"])
        self.tally.leave("last start", sorted(path.name for path in self.kept.iterdir()) + temporaries(self.folder))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["cli", "window"])
    parser.add_argument("program", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--kills", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tally, chance = Tally(), random.Random(options.seed)
    end = time.monotonic() + options.seconds
    with tempfile.TemporaryDirectory(prefix="arete-kills-") as folder:
        tried = (Commands if options.what == "cli" else Window)(options.program.resolve(), Path(folder), tally)
        while tally.kills < options.kills and time.monotonic() < end:
            tried.kill_one(chance)
        if options.what == "window":
            tried.end()
    print(f"{tally.kills} kills, {tally.lost} lost, {tally.litter} litter after the next start")
    return tally.lost + tally.litter > 0


if __name__ == "__main__":
    sys.exit(main())
