"""Projects from the command line: new, preset, body, group, bake, compare, export, undo, redo, log, run."""
import json
import os
import signal
import subprocess
import time
import unittest

from harness import SHARED, YURE, ModelTest, needs_shared, tree, yure

HAIR = ["--body", "hair=Hair", "--quality", "classic", "--modes", "1"]


class Project(ModelTest):
    def setUp(self):
        super().setUp()
        self.project = self.folder / "p.yure"
        self.check(yure("new", self.model, "--out", self.project), 0)

    def state(self):
        return yure("log", self.project, "--json").json()["state"]

    def with_hair(self):
        self.check(yure("body", self.project, "add", *HAIR), 0)

    def test_new_refuses_what_is_there_and_what_is_no_model(self):
        self.check(yure("new", self.model, "--out", self.project), 1)
        self.check(yure("new", self.folder / "nothing", "--out", self.folder / "q.yure"), 1)
        (self.folder / "q").mkdir()
        self.check(yure("new", self.folder / "q", "--out", self.folder / "q.yure"), 3)
        self.assertFalse((self.folder / "q.yure").exists())
        document = self.check(yure("new", self.model, "--out", self.folder / "r", "--json"), 0).json()
        self.assertEqual(document["model"], "small/Small.model3.json")
        self.assertTrue((self.folder / "r.yure").exists())

    def test_bodies_are_added_changed_listed_and_removed(self):
        document = self.check(yure("body", self.project, "add", *HAIR, "--body", "face=Face", "--kind", "cloth", "--json"), 0).json()
        self.assertEqual(document["bodies"], ["hair", "face"])
        self.check(yure("body", self.project, "set", "hair", "--material", "bangs,goal=.5", "--exaggeration", "1.6", "--enabled", "off"), 0)
        bodies = {body["id"]: body for body in yure("body", self.project, "list", "--json").json()["bodies"]}
        self.assertEqual(bodies["hair"]["material"]["goal"], 0.5)
        self.assertEqual(bodies["hair"]["exaggeration"], 1.6)
        self.assertEqual(bodies["hair"]["freshness"]["state"], "disabled")
        self.assertEqual((bodies["face"]["kind"], bodies["face"]["freshness"]["state"]), ("cloth", "unbaked"))
        before = self.state()
        for words, place in ((["--modes", "7"], "modes"), (["--keys", "4"], "keys"), (["--material", "silkk"], "material_preset"),
                             (["--inputs", "ParamNone"], "inputs[0].id"), (["--train", "dance=.5"], "training.dance"), (["--pins", "string"], "--pins string")):
            run = self.check(yure("body", self.project, "set", "face", *words, "--json"), 2)
            self.assertEqual(run.json()["error"]["where"], place)
            self.assertEqual(self.state(), before)
        self.check(yure("body", self.project, "rm", "face"), 0)
        self.assertEqual(len(yure("body", self.project, "list", "--json").json()["bodies"]), 1)

    def test_weights_by_rule_and_brush(self):
        self.with_hair()
        self.check(yure("group", self.project, "gradient", "--body", "hair", "--group", "pin", "--a", "100,50", "--b", "100,150"), 0)
        self.check(yure("group", self.project, "paint", "--meshes", "Hair", "--group", "mass", "--stroke", "100,150 110,150", "--radius", "40", "--value", "0.2"), 0)
        groups = json.loads(self.project.read_text())["groups"]["Hair"]["weights"]
        self.assertEqual((groups["pin"][0], groups["pin"][-1]), (1.0, 0.0))
        self.assertLess(groups["mass"][-1], 0.5)
        self.check(yure("group", self.project, "fill", "--meshes", "Hair", "--group", "pins", "--weight", "1"), 2)

    def test_undo_redo_and_log_reach_over_calls(self):
        self.with_hair()
        start = self.state()
        self.check(yure("body", self.project, "set", "hair", "--exaggeration", "1.9"), 0)
        after = self.state()
        self.check(yure("undo", self.project), 0)
        self.assertEqual(self.state(), start)
        self.check(yure("redo", self.project), 0)
        self.assertEqual(self.state(), after)
        self.check(yure("undo", self.project, "--steps", "5"), 0)
        self.check(yure("undo", self.project), 1)
        log = yure("log", self.project, "--json").json()
        self.assertEqual([step["done"] for step in log["steps"]], [False, False])
        self.assertEqual(log["steps"][1]["commands"][0]["command"], "body.set")

    def test_a_script_is_all_or_nothing(self):
        lines = [{"command": "body.add", "arguments": {"meshes": ["Hair"], "id": "hair"}},
                 {"batch": "both", "commands": [{"command": "body.set", "arguments": {"body": "hair", "modes": 3}},
                                                {"command": "settings.set", "arguments": {"name": "x"}}]},
                 {"undo": 1}, {"redo": 1}]
        script = self.folder / "s.jsonl"
        script.write_text("\n".join(map(json.dumps, lines)))
        document = self.check(yure("run", self.project, script, "--json"), 0).json()
        self.assertEqual([reply["line"] for reply in document["replies"]], [1, 2, 3, 4])
        before, bytes_before = self.state(), self.project.read_bytes()
        for bad, where in (('{"command":"body.set","arguments":{"body":"hair","modes":9}}', "line 2 modes"), ("{", "line 2"), ('{"x":1}', "line 2 command")):
            run = self.check(yure("run", self.project, "-", "--json", stdin=b'{"command":"settings.set","arguments":{"name":"y"}}\n' + bad.encode()), 2)
            self.assertEqual(run.json()["error"]["where"], where)
            self.assertEqual(self.project.read_bytes(), bytes_before)
            self.assertEqual(self.state(), before)
        listed = self.check(yure("run", "--commands"), 0).json()["commands"]
        self.assertIn("body.set", [command["name"] for command in listed])

    def test_bake_compare_export(self):
        self.with_hair()
        self.check(yure("export", self.project, "--out", self.folder / "empty"), 0)
        document = self.check(yure("bake", self.project, "--json"), 0).json()
        self.assertEqual(document["baked"], [{"body": "hair", "outcome": "baked"}])
        self.assertTrue((self.folder / "p.reports" / "report.json").exists())
        self.assertEqual(yure("body", self.project, "list", "--json").json()["bodies"][0]["freshness"]["state"], "fresh")
        # the same figures when it is measured again
        compared = self.check(yure("compare", self.project, "--motion", "step:ParamAngleX", "--motion", "idle", "--json"), 0).json()
        clips = {clip["clip"]: clip for clip in compared["bodies"][0]["clips"]}
        measured = {clip["clip"]: clip for clip in document["report"]["bodies"][0]["clips"]}
        figures = {name: value for name, value in measured["step:ParamAngleX"].items() if not name.startswith("error_")}  # the split is the bake's own
        self.assertEqual({name: clips["step:ParamAngleX"][name] for name in figures}, figures)
        self.check(yure("compare", self.project, "--motion", "dance"), 2)
        # gates
        self.check(yure("bake", self.project, "--only", "hair", "--gate", self.gate({"r2_10px": {"min": 2}})), 4)
        self.check(yure("bake", self.project, "--only", "nobody"), 2)
        # settings given to a bake are one step before it
        self.check(yure("bake", self.project, "--exaggeration", "1"), 0)
        labels = [step["label"] for step in yure("log", self.project, "--json").json()["steps"]]
        self.assertIn("Settings for a bake", labels)
        # twice the same bytes, sound, not over what is there
        self.check(yure("export", self.project, "--out", self.folder / "a"), 0)
        self.check(yure("export", self.project, "--out", self.folder / "b"), 0)
        self.assertEqual(tree(self.folder / "a"), tree(self.folder / "b"))
        self.check(yure("check", self.folder / "a"), 0)
        self.check(yure("export", self.project, "--out", self.folder / "a"), 1)
        losses = json.loads((self.folder / "a.losses.json").read_text())
        self.assertEqual(set(losses), {"target", "compiler", "files", "losses"})
        self.check(yure("export", self.project, "--out", self.folder / "c", "--loop"), 2)
        self.check(yure("export", self.project, "--out", self.folder / "c", "--bake-motions", "--loop", "--preroll", "1"), 0)
        self.assertIn("ParamSimhair_1", (self.folder / "c/motions/idle.motion3.json").read_text())
        # undo of the bake, and an export that says what is missing
        while "hair" in json.loads(self.project.read_text())["bakes"]:
            self.check(yure("undo", self.project), 0)
        run = self.check(yure("export", self.project, "--out", self.folder / "d"), 0)
        self.assertIn("not baked", run.err)
        self.assertNotIn("ParamSimhair_1", (self.folder / "d/Small.cdi3.json").read_text())

    def gate(self, limits):
        path = self.folder / "gate.json"
        path.write_text(json.dumps(limits))
        return path

    def test_a_bake_that_is_killed_or_interrupted_loses_nothing(self):
        self.with_hair()
        self.check(yure("body", self.project, "set", "hair", "--quality", "standard"), 0)
        before, state = self.project.read_bytes(), self.state()
        for how, code in ((signal.SIGKILL, -9), (signal.SIGINT, 130)):
            process = subprocess.Popen([YURE, "bake", str(self.project)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(0.4)
            process.send_signal(how)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, code)
            self.assertEqual(self.project.read_bytes(), before)
            self.assertEqual(self.state(), state)

    def test_a_project_is_edited_by_one_at_a_time(self):
        import fcntl
        with open(self.folder / ".yure/p.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            run = self.check(yure("body", self.project, "add", *HAIR), 1)
            self.assertIn("another program", run.err)
            self.check(yure("log", self.project), 0)

    @needs_shared("models/Hiyori/Hiyori.moc3")
    def test_physics_that_a_preset_put_to_rest_was_missing_from_the_losses(self):
        project, out = self.folder / "rest.yure", self.folder / "rest"
        self.check(yure("new", SHARED / "models/Hiyori", "--out", project), 0)
        self.check(yure("preset", project, "back-hair"), 0)
        self.check(yure("export", project, "--out", out), 0)
        losses = json.loads((self.folder / "rest.losses.json").read_text("utf-8"))["losses"]
        self.assertTrue([loss for loss in losses if loss["feature"] == "physics output" and "ParamHairBack" in loss["note"]])


class FiveCommands(unittest.TestCase):
    """From a bare model to an exported folder: the README's way."""

    @needs_shared("models/Hiyori/Hiyori.moc3")
    def test_hiyori(self):
        import shutil
        import tempfile
        from pathlib import Path
        folder = Path(tempfile.mkdtemp(prefix="yure-five-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        project, out = folder / "hiyori.yure", folder / "Hiyori"
        for words in (["new", SHARED / "models/Hiyori", "--out", project],
                      ["preset", project, "back-hair", "front-hair", "clothing"],
                      ["bake", project, "--budget", "evaluations=5"],  # the README bakes in full
                      ["export", project, "--out", out],
                      ["check", out]):
            run = yure(*words)
            self.assertEqual(run.code, 0, repr(run))
        document = json.loads(project.read_text())
        self.assertEqual(set(document["bakes"]) & {"preset_back_hair", "preset_front_hair", "preset_skirt"},
                         {"preset_back_hair", "preset_front_hair", "preset_skirt"})
        names = (out / "Hiyori.cdi3.json").read_text()
        for body in document["bakes"]:
            self.assertIn(f"ParamSim{body}_1", names)


if __name__ == "__main__":
    unittest.main()
