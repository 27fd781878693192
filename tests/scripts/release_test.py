"""scripts/release and what it is made of: the list of what is inside, sums, a signature, and the same bits each time, from a tag in a clone of the last
commit. Arguments: the project, the build folder, CUDA's runtime where it is built with CUDA."""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, BUILD = Path(sys.argv.pop(1)), Path(sys.argv.pop(1))
CUDART = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else None


def run(*words, check=True, **keywords):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **keywords)
    assert not check or done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done


class Release(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.scratch.name)
        cls.version = re.search(r"project\(arete VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def clone(self, name):
        """A clone of the last commit in another folder, with a tag; its scripts are those that are tested."""
        place = self.folder / name
        run("git", "clone", "-q", SOURCE, place)
        run("git", "-C", place, "tag", "-f", f"v{self.version}")
        return place

    def test_of_two_folders_on_two_days_the_files_are_the_same_and_signed_by_the_callers_key(self):
        home = self.folder / "gnupg"
        home.mkdir(mode=0o700)
        keys = {**os.environ, "GNUPGHOME": str(home)}
        run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", "release@example.org", "ed25519", "sign", "never", env=keys)
        made = []
        for name, zone in (("one", "UTC"), ("another", "Pacific/Auckland")):
            place = self.clone(name)
            made.append(self.folder / f"{name}-made")
            words = [place / "scripts" / "release", "--key", "release@example.org", "--parts", "source", f"v{self.version}", made[-1]]
            run(*words, env={**keys, "TZ": zone}, umask=0o022 if zone == "UTC" else 0o077)
        run("gpg", "--kill", "gpg-agent", check=False, env=keys)
        sums = [(each / "SHA256SUMS").read_text() for each in made]
        self.assertEqual(sums[0], sums[1])
        self.assertIn(f"arete-{self.version}.tar.gz", sums[0])
        self.assertIn("CHANGES.md", sums[0])
        for each in made:
            run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=each)
            run("gpg", "--verify", each / "SHA256SUMS.asc", each / "SHA256SUMS", env=keys)
        first = (made[0] / "CHANGES.md").read_text()
        self.assertIn(first.strip().split("\n")[0], (SOURCE / "CHANGELOG.md").read_text())
        self.assertNotIn("\n## ", first)

    def test_a_tag_that_is_missing_or_of_another_version_is_refused(self):
        place = self.clone("refused")
        run("git", "-C", place, "tag", "v99.0.0")
        for tag, why in (("v98", "there is no such tag"), ("v99.0.0", f"the sources are version {self.version}")):
            done = run(place / "scripts" / "release", "--parts", "source", tag, self.folder / "nothing", check=False)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(why, done.stderr)
            self.assertFalse((self.folder / "nothing").exists())

    def test_the_list_names_all_that_was_linked_and_compiled_in(self):
        files = [path for path in (BUILD / "bin" / "arete-cli", *BUILD.glob("lib*/*/libarete-engine.so.*.*.*"), *BUILD.glob("python/arete/_arete.*.so")) if path.is_file()]
        words = [SOURCE / "scripts" / "make-sbom", *(["--cuda", CUDART] if CUDART else []), *files]
        text = run(*words).stdout
        self.assertEqual(text, run(*words, env={**os.environ, "TZ": "Pacific/Auckland"}).stdout)
        bom = json.loads(text)
        self.assertEqual((bom["bomFormat"], bom["specVersion"], bom["metadata"]["component"]["version"]), ("CycloneDX", "1.5", self.version))
        references = [each["bom-ref"] for each in bom["components"]]
        self.assertEqual(len(references), len(set(references)))
        self.assertEqual(bom["dependencies"], [{"ref": "arete", "dependsOn": sorted(references)}])
        sums = {entry["value"] for each in bom["components"] for entry in each["properties"]}
        for name in {name for file in files for name in re.findall(r"=> (/\S+)", run("ldd", file).stdout)}:
            path = Path(name).resolve()
            if path.is_relative_to(BUILD.resolve()) or path.name.startswith("libcudart."):
                continue
            self.assertIn(hashlib.sha256(path.read_bytes()).hexdigest(), sums, name)
        if CUDART:
            self.assertIn("cudart", references)
        for each in bom["components"]:
            self.assertTrue(each["version"], each["name"])
        self.assertIn("nlohmann-json3-dev-compiled in", references)


if __name__ == "__main__":
    unittest.main()
