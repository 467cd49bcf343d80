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


if __name__ == "__main__":
    unittest.main(verbosity=1)
