"""Builds the Python module with CMake and packs what that leaves in <build>/python/arete.

ARETE_BUILD_DIR: another build folder than build/release, which is used where it is for this very Python, else build/python-VERSION.
ARETE_CMAKE_FLAGS: for the configuration, e.g. -DARETE_CUDA=OFF.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.egg_info import egg_info

ROOT = Path(__file__).resolve().parent
SCRATCH = ROOT / "build" / "python-package"


def version() -> str:
    return re.search(r"project\(arete VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def fits(folder: Path) -> bool:
    """Whether this build folder is configured, and for a Python of this version."""
    cache = folder / "CMakeCache.txt"
    found = re.search(r"^_?Python3_EXECUTABLE:\w+=(.+)$", cache.read_text(), re.MULTILINE) if cache.is_file() else None
    if not found:
        return False
    program = "import sysconfig; print(sysconfig.get_config_var('SOABI'))"
    asked = subprocess.run([found.group(1), "-c", program], capture_output=True, text=True, check=False)
    return asked.stdout.strip() == sysconfig.get_config_var("SOABI")


def build_folder() -> Path:
    if os.environ.get("ARETE_BUILD_DIR"):
        return Path(os.environ["ARETE_BUILD_DIR"])
    release = ROOT / "build" / "release"
    return release if fits(release) else ROOT / "build" / f"python-{sys.version_info.major}.{sys.version_info.minor}"


class Build(build_ext):
    """The target arete_python of CMake instead of a compiler's command line."""

    def run(self) -> None:
        folder = build_folder()
        if not fits(folder):
            flags = ["-DCMAKE_BUILD_TYPE=Release", "-DARETE_WINDOW=OFF", "-DARETE_OFFSCREEN=ON", f"-DARETE_PYTHON_PROGRAM={sys.executable}"]
            flags += shlex.split(os.environ.get("ARETE_CMAKE_FLAGS", ""))
            subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", *flags], check=True)
        subprocess.run(["cmake", "--build", str(folder), "--target", "arete_python", "arete-version-worker"], check=True)
        for extension in self.extensions:
            built = folder / "python" / "arete" / Path(self.get_ext_filename(extension.name)).name
            target = Path(self.get_ext_fullpath(extension.name))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(built, target)
            for library in built.parent.glob("lib*.so.*"):  # the engine and, where there is CUDA, its runtime
                shutil.copy2(library, target.parent)
            shutil.copy2(next(folder.glob("lib*/**/arete-version-worker")), target.parent)  # beside the engine, which starts it


class EggInfo(egg_info):
    """Away from the sources."""

    def initialize_options(self) -> None:
        super().initialize_options()
        SCRATCH.mkdir(parents=True, exist_ok=True)
        self.egg_base = os.path.relpath(SCRATCH, os.getcwd())


setup(
    version=version(),
    packages=["arete"],
    package_dir={"arete": "python/arete"},
    package_data={"arete": ["*.pyi", "py.typed"]},
    ext_modules=[Extension("arete._arete", sources=[])],
    cmdclass={"build_ext": Build, "egg_info": EggInfo},
    options={"build": {"build_base": os.path.relpath(SCRATCH, os.getcwd())}},
    zip_safe=False,
)
