"""The protocol: both eras, what is refused, and that nothing makes the server fall or speak out of turn."""
import json
import random
import time
import unittest
from pathlib import Path

from client import LEGACY, MODERN, Server
from harness import ModelTest


class Protocol(ModelTest):
    def test_every_legacy_version_is_negotiated_and_an_unknown_one_gets_the_newest(self):
        for version in LEGACY:
            with Server(self.folder, version) as server:
                self.assertEqual(server.hello["result"]["protocolVersion"], version)
                self.assertNotIn("resultType", server.request("tools/list")["result"])
        with Server(self.folder, None) as server:
            hello = server.request("initialize", {"protocolVersion": "1999-01-01", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
            self.assertEqual(hello["result"]["protocolVersion"], LEGACY[0])
            self.assertIn("instructions", hello["result"])

    def test_modern_requests_need_no_handshake_and_say_how_long_they_hold(self):
        with Server(self.folder) as server:
            found = server.request("server/discover")["result"]
            self.assertEqual(found["supportedVersions"], [MODERN, *LEGACY])
            self.assertEqual(found["resultType"], "complete")
            self.assertIn("ttlMs", found)
            listed = server.request("tools/list")["result"]
            self.assertIn("cacheScope", listed)
            self.assertEqual(server.request("tools/list")["result"]["tools"], listed["tools"])

    def test_a_wrong_version_is_told_which_there_are(self):
        with Server(self.folder, None) as server:
            error = server.request("tools/list", {"_meta": {"io.modelcontextprotocol/protocolVersion": "2031-01-01"}})["error"]
            self.assertEqual(error["code"], -32022)
            self.assertIn(MODERN, error["data"]["supported"])

    def test_tools_are_twenty_to_forty_and_describe_what_they_take_and_give(self):
        with Server(self.folder) as server:
            tools = server.request("tools/list")["result"]["tools"]
            self.assertTrue(20 <= len(tools) <= 40, len(tools))
            for tool in tools:
                self.assertRegex(tool["name"], r"^[A-Za-z0-9_.-]{1,128}$")
                self.assertGreater(len(tool["description"]), 15)
                self.assertEqual(tool["inputSchema"]["type"], "object")
                self.assertIs(tool["inputSchema"]["additionalProperties"], False)
                self.assertEqual(tool["outputSchema"]["type"], "object")

    def test_only_tools_that_do_nothing_say_that_they_only_read(self):
        with Server(self.folder) as server:
            tools = server.request("tools/list")["result"]["tools"]
            self.assertEqual({t["name"] for t in tools if t["annotations"]["readOnlyHint"]},
                             {"workspace_inspect", "history", "report_get", "commands_list", "job_get", "job_wait", "job_list", "simulation_compare",
                              "simulation_simulate", "simulation_preview_get", "simulation_preview_render", "chain_play"})

    def test_unknown_methods_tools_resources_and_prompts_have_their_codes(self):
        with Server(self.folder) as server:
            self.assertEqual(server.request("no/such")["error"]["code"], -32601)
            self.assertEqual(server.request("tools/call", {"name": "no_such"})["error"]["code"], -32602)
            self.assertEqual(server.request("resources/read", {"uri": "yure://project/p9/document"})["error"]["code"], -32602)
            self.assertEqual(server.request("prompts/get", {"name": "none"})["error"]["code"], -32602)
            self.assertEqual(len(server.request("prompts/list")["result"]["prompts"]), 2)
        with Server(self.folder, LEGACY[0]) as server:
            self.assertEqual(server.request("resources/read", {"uri": "yure://x"})["error"]["code"], -32002)

    def test_the_end_of_input_is_the_end(self):
        with Server(self.folder) as server:
            server.request("ping")
            self.assertEqual(server.close_input(), 0)
            self.assertEqual(server.process.stdout.read(), b"")

    def test_ten_thousand_broken_messages_are_answered_or_ignored_and_nothing_else(self):
        rng = random.Random(7)
        good = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "workspace_inspect", "arguments": {"project_id": "p1"}}}).encode()
        kinds = [
            lambda: good[: rng.randrange(len(good))],
            lambda: bytes(rng.choice(b'{}[]",:0123456789truefalsn \\u') for _ in range(rng.randrange(1, 60))),
            lambda: b"[" * rng.randrange(1, 3000),
            lambda: b'{"a":' * rng.randrange(1, 500) + b"1",
            lambda: json.dumps({"jsonrpc": "2.0", "id": rng.choice([None, 1.5, {}, [], True, "x"]), "method": rng.choice(["ping", 5, None, "tools/call"])}).encode(),
            lambda: json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": rng.choice([[], 5, "x", {"name": 5}, {"name": "undo", "arguments": []},
                                {"name": "undo", "arguments": {"steps": 1e300}}, {"name": "job_wait", "arguments": {"project_id": "p1", "job_id": -1}}])}).encode(),
            lambda: bytes(rng.randrange(256) for _ in range(rng.randrange(1, 80))).replace(b"\n", b" "),
            lambda: json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": rng.choice([None, {}, 5])}}).encode(),
            lambda: b'{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":"' + b"a" * rng.randrange(1, 5000) + b'"}}',
        ]
        with Server(self.folder, None) as server:
            for block in range(100):
                for _ in range(100):
                    server.send_bytes(rng.choice(kinds)() + b"\n")
                mark = 1000000 + block
                server.send({"jsonrpc": "2.0", "id": mark, "method": "ping"})
                server.answer(mark)
            for line in server.lines:
                message = json.loads(line)
                self.assertEqual(message["jsonrpc"], "2.0")
                self.assertIn("id", message)
            status = Path(f"/proc/{server.process.pid}/status").read_text()
            resident = int(next(l for l in status.splitlines() if l.startswith("VmRSS")).split()[1])
            self.assertLess(resident, 300000)

    def test_a_message_above_sixteen_megabytes_is_refused_once_and_forgotten(self):
        with Server(self.folder, None) as server:
            server.send_bytes(b'"' + b"a" * (17 << 20) + b'"\n')
            self.assertEqual(server.read_line()["error"]["code"], -32600)
            server.send({"jsonrpc": "2.0", "id": 3, "method": "ping"})
            self.assertIn("result", server.answer(3))


class Edits(ModelTest):
    def open(self, server):
        return server.good("project_new", model="small")["project_id"]

    def test_a_simulation_is_made_changed_undone_and_refused_by_name(self):
        with Server(self.folder) as server:
            p = self.open(server)
            made = server.good("simulation_put", project_id=p, id="hair", targets=["Hair"], auto_bake=False, inputs=["ParamAngleX"], force_inputs=["ParamAngleX"],
                               input_ranges={"ParamAngleX": [-20, 20]})
            seen = server.good("workspace_inspect", project_id=p, scopes=["simulations", "history", "meshes", "parameters", "model"])
            self.assertEqual(seen["state"], made["state"])
            body = seen["simulations"][0]
            self.assertEqual((body["id"], body["bake_state"]), ("hair", "unbaked"))
            self.assertEqual(body["settings"]["inputs"][0]["span"], [-20, 20])
            self.assertTrue(body["settings"]["inputs"][0]["keep"])
            error = server.bad("simulation_put", project_id=p, id="hair", material={"goal": 7})
            self.assertEqual((error["code"], error["field"]), ("invalid_argument", "material.goal"))
            self.assertIn("colour", server.bad("simulation_put", project_id=p, id="hair", colour=1)["field"])
            self.assertEqual(server.good("history", project_id=p)["state"], made["state"])
            undone = server.good("undo", project_id=p)
            self.assertNotEqual(undone["state"], made["state"])
            self.assertEqual(server.good("redo", project_id=p)["state"], made["state"])

    def test_a_stale_state_changes_nothing_and_a_request_is_done_once(self):
        with Server(self.folder) as server:
            p = self.open(server)
            first = server.good("simulation_put", project_id=p, id="hair", targets=["Hair"], auto_bake=False, request_id="r1")
            again = server.good("simulation_put", project_id=p, id="hair", targets=["Hair"], auto_bake=False, request_id="r1")
            self.assertEqual(first, again)
            self.assertEqual(len(server.good("history", project_id=p)["steps"]), 1)
            self.assertEqual(server.bad("simulation_put", project_id=p, id="hair", keys=3, request_id="r1")["code"], "conflict")
            server.good("simulation_put", project_id=p, id="hair", exaggeration=1.5)
            error = server.bad("simulation_put", project_id=p, id="hair", exaggeration=1.1, state=first["state"])
            self.assertEqual((error["code"], error["field"]), ("state_changed", "state"))

    def test_a_batch_is_all_or_nothing(self):
        with Server(self.folder) as server:
            p = self.open(server)
            before = server.good("workspace_inspect", project_id=p)["state"]
            error = server.bad("document_batch", project_id=p, commands=[{"command": "body.add", "arguments": {"meshes": ["Hair"]}}, {"command": "body.set", "arguments": {"body": "none"}}])
            self.assertTrue(error["field"].startswith("[1]"), error)
            self.assertEqual(server.good("workspace_inspect", project_id=p)["state"], before)

    def test_files_outside_of_the_root_are_not_touched(self):
        outside = self.folder.parent / (self.folder.name + "-outside")
        outside.mkdir()
        self.addCleanup(outside.rmdir)
        (self.folder / "link").symlink_to(outside)
        with Server(self.folder) as server:
            for name in ["../x.yure", str(outside / "x.yure"), "link/x.yure", "/etc/passwd"]:
                self.assertEqual(server.bad("project_open", path=name)["field"], "path")
            p = self.open(server)
            for name in ["../out", "link/out"]:
                self.assertEqual(server.bad("project_export", project_id=p, out=name)["field"], "out")
                self.assertEqual(server.bad("project_save", project_id=p, path=name)["field"], "path")
        self.assertEqual(list(outside.iterdir()), [])

    def test_a_preview_steps_and_is_seen(self):
        with Server(self.folder) as server:
            p = self.open(server)
            server.good("simulation_put", project_id=p, id="hair", targets=["Hair"], auto_bake=False)
            session = server.good("simulation_preview", project_id=p, mode="start", simulation_id="hair")["session_id"]
            rest = server.good("simulation_preview_get", project_id=p, session_id=session, positions=True)
            server.good("simulation_preview_step", project_id=p, session_id=session, steps=10, values={"ParamAngleX": 30})
            moved = server.good("simulation_preview_get", project_id=p, session_id=session, positions=True)
            self.assertNotEqual(rest["meshes"], moved["meshes"])
            self.assertAlmostEqual(moved["time"], 10 / 60, places=4)
            server.good("simulation_preview", project_id=p, mode="restart", session_id=session)
            again = server.good("simulation_preview_get", project_id=p, session_id=session, positions=True)
            self.assertEqual(again["meshes"], rest["meshes"])
            self.assertEqual(server.bad("simulation_preview_step", project_id=p, session_id=session, values={"Nope": 1})["field"], "values.Nope")
            failed, _, result = server.call("simulation_preview_render", None, project_id=p, session_id=session, size=64)
            if not failed:  # a machine without a software renderer says so instead
                self.assertEqual(result["content"][1]["mimeType"], "image/png")

    def test_bone_chains_are_laid_played_and_baked(self):
        with Server(self.folder) as server:
            p = self.open(server)
            self.assertEqual(server.bad("chain_put", project_id=p, id="lock")["field"], "targets")
            server.good("chain_put", project_id=p, id="lock", targets=["Hair"], preset="ears", segments=3)
            seen = server.good("workspace_inspect", project_id=p, scopes=["chains"])["chains"]
            self.assertEqual((seen[0]["simulation"], seen[0]["chain"]["segments"]), ("lock", 3))
            server.good("simulation_put", project_id=p, id="lock", auto_bake=False, quality="classic", inputs=["ParamAngleX"], force_inputs=["ParamAngleX"])
            played = server.good("chain_play", project_id=p, simulation_id="lock", motion="step:ParamAngleX", every=10, wait_seconds=60)["job"]
            self.assertEqual(played["status"], "done", played)
            self.assertEqual(played["result"]["strands"], [4])
            self.assertNotEqual(played["result"]["animated"][3], played["result"]["simulated"][3])
            baked = server.good("chain_bake", project_id=p, simulation_id="lock", motion="step:ParamAngleX", out="lock.motion3.json", wait_seconds=60)["job"]
            self.assertEqual(baked["result"]["curves"], 3, baked)
            curves = json.loads((self.folder / "lock.motion3.json").read_text())
            self.assertEqual([c["Id"] for c in curves["Curves"]], ["Param_lock_1", "Param_lock_2", "Param_lock_3"])
            self.assertEqual(server.good("chain_bake", project_id=p, simulation_id="lock", motion="step:ParamAngleX", out="lock.motion3.json", wait_seconds=60)["job"]["status"], "failed")
            self.assertEqual(server.bad("chain_bake", project_id=p, simulation_id="lock", out="x.motion3.json")["field"], "out")
            self.assertEqual(server.bad("chain_bake", project_id=p, simulation_id="lock", state="0")["code"], "state_changed")
            self.assertEqual(server.bad("chain_bake", project_id=p, simulation_id="lock", motion="nothing", out="x.motion3.json")["field"], "motion")
            done = server.good("chain_bake", project_id=p, simulation_id="lock", wait_seconds=300)["job"]
            self.assertEqual(done["status"], "done", done)
            self.assertEqual(server.good("workspace_inspect", project_id=p, scopes=["chains"])["chains"][0]["bake_state"], "fresh")
            server.good("chain_put", project_id=p, id="lock", remove=True)
            self.assertEqual(server.bad("chain_play", project_id=p, simulation_id="lock", motion="nod")["field"], "simulation_id")

    def test_a_bake_by_job_saves_opens_and_exports(self):
        with Server(self.folder) as server:
            p = self.open(server)
            server.good("simulation_put", project_id=p, id="hair", targets=["Hair"], auto_bake=False, quality="classic", inputs=["ParamAngleX"], force_inputs=["ParamAngleX"])
            done = server.good("simulation_bake", {"progressToken": "t"}, project_id=p, wait_seconds=300)
            self.assertEqual(done["job"]["status"], "done", done)
            told = [n["params"]["progress"] for n in server.notifications if n.get("method") == "notifications/progress"]
            self.assertEqual(told, sorted(set(told)))
            self.assertEqual(server.good("workspace_inspect", project_id=p)["simulations"][0]["bake_state"], "fresh")
            self.assertIn("summary", server.good("report_get", project_id=p, simulation_id="hair")["report"])
            server.good("project_save", project_id=p, path="hair.yure")
            exported = server.good("project_export", project_id=p, out="baked", wait_seconds=120)
            self.assertEqual(exported["job"]["status"], "done", exported)
            self.assertTrue((self.folder / "baked").is_dir())
            self.assertIn("closed", server.good("project_close", project_id=p))
            again = server.good("project_open", path="hair.yure")
            self.assertEqual(server.good("workspace_inspect", project_id=again["project_id"])["simulations"][0]["bake_state"], "fresh")

    def test_a_client_killed_while_baking_leaves_a_project_that_opens(self):
        with Server(self.folder) as server:
            p = self.open(server)
            server.good("simulation_put", project_id=p, id="hair", targets=["Hair"], auto_bake=False)
            server.good("project_save", project_id=p, path="hair.yure")
            server.good("simulation_bake", project_id=p)
            time.sleep(0.3)
        with Server(self.folder) as server:
            opened = server.good("project_open", path="hair.yure")
            self.assertEqual(server.good("workspace_inspect", project_id=opened["project_id"])["simulations"][0]["bake_state"], "unbaked")


if __name__ == "__main__":
    unittest.main()
