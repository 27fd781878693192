"""No path of the checkout is in programs and libraries: two checkouts make the same files, and nobody reads who built them where.
Arguments: the build folder, cmake, the folder of the sources."""

import subprocess
import sys
import tempfile
from pathlib import Path

BUILD, CMAKE, SOURCE = sys.argv[1:4]


def with_path(folder):
    files = [file for file in Path(folder).rglob("*") if file.is_file() and not file.is_symlink()]
    found = [file for file in files if SOURCE.encode() in file.read_bytes()]
    print(f"{len(files)} files in {folder}")
    return files, found


with tempfile.TemporaryDirectory() as scratch:
    subprocess.run([CMAKE, "--install", BUILD, "--prefix", scratch], check=True, capture_output=True)
    files, found = with_path(scratch)
    if not files:
        sys.exit("nothing is installed")
    for file in found:
        texts = subprocess.run(["strings", "-a", file], capture_output=True, text=True, check=True).stdout.splitlines()
        print(f"{file.relative_to(scratch)}:", *[text for text in texts if SOURCE in text][:5], sep="\n  ")
    sys.exit(1 if found else 0)
