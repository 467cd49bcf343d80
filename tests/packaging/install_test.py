"""What is installed works from any folder, without the source tree; the Debian package names what it needs."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

BUILD = Path(os.environ["YURE_BUILD"])
CMAKE = os.environ["YURE_CMAKE"]
SOURCE = Path(__file__).resolve().parents[2]


def call(*words, code=0, **given):
    run = subprocess.run([str(w) for w in words], capture_output=True, timeout=500, **given)
    text = run.stdout.decode("utf-8", "replace")
    if run.returncode != code:
        raise AssertionError(f"{words} ended with {run.returncode}\n{text[-2000:]}\n{run.stderr.decode('utf-8', 'replace')[-2000:]}")
    return text


class Temporary(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="yure-packaging-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def check_installed(self, root):
        """Both programs, the demo character beside them, and the pages, below a folder that plays the part of /usr."""
        yure, editor = root / "bin/yure", root / "bin/yure-editor"
        version = call(yure, "--version", cwd=self.folder).splitlines()
        self.assertRegex(version[0], r"^yure \d+\.\d+\.\d+$")
        self.assertRegex(version[1], r"^built from .* by (GCC|Clang) ")
        demo = root / "share/yure/demo"
        self.assertRegex(call(yure, "info", demo, cwd=self.folder), r"meshes +65 with")
        call(yure, "check", demo, cwd=self.folder)
        script = self.folder / "open.script"
        script.write_text("wait 2\n", "utf-8")
        call(editor, demo, "--script", script, "--no-window", cwd=self.folder)
        for file in ("share/man/man1/yure.1", "share/man/man1/yure-editor.1", "share/bash-completion/completions/yure",
                     "share/zsh/vendor-completions/_yure", "share/fish/vendor_completions.d/yure.fish", "share/applications/yure-editor.desktop",
                     "share/icons/hicolor/scalable/apps/yure.svg", "share/mime/packages/yure.xml", "share/doc/yure/copyright",
                     "share/doc/yure/docs/cli.md"):
            self.assertTrue((root / file).is_file() or (root / (file + ".gz")).is_file(), file)


class Install(Temporary):
    def test_an_installed_folder_works_where_it_is_moved_to(self):
        call(CMAKE, "--install", BUILD, "--prefix", self.folder / "first")
        (self.folder / "first").rename(self.folder / "moved 揺れ")
        self.check_installed(self.folder / "moved 揺れ")

    def test_the_demo_bakes_the_installed_character_not_the_source_trees(self):
        root = self.folder / "usr"
        call(CMAKE, "--install", BUILD, "--prefix", root)
        (root / "share/yure/demo/yura.moc3").write_bytes(b"no model")
        run = subprocess.run([root / "bin/yure", "demo", "--out", self.folder / "out"], capture_output=True, cwd=self.folder, timeout=500)
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertIn("yura.moc3", run.stderr.decode())

    def test_programs_carry_no_folder_to_search_for_libraries(self):
        call(CMAKE, "--install", BUILD, "--prefix", self.folder / "usr")
        for program in ("yure", "yure-editor"):
            self.assertNotRegex(call("readelf", "-d", self.folder / "usr/bin" / program), r"R(UN)?PATH")


@unittest.skipUnless(shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps"), "no dpkg-deb or dpkg-shlibdeps (package dpkg-dev) on this machine")
class DebianPackage(Temporary):
    def test_the_package_unpacks_to_a_working_program_and_names_its_libraries(self):
        package = self.folder / "package"
        call(shutil.which("cpack", path=str(Path(CMAKE).parent)) or "cpack", "-G", "DEB", "-B", package, "--config", BUILD / "CPackConfig.cmake", cwd=BUILD)
        [file] = package.glob("yure_*.deb")
        fields = call("dpkg-deb", "--field", file)
        for name in ("Package: yure", "Architecture: ", "Maintainer: ", "Description: ", "Section: graphics"):
            self.assertIn(name, fields)
        [needs] = [line for line in fields.splitlines() if line.startswith("Depends: ")]
        for library in ("libc6", "libstdc++6", "libtbb12", "libpng16-16", "libglfw3", "libegl1"):
            self.assertIn(library, needs)
        call("dpkg-deb", "--extract", file, self.folder / "root")
        self.check_installed(self.folder / "root/usr")
        # A package is not to bring files into folders of others, nor files that only their builder may read.
        for path in (self.folder / "root").rglob("*"):
            self.assertTrue(path.stat().st_mode & 0o004, path)
        self.assertEqual(sorted(p.name for p in (self.folder / "root").iterdir()), ["usr"])


if __name__ == "__main__":
    unittest.main()
