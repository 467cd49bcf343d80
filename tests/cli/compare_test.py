"""`compare` and `bench-suite`: what they print, and what they say of folders and words that are not right."""
import json
import shutil
import unittest

from harness import ModelTest, demo_model, tree, yure

BODY = ["--quality", "classic", "--body", "hair=Hair", "--inputs", "ParamAngleX"]


class Compare(ModelTest):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"
        self.check(yure("bake", self.model, *BODY, "--out", self.out), 0)

    def test_a_motion_gives_the_figures_of_the_report(self):
        reported = next(c for c in json.loads((self.out / "report.json").read_text())["bodies"][0]["clips"] if c["clip"] == "motion:idle.motion3.json")
        before = tree(self.out)
        document = self.check(yure("compare", self.out, "--motion", "idle", "--json"), 0).json()
        self.assertEqual(document["format"], "yure-compare/1")
        (clip,) = document["bodies"][0]["clips"]
        for key in ("simulated_px", "direction", "amplitude", "jitter", "r2"):
            self.assertAlmostEqual(clip[key], reported[key], delta=5e-3 * max(1, abs(reported[key])), msg=key)
        self.assertEqual(tree(self.out), before)

    def test_people_get_a_table_and_words(self):
        run = self.check(yure("compare", self.out / "model", "--motion", "idle", "--clip", "shake", "--clip", "step:ParamAngleX"), 0)
        for word in ("R2", "motion:idle", "shake", "step:ParamAngleX", "hair ("):
            self.assertIn(word, run.text)
        everything = self.check(yure("compare", self.out, "--clip", "all", "--clip-seed", 3), 0)
        self.assertIn("drags", everything.text)

    def test_a_moved_folder_is_enough(self):
        moved = self.folder / "elsewhere" / "bake"
        shutil.copytree(self.out, moved)
        shutil.rmtree(self.out)
        shutil.rmtree(self.model)
        self.check(yure("compare", moved, "--motion", "idle"), 0)

    def test_a_folder_with_exact_poses_is_compared_with_the_model_it_came_from(self):
        out, source = self.folder / "posed", self.folder / "demo"
        shutil.copytree(demo_model(), source)
        self.check(yure("bake", source, "--quality", "classic", "--body", "side=ArtMeshHairSideL", "--static", "ParamAngleZ", "--out", out), 0)
        bodies = json.loads((out / "bodies.json").read_text())
        self.assertEqual(bodies["bodies"][0]["exact_poses"], ["ParamAngleZ"])
        shutil.rmtree(source)
        reported = {c["clip"]: c for c in json.loads((out / "report.json").read_text())["bodies"][0]["clips"]}
        compared = self.check(yure("compare", out, "--clip", "tracking", "--clip", "roll", "--clip", "step:ParamAngleZ", "--json"), 0).json()["bodies"][0]["clips"]
        seen = 0
        for clip in compared:
            if (known := reported.get(clip["clip"])) and known["simulated_px"] > 2:
                seen += 1
                for key in ("simulated_px", "amplitude", "r2"):
                    self.assertAlmostEqual(clip[key], known[key], delta=5e-3 * max(1, abs(known[key])), msg=(clip["clip"], key))
        self.assertGreater(seen, 2)

        for spoil, hint in ((lambda b: b.pop("poses"), "earlier version"), (lambda b: b["poses"][0]["meshes"][0].update(offsets="AAAA"), "does not fit"),
                            (lambda b: b["poses"][0]["meshes"][0].update(mesh=99), "does not fit")):
            spoilt = json.loads(json.dumps(bodies))
            spoil(spoilt["bodies"][0])
            (out / "bodies.json").write_text(json.dumps(spoilt))
            self.assertIn(hint, self.check(yure("compare", out, "--clip", "roll"), 3).err)

    def test_what_is_wrong_is_said(self):
        self.assertIn("--motion", self.check(yure("compare", self.out), 2).err)
        self.assertIn("idle", self.check(yure("compare", self.out, "--motion", "waltz"), 2).err)
        self.assertIn("tracking", self.check(yure("compare", self.out, "--clip", "waltz"), 2).err)
        self.check(yure("compare", self.folder / "absent", "--motion", "idle"), 1)
        self.assertIn("bodies.json", self.check(yure("compare", self.model, "--motion", "idle"), 3).err)
        (self.out / "bodies.json").write_text('{"format":"yure-bodies/1","bodies":[{}]}')
        self.assertIn("/bodies/0", self.check(yure("compare", self.out, "--motion", "idle"), 3).err)


class BenchSuite(ModelTest):
    def parts_file(self):
        """A list with one part, its model where such lists have theirs."""
        shutil.copytree(self.model, self.folder / "models/Small")
        (self.folder / "reference").mkdir()
        file = self.folder / "reference/parts.json"
        part = {"name": "small_hair", "model": "Small", "kind": "hair", "material": "hair", "pins": "top:0.12:0.18", "inputs": ["ParamAngleX"], "meshes": ["Hair"]}
        file.write_text(json.dumps({"parts": [part]}))
        return file

    def test_a_part_becomes_tables_json_a_picture_and_can_be_compared(self):
        words = ["--parts-file", self.parts_file(), "--part", "small_hair", "--quality", "classic"]
        run = self.check(yure("bench-suite", *words, "--out", self.folder / "one"), 0)
        for word in ("# Benchmark", "small_hair", "## Every clip", "30 Hz", "without Fps", "strength 50 %"):
            self.assertIn(word, run.text)
        document = json.loads((self.folder / "one/benchmark.json").read_text())
        self.assertEqual((document["format"], len(document["rows"]), document["means"][0]["quality"]), ("yure-bench/1", 1, "classic"))
        self.assertEqual((self.folder / "one/benchmark.md").read_text(), run.text)
        self.assertTrue((self.folder / "one/benchmark.svg").read_text().startswith("<svg "))
        again = self.check(yure("bench-suite", *words, "--no-playback", "--against", self.folder / "one/benchmark.json"), 0)
        self.assertIn("## Changes", again.text)
        self.assertIn("(+0.000)", again.text)
        self.assertNotIn("30 Hz", again.text)

    def test_what_is_wrong_is_said(self):
        words = ["--parts-file", self.parts_file(), "--quality", "classic"]
        self.assertIn("small_hair", self.check(yure("bench-suite", *words, "--part", "nobody"), 2).err)
        self.check(yure("bench-suite", *words, "--against", self.folder / "absent.json"), 1)
        self.check(yure("bench-suite", *words, "--against", self.folder / "reference/parts.json"), 3)
        self.check(yure("bench-suite", "--parts-file", self.folder / "absent.json"), 3)


if __name__ == "__main__":
    unittest.main(verbosity=1)
