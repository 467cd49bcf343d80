"""A bake of real hair, judged by programs that share no code with this project: they read, evaluate and play what was
exported. Skips, saying why, where those programs, the models, or numpy are not there."""
import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from harness import SHARED, demo_model, yure

POSITION = 1e-4  # model units
SHARE = 1e-4     # of a parameter's range


def missing():
    for need in ("oracle/moc3_proto.py", "oracle/physics_proto.py", "models/Hiyori", "models/Haru", "reference/benchmark-parts.json"):
        if not (SHARED / need).exists():
            return f"no {SHARED / need} on this machine"
    try:
        import numpy  # noqa: F401
    except ImportError:
        return "python3-numpy is not installed"
    return ""


@unittest.skipIf(missing(), missing())
class Oracle(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, str(SHARED / "oracle"))
        cls.folder = Path(tempfile.mkdtemp(prefix="yure-oracle-"))
        cls.parts = {p["name"]: p for p in json.loads((SHARED / "reference/benchmark-parts.json").read_text())["parts"]}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    def bake(self, name, *more):
        part = self.parts[name]
        out = self.folder / (name + "".join(more).replace("-", ""))
        run = yure("bake", SHARED / "models" / part["model"], "--body", f"{name}={','.join(part['meshes'])}", "--kind", part["kind"], "--material", part["material"],
                   "--pins", part["pins"], "--inputs", ",".join(part["inputs"]), "--out", out, "--json", *more)
        self.assertEqual(run.code, 0, repr(run))
        summary = run.json()["bodies"][0]["summary"]
        print(f"{name}: R² {summary['r2_10px']:.3f} over {summary['clips']} clips, amplitude {summary['amplitude']:.2f}, lag {summary['lag_ms']:.0f} ms, "
              f"right {summary['direction_right']}/{summary['direction_total']}, {summary['bake_seconds']:.1f} s")
        self.assertGreater(summary["r2_10px"], 0.0, "no better than no physics at all")
        check = yure("check", out / "model", "--json")
        self.assertEqual(check.code, 0, repr(check))
        return part, out / "model", [p["id"] for p in run.json()["bodies"][0]["parameters"]]

    def poses_around(self, model, made, part):
        """Poses that move what was made and what moves it, as values by name."""
        from random import Random
        random = Random(7)
        ranges = {p["id"]: (p["min"], p["max"]) for p in yure("info", model, "--json").json()["parameter_list"]}
        poses = [{}]
        for index in range(6):
            pose = {name: random.uniform(*ranges[name]) for name in part["inputs"]}
            pose.update({name: random.uniform(-30, 30) * (1.5 if index == 0 else 1) for name in made})
            poses.append(pose)
        return poses

    def compare_poses(self, name, model, moc_path, poses):
        import numpy as np
        from moc3_proto import Evaluator, Moc
        moc = Moc.parse(moc_path.read_bytes())
        self.assertEqual(moc.write(), moc_path.read_bytes(), "the independent writer lays the file out differently")
        ids = [i if isinstance(i, str) else bytes(i).split(b"\0")[0].decode() for i in moc.a["param.id"]]
        got = yure("eval", model, "--poses", "-", stdin=json.dumps({"poses": [{"values": p} for p in poses]}).encode()).json()
        worst = 0.0
        for pose, ours in zip(poses, got["poses"]):
            values = np.array([np.float32(pose.get(i, d)) for i, d in zip(ids, moc.a["param.default"])], np.float32)
            theirs = Evaluator(moc).eval(values)
            self.assertEqual(list(theirs["render_order"]), ours["render_order"])
            for mesh, points in enumerate(theirs["pos"]):
                self.assertEqual(points is None, ours["drawables"][mesh] is None)
                if points is not None:
                    worst = max(worst, float(np.max(np.abs(points - np.array(ours["drawables"][mesh]["p"], np.float32)))))
        print(f"{name}: worst position against the independent evaluator {worst:.2g} model units")
        self.assertLessEqual(worst, POSITION)

    def compare_physics(self, name, model, motion):
        from physics_proto import F32, MotionClip, Physics, load_json
        info = yure("info", model, "--json").json()
        params = info["parameter_list"]
        doc = load_json(model / info["physics"]["file"])
        run = yure("play", model, "--motion", motion, "--fps", 60)
        self.assertEqual(run.code, 0, run.err)
        ours = run.json()["cases"][0]
        clip, physics = MotionClip(load_json(motion)), Physics(doc, params)
        at = {p["id"]: i for i, p in enumerate(params)}
        dt, now, start, worst = F32(1 / 60), F32(0), None, 0.0
        for row in ours["output_values"][:240]:
            now = F32(now + dt)
            start = now if start is None else start
            values = [F32(p["default"]) for p in params]
            for (target, key), value in clip.sample(F32(now - start)).items():
                if target == "Parameter" and key in at:
                    p = params[at[key]]
                    values[at[key]] = min(max(F32(value), F32(p["min"])), F32(p["max"]))
            physics.evaluate(values, dt)
            for key, value in zip(ours["output_ids"], row):
                p = params[at[key]]
                worst = max(worst, abs(float(values[at[key]]) - value) / ((p["max"] - p["min"]) or 1))
        print(f"{name}: worst parameter against the independent player {worst:.2g} of its range")
        self.assertLessEqual(worst, SHARE)

    def compare_at_rest(self, part, model, made):
        source = SHARED / "models" / part["model"]
        poses = json.loads((SHARED / "golden/moc3" / f"{part['model']}.json").read_text())
        poses = {"parameters": poses["parameters"], "poses": [{"values": p["values"]} for p in poses["poses"][:12]]}
        text = json.dumps(poses).encode()
        before = yure("eval", source, "--poses", "-", stdin=text).json()
        after = yure("eval", model, "--poses", "-", stdin=text).json()
        worst = 0.0
        for a, b in zip(before["poses"], after["poses"]):
            self.assertEqual(a["render_order"], b["render_order"])
            for c, d in zip(a["drawables"], b["drawables"]):
                self.assertEqual(c is None, d is None)
                if c is not None:
                    worst = max([worst] + [abs(x - y) for x, y in zip(c["p"], d["p"])])
        self.assertLessEqual(worst, 1e-6)

    def replay_clip(self, source, words, meshes, clip, model):
        """Both versions of a clip: the simulation from the program, the export by the independent player and evaluator."""
        import numpy as np
        from moc3_proto import Evaluator, Moc
        from physics_proto import F32, Physics, load_json
        from part_metrics import in_body
        file = self.folder / f"{clip.replace(':', '_')}.json"
        run = yure("simulate", source, *words, "--clip", clip, "--out", file, "--force")
        self.assertEqual(run.code, 0, run.err)
        told = json.loads(file.read_text())
        info = yure("info", model, "--json").json()
        params, canvas = info["parameter_list"], info["canvas"]
        physics = Physics(load_json(model / info["physics"]["file"]), params)
        moc = Moc.parse(next(model.glob("*.moc3")).read_bytes())
        rows = [list(i["id"] for i in info["mesh_list"]).index(mesh) for mesh in meshes]
        evaluator, at = Evaluator(moc), {p["id"]: i for i, p in enumerate(params)}
        baked, dt = [], F32(1 / 60)
        for frame, values in enumerate(told["input_values"]):
            now = [F32(p["default"]) for p in params]
            for key, value in zip(told["input_ids"], values):
                now[at[key]] = F32(value)
            if frame == 0:
                physics.stabilize(now)
            physics.evaluate(now, dt)
            positions = evaluator.eval(np.array(now, np.float32))["pos"]
            points = np.concatenate([np.asarray(positions[row], float).reshape(-1, 2) for row in rows])
            baked.append(points * [1, -1] * canvas["pixels_per_unit"] + canvas["origin"])
        goals = np.array(told["rig"]).reshape(len(baked), -1, 2)
        simulated = np.array(told["simulated"]).reshape(goals.shape)
        angles = np.array(told["frame_angle"])
        return in_body(simulated, goals, angles), in_body(np.array(baked), goals, angles), told["input_values"]

    def compare_metrics(self, name, source, words, meshes, clip):
        """What the report says of a clip, against the independent programs on the files as they lie there."""
        from part_metrics import measure
        out = self.folder / f"{name}_x1"
        run = yure("bake", source, *words, "--quality", "light", "--exaggeration", 1, "--out", out, "--json")
        self.assertEqual(run.code, 0, repr(run))
        reported = next(c for c in run.json()["bodies"][0]["clips"] if c["clip"] == clip)
        found = measure(*self.replay_clip(source, words, meshes, clip, out / "model"))
        print(f"{name}, {clip}: " + ", ".join(f"{key} {reported[key]:.4g} ({value:.4g})" for key, value in found.items() if value is not None))
        for key, value in found.items():
            if value is None:
                self.assertIsNone(reported[key], key)
            else:
                self.assertAlmostEqual(reported[key], value, delta=max(2e-3 * abs(value), 2e-2 if key in ("lag_ms", "static_px", "p95_px") else 2e-3), msg=key)
        # and once more from the folder alone, by another way of looking at it
        again = yure("compare", out, "--clip", clip, "--json")
        self.assertEqual(again.code, 0, repr(again))
        compared = again.json()["bodies"][0]["clips"][0]
        for key, value in found.items():
            if value is not None:
                self.assertAlmostEqual(compared[key], value, delta=max(5e-3 * abs(value), 5e-2 if key in ("lag_ms", "static_px", "p95_px") else 5e-3), msg=key)

    def part_words(self, name):
        part = self.parts[name]
        return ["--body", f"{name}={','.join(part['meshes'])}", "--kind", part["kind"], "--material", part["material"], "--pins", part["pins"],
                "--inputs", ",".join(part["inputs"])]

    def test_metrics_of_hiyori(self):
        self.compare_metrics("hiyori_bangs", SHARED / "models/Hiyori", self.part_words("hiyori_bangs"), self.parts["hiyori_bangs"]["meshes"], "nod")

    def test_metrics_of_haru(self):
        self.compare_metrics("haru_back", SHARED / "models/Haru", self.part_words("haru_back"), self.parts["haru_back"]["meshes"], "shake")

    def test_metrics_of_the_demo(self):
        source = demo_model()
        meshes = sorted(m["id"] for m in yure("info", source, "--json").json()["mesh_list"] if m["id"].startswith("ArtMeshHairSide"))
        self.compare_metrics("side", source, ["--body", f"side={','.join(meshes)}"], meshes, "nod")

    def judge(self, name, *more):
        part, model, made = self.bake(name, *more)
        self.assertTrue(made)
        moc = next(model.glob("*.moc3"))
        self.compare_at_rest(part, model, made)
        self.compare_poses(name, model, moc, self.poses_around(model, made, part))
        self.compare_physics(name, model, sorted((model / "motions").glob("*.motion3.json"))[0])

    def test_hiyori(self):
        self.judge("hiyori_back")

    def test_haru(self):
        self.judge("haru_back")

    def test_hiyori_as_blend_shapes(self):
        self.judge("hiyori_bangs", "--write", "blend")


if __name__ == "__main__":
    unittest.main(verbosity=1)
