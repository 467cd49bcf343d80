"""take_pictures.py BAKE: the pictures of docs/reports.md, from a folder that `./run demo` made. Needs Chromium and a font with Chinese and Japanese."""
import sys
import time
from pathlib import Path

from browser import Browser

IMAGES = Path(__file__).resolve().parents[2] / "docs/images"
# name, width, height, scale, language, theme, part of the page, script before the picture
PICTURES = [
    ("report-verdict", 1280, 720, 1, "en", "light", "top", ""),
    ("report-playback", 1280, 820, 1, "en", "dark", "playback", ""),
    ("report-ghost", 1280, 820, 1, "zh", "light", "playback", "document.querySelector('#modes [data-value=ghost]').click()"),
    ("report-error", 1280, 820, 1, "ja", "dark", "playback", "document.querySelector('#modes [data-value=error]').click()"),
    ("report-plots-ja", 1280, 1000, 1, "ja", "light", "plots", ""),
    ("report-making", 1280, 900, 1, "en", "light", "making", ""),
    ("report-table", 1280, 760, 1, "zh", "dark", "clips", ""),
    ("report-phone-zh", 390, 844, 2, "zh", "light", "playback", ""),
    ("report-phone-en", 390, 844, 2, "en", "dark", "top", ""),
]


def main(bake, names):
    for name, width, height, scale, language, theme, part, script in PICTURES:
        if names and name not in names:
            continue
        with Browser() as browser:
            browser.size(width, height, scale, width < 600)
            browser.before_every_page(f"localStorage.setItem('yure-report-language', '{language}'); localStorage.setItem('yure-report-theme', '{theme}')")
            browser.open((Path(bake).resolve() / "report.html").as_uri())
            browser.wait_for("document.documentElement?.dataset.ready === 'yes'", 300)
            browser.run("if (document.querySelector('#play').textContent !== '▶') document.querySelector('#play').click()")
            browser.run(script or "0")
            browser.run("const s = document.querySelector('#scrub'); s.value = 30; s.dispatchEvent(new Event('input'))")
            browser.run("scrollTo(0, 0)" if part == "top" else f"document.getElementById('{part}').scrollIntoView()")
            time.sleep(1.0)  # charts draw themselves when they come into being
            browser.picture(IMAGES / f"{name}.png")
            print(name, *browser.said, *browser.faults)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
