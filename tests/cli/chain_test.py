"""`yure chain`: the golden cases, and bake, play and clear on a small file."""
import base64
import json
import math
import struct
import unittest

from harness import SHARED, ModelTest, needs_shared, yure


def agree(ours, theirs, tolerance):
    if isinstance(theirs, bool) or isinstance(theirs, str):
        return ours == theirs
    if isinstance(theirs, (int, float)):
        return abs(ours - theirs) <= tolerance
    if isinstance(theirs, list):
        return len(ours) == len(theirs) and all(agree(a, b, tolerance) for a, b in zip(ours, theirs))
    return set(ours) == set(theirs) and all(agree(ours[k], theirs[k], tolerance) for k in theirs)


class Case(unittest.TestCase):
    @needs_shared("golden/chains")
    def test_golden_cases(self):
        paths = sorted((SHARED / "golden/chains").glob("*.json"))
        self.assertEqual(len(paths), 42)
        for path in paths:
            golden = json.loads(path.read_text())
            run = yure("chain", "case", path, "--json")
            with self.subTest(path.stem):
                self.assertEqual(run.code, 0, run.err)
                got = run.json()
                self.assertEqual(sorted(got), ["expect", "id"])
                self.assertEqual(got["id"], golden["id"])
                self.assertTrue(agree(got["expect"], golden["expect"], golden["tolerance"]))


def small_gltf():
    """An object that sways, and five bones below it."""
    times = [i / 10 for i in range(11)]
    places = [v for t in times for v in (0.3 * math.sin(2 * math.pi * t), 0.0, 0.0)]
    data = struct.pack("<11f", *times) + struct.pack("<33f", *places)
    nodes = [{"name": "Body", "children": [1]}] + [{"name": f"b{i}", "translation": [0, -0.2, 0]} for i in range(5)]
    for i in range(1, 5):
        nodes[i]["children"] = [i + 1]
    return {"asset": {"version": "2.0"}, "nodes": nodes, "scenes": [{"nodes": [0]}],
            "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}],
            "bufferViews": [{"buffer": 0, "byteLength": 44}, {"buffer": 0, "byteOffset": 44, "byteLength": 132}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 11, "type": "SCALAR", "min": [0], "max": [1]},
                          {"bufferView": 1, "componentType": 5126, "count": 11, "type": "VEC3"}],
            "animations": [{"name": "Sway", "samplers": [{"input": 0, "output": 1}],
                            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]}


class Files(ModelTest):
    def setUp(self):
        super().setUp()
        self.source = self.folder / "in.gltf"
        self.source.write_text(json.dumps(small_gltf()))
        self.config = self.folder / "c.json"
        self.config.write_text(json.dumps({"schema": "c3-dynamic-bone", "version": 1, "space": {"axes": "engine", "unitScale": 1},
                                           "components": [{"name": "tail", "object": "Body", "m_Root": "b0", "m_Stiffness": 0, "m_NewField": 1}]}))

    def test_bake_says_its_error_and_clear_undoes_it(self):
        out, back = self.folder / "out.gltf", self.folder / "back.gltf"
        run = self.check(yure("chain", "bake", self.source, "--config", self.config, "--fps", "60", "--proxy", "--out", out), 0)
        self.assertIn("largest error", run.text)
        self.assertIn("m_NewField", run.err)
        baked = json.loads(out.read_text())
        self.assertEqual(baked["animations"][0]["channels"][0], small_gltf()["animations"][0]["channels"][0])
        self.check(yure("chain", "bake", self.source, "--config", self.config, "--out", out), 1)  # it exists
        report = self.check(yure("chain", "bake", self.source, "--config", self.config, "--out", out, "--json", "--force"), 0).json()
        self.assertEqual((report["chains"], report["particles"], report["frames"]), (1, 5, 61))
        self.check(yure("chain", "clear", out, "--out", back), 0)
        self.assertEqual(json.loads(back.read_text()), small_gltf())
        self.check(yure("chain", "clear", self.source, "--out", self.folder / "no.gltf"), 3)

    def test_play_prints_positions(self):
        run = self.check(yure("chain", "play", self.source, "--config", self.config, "--fps", "30"), 0).json()
        self.assertEqual(run["fps"], 30)
        self.assertEqual([p["name"] for p in run["particles"]], [f"b{i}" for i in range(5)])
        self.assertEqual(len(run["positions"]), 31)
        self.assertEqual(len(run["positions"][0]), 15)
        self.assertEqual(run["loops"][5], [2])

    def test_presets_and_dumps_become_configurations_that_bake(self):
        for name in ("hair", "tail", "ribbon", "ears"):
            config = self.folder / f"{name}.json"
            self.check(yure("chain", "preset", name, "--root", "b0", "--object", "Body", "--out", config), 0)
            run = self.check(yure("chain", "bake", self.source, "--config", config, "--out", self.folder / f"{name}.gltf", "--json"), 0)
            self.assertEqual(run.json()["particles"], 6)
        dump = self.folder / "dump.json"
        dump.write_text('{"MonoBehaviour": {"m_Root": {"name": "b0"}, "m_Gravity": {"x": 0, "y": -0.00272, "z": 0.5}, "m_Odd": 1}}')
        run = self.check(yure("chain", "convert", dump), 0)
        self.assertIn("m_Odd", run.err)
        document = run.json()
        self.assertEqual((document["schema"], document["space"]["axes"]), ("c3-dynamic-bone", "unity"))
        self.assertEqual(document["components"][0]["m_Gravity"], {"x": 0, "y": -0.00272, "z": 0.5})
        self.check(yure("chain", "preset", "wings", "--root", "b0"), 2)
        self.check(yure("chain", "convert", self.source), 3)

    def test_wrong_words_and_files(self):
        self.check(yure("chain"), 2)
        self.check(yure("chain", "bake", self.source, "--out", "x.gltf"), 2)
        self.check(yure("chain", "bake", self.source, "--config", self.config, "--fps", "0", "--out", self.folder / "x.gltf"), 2)
        self.check(yure("chain", "bake", self.folder / "absent.glb", "--config", self.config, "--out", self.folder / "x.glb"), 1)
        self.check(yure("chain", "bake", self.config, "--config", self.config, "--out", self.folder / "x.gltf"), 3)
        self.check(yure("chain", "case", self.config), 3)
        self.assertFalse((self.folder / "x.gltf").exists())
        self.assertEqual(self.leftovers(), [])


class OnAPuppet(ModelTest):
    def setUp(self):
        super().setUp()
        self.project = self.folder / "small.yure"
        self.check(yure("new", self.model, "--out", self.project), 0)

    def lay(self, *more):
        return self.check(yure("chain", "lay", self.project, "--meshes", "Hair", "--name", "lock", *more), 0)

    def test_a_chain_is_laid_played_baked_both_ways_and_cleared(self):
        self.lay("--segments", "3", "--preset", "ears", "--quality", "classic")
        self.check(yure("body", self.project, "set", "lock", "--inputs", "ParamAngleX!"), 0)
        played = self.check(yure("chain", "play", self.project, "--clip", "step:ParamAngleX"), 0).json()
        self.assertEqual((played["fps"], played["strands"], len(played["rest"])), (60, [4], 8))
        self.assertEqual(played["animated"][0], played["simulated"][0])
        far = max(abs(a - b) for x, y in zip(played["animated"], played["simulated"]) for a, b in zip(x, y))
        self.assertGreater(far, 0.5)

        out = self.folder / "lock.motion3.json"
        told = self.check(yure("chain", "bake", self.project, "--body", "lock", "--motion", "idle", "--motion-out", out, "--json"), 0).json()
        motion = json.loads(out.read_text())
        self.assertEqual([c["Id"] for c in motion["Curves"]], ["Param_lock_1", "Param_lock_2", "Param_lock_3"])
        self.assertEqual(told["points"], motion["Meta"]["TotalPointCount"])
        self.check(yure("chain", "bake", self.project, "--motion", "idle", "--motion-out", out), 1)  # nothing is overwritten unasked
        driven = self.folder / "driven.motion3.json"
        self.check(yure("chain", "bake", self.project, "--clip", "step:ParamAngleX", "--motion-out", driven, "--drive", "ParamAngleX", "--loop"), 0)
        curve = json.loads(driven.read_text())["Curves"][0]
        self.assertEqual(curve["Id"], "ParamAngleX")
        self.assertEqual(curve["Segments"][1], curve["Segments"][-1])  # a loop ends where it began

        baked = self.check(yure("chain", "bake", self.project, "--json"), 0).json()
        self.assertEqual(baked["baked"][0]["outcome"], "baked")
        self.check(yure("export", self.project, "--out", self.folder / "out"), 0)
        self.check(yure("check", self.folder / "out"), 0)
        self.check(yure("chain", "clear", self.project), 0)
        states = self.check(yure("body", self.project, "list", "--json"), 0).json()
        self.assertIn("unbaked", json.dumps(states))

    def test_points_and_a_unity_dump_lay_a_chain_too(self):
        dump = self.folder / "dump.json"
        dump.write_text('{"MonoBehaviour": {"m_Root": {"name": "b0"}, "m_Damping": 0.33, "m_EndLength": 1, "m_Gravity": {"x": 0, "y": -0.0027, "z": 0}}}')
        run = self.lay("--config", dump, "--points", "100,50 100,100 100,150")
        self.assertIn("m_EndLength", run.err)
        chain = json.loads(self.project.read_text())["bodies"][0]["chain"]
        self.assertEqual((chain["component"]["m_Damping"], chain["points"]), (0.33, [[100, 50], [100, 100], [100, 150]]))

    def test_wrong_words_name_what_to_do(self):
        for words, hint in [(["play", self.project, "--clip", "nod"], "chain lay"), (["bake", self.project, "--body", "none"], "none"),
                            (["lay", self.project, "--meshes", "Hair", "--points", "1;2"], "1;2"), (["lay", self.project, "--meshes", "Nope"], "Nope")]:
            run = yure("chain", *words)
            self.assertEqual(run.code, 2, run)
            self.assertIn(hint, run.err)
        self.lay()
        for words, option in [(["bake", self.project, "--motion", "idle"], "--motion"), (["bake", self.project, "--out", "x.glb"], "--out"),
                              (["bake", self.project, "--drive", "ParamAngleX"], "--drive"), (["play", self.project, "--clip", "nod", "--fps", "30"], "--fps"),
                              (["clear", self.project, "--out", "x.glb"], "--out"), (["clear", "x.glb", "--out", "y.glb", "--body", "lock"], "--body"),
                              (["play", "x.glb", "--config", "c.json", "--clip", "nod"], "--clip"),
                              (["bake", "x.glb", "--config", "c.json", "--out", "y.glb", "--drive", "A"], "--drive")]:
            with self.subTest(words=words):  # an option that would do nothing is refused, not passed over
                self.assertIn(f"{option}", self.check(yure("chain", *words), 2).err)
        twice = self.check(yure("chain", "bake", self.project, "--clip", "step:ParamAngleX", "--motion-out", self.folder / "x.json", "--drive", "ParamAngleX,ParamAngleX"), 2)
        self.assertIn("twice", twice.err)
        self.assertIn("--motion", self.check(yure("chain", "play", self.project), 2).err)
        unknown = self.check(yure("chain", "bake", self.project, "--clip", "step:ParamAngleX", "--motion-out", self.folder / "x.json", "--drive", "Nope"), 2)
        self.assertIn("--drive Nope", unknown.err)
        self.assertFalse((self.folder / "x.json").exists())


if __name__ == "__main__":
    unittest.main(verbosity=1)
