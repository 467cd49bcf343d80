"""`report`, and what a bake leaves for it: the page, its documents, and the schema that documents promise to keep."""
import base64
import json
import unittest
import zlib
from pathlib import Path

from harness import ModelTest, yure

try:
    import jsonschema
except ImportError:
    jsonschema = None

SCHEMA = Path(__file__).resolve().parents[2] / "docs/report.schema.json"
BODY = ["--quality", "classic", "--body", "hair=Hair", "--inputs", "ParamAngleX"]


def unpack(text):
    """Steps of a packed text (docs/reports.md): low bytes, then high bytes."""
    planes = zlib.decompress(base64.b64decode(text))
    half = len(planes) // 2
    return [planes[i] | planes[half + i] << 8 for i in range(half)]


def table(steps, place):
    """Rows of a table: differences added up, 16 bits, times the scale."""
    rows, at = [], place["at"]
    for _ in range(place["rows"]):
        value, row = 0, []
        for step in steps[at : at + place["columns"]]:
            value = (value + step) & 0xFFFF
            row.append((value - 0x10000 if value >= 0x8000 else value) * place["scale"])
        rows.append(row)
        at += place["columns"]
    return rows


class Report(ModelTest):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"
        self.check(yure("bake", self.model, *BODY, "--out", self.out), 0)

    @unittest.skipIf(jsonschema is None, "python3-jsonschema is not installed")
    def test_report_json_keeps_its_schema(self):
        schema = json.loads(SCHEMA.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        report = json.loads((self.out / "report.json").read_text())
        self.assertEqual([f"{list(e.absolute_path)}: {e.message}" for e in validator.iter_errors(report)], [])
        report["bodies"][0]["clips"][0]["right"] = "yes"
        del report["bodies"][0]["verdict"]
        self.assertEqual(len(list(validator.iter_errors(report))), 2)

    def test_the_parts_of_the_error_add_up_to_what_is_lost(self):
        body = json.loads((self.out / "report.json").read_text())["bodies"][0]
        shares = ("error_shape", "error_dynamics", "error_static", "error_rest")
        explained = [clip for clip in body["clips"] if clip["error_shape"] is not None]
        self.assertGreater(len(explained), 3)
        for clip in explained:
            self.assertAlmostEqual(sum(clip[share] for share in shares) / (1 - clip["r2"]), 1, delta=0.01, msg=clip["clip"])
        self.assertAlmostEqual(sum(body["summary"][share] for share in shares), 1 - body["summary"]["r2_10px"], delta=0.01)

    def test_the_replay_holds_what_was_measured(self):
        replay = json.loads((self.out / "replay.json").read_text())
        report = json.loads((self.out / "report.json").read_text())["bodies"][0]
        self.assertEqual(replay["format"], "yure-replay/1")
        self.assertEqual(sorted(clip["id"] for clip in replay["clips"]), sorted(clip["clip"] for clip in report["clips"]))
        steps = unpack(replay["data"])
        shapes = {name: table(steps, replay["bodies"][0][name]) for name in ("simulated", "baked")}
        for clip in replay["clips"]:
            body, moving = clip["bodies"][0], unpack(clip["data"])
            metrics = next(m for m in report["clips"] if m["clip"] == clip["id"])
            if metrics["simulated_px"] < 10:
                continue
            frames = {}
            for name in ("simulated", "baked"):
                shares = table(moving, body[name])
                frames[name] = [[sum(share[f] * shape[c] for share, shape in zip(shares, shapes[name])) for c in range(len(shapes[name][0]))] for f in range(clip["frames"])]
            energy = sum(v * v for row in frames["simulated"] for v in row)
            error = sum((a - b) ** 2 for s, b_ in zip(frames["simulated"], frames["baked"]) for a, b in zip(s, b_))
            self.assertAlmostEqual(1 - error / energy, metrics["r2"], delta=0.03, msg=clip["id"])

    def test_the_page_is_made_anew_from_the_folder_and_is_the_same(self):
        page = self.folder / "again.html"
        self.check(yure("report", self.out, "--out", page), 0)
        self.assertEqual(page.read_bytes(), (self.out / "report.html").read_bytes())
        self.assertIn("--force", self.check(yure("report", self.out, "--out", page), 1).err)
        run = self.check(yure("report", self.out, "--out", page, "--force", "--json"), 0)
        self.assertEqual(run.json(), {"report": str(page), "bytes": page.stat().st_size})
        self.assertEqual(self.check(yure("report", self.out, "--out", "-"), 0).out, page.read_bytes())

    def test_the_page_asks_nothing_of_anybody(self):
        text = (self.out / "report.html").read_text("utf-8")
        for word in ("<link", " src=\"http", "@import", "url(", "fetch(", "XMLHttpRequest"):
            self.assertNotIn(word, text)
        self.assertIn("default-src 'none'", text)

    def test_a_size_is_kept_and_a_language_chosen(self):
        small = self.folder / "small.html"
        self.check(yure("report", self.out, "--out", small, "--size", "0.5", "--language", "ja"), 0)
        self.assertLessEqual(small.stat().st_size, 512 * 1024)
        self.assertIn('data-language="ja"', small.read_text("utf-8"))
        self.check(yure("report", self.out, "--out", small, "--language", "xx"), 2)

    def test_what_is_no_bake_is_refused_with_the_reason(self):
        self.assertIn("report.json", self.check(yure("report", self.model, "--out", self.folder / "x.html"), 1).err)
        (self.out / "report.json").write_text('{"format": "yure-report/9"}')
        self.assertIn("yure-report/9", self.check(yure("report", self.out, "--out", self.folder / "x.html"), 3).err)
        (self.out / "report.json").write_text("{")
        self.check(yure("report", self.out, "--out", self.folder / "x.html"), 3)
        self.assertFalse((self.folder / "x.html").exists())


if __name__ == "__main__":
    unittest.main()
