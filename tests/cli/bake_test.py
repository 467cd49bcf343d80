"""`bake` and `demo`: what they write, what they refuse, and that they leave nothing behind."""
import json
import os
import shutil
import signal
import subprocess
import time
import unittest

from harness import YURE, ModelTest, tree, yure

BODY = ["--quality", "classic", "--body", "hair=Hair", "--inputs", "ParamAngleX"]


class Bake(ModelTest):
    def bake(self, out, *words):
        return yure("bake", self.model, *BODY, "--out", self.folder / out, *words)

    def test_a_bake_makes_a_sound_model_a_report_and_a_list_of_losses(self):
        run = self.check(self.bake("out", "--json"), 0)
        document = run.json()
        out = self.folder / "out"
        self.assertEqual(sorted(p.name for p in out.iterdir() if not p.name.startswith(".")), ["bodies.json", "losses.json", "model", "replay.json", "report.html", "report.json"])
        self.check(yure("check", out / "model"), 0)
        report = json.loads((out / "report.json").read_text())
        self.assertEqual({k: v for k, v in document.items() if k != "output"}, report)
        body = report["bodies"][0]
        self.assertEqual((body["id"], body["particles"], body["options"]["quality"]), ("hair", 12, "classic"))
        for name in ("r2_10px", "r2_2px", "amplitude", "amplitude_spread", "lag_ms", "settle", "jitter", "static_px", "direction_right", "direction_total", "bake_seconds"):
            self.assertIn(name, body["summary"])
        for clip in body["clips"]:
            for name in ("direction", "sign", "amplitude", "reach", "lag_ms", "settle", "overshoot", "jitter", "clipped", "stalled", "shortening", "static_px", "r2", "p95_px"):
                self.assertIn(name, clip)
        self.assertIn("step:ParamAngleX", [clip["clip"] for clip in body["clips"]])
        self.assertEqual([rate["condition"] for rate in body["other_rates"]], ["30 Hz", "72 Hz", "120 Hz", "144 Hz", "irregular"])
        for rate in body["other_rates"]:
            self.assertTrue(rate["sound"] and rate["clips"] > 0, rate)
            self.assertAlmostEqual(rate["amplitude"], 1, delta=0.05)
            self.assertLessEqual(abs(rate["lag_ms"]), 1000 / 60)
        self.assertIn("motion:idle.motion3.json", [clip["clip"] for clip in body["clips"]])

        losses = json.loads((out / "losses.json").read_text())
        self.assertEqual(losses["files"], sorted(str(p.relative_to(out / "model")) for p in (out / "model").rglob("*") if p.is_file()))
        self.assertEqual(set(losses), {"target", "compiler", "files", "losses"})
        for loss in losses["losses"]:
            self.assertEqual(list(loss), ["object", "feature", "handling", "note", "error"])
            self.assertIn(loss["handling"], ("baked", "approximated", "dropped"))
        # The old swing of the mesh went out of play, and that is told.
        self.assertTrue(any("PhysicsSetting1" in loss["object"] and loss["handling"] == "dropped" for loss in losses["losses"]))

        info = yure("info", out / "model", "--json").json()
        made = [p["id"] for p in info["parameter_list"]][3:]
        self.assertTrue(made and all(name.startswith("ParamSimhair_") for name in made), made)
        self.assertEqual(info["physics"]["fps"], 60)
        self.assertTrue(all("(yure 60 Hz)" in group["name"] for group in info["physics"]["group_list"]))
        names = json.loads((out / "model/Small.cdi3.json").read_text())
        self.assertEqual({p["Id"] for p in names["Parameters"]}, {"ParamAngleX", *made})
        for name in ("Small.4/texture_00.png", "motions/idle.motion3.json", "expressions/smile.exp3.json", "Small.pose3.json", "Small.userdata3.json"):
            self.assertEqual((out / "model" / name).read_bytes(), (self.model / name).read_bytes())

    def test_at_rest_the_export_is_the_original(self):
        self.check(self.bake("out"), 0)
        poses = json.dumps({"poses": [{"values": {"ParamAngleX": x, "ParamHair": h}} for x in (-30, -7, 0, 30) for h in (-1, 0, 0.3)]}).encode()
        before = yure("eval", self.model, "--poses", "-", stdin=poses).json()
        after = yure("eval", self.folder / "out/model", "--poses", "-", stdin=poses).json()
        worst = max(abs(x - y) for a, b in zip(before["poses"], after["poses"]) for c, d in zip(a["drawables"], b["drawables"]) for x, y in zip(c["p"], d["p"]))
        self.assertLessEqual(worst, 1e-6)

    def test_the_same_bytes_for_any_number_of_threads_and_any_measuring_seed(self):
        self.check(self.bake("one", "--threads", 1), 0)
        self.check(self.bake("two", "--threads", 2, "--clip-seed", 5), 0)
        self.assertEqual(tree(self.folder / "one/model"), tree(self.folder / "two/model"))

    def test_nothing_is_overwritten_unasked_and_only_our_own_when_asked(self):
        self.check(self.bake("out"), 0)
        before = tree(self.folder / "out")
        self.assertIn("--force", self.check(self.bake("out"), 1).err)
        self.assertEqual(tree(self.folder / "out"), before)
        self.check(self.bake("out", "--force"), 0)
        (self.folder / "out/model/thesis.txt").write_text("years of work")
        self.assertIn("model/thesis.txt", self.check(self.bake("out", "--force"), 1).err)
        self.assertTrue((self.folder / "out/model/thesis.txt").exists())
        # The model itself is never the place for its own bake.
        self.check(yure("bake", self.model, *BODY, "--out", self.model, "--force"), 1)
        self.check(yure("bake", self.folder / "out/model", *BODY, "--out", self.folder / "out", "--force"), 1)
        self.assertEqual(self.leftovers(), [])

    def test_a_gate_that_is_not_met_is_exit_4_and_the_folder_is_still_there(self):
        gate = self.folder / "gate.json"
        gate.write_text('{"r2_10px": {"min": 2}}')
        run = self.check(self.bake("out", "--gate", gate), 4)
        self.assertIn("r2_10px", run.text)
        report = json.loads((self.folder / "out/report.json").read_text())
        self.assertFalse(report["gate"]["met"])
        self.assertEqual(report["gate"]["failures"][0]["body"], "hair")
        gate.write_text('{"r2_10px": {"min": -2}}')
        self.check(self.bake("out", "--gate", gate, "--force"), 0)
        gate.write_text('{"beauty": {"min": 1}}')
        self.assertIn("beauty", self.check(self.bake("out", "--gate", gate, "--force"), 2).err)
        self.assertIn(self.bake("out", "--force", "--gate").code, (0, 4))

    def test_options_belong_to_the_body_before_them(self):
        run = self.check(yure("bake", self.model, "--quality", "classic", "--modes", 1, "--keys", 3, "--body", "hair=Hair", "--inputs", "ParamAngleX=-20:20!", "--body", "face=Face",
                              "--kind", "cloth", "--keys", 5, "--out", self.folder / "out", "--json"), 0)
        hair, face = run.json()["bodies"]
        self.assertEqual((hair["options"]["kind"], hair["options"]["modes"], hair["options"]["keys"]), ("hair", 1, 3))
        self.assertEqual((face["options"]["kind"], face["options"]["modes"], face["options"]["keys"]), ("cloth", 1, 5))
        self.assertEqual(hair["inputs"][0]["span"], [-20, 20])

    def test_wrong_words_are_exit_2_and_make_no_folder(self):
        out = self.folder / "no/out"
        for words, hint in [(["--out", out], "--body"), (["--body", "hair=Gone", "--out", out], "Gone"), (["--body", "hair", "--out", out], "NAME=MESH"),
                            ([*BODY, "--modes", "9", "--out", out], "modes"), ([*BODY, "--quality", "superb", "--out", out], "quality"),
                            ([*BODY, "--body", "again=Hair", "--out", out], "Hair"), ([*BODY], "--out"), ([*BODY, "--pins", "glue:none", "--out", out], "glue")]:
            run = self.check(yure("bake", self.model, *words), 2)
            self.assertIn(hint, run.err)
        self.assertFalse((self.folder / "no").exists())

    def test_ctrl_c_ends_with_130_and_leaves_nothing(self):
        command = [YURE, "bake", str(self.model), *BODY, "--out", str(self.folder / "deep/out"), "--json", "--threads", "1"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        end = time.monotonic() + 60
        while process.poll() is None and not (self.folder / "deep").exists() and time.monotonic() < end:
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130)
        self.assertIn("interrupted", json.loads(out)["error"]["what"])
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["small"])

    def test_a_bare_moc3_becomes_a_model(self):
        self.check(yure("bake", self.model / "Small.moc3", *BODY, "--out", self.folder / "out"), 0)
        self.assertEqual(sorted(p.name for p in (self.folder / "out/model").iterdir()), ["Small.cdi3.json", "Small.moc3", "Small.model3.json", "Small.physics3.json"])

    def test_names_in_any_script(self):
        other = self.folder / "模型 テスト é"
        shutil.copytree(self.model, other)
        self.check(yure("bake", other, *BODY, "--name", "後ろ髪", "--out", self.folder / "出力 é"), 0)
        self.check(yure("check", self.folder / "出力 é/model"), 0)
        self.assertIn("後ろ髪", (self.folder / "出力 é/model/Small.physics3.json").read_text("utf-8"))


class Demo(ModelTest):
    def test_the_demo_bakes_and_says_where_everything_lies(self):
        run = self.check(yure("demo", "--out", self.folder / "demo"), 0)
        self.assertIn("R2", run.text)
        self.assertIn(str(self.folder / "demo/report.json"), run.text)
        self.check(yure("check", self.folder / "demo/model"), 0)
        report = json.loads((self.folder / "demo/report.json").read_text())
        self.assertGreaterEqual(len(report["bodies"]), 2)
        for body in report["bodies"]:
            if body["summary"]["clips"]:
                self.assertGreater(body["summary"]["r2_10px"], 0.0, body["id"])


if __name__ == "__main__":
    unittest.main(verbosity=1)
