#!/usr/bin/python3
"""Reads the corpus of real files with Arete and, where they are installed, PCL, VTK and CloudCompare, and prints a table of what came of it.

    tests/peers/read_corpus.py CORPUS [ARETE-CLI] > table.md        (Debian: pcl-tools python3-vtk9 cloudcompare)

CORPUS has index.tsv: path, format, kind, expected. `expected`: alternatives with '|' of a number of points, `error` and `any`. Every file is
read in a process of its own, with ten seconds and 8 GB of address space; each program gets the files of the formats that it says it reads.
"""
import collections
import csv
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

SECONDS = 10
ADDRESS_SPACE = 8 << 30  # bytes
CRASH_SIGNALS = {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP}

VTK_READER = """
import sys, vtk
failed = []
reader = {"ply": vtk.vtkPLYReader, "obj": vtk.vtkOBJReader, "xyz": vtk.vtkSimplePointsReader, "pts": vtk.vtkPTSReader}[sys.argv[1]]()
reader.AddObserver("ErrorEvent", lambda *event: failed.append(event))
reader.SetFileName(sys.argv[2])
reader.Update()
print("REFUSED" if failed else f"POINTS {reader.GetOutput().GetNumberOfPoints()}")
"""


def extension(path):
    return path.rsplit(".", 1)[-1].lower()


class Program:
    """How a program is asked to read a file, and how its answer is read: a number of points, or None for a refusal."""

    def __init__(self, name, available, extensions, command, points):
        self.name, self.available, self.extensions, self.command, self.points = name, available, extensions, command, points


def found(*names):
    return all(any(os.access(os.path.join(folder, name), os.X_OK) for folder in os.environ["PATH"].split(":")) for name in names)


def pcl_points(_, output, folder):
    written = os.path.join(folder, "out.pcd")
    if not os.path.exists(written):
        return None
    with open(written, "rb") as file:
        match = re.search(rb"^POINTS (\d+)", file.read(4096), re.MULTILINE)
    return int(match[1]) if match else None


def pcl_command(path, folder):
    tool = {"ply": ["pcl_ply2pcd"], "obj": ["pcl_obj2pcd"], "pcd": ["pcl_convert_pcd_ascii_binary"], "xyz": ["pcl_xyz2pcd"]}[extension(path)]
    return tool + [path, os.path.join(folder, "out.pcd")] + (["1"] if extension(path) == "pcd" else [])


def vtk_points(code, output, _):
    match = re.search(r"^POINTS (\d+)$", output, re.MULTILINE)
    return int(match[1]) if match and code == 0 else None


def cloud_compare_points(_, output, __):
    clouds = [int(n) for n in re.findall(r"Found one cloud with (\d+) points", output)]
    meshes = [int(n) for n in re.findall(r"Found one mesh with \d+ faces? and (\d+) vertices", output)]
    return sum(clouds + meshes) if clouds or meshes else None


def arete_points(code, output, _):
    match = re.search(r'"points_in_file": *(\d+)', output) or re.search(r'"points": *(\d+)', output)
    return int(match[1]) if match and code == 0 else None


def programs(arete):
    has_vtk = subprocess.run(["/usr/bin/python3", "-c", "import vtk"], capture_output=True).returncode == 0
    text = ["xyz", "txt", "csv", "pts", "asc"]
    return [
        Program("Arete", os.path.exists(arete), ["ply", "pcd", "las", "npy", "obj", *text], lambda path, _: [arete, "info", path, "--json"], arete_points),
        Program("PCL", found("pcl_ply2pcd", "pcl_obj2pcd", "pcl_xyz2pcd"), ["ply", "pcd", "obj", "xyz"], pcl_command, pcl_points),
        Program("VTK", has_vtk, ["ply", "obj", "xyz", "pts"],
                lambda path, _: ["/usr/bin/python3", "-c", VTK_READER, extension(path), path], vtk_points),
        Program("CloudCompare", found("CloudCompare"), ["ply", "obj", *text],
                lambda path, _: ["CloudCompare", "-SILENT", "-AUTO_SAVE", "OFF", "-O", path], cloud_compare_points),
    ]


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def outcome(program, path):
    """'crash', 'hang', None for a refusal, or the number of points."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", XDG_RUNTIME_DIR=folder, HOME=folder, LC_ALL="C")
        process = subprocess.Popen(program.command(path, folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   env=environment, cwd=folder, preexec_fn=limit, start_new_session=True)
        try:
            output = process.communicate(timeout=SECONDS)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "hang"
        if -process.returncode in CRASH_SIGNALS or process.returncode - 128 in CRASH_SIGNALS:
            return "crash"
        return program.points(process.returncode, output, folder)


def verdict(entry, came):
    if came in ("crash", "hang"):
        return came
    allowed = entry["expected"].split("|")
    if came is None or (came == 0 and "0" not in allowed):  # no points and no word is taken for a refusal: some programs have no other
        return "good refused" if entry["kind"] == "good" and "error" not in allowed else "bad refused"
    if entry["kind"] == "good":
        return "good read" if str(came) in allowed else "good, other number"
    return "bad read as allowed" if str(came) in allowed or "any" in allowed else "bad taken"


def main():
    corpus, arete = sys.argv[1], os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else "build/release/bin/arete-cli")
    with open(os.path.join(corpus, "index.tsv"), encoding="utf-8") as file:
        entries = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    kinds = ["crash", "hang", "bad taken", "bad refused", "bad read as allowed", "good read", "good, other number", "good refused"]
    print("| program | files | " + " | ".join(kinds) + " |\n|" + "---|" * (len(kinds) + 2))
    for program in programs(arete):
        if not program.available:
            print(f"{program.name} is not installed", file=sys.stderr)
            continue
        counts = collections.Counter()
        for entry in entries:
            path = os.path.abspath(os.path.join(corpus, entry["path"]))
            if extension(path) not in program.extensions:
                continue
            came = outcome(program, path)
            counts[verdict(entry, came)] += 1
            print(program.name, entry["path"], entry["expected"], came, verdict(entry, came), sep="\t", file=sys.stderr)
        print(f"| {program.name} | {sum(counts.values())} | " + " | ".join(str(counts[kind]) for kind in kinds) + " |", flush=True)


if __name__ == "__main__":
    main()
