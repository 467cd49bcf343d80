"""The report page in a real browser: it opens from the disk, plays, and answers to every control without a complaint.

Needs Chromium; says so and does nothing where there is none.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from browser import Browser, find_browser

YURE, SMALL_MODEL = os.environ["YURE"], os.environ["YURE_SMALL_MODEL"]
NO_WEBGL = """const known = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind.startsWith("webgl") ? null : known.call(this, kind, ...rest); };"""
STAGE = "document.querySelector('canvas.stage').toDataURL().length + document.querySelector('canvas.stage').toDataURL().slice(-4000)"


def yure(*words):
    return subprocess.run([YURE, *map(str, words)], capture_output=True, text=True, timeout=600)


class ReportPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="yure-page-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        subprocess.run([SMALL_MODEL, cls.folder / "small"], check=True)
        made = yure("bake", cls.folder / "small", "--quality", "classic", "--body", "hair=Hair", "--inputs", "ParamAngleX", "--out", cls.folder / "bake")
        assert made.returncode == 0, made.stderr
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def open(self, path=None, width=1000, height=700):
        browser = self.browser
        browser.said, browser.faults, browser.requests = [], [], []
        browser.size(width, height)
        browser.open((path or self.folder / "bake/report.html").as_uri())
        browser.wait_for("document.documentElement?.dataset.ready === 'yes' && document.readyState === 'complete'")
        self.addCleanup(self.check_quiet)
        return browser

    def check_quiet(self):
        self.assertEqual((self.browser.said, self.browser.faults), ([], []))
        self.assertEqual([r for r in self.browser.requests if not r.startswith(("file:", "data:", "blob:", "about:"))], [])

    def text(self, selector):
        return self.browser.run(f"document.querySelector({json.dumps(selector)}).textContent")

    def click(self, selector):
        self.browser.run(f"document.querySelector({json.dumps(selector)}).click()")

    def pause_at(self, frame):
        self.browser.run("if (document.querySelector('#play').textContent !== '▶') document.querySelector('#play').click()")
        self.browser.run(f"{{ const scrub = document.querySelector('#scrub'); scrub.value = {frame}; scrub.dispatchEvent(new Event('input')); }}")

    def test_it_opens_with_the_verdict_and_asks_nothing_of_the_network(self):
        self.open()
        report = json.loads((self.folder / "bake/report.json").read_text())
        self.assertIn(report["model"], self.text("h1"))
        self.assertEqual(self.browser.run("document.querySelectorAll('.body-card').length"), len(report["bodies"]))
        first = report["bodies"][0]["verdict"]["text"].split(";")[0]
        self.assertIn(first.lower(), self.text(".verdict").lower())
        self.assertEqual(self.browser.run("document.querySelectorAll('.body-card .band').length"), 4)
        rows = self.browser.run("document.querySelectorAll('#clips-table tbody tr').length")
        self.assertEqual(rows, sum(len(body["clips"]) for body in report["bodies"]))

    def test_one_of_anything_is_not_called_by_its_plural(self):
        self.open()
        self.assertTrue(self.text("#subtitle").startswith("1 body ·"), self.text("#subtitle"))
        page = self.browser.run("document.body.innerText")
        self.assertFalse("|" in page, "a word's forms are shown instead of one of them")
        self.assertRegex(page, r"2 parameters, \d+ keyforms \(.*\) and 1 pendulum group;")

    def test_it_plays_on_its_own_and_starts_with_the_clip_that_looks_worst(self):
        browser = self.open()
        worst = json.loads((self.folder / "bake/report.json").read_text())["bodies"][0]["worst_clip"]
        self.assertEqual(browser.run("document.querySelector('#clip-list [aria-selected=true]').dataset.clip"), worst)
        browser.run("document.querySelector('#playback').scrollIntoView()")  # out of sight it waits
        before = float(browser.run("document.querySelector('#scrub').value"))
        browser.wait_for(f"Number(document.querySelector('#scrub').value) !== {before}")
        self.pause_at(0)
        still = browser.run(STAGE)
        self.assertEqual(browser.run("document.querySelector('canvas.stage').dataset.painter"), "WebGL")
        self.pause_at(12)
        self.assertNotEqual(browser.run(STAGE), still)
        halves = browser.run("""(() => {
          const from = document.querySelector('canvas.stage'), sheet = document.createElement('canvas');
          sheet.width = from.width; sheet.height = from.height;
          const pen = sheet.getContext('2d'); pen.drawImage(from, 0, 0);
          return [0, from.width / 2].map((x) => pen.getImageData(x, 0, from.width / 2, from.height).data.filter((v, k) => k % 4 === 3 && v > 0).length);
        })()""")
        self.assertTrue(all(count > 500 for count in halves), halves)

    def test_clips_modes_views_and_speed_can_be_chosen(self):
        browser = self.open()
        self.pause_at(12)
        pictures = [browser.run(STAGE)]
        for button in ("#modes [data-value=ghost]", "#modes [data-value=error]", "#views [data-value=whole]"):
            self.click(button)
            pictures.append(browser.run(STAGE))
        self.assertEqual(len(set(pictures)), len(pictures))
        clips = browser.run("[...document.querySelectorAll('#clip-list button')].map((b) => b.dataset.clip)")
        other = next(clip for clip in clips if clip != browser.run("document.querySelector('#clip-list [aria-selected=true]').dataset.clip"))
        length = browser.run("document.querySelector('#scrub').max")
        for clip in clips:
            self.click(f"#clip-list [data-clip='{clip}']")
            browser.wait_for(f"document.querySelector('#clip-list [aria-selected=true]').dataset.clip === {json.dumps(clip)}")
        self.assertIn(other, clips)
        browser.wait_for("document.querySelector('.tips path.baked') !== null")
        self.assertNotEqual((browser.run("document.querySelector('#scrub').max"), clips[-1]), (length, None))
        self.click("#speeds [data-value='2']")
        self.assertEqual(browser.run("document.querySelector('#speeds [aria-pressed=true]').dataset.value"), "2")

    def test_three_languages_and_both_themes(self):
        browser = self.open()
        titles, missing = set(), browser.run("[...document.querySelectorAll('main *')].filter((e) => !e.children.length && /^[a-z]+_[a-z_0-9]+$/.test(e.textContent)).map((e) => e.textContent)")
        self.assertEqual([text for text in missing if not text.startswith("motion")], [])
        for language, word in (("zh", "烘焙报告"), ("ja", "ベイクレポート"), ("en", "Bake report")):
            self.click(f"#languages [data-value={language}]")
            self.assertIn(word, self.text("h1"))
            titles.add(self.text("#verdicts h2") + self.text("#clips h2") + self.text("#modes button"))
        self.assertEqual(len(titles), 3)
        seen = {}
        for _ in range(3):
            self.click("#theme")
            seen[browser.run("document.documentElement.dataset.theme")] = browser.run("getComputedStyle(document.body).backgroundColor")
        self.assertEqual(set(seen), {"auto", "light", "dark"})
        self.assertNotEqual(seen["light"], seen["dark"])
        browser.dark(True)
        self.assertEqual(browser.run("getComputedStyle(document.body).backgroundColor"), seen["dark"])
        browser.dark(False)

    def test_the_table_sorts_and_leaves_as_csv(self):
        browser = self.open()
        column = "[...document.querySelectorAll('#clips-table tbody tr')].map((r) => r.dataset.clip)"
        original = browser.run(column)
        self.click("#clips-table [data-column=r2]")
        upwards = browser.run(column)
        self.click("#clips-table [data-column=r2]")
        clips = {clip["clip"]: clip["r2"] for clip in json.loads((self.folder / "bake/report.json").read_text())["bodies"][0]["clips"]}
        self.assertEqual([clips[clip] for clip in upwards], sorted(clips[clip] for clip in original))
        self.assertEqual([clips[clip] for clip in browser.run(column)], sorted((clips[clip] for clip in original), reverse=True))
        csv = browser.run("""(async () => {
          const known = URL.createObjectURL; let saved; URL.createObjectURL = (blob) => { saved = blob; return known.call(URL, blob); };
          const follow = HTMLAnchorElement.prototype.click; HTMLAnchorElement.prototype.click = () => {};
          document.querySelector('#csv').click();
          URL.createObjectURL = known; HTMLAnchorElement.prototype.click = follow;
          return saved.text();
        })()""")
        lines = csv.strip().split("\r\n")
        self.assertEqual(lines[0].split(",")[:4], ["body", "clip", "simulated_px", "r2"])
        self.assertEqual(len(lines), 1 + len(original))

    def test_nothing_sticks_out_on_a_phone(self):
        for width in (320, 390, 820):
            browser = self.open(width=width, height=780)
            self.assertLessEqual(browser.run("document.documentElement.scrollWidth"), width)

    def test_without_webgl_a_plain_canvas_draws_the_same(self):
        with Browser() as browser:
            browser.before_every_page(NO_WEBGL)
            browser.size(800, 700)
            browser.open((self.folder / "bake/report.html").as_uri())
            browser.wait_for("document.documentElement?.dataset.ready === 'yes'")
            self.assertEqual(browser.run("document.querySelector('canvas.stage').dataset.painter"), "Canvas")
            pictures = set()
            for mode in ("side", "ghost", "error"):
                browser.run(f"document.querySelector('#modes [data-value={mode}]').click()")
                pictures.add(browser.run(STAGE))
            self.assertEqual(len(pictures), 3)
            self.assertEqual((browser.said, browser.faults), ([], []))

    def test_names_from_a_file_are_text_and_never_markup(self):
        bad = self.folder / "hostile"
        shutil.copytree(self.folder / "bake", bad)
        report = json.loads((bad / "report.json").read_text())
        name = "</script><img src=x onerror=\"document.title='owned'\"><!--"
        report["model"] = report["bodies"][0]["name"] = report["bodies"][0]["clips"][0]["clip"] = name
        report["notices"].append({"where": name, "what": name})
        (bad / "report.json").write_text(json.dumps(report))
        made = yure("report", bad, "--out", self.folder / "hostile.html")
        self.assertEqual(made.returncode, 0, made.stderr)
        browser = self.open(self.folder / "hostile.html")
        self.assertIn(name, browser.run("document.title"))
        self.assertIn(name, self.text("h1"))
        self.assertEqual(browser.run("document.querySelectorAll('img').length"), 0)

    def test_without_a_recording_or_with_a_damaged_one_the_figures_are_still_there(self):
        for label, change in (("absent", None), ("damaged", lambda replay: replay.update(data=replay["data"][:200])), ("odd", lambda replay: replay["meshes"][0]["uv"].update(at=10**9))):
            place = self.folder / label
            shutil.copytree(self.folder / "bake", place)
            if change is None:
                (place / "replay.json").unlink()
            else:
                replay = json.loads((place / "replay.json").read_text())
                change(replay)
                (place / "replay.json").write_text(json.dumps(replay))
            self.assertEqual(yure("report", place, "--out", self.folder / f"{label}.html").returncode, 0)
            browser = self.open(self.folder / f"{label}.html")
            self.assertEqual(browser.run("document.querySelectorAll('.body-card').length"), 1)
            self.assertFalse(browser.run("document.querySelector('#playback .notice').hidden"))
            browser.said = [line for line in browser.said if "replay cannot be played" not in line]


if __name__ == "__main__":
    if find_browser() is None:
        print("skipped: there is no Chromium on this machine (apt-get install chromium); 0 tests of the report page ran")
        sys.exit(0)
    unittest.main(verbosity=1)
