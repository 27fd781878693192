"""Where programs and libraries look for other libraries: RPATH and RUNPATH of all ELF files in folders. The loader takes an empty element, and a name that
does not begin at the root, from the current folder: a library that lies beside a cloud would run. Of what is not the file's own folder or near it, only
the system's folders are allowed.

  run_paths.py FOLDER…                     looks at these
  run_paths.py --installed BUILD CMAKE     installs what is built, and looks at that, and at the programs and the module of the build folder
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

GOOD = re.compile(r"(\$ORIGIN|/usr/lib)(/[^:]*)?")


def elf_files(folder):
    files = sorted({file.resolve() for file in Path(folder).rglob("*") if file.is_file()})
    return [file for file in files if file.open("rb").read(4) == b"\x7fELF"]


def run_path(file):
    said = subprocess.run(["readelf", "--wide", "--dynamic", file], env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True)
    return [match.group(1) for match in re.finditer(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]$", said.stdout, re.MULTILINE)]


def wrong(file):
    return [f"{file}: {path}" for path in run_path(file) if not all(GOOD.fullmatch(element) for element in path.split(":"))]


def look(folders):
    files = [file for folder in folders for file in elf_files(folder)]
    found = [line for file in files for line in wrong(file)]
    print(f"{len(files)} ELF files in {', '.join(map(str, folders))}")
    if not files or found:
        sys.exit("\n".join(["run paths that strangers could fill:", *found] if found else ["there are none"]))


def installed(build, cmake):
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([cmake, "--install", build, "--prefix", scratch], check=True, capture_output=True)
        look([scratch])
    look([folder for folder in (Path(build, "bin"), Path(build, "python")) if folder.exists()])


if sys.argv[1:2] == ["--installed"]:
    installed(*sys.argv[2:])
else:
    look(sys.argv[1:])
