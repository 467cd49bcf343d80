"""`yure mcp --attach`: agents at a running editor. The editor runs without a window and plays a script meanwhile."""
import json
import os
import signal
import socket
import stat
import subprocess
import time
import unittest
from pathlib import Path

from client import LEGACY, MODERN, Server, harness
from harness import ModelTest, yure

EDITOR = os.environ["YURE_EDITOR"]


class Attached(Server):
    """A client at an editor's socket."""

    def __init__(self, place, era=MODERN):
        self.place = place
        super().__init__(None, era)

    def command(self, root, extra):
        return [harness.YURE, "mcp", "--attach", str(self.place)]


class Attach(ModelTest):
    def setUp(self):
        super().setUp()
        self.place = self.folder / "agents" / "e.sock"

    def editor(self, script, open_file=None):
        """A windowless editor that plays `script`, listening; it ends with the test."""
        path = self.folder / "play.script"
        path.write_text(script, "utf-8")
        process = subprocess.Popen([EDITOR, *( [str(open_file)] if open_file else []), "--no-window", "--script", str(path), "--agents", str(self.place),
                                    "--screenshot", str(self.folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(lambda: (process.kill() if process.poll() is None else None, process.wait(), process.stdout.close(), process.stderr.close()))
        for _ in range(600):
            with socket.socket(socket.AF_UNIX) as probe:
                if probe.connect_ex(str(self.place)) == 0:
                    return process
            if process.poll() is not None:
                raise AssertionError(process.stderr.read().decode())
            time.sleep(0.05)
        raise AssertionError("the editor does not listen")

    def project(self):
        path = self.folder / "small.yure"
        self.check(yure("new", self.model, "--out", path), 0)
        return path

    def opened(self, client, path):
        """The editor reads the project in its first frames."""
        for _ in range(200):
            failed, body, _ = client.call("project_open", path=str(path))
            if not failed:
                return body
            time.sleep(0.05)
        raise AssertionError(body)

    def test_an_agents_edit_is_an_undo_step_of_the_editors_project(self):
        project = self.project()
        self.editor("wait 100000000\n", project)
        for era in (MODERN, LEGACY[0]):
            with Attached(self.place, era) as agent:
                p = self.opened(agent, project)["project_id"]
                made = agent.good("simulation_put", project_id=p, id="hair", targets=["Hair"], auto_bake=False)
                steps = agent.good("history", project_id=p)["steps"]
                self.assertEqual((steps[-1]["origin"], steps[-1]["done"]), ("agent", True))
                agent.good("undo", project_id=p)
                error = agent.bad("simulation_put", project_id=p, id="hair", targets=["Hair"], state=made["state"])
                self.assertEqual(error["code"], "state_changed")
                # what the person opens and closes is the person's
                for tool, arguments in (("project_new", {"model": "small"}), ("project_open", {"path": "other.yure"}), ("project_close", {"project_id": p})):
                    self.assertEqual(agent.bad(tool, **arguments)["code"], "conflict")
                # files stay below the project's folder
                self.assertEqual(agent.bad("project_export", project_id=p, out="../elsewhere")["field"], "out")
                self.assertEqual(agent.close_input(), 0)

    def test_the_persons_edits_and_an_agents_do_not_lose_one_another(self):
        project = self.project()
        self.check(yure("body", project, "add", "--body", "hair=Hair", "--inputs", "ParamAngleX!"), 0)
        # The person undoes and does again for as long as the agent edits; every agent's edit carries the state it saw.
        self.editor("wait 60\n" + "key Ctrl+Z\nwait 3\nkey Ctrl+Y\nwait 3\n" * 20000, project)
        with Attached(self.place) as agent:
            p = self.opened(agent, project)["project_id"]
            done = refused = 0
            for i in range(60):
                seen = agent.good("workspace_inspect", project_id=p, scopes=["simulations"])
                failed, body, _ = agent.call("simulation_put", project_id=p, id="agent", targets=["Face"], auto_bake=False, exaggeration=1 + i / 200, state=seen["state"])
                if failed:
                    self.assertEqual(body["code"], "state_changed", body)
                    refused += 1
                    continue
                done += 1
                after = agent.good("workspace_inspect", project_id=p, scopes=["simulations", "history"])
                # either it is there, or the person has just undone it: then the history still has it
                ids = [s["id"] for s in after["simulations"]]
                self.assertTrue("agent" in ids or not all(s["done"] for s in after["history"]["steps"]), after["history"])
            self.assertGreater(done, 0)

    def test_a_bake_runs_in_the_editor_and_the_editor_goes_on(self):
        project = self.project()
        editor = self.editor("wait 100000000\n", project)
        with Attached(self.place) as agent:
            p = self.opened(agent, project)["project_id"]
            agent.good("simulation_put", project_id=p, id="hair", targets=["Hair"], auto_bake=False, quality="classic", inputs=["ParamAngleX"], force_inputs=["ParamAngleX"])
            done = agent.good("simulation_bake", project_id=p, wait_seconds=300)
            self.assertEqual(done["job"]["status"], "done", done)
            agent.good("project_save", project_id=p)
        self.assertEqual(json.loads(project.read_text())["bodies"][0]["id"], "hair")
        self.assertIsNone(editor.poll())

    def test_only_the_user_may_enter_and_the_socket_goes_with_the_editor(self):
        editor = self.editor("wait 100000000\n")
        self.assertEqual(stat.S_IMODE(self.place.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(self.place.parent.stat().st_mode), 0o700)
        with Attached(self.place) as agent:
            self.assertIn("conflict", agent.bad("project_open", path="x.yure")["code"])
            editor.send_signal(signal.SIGKILL)
            editor.wait()
            self.assertEqual(agent.process.wait(20), 1)  # the relay says that the editor went away
        # what a crash left behind does not keep the next editor from listening
        self.assertTrue(self.place.exists())
        again = self.editor("wait 4000\n")
        with Attached(self.place) as agent:
            agent.request("ping")
        again.wait(60)
        self.assertFalse(self.place.exists())

    def test_a_flood_and_broken_messages_do_not_stop_the_editor(self):
        project = self.project()
        editor = self.editor("wait 100000000\n", project)
        with socket.socket(socket.AF_UNIX) as raw:
            raw.connect(str(self.place))
            raw.sendall(b"\x00\xff{]\n" * 5000 + b"[" * 100000 + b"\n")
            raw.settimeout(20)
            self.assertIn(b"-32700", raw.recv(65536))
        with Attached(self.place) as agent:
            agent.request("ping")
            p = self.opened(agent, project)["project_id"]
            self.assertEqual(agent.good("workspace_inspect", project_id=p)["project_id"], p)
        self.assertIsNone(editor.poll())

    def test_nobody_listening_is_told(self):
        env = {"XDG_RUNTIME_DIR": str(self.folder / "run")}
        (self.folder / "run").mkdir(mode=0o700)
        self.assertIn("no editor", self.check(yure("mcp", "--attach", env=env), 1).err)
        self.assertIn("no editor answers", self.check(yure("mcp", "--attach", "4711", env=env), 1).err)
        self.assertIn("no editor answers", self.check(yure("mcp", "--attach", self.folder / "none.sock", env=env), 1).err)
        self.assertIn("--attach x", self.check(yure("mcp", "--attach", "x", env=env), 1).err)
        self.check(yure("mcp", "--attach", "--http", "0", env=env), 2)


if __name__ == "__main__":
    unittest.main()
