"""Every verb but `bake`: results, errors, exit codes, and what goes where."""
import json
import unittest

from harness import ModelTest, tree, yure

VERBS = ["bake", "check", "curve", "demo", "eval", "info", "play", "rewrite"]


class Program(ModelTest):
    def test_help_lists_the_verbs_and_version_prints_it(self):
        run = self.check(yure("--help"), 0)
        for verb in VERBS:
            self.assertIn(f"\n  {verb} ", run.text)
            self.check(yure(verb, "--help"), 0)
        self.assertRegex(self.check(yure("--version"), 0).text, r"^yure \d+\.\d+\.\d+\nbuilt from .* by (GCC|Clang) ")
        self.assertIn("help", self.check(yure("--help", "--json"), 0).json())
        self.assertIn("version", self.check(yure("--json", "--version"), 0).json())

    def test_a_wrong_command_line_is_exit_2_with_a_way_out(self):
        for words, hint in [([], "verb"), (["inof"], "did you mean info?"), (["info"], "MODEL"), (["info", "x", "--quite"], "did you mean --quiet?"),
                            (["rewrite", "a", "--out"], "--out"), (["curve", "a", "b", "--fps", "fast"], "fast"), (["play"], "--case"),
                            (["play", "m", "--motion", "x"], "--fps"), (["check", "a", "--budget", "tiny"], "free, phone")]:
            run = self.check(yure(*words), 2)
            self.assertEqual(run.text, "")
            self.assertIn(hint, run.err, words)
            as_json = self.check(yure(*words, "--json"), 2).json()
            self.assertEqual(list(as_json), ["error"])
            self.assertEqual(list(as_json["error"]), ["where", "what"])

    def test_json_means_one_document_on_stdout_for_success_and_failure(self):
        poses = self.folder / "poses.json"
        poses.write_text('{"poses":[{"values":[0,0,1]}]}')
        calls = [(0, ["info", self.model]), (0, ["check", self.model]), (0, ["rewrite", self.model / "Small.moc3", "--out", self.folder / "b.moc3"]),
                 (0, ["eval", self.model, "--poses", poses]), (0, ["play", self.model, "--motion", "idle", "--fps", "60"]),
                 (0, ["curve", self.model, "idle", "--fps", "30"]),
                 (1, ["info", self.folder / "absent"]), (1, ["check", self.folder / "absent"]), (1, ["rewrite", "absent", "--out", "b"]),
                 (1, ["eval", self.model, "--poses", "absent"]), (1, ["play", "--case", "absent"]), (1, ["curve", self.model, "absent", "--fps", "30"]),
                 (3, ["info", self.folder]), (3, ["rewrite", poses, "--out", "b"])]
        for code, words in calls:
            document = self.check(yure(*words, "--json"), code).json()
            self.assertEqual("error" in document, code != 0, words)

    def test_global_options_may_stand_before_or_behind_the_verb(self):
        self.assertEqual(yure("--json", "info", self.model).json(), yure("info", "--json", self.model).json())
        loud = yure("info", self.model, "--verbose")
        self.assertIn("ParamAngleX", loud.text)
        (self.model / "Small.pose3.json").unlink()
        self.assertIn("pose", yure("info", self.model).err)
        self.assertEqual(yure("info", self.model, "--quiet").err, "")

    def test_output_has_no_escape_sequences_when_it_is_no_terminal(self):
        for words in (["info", self.model], ["check", self.model], ["--help"], ["inof"]):
            run = yure(*words)
            self.assertNotIn("\x1b", run.text + run.err)


class Info(ModelTest):
    def test_counts(self):
        info = self.check(yure("info", self.model, "--json"), 0).json()
        self.assertEqual((info["meshes"], info["vertices"], info["triangles"], info["parameters"], info["deformers"], info["parts"]), (3, 20, 14, 3, 0, 2))
        self.assertEqual(info["moc3"]["version_name"], "4.0")
        self.assertEqual((info["physics"]["groups"], info["physics"]["inputs"], info["physics"]["fps"]), (1, 1, 60))
        self.assertEqual([m["id"] for m in info["mesh_list"]], ["Face", "Hair", "Back"])
        self.assertEqual(info["parameter_list"][0], {"id": "ParamAngleX", "min": -30, "default": 0, "max": 30})

    def test_a_model_is_a_folder_a_model3_or_a_moc3(self):
        for path in (self.model, self.model / "Small.model3.json", self.model / "Small.moc3"):
            self.assertEqual(yure("info", path, "--json").json()["meshes"], 3)
        (self.model / "Second.model3.json").write_text("{}")
        run = self.check(yure("info", self.model), 3)
        self.assertIn("Second.model3.json, Small.model3.json", run.err)

    def test_a_broken_moc3_is_exit_3_and_names_the_place(self):
        moc = self.model / "Small.moc3"
        moc.write_bytes(moc.read_bytes()[:200])
        self.assertIn("Small.moc3", self.check(yure("info", self.model), 3).err)
        self.check(yure("info", self.folder / "absent"), 1)


class Check(ModelTest):
    def test_sound_is_0_warnings_are_0_errors_are_3(self):
        self.assertEqual(self.check(yure("check", self.model), 0).text,
                         "drawing  3 meshes, 0 switches of state (texture 0, blending 0, masks 0), 0 mask sets\n0 errors, 0 warnings\n")
        self.assertEqual(self.check(yure("check", self.model, "--json"), 0).json()["drawing"]["drawn"], 3)
        self.change("Small.physics3.json", lambda d: d["Meta"].pop("Fps"))
        self.assertIn("warning  Small.physics3.json /Meta/Fps", self.check(yure("check", self.model), 0).text)
        self.change("Small.physics3.json", lambda d: d["Meta"].update(VertexCount=9))
        run = self.check(yure("check", self.model, "--json"), 3).json()
        self.assertEqual((run["errors"], run["warnings"]), (1, 1))
        finding = run["findings"][0]
        self.assertEqual((finding["level"], finding["file"], finding["pointer"], finding["expected"], finding["found"]),
                         ("error", "Small.physics3.json", "/Meta/VertexCount", 2, 9))

    def test_repair_makes_a_new_sound_folder_and_leaves_the_old_one(self):
        self.change("motions/idle.motion3.json", lambda d: d["Meta"].update(TotalPointCount=1000000000))
        before = tree(self.model)
        run = self.check(yure("check", self.model, "--repair", self.folder / "mended", "--json"), 0).json()
        self.assertEqual(run["errors"], 1)
        self.assertEqual(run["repair"]["errors"], 0)
        self.assertEqual(len(run["repair"]["done"]), 1)
        self.check(yure("check", self.folder / "mended"), 0)
        self.assertEqual(tree(self.model), before)
        self.check(yure("check", self.model, "--repair", self.folder / "mended"), 3)  # it is there already
        self.check(yure("check", self.model, "--repair", self.folder / "mended", "--force"), 0)
        (self.folder / "mended/mine.txt").write_text("keep me")
        self.check(yure("check", self.model, "--repair", self.folder / "mended", "--force"), 3)
        self.assertEqual((self.folder / "mended/mine.txt").read_text(), "keep me")
        self.assertEqual(self.leftovers(), [])

    def test_budgets(self):
        self.check(yure("check", self.model, "--budget", "free"), 0)
        self.check(yure("check", self.model, "--budget", "phone"), 0)
        budget = self.folder / "tiny.json"
        budget.write_text('{"name": "tiny", "limits": {"art_meshes": 2}}')
        self.assertIn("art meshes: 3, but the budget tiny allows 2", self.check(yure("check", self.model, "--budget", budget), 3).text)
        budget.write_text('{"limits": {"hats": 2}}')
        self.assertIn("hats", self.check(yure("check", self.model, "--budget", budget), 2).err)


class Rewrite(ModelTest):
    def test_unchanged_bytes_and_no_overwriting(self):
        source, target = self.model / "Small.moc3", self.folder / "copy.moc3"
        self.check(yure("rewrite", source, "--out", target), 0)
        self.assertEqual(target.read_bytes(), source.read_bytes())
        target.write_bytes(b"mine")
        self.assertIn("--force", self.check(yure("rewrite", source, "--out", target), 1).err)
        self.assertEqual(target.read_bytes(), b"mine")
        self.check(yure("rewrite", source, "--out", target, "--force"), 0)
        self.assertEqual(target.read_bytes(), source.read_bytes())

    def test_dash_is_standard_input_and_output(self):
        data = (self.model / "Small.moc3").read_bytes()
        self.assertEqual(self.check(yure("rewrite", "-", "--out", "-", stdin=data), 0).out, data)
        self.check(yure("rewrite", "-", "--out", "-", "--json", stdin=data), 2)


class Eval(ModelTest):
    def test_poses_by_list_by_name_and_from_standard_input(self):
        poses = {"poses": [{"values": [30, 0, 1]}, {"values": {"ParamAngleX": 30}}, {}]}
        run = self.check(yure("eval", self.model, "--poses", "-", stdin=json.dumps(poses).encode()), 0).json()
        self.assertEqual(run["drawables"], ["Face", "Hair", "Back"])
        self.assertEqual(run["poses"][0], run["poses"][1])
        turned, plain = run["poses"][0]["drawables"], run["poses"][2]["drawables"]
        self.assertAlmostEqual(turned[0]["p"][0] - plain[0]["p"][0], 0.15, places=6)
        self.assertEqual(turned[2], plain[2])
        self.assertEqual(set(plain[0]), {"p", "o", "d", "v", "m", "s"})
        self.assertEqual((plain[0]["o"], plain[0]["d"], plain[0]["v"], plain[0]["m"], plain[0]["s"]), (1, 500, 1, [1, 1, 1], [0, 0, 0]))
        self.assertEqual(sorted(run["poses"][0]["render_order"]), [0, 1, 2])

    def test_columns_are_named_by_the_file(self):
        poses = {"parameters": ["ParamHair", "ParamAngleX"], "parts": ["Part0"], "poses": [{"values": [0, 30], "part_opacities": [0.5]}]}
        run = self.check(yure("eval", self.model, "--poses", "-", stdin=json.dumps(poses).encode()), 0).json()
        self.assertEqual(run["poses"][0]["drawables"][0]["o"], 0.5)
        straight = yure("eval", self.model, "--poses", "-", stdin=b'{"poses":[{"values":{"ParamAngleX":30}}]}').json()
        self.assertEqual(run["poses"][0]["drawables"][0]["p"], straight["poses"][0]["drawables"][0]["p"])

    def test_wrong_poses_are_exit_3_with_a_pointer(self):
        for text, pointer in [("nonsense", "JSON"), ("{}", "/poses"), ('{"poses":[{"values":[1]}]}', "/poses/0/values"),
                              ('{"poses":[{"values":["a",0,0]}]}', "/poses/0/values/0"), ('{"poses":[{"values":{"Gone":1}}]}', "/poses/0/values/Gone"),
                              ('{"parameters":["Gone"],"poses":[]}', "/parameters/0"), ('{"poses":[{"part_opacities":[1]}]}', "/poses/0/part_opacities"),
                              ('{"poses":[{"values":[1e99,0,0]}]}', "/poses/0/values/0")]:
            self.assertIn(pointer, self.check(yure("eval", self.model, "--poses", "-", stdin=text.encode()), 3).err, text)


class Play(ModelTest):
    def case(self, **extra):
        document = {"physics3": "Small.physics3.json", "parameters": [{"id": "ParamAngleX", "min": -30, "max": 30, "default": 0},
                                                                   {"id": "ParamHair", "min": -1, "max": 1, "default": 0}],
                    "cases": [{"name": "step", "reset": "defaults", "dt": 1 / 60, "frames": 4, "input_ids": ["ParamAngleX"],
                               "input_values": [[0], [30], [30], [30]], "output_ids": ["ParamHair"]}]}
        document.update(extra)
        return document

    def test_a_case_file_names_its_physics_or_is_given_one(self):
        path = self.model / "case.json"
        path.write_text(json.dumps(self.case()))
        run = self.check(yure("play", "--case", path), 0).json()
        self.assertEqual((run["cases"][0]["name"], run["cases"][0]["output_ids"]), ("step", ["ParamHair"]))
        values = [row[0] for row in run["cases"][0]["output_values"]]
        self.assertEqual(len(values), 4)
        self.assertEqual(values[:2], [0, 0])
        self.assertLess(values[2], -0.3)
        lonely = self.folder / "case.json"
        lonely.write_text(json.dumps(self.case(physics3="gone.json")))
        self.assertIn("--physics", self.check(yure("play", "--case", lonely), 3).err)
        self.assertEqual(yure("play", "--case", lonely, "--physics", self.model / "Small.physics3.json").json(), run)
        inline = json.loads((self.model / "Small.physics3.json").read_text())
        lonely.write_text(json.dumps(self.case(physics3_inline=inline)))
        self.assertEqual(yure("play", "--case", lonely).json(), run)

    def test_a_motion_of_the_model_plays_through_its_physics(self):
        by_name = self.check(yure("play", self.model, "--motion", "idle", "--fps", 60), 0).json()
        self.assertEqual(by_name["cases"][0]["output_ids"], ["ParamHair"])
        # The first frame at or after 2 s; sums of 1/60 in single precision may fall just short of it.
        self.assertIn(len(by_name["cases"][0]["output_values"]), (121, 122))
        self.assertGreater(max(abs(row[0]) for row in by_name["cases"][0]["output_values"]), 0.05)
        by_path = yure("play", self.model, "--motion", self.model / "motions/idle.motion3.json", "--fps", 60).json()
        self.assertEqual(by_path["cases"][0]["output_values"], by_name["cases"][0]["output_values"])
        every = yure("play", self.model, "--motion", "Idle:0", "--fps", 60, "--all").json()["cases"][0]
        self.assertEqual(every["output_ids"], ["ParamAngleX", "ParamHair", "ParamEyeLOpen"])
        self.assertAlmostEqual(every["output_values"][60][0], 30, places=3)
        self.assertIn("idle", self.check(yure("play", self.model, "--motion", "walk", "--fps", 60), 1).err)
        self.check(yure("play", self.model, "--motion", "idle", "--fps", 0), 2)

    def test_wrong_cases_are_exit_3_with_a_pointer(self):
        path = self.model / "case.json"
        for change, pointer in [({"parameters": 3}, "/parameters"), ({"cases": [{"input_ids": ["Gone"]}]}, "/cases/0/input_ids/0"), ({"cases": {}}, "/cases")]:
            path.write_text(json.dumps(self.case(**change)))
            self.assertIn(pointer, self.check(yure("play", "--case", path), 3).err)


class Curve(ModelTest):
    def test_a_straight_line_is_sampled_where_it_is(self):
        run = self.check(yure("curve", self.model, "idle", "--fps", 4), 0).json()
        self.assertEqual(run["curves"], [["Parameter", "ParamAngleX", -30, 30]])
        self.assertEqual(run["time"], [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2])
        self.assertEqual([row[0] for row in run["values"]], [0, 7.5, 15, 22.5, 30, 22.5, 15, 7.5, 0])

    def test_a_loop_goes_round(self):
        run = self.check(yure("curve", self.model, "idle", "--fps", 30, "--loop", "--frames", 130), 0).json()
        self.assertEqual(len(run["values"]), 130)
        self.assertAlmostEqual(run["values"][61 + 30][0], 30, places=2)


if __name__ == "__main__":
    unittest.main(verbosity=1)
