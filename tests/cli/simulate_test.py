"""`simulate` and `try`: what they print, what they refuse, and that their numbers are those of the rig and the motions."""
import json
import struct
import unittest
import zlib

from harness import ModelTest, needs_shared, tree, yure, SHARED

HAIR = ["--body", "hair=Hair", "--inputs", "ParamAngleX"]


def png_pixels(data):
    """Width, height and RGBA rows of a PNG with 8-bit RGBA."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, body = 8, b""
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        chunk = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack_from(">IIBB", chunk)
            assert (depth, colour) == (8, 6)
        if kind == b"IDAT":
            body += chunk
        at += 12 + length
    raw, rows, before, stride = zlib.decompress(body), [], bytearray(width * 4), width * 4
    for y in range(height):
        filter_kind = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for i in range(stride):
            left = row[i - 4] if i >= 4 else 0
            up, corner = before[i], before[i - 4] if i >= 4 else 0
            p = left + up - corner
            paeth = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
            row[i] = (row[i] + (0, left, up, (left + up) // 2, paeth)[filter_kind]) & 255
        rows.append(row)
        before = row
    return width, height, rows


class Simulate(ModelTest):
    def simulate(self, *words, out="f.json", code=0):
        run = self.check(yure("simulate", self.model, *words, "--out", self.folder / out), code)
        return json.loads((self.folder / out).read_text()) if code == 0 else run

    def test_table_has_a_row_a_frame_and_a_pair_a_vertex(self):
        s = self.simulate(*HAIR, "--clip", "step:ParamAngleX")
        self.assertEqual(s["fps"], 60)
        self.assertEqual(s["input_ids"], ["ParamAngleX"])
        self.assertEqual(s["meshes"], [{"id": "Hair", "vertices": 12}])
        frames = len(s["input_values"])
        self.assertGreater(frames, 300)
        for name in ("rig", "simulated"):
            self.assertEqual({len(row) for row in s[name]}, {24})
            self.assertEqual(len(s[name]), frames)
        self.assertEqual(len(s["frame_angle"]), frames)
        self.assertEqual(s["bodies"][0]["frame_angle"], s["frame_angle"])

    def test_rig_rows_are_what_eval_says_of_the_same_values(self):
        s = self.simulate(*HAIR, "--clip", "step:ParamAngleX")
        canvas = self.check(yure("info", self.model, "--json"), 0).json()["canvas"]
        unit = canvas["pixels_per_unit"]
        chosen = range(0, len(s["rig"]), 37)
        poses = self.folder / "poses.json"
        poses.write_text(json.dumps({"poses": [{"values": dict(zip(s["input_ids"], s["input_values"][f]))} for f in chosen]}))
        evaluated = self.check(yure("eval", self.model, "--poses", poses), 0).json()
        hair = evaluated["drawables"].index("Hair")
        for f, pose in zip(chosen, evaluated["poses"]):
            p = pose["drawables"][hair]["p"]
            for i in range(12):
                self.assertAlmostEqual(s["rig"][f][2 * i], p[2 * i] * unit + canvas["origin"][0], delta=1e-3)
                self.assertAlmostEqual(s["rig"][f][2 * i + 1], canvas["origin"][1] - p[2 * i + 1] * unit, delta=1e-3)

    def test_pins_stay_on_the_rig_and_tips_swing_and_come_home(self):
        s = self.simulate(*HAIR, "--clip", "step:ParamAngleX")

        def apart(f, vertex):
            return max(abs(s["rig"][f][2 * vertex + k] - s["simulated"][f][2 * vertex + k]) for k in (0, 1))

        frames = range(len(s["rig"]))
        self.assertLess(max(apart(f, v) for f in frames for v in (0, 1)), 0.02)
        self.assertGreater(max(apart(f, v) for f in frames for v in (10, 11)), 2.0)
        self.assertLess(max(apart(0, v) for v in range(12)), 1e-3)
        self.assertLess(max(apart(len(s["rig"]) - 1, v) for v in range(12)), 1.0)

    def test_same_bytes_for_any_number_of_threads_and_other_motions_for_another_seed(self):
        for threads in (1, 2):
            self.simulate(*HAIR, "--clip", "drags", "--threads", threads, out=f"{threads}.json")
        self.assertEqual((self.folder / "1.json").read_bytes(), (self.folder / "2.json").read_bytes())
        other = self.simulate(*HAIR, "--clip", "drags", "--clip-seed", 7, out="7.json")
        self.assertNotEqual(other["input_values"], json.loads((self.folder / "1.json").read_text())["input_values"])

    def test_motion_by_name_is_the_motion_of_curve(self):
        s = self.simulate(*HAIR, "--motion", "idle")
        curve = self.check(yure("curve", self.model, "idle", "--fps", "60"), 0).json()
        self.assertIn("ParamAngleX", s["input_ids"])
        column = s["input_ids"].index("ParamAngleX")
        there = [c[1] for c in curve["curves"]].index("ParamAngleX")
        # The table of `curve` adds frame times up as a player does; here a frame's time is its number / 60.
        for f, values in enumerate(s["input_values"]):
            self.assertAlmostEqual(values[column], curve["values"][f][there], delta=1e-3)

    def test_two_bodies_stand_one_after_the_other_and_do_not_disturb_each_other(self):
        both = self.simulate("--inputs", "ParamAngleX", "--body", "face=Face", "--kind", "cloth", "--body", "hair=Hair",
                             "--clip", "step:ParamAngleX", out="both.json")
        alone = self.simulate(*HAIR, "--clip", "step:ParamAngleX", out="alone.json")
        self.assertEqual([b["id"] for b in both["bodies"]], ["face", "hair"])
        self.assertEqual([m["id"] for m in both["meshes"]], ["Face", "Hair"])
        first = 2 * both["meshes"][0]["vertices"]
        self.assertEqual([row[first:] for row in both["simulated"]], alone["simulated"])

    def test_the_old_swing_rests_unless_it_is_kept(self):
        rest = self.simulate(*HAIR, "--clip", "step:ParamAngleX", out="rest.json")
        kept = self.simulate(*HAIR, "--keep-physics", "--clip", "step:ParamAngleX", out="kept.json")
        self.assertEqual(rest["input_ids"], ["ParamAngleX"])
        self.assertEqual(sorted(kept["input_ids"]), ["ParamAngleX", "ParamHair"])
        self.assertNotEqual(rest["rig"], kept["rig"])

    def test_pictures_show_the_model_and_move(self):
        pictures = self.folder / "pictures"
        run = yure("simulate", self.model, *HAIR, "--clip", "step:ParamAngleX", "--out", self.folder / "f.json", "--png", pictures,
                   "--png-size", 64, "--png-every", 20, "--json")
        if run.code == 1 and "EGL" in run.err:
            self.skipTest(run.err.strip())
        told = self.check(run, 0).json()
        files = {name: data for name, data in tree(pictures).items() if name.endswith(".png")}
        self.assertEqual(len(files), told["pictures"])
        self.assertEqual(len(files), -(-told["frames"] // 20))
        width, height, rows = png_pixels(files["frame_0000.png"])
        self.assertEqual((width, height), (64, 64))
        self.assertGreater(sum(row[i] > 0 for row in rows for i in range(3, len(row), 4)), 64)
        self.assertNotEqual(files["frame_0000.png"], files["frame_0020.png"])
        self.check(yure("simulate", self.model, *HAIR, "--clip", "shake", "--out", self.folder / "g.json", "--png", pictures), 1)
        self.assertFalse((self.folder / "g.json").exists())
        self.assertEqual(self.leftovers(), [])

    def test_errors_say_what_there_is(self):
        for words, code, hint in [
            ([*HAIR, "--clip", "dance"], 2, "step:ParamAngleX"),
            ([*HAIR], 2, "--clip"),
            ([*HAIR, "--clip", "shake", "--motion", "idle"], 2, "--motion"),
            ([*HAIR, "--motion", "absent"], 1, "absent"),
            (["--clip", "shake"], 2, "--body"),
            (["--body", "hair=Wig", "--clip", "shake"], 2, "Wig"),
            (["--body", "hair", "--clip", "shake"], 2, "NAME=MESH"),
            ([*HAIR, "--material", "wood", "--clip", "shake"], 2, "cotton"),
            ([*HAIR, "--material", "goal=high", "--clip", "shake"], 2, "goal=high"),
            ([*HAIR, "--pins", "bottom", "--clip", "shake"], 2, "top"),
            ([*HAIR, "--pins", "group:pins", "--clip", "shake"], 2, "project"),
        ]:
            run = self.simulate(*words, code=code)
            self.assertIn(hint, run.err, words)
            self.assertFalse((self.folder / "f.json").exists())

    def test_an_existing_table_is_kept_without_force(self):
        (self.folder / "f.json").write_text("mine")
        self.check(yure("simulate", self.model, *HAIR, "--clip", "shake", "--out", self.folder / "f.json"), 1)
        self.assertEqual((self.folder / "f.json").read_text(), "mine")
        self.check(yure("simulate", self.model, *HAIR, "--clip", "shake", "--out", self.folder / "f.json", "--force"), 0)

    @needs_shared("models/Hiyori/Hiyori.moc3")
    def test_hiyoris_back_hair_follows_within_its_own_length(self):
        parts = json.loads((SHARED / "reference/benchmark-parts.json").read_text())["parts"]
        meshes = next(part["meshes"] for part in parts if part["name"] == "hiyori_back")
        out = self.folder / "hiyori.json"
        self.check(yure("simulate", SHARED / "models/Hiyori", "--body", "hair=" + ",".join(meshes), "--clip", "tracking", "--out", out), 0)
        s = json.loads(out.read_text())
        apart = [max(abs(a - b) for a, b in zip(r, q)) for r, q in zip(s["rig"], s["simulated"])]
        self.assertGreater(max(apart), 3.0)
        self.assertLess(max(apart), 1500.0)


class Try(ModelTest):
    def test_each_end_of_each_input_is_tried_and_comes_home(self):
        told = self.check(yure("try", self.model, *HAIR, "--json", "--release", 4), 0).json()
        body = told["bodies"][0]
        self.assertEqual([(t["input"], t["value"]) for t in body["trials"]], [("ParamAngleX", 30), ("ParamAngleX", -30)])
        for trial in body["trials"]:
            self.assertGreater(trial["reach_px"], 1)
            self.assertGreater(trial["peak_px"], 1)
            self.assertEqual(trial["peak_mesh"], "Hair")
            self.assertLess(trial["drift_px"], 1)
            self.assertLess(trial["stretch"], 0.05)
        self.assertEqual(body["peak_px"], max(t["peak_px"] for t in body["trials"]))
        self.assertEqual(body["rest_drift_px"], max(t["drift_px"] for t in body["trials"]))

    def test_reach_is_how_far_the_rig_goes(self):
        trial = self.check(yure("try", self.model, *HAIR, "--json"), 0).json()["bodies"][0]["trials"][0]
        poses = self.folder / "poses.json"
        poses.write_text('{"poses":[{"values":{}},{"values":{"ParamAngleX":30}}]}')
        evaluated = self.check(yure("eval", self.model, "--poses", poses), 0).json()
        unit = self.check(yure("info", self.model, "--json"), 0).json()["canvas"]["pixels_per_unit"]
        hair = evaluated["drawables"].index("Hair")
        rest, turned = (pose["drawables"][hair]["p"] for pose in evaluated["poses"])
        far = max(((turned[i] - rest[i]) ** 2 + (turned[i + 1] - rest[i + 1]) ** 2) ** 0.5 for i in range(0, len(rest), 2))
        self.assertAlmostEqual(trial["reach_px"], far * unit, delta=0.01)

    def test_wind_is_a_trial_of_its_own_and_blows_where_it_should(self):
        body = self.check(yure("try", self.model, *HAIR, "--wind", "-1500,0", "--json"), 0).json()["bodies"][0]
        wind = body["trials"][-1]
        self.assertEqual((wind["input"], wind["reach_px"]), ("wind", 0))
        self.assertGreater(wind["held_px"], 1)
        self.assertLess(wind["drift_px"], wind["held_px"])

    def test_hints_name_the_setting(self):
        def hints(*words):
            told = self.check(yure("try", self.model, *HAIR, *words, "--json"), 0).json()
            return {h["setting"] for h in told["bodies"][0]["hints"]}

        pins = self.folder / "pins.json"
        pins.write_text(json.dumps({"Hair": [0] * 12}))
        self.assertEqual(hints("--pins", f"file:{pins}"), {"pins"})
        pins.write_text(json.dumps({"Hair": [1] * 12}))
        self.assertIn("goal", hints("--pins", f"file:{pins}"))  # nothing can move
        self.assertIn("damping", hints("--material", "damping=0,goal=0.02", "--release", 0.5))
        self.assertIn("--inputs", hints("--inputs", "ParamAngleX,ParamEyeLOpen"))

    def test_it_writes_nothing(self):
        before = tree(self.folder)
        self.check(yure("try", self.model, *HAIR, cwd=self.folder), 0)
        self.assertEqual(tree(self.folder), before)

    def test_text_has_a_line_a_trial(self):
        run = self.check(yure("try", self.model, *HAIR), 0)
        self.assertEqual(run.text.count("ParamAngleX"), 2 + sum("ParamAngleX" in line for line in run.text.splitlines() if "hint" in line))

    def test_options_out_of_range_are_exit_2(self):
        for words, hint in [(["--hold", 0], "--hold"), (["--release", 31], "--release"), (["--wind", "fast"], "--wind"),
                            (["--wind", "1,1e9"], "--wind"), (["--wind", "1"], "--wind")]:
            self.assertIn(hint, self.check(yure("try", self.model, *HAIR, *words), 2).err)


class Scenes(ModelTest):
    def test_a_scene_gives_pictures_and_positions(self):
        out = self.folder / "scene"
        told = self.check(yure("demo", "--scene", "capsule_sweep", "--out", out, "--png-every", 120, "--png-size", 200, "--json"), 0).json()
        table = json.loads((out / "positions.json").read_text())
        vertices = sum(mesh["vertices"] for mesh in table["meshes"])
        self.assertEqual(told["vertices"], vertices)
        for name in ("rig", "simulated"):
            self.assertEqual(len(table[name]), told["frames"])
            self.assertEqual({len(row) for row in table[name]}, {2 * vertices})
        apart = max(max(abs(a - b) for a, b in zip(r, s)) for r, s in zip(table["rig"], table["simulated"]))
        self.assertGreater(apart, 20)  # the arm pushes the sheet aside
        self.assertLessEqual(apart, told["farthest_px"])
        pictures = sorted(out.glob("frame_*.png"))
        self.assertEqual([p.name for p in pictures], [f"frame_{f:04d}.png" for f in range(0, told["frames"], 120)])
        self.assertEqual(len(pictures), told["pictures"])
        shown = [png_pixels(p.read_bytes()) for p in pictures]
        self.assertEqual({(w, h) for w, h, _ in shown}, {shown[0][:2]})
        self.assertGreater(len({bytes(b"".join(rows)) for _, _, rows in shown}), 1)

    def test_scenes_are_listed_and_an_unknown_one_names_them(self):
        listed = self.check(yure("demo", "--scene", "list", "--json"), 0).json()["scenes"]
        self.assertGreaterEqual(len(listed), 12)
        err = self.check(yure("demo", "--scene", "nonsense"), 2).err
        for scene in listed:
            self.assertTrue(scene["what"])
            self.assertIn(scene["name"], err)

    def test_a_folder_that_is_there_is_kept(self):
        out = self.folder / "scene"
        out.mkdir()
        (out / "mine.txt").write_text("mine")
        self.check(yure("demo", "--scene", "strip", "--out", out), 1)
        self.assertEqual(tree(out), {"mine.txt": b"mine"})


if __name__ == "__main__":
    unittest.main()
