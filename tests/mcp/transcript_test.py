"""Conversations in both eras, stored as readable files and held again word for word.

A transcript (transcripts/*.txt) is lines of "-> message" (sent) and "<- message" (the answer there must be), JSON each, with comments
after #. In answers "…" stands for what differs from run to run or is long; `YURE_WRITE_TRANSCRIPTS=1` writes the answers anew.
"""
import json
import os
import re
import unittest
from pathlib import Path

from client import Server
from harness import ModelTest

FOLDER = Path(__file__).resolve().parent / "transcripts"
LONG = 400


def shortened(value, key=""):
    """What a stored answer keeps: no state tokens, times, versions or paths of this run, and no long lists."""
    if key in ("state", "createdAt", "lastUpdatedAt", "version", "instructions", "path"):
        return "…"
    if isinstance(value, dict):
        return {k: shortened(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return ["…"] if len(json.dumps(value)) > LONG else [shortened(v) for v in value]
    if isinstance(value, str):
        if key == "text" and value.startswith("{"):
            return "…"  # structuredContent says the same
        return "…" if len(value) > LONG else value
    if isinstance(value, float):
        return round(value, 3)
    return value


def agree(stored, got):
    if stored == "…":
        return True
    if stored == ["…"]:
        return isinstance(got, list) and len(got) > 0
    if isinstance(stored, dict):
        return isinstance(got, dict) and stored.keys() == got.keys() and all(agree(stored[k], got[k]) for k in stored)
    if isinstance(stored, list):
        return isinstance(got, list) and len(stored) == len(got) and all(map(agree, stored, got))
    if isinstance(stored, float):
        return isinstance(got, (int, float)) and abs(stored - got) <= 2e-3
    return stored == got


class Transcripts(ModelTest):
    def answer(self, server, wanted):
        """An answer with this run's folder called <folder>."""
        return json.loads(json.dumps(server.answer(wanted)).replace(str(self.folder), "<folder>"))

    def replay(self, path):
        write = os.environ.get("YURE_WRITE_TRANSCRIPTS")
        lines, out = path.read_text("utf-8").splitlines(), []
        with Server(self.folder, None) as server:
            for number, line in enumerate(lines, 1):
                if line.startswith("<- ") and write:
                    continue
                out.append(line)
                if line.startswith("-> "):
                    message = json.loads(line[3:])
                    server.send(message)
                    if write and "id" in message:
                        out.append("<- " + json.dumps(shortened(self.answer(server, message["id"])), ensure_ascii=False))
                elif line.startswith("<- "):
                    stored = json.loads(line[3:])
                    got = self.answer(server, stored["id"])
                    self.assertTrue(agree(stored, shortened(got)), f"{path.name}:{number}\nstored {stored}\ngot    {shortened(got)}")
        if write:
            path.write_text("\n".join(out) + "\n", "utf-8")

    def test_2026_07_28(self):
        self.replay(FOLDER / "2026-07-28.txt")

    def test_2025_11_25(self):
        self.replay(FOLDER / "2025-11-25.txt")

    def test_transcripts_hold_whole_conversations(self):
        for path in FOLDER.glob("*.txt"):
            text = path.read_text("utf-8")
            self.assertGreater(len(re.findall("^<- ", text, re.M)), 12, path)
            for tool in ("project_new", "model_apply_preset", "simulation_put", "simulation_bake", "report_get", "document_batch", "project_export"):
                self.assertIn(tool, text, path)


if __name__ == "__main__":
    unittest.main()
