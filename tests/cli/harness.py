"""Runs the built program as a user would, and the little model that tests run it on.

Paths come from the environment: YURE (the program), YURE_SMALL_MODEL (the program that writes the model), YURE_SHARED
(reference data beside the project; may be absent).
"""
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

YURE = os.environ.get("YURE", "yure")
SMALL_MODEL = os.environ.get("YURE_SMALL_MODEL", "small_model_writer")
SHARED = Path(os.environ.get("YURE_SHARED", "../shared"))


def demo_model():
    """The demo character's folder in the source tree."""
    return Path(__file__).resolve().parents[2] / "assets" / "demo"


class Run:
    """What one call gave."""

    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout
        self.text = process.stdout.decode("utf-8", "replace")
        self.err = process.stderr.decode("utf-8", "replace")

    def json(self):
        """The one document on stdout; raises when there is anything else."""
        return json.loads(self.out.decode("utf-8"))

    def __repr__(self):
        return f"exit {self.code}\n--- stdout\n{self.text[:2000]}\n--- stderr\n{self.err[:2000]}"


def yure(*arguments, stdin=b"", cwd=None, env=None):
    full = dict(os.environ)
    full.update(env or {})
    return Run(subprocess.run([YURE, *map(str, arguments)], input=stdin, capture_output=True, cwd=cwd, env=full, timeout=800))


def needs_shared(relative):
    """Skips a test, saying why, when reference data is not there."""
    return unittest.skipUnless((SHARED / relative).exists(), f"no {SHARED / relative} on this machine")


class ModelTest(unittest.TestCase):
    """A test with a folder of its own and, in it, the little model."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="yure-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.model = self.folder / "small"
        subprocess.run([SMALL_MODEL, str(self.model)], check=True)

    def check(self, run, code):
        self.assertEqual(run.code, code, repr(run))
        return run

    def change(self, name, edit):
        """Loads one of the model's JSON files, lets `edit` change it, writes it back."""
        path = self.model / name
        document = json.loads(path.read_text("utf-8"))
        edit(document)
        path.write_text(json.dumps(document, indent=1, ensure_ascii=False), "utf-8")

    def leftovers(self, folder=None):
        """Hidden temporary names that a job should have removed."""
        return sorted(p.name for p in (folder or self.folder).iterdir() if p.name.startswith("."))


def tree(folder):
    """Every file below a folder with its bytes."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
