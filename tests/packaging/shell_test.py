"""Completions and manual pages say what --help says, and the shells take them."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

YURE = os.environ["YURE"]
EDITOR = os.environ["YURE_EDITOR"]
SOURCE = Path(__file__).resolve().parents[2]


def call(*words, **given):
    run = subprocess.run([str(w) for w in words], capture_output=True, timeout=120, **given)
    if run.returncode:
        raise AssertionError(f"{words} ended with {run.returncode}\n{run.stderr.decode('utf-8', 'replace')[-2000:]}")
    return run.stdout.decode("utf-8")


def help_tree(path=(), words=()):
    """{("chain", "bake"): {"--out", …}} as --help lists them: the independent witness. `words` is how a verb is called."""
    text = call(YURE, *words, "--help")
    tree = {path: set(re.findall(r"^  (?:-\w,)?(--[a-z][a-z0-9-]*)", text, re.M))}
    if "\nSubcommands:\n" in text:
        between = ["P"] if "\nPositionals:\n" in text else []  # body P add
        for verb in re.findall(r"^  ([a-z][a-z-]*)", text.split("\nSubcommands:\n")[1], re.M):
            tree.update(help_tree((*path, verb), (*words, *between, verb)))
    return tree


def bash_offers(folder, *words):
    """What bash would offer for the last word."""
    script = folder / "complete.bash"
    script.write_text(f"""source "{folder}/yure.bash"
COMP_WORDS=({' '.join("'" + w + "'" for w in ('yure', *words))})
COMP_CWORD={len(words)}
compopt() {{ :; }}
_yure
printf '%s\\n' "${{COMPREPLY[@]}}"
""", "utf-8")
    return call("bash", script, cwd=folder).split()


class Shell(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tree = help_tree()

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="yure-shell-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        for shell in ("bash", "zsh", "fish"):
            (self.folder / f"yure.{shell}").write_text(call(YURE, "completions", shell), "utf-8")

    def test_bash_offers_every_verb_and_every_option(self):
        self.assertGreater(len(self.tree), 25)
        for path, options in self.tree.items():
            offered = bash_offers(self.folder, *path, "--")
            self.assertLessEqual(options, set(offered), path)
            below = {p[len(path)] for p in self.tree if len(p) == len(path) + 1 and p[:len(path)] == path}
            self.assertLessEqual(below, set(bash_offers(self.folder, *path, "")), path)

    def test_bash_offers_the_words_an_option_allows_and_files_elsewhere(self):
        self.assertEqual(bash_offers(self.folder, "completions", "z"), ["zsh"])
        self.assertEqual(sorted(bash_offers(self.folder, "preset", "x.yure", "--level", "")), ["default", "full", "minimal"])
        (self.folder / "model.moc3").write_text("")
        self.assertEqual(bash_offers(self.folder, "info", "mod"), ["model.moc3"])
        self.assertEqual(bash_offers(self.folder, "chain", "bake", "--out", "mod"), ["model.moc3"])
        self.assertEqual(bash_offers(self.folder, "--threads", ""), [])
        self.assertEqual(bash_offers(self.folder, "bak"), ["bake"])

    @unittest.skipUnless(shutil.which("zsh"), "no zsh on this machine")
    def test_zsh_takes_the_script_and_offers_verbs(self):
        call("zsh", "-n", self.folder / "yure.zsh")
        (self.folder / "_yure").write_text((self.folder / "yure.zsh").read_text("utf-8"), "utf-8")
        # A terminal of zsh's own (zpty) is the only way to see what its completion offers.
        (self.folder / "offers.zsh").write_text(f"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; fpath=({self.folder} $fpath); autoload -Uz compinit; compinit -u -d {self.folder}/dump; zstyle ":completion:*" list-colors ""; bindkey "^I" complete-word; LISTMAX=1000; print READY'
zpty -r -m shell line '*READY*'; sleep 0.5
zpty -n -w shell $'yure $1\\t\\t'
for i in {{1..60}}; do
    while zpty -r -t shell line; do print -r -- "$line"; [[ $line == *nch-suite* ]] && break 2; done
    sleep 0.25
done
zpty -d shell
""".replace("$1", "be"), "utf-8")
        shown = call("zsh", "-f", self.folder / "offers.zsh", cwd=self.folder, env={**os.environ, "TERM": "dumb"})
        self.assertRegex(shown, r"be\s*nch-suite")  # a line editor writes what it adds, and may break the line before

    @unittest.skipUnless(shutil.which("fish"), "no fish on this machine")
    def test_fish_offers_every_verb_and_option(self):
        call("fish", "--no-execute", self.folder / "yure.fish")
        for path, options in self.tree.items():
            line = " ".join(("yure", *path, "--"))
            offered = call("fish", "-c", f"source {self.folder}/yure.fish; complete -C '{line}'", env={**os.environ, "HOME": str(self.folder)})
            self.assertLessEqual(options, {o.split("\t")[0] for o in offered.splitlines()}, path)

    def test_the_manual_lists_every_verb_and_option(self):
        page = call(YURE, "manual")
        sections = dict(re.findall(r"^\.SS (.*)\n((?:(?!\.S[SH]).*\n)*)", page, re.M))
        general = page.split(".SH VERBS")[0].replace("\\-", "-")
        for path, options in self.tree.items():
            if not path or any(p[:len(path)] == path and p != path for p in self.tree):
                continue
            section = sections[" ".join(path).replace("-", "\\-")].replace("\\-", "-")
            for option in options:
                self.assertIn(f"\\fB{option}\\fR", section + general, path)

    def test_manual_pages_are_set_without_complaint(self):
        if not shutil.which("groff"):
            self.skipTest("no groff on this machine")
        (self.folder / "yure.1").write_text(call(YURE, "manual"), "utf-8")
        for page in (self.folder / "yure.1", SOURCE / "packaging/yure-editor.1"):
            run = subprocess.run(["groff", "-k", "-man", "-Tutf8", "-ww", page], capture_output=True, timeout=60)
            self.assertEqual((run.returncode, run.stderr.decode()), (0, ""), page)
            self.assertIn("SEE ALSO", re.sub(".\b", "", run.stdout.decode()))

    def test_the_editors_manual_page_lists_the_options_of_its_help(self):
        options = set(re.findall(r"--[a-z-]+", call(EDITOR, "--help")))
        page = (SOURCE / "packaging/yure-editor.1").read_text("utf-8").replace("\\-", "-")
        self.assertEqual(options, set(re.findall(r"--[a-z-]+", page)))


if __name__ == "__main__":
    unittest.main()
