"""Streamable HTTP: answers as JSON or as a stream, and who is turned away."""
import http.client
import json
import subprocess
import unittest

import client
import harness
from client import MODERN
from harness import ModelTest


class Http(ModelTest):
    def start(self, *extra):
        process = subprocess.Popen([harness.YURE, "mcp", "--root", str(self.folder), "--http", "0", *extra], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.stop, process)
        line = process.stderr.readline()
        self.assertIn("listening on", line)
        return process, int(line.rsplit(":", 1)[1].split("/")[0])

    def stop(self, process):
        process.terminate()
        process.wait(60)
        process.stderr.close()
        process.stdout.close()

    def post(self, port, message, headers=None):
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        connection.request("POST", "/mcp", body, {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **(headers or {})})
        response = connection.getresponse()
        data = response.read()
        connection.close()
        return response.status, response.getheader("Content-Type", ""), data

    def modern(self, method, params=None, number=1, token=None):
        meta = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
        if token:
            meta["progressToken"] = token
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": {**(params or {}), "_meta": meta}}
        headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
        if "name" in message["params"]:
            headers["Mcp-Name"] = message["params"]["name"]
        return message, headers

    def test_requests_notifications_and_unknown_methods(self):
        _, port = self.start()
        status, kind, data = self.post(port, *self.modern("server/discover"))
        self.assertEqual((status, kind), (200, "application/json"))
        self.assertIn(MODERN, json.loads(data)["result"]["supportedVersions"])
        self.assertEqual(self.post(port, {"jsonrpc": "2.0", "method": "notifications/initialized"})[0], 202)
        self.assertEqual(self.post(port, *self.modern("no/such"))[0], 404)
        self.assertEqual(self.post(port, b"{")[0], 400)

    def test_headers_that_differ_from_the_body_are_refused(self):
        _, port = self.start()
        message, headers = self.modern("tools/call", {"name": "commands_list", "arguments": {}})
        self.assertEqual(self.post(port, message, headers)[0], 200)
        for header in list(headers):
            wrong = {**headers, header: "other"}
            status, _, data = self.post(port, message, wrong)
            self.assertEqual((status, json.loads(data)["error"]["code"]), (400, -32020), header)

    def test_strange_origins_and_missing_tokens_are_turned_away(self):
        _, port = self.start()
        message, headers = self.modern("ping")
        for origin, status in [("http://evil.example", 403), ("http://localhost.evil.example", 403), ("null", 403), ("http://localhost:3000", 200), ("http://127.0.0.1", 200)]:
            self.assertEqual(self.post(port, message, {**headers, "Origin": origin})[0], status, origin)
        _, port = self.start("--token", "secret")
        self.assertEqual(self.post(port, message, headers)[0], 401)
        self.assertEqual(self.post(port, message, {**headers, "Authorization": "Bearer secret"})[0], 200)

    def test_other_addresses_need_a_token(self):
        run = harness.yure("mcp", "--root", self.folder, "--http", "0", "--host", "0.0.0.0")
        self.assertEqual(run.code, 1)
        self.assertIn("token", run.err)

    def test_a_job_streams_its_progress_and_ends_with_the_answer(self):
        _, port = self.start()
        project = json.loads(self.post(port, *self.modern("tools/call", {"name": "project_new", "arguments": {"model": "small"}}))[2])["result"]["structuredContent"]["project_id"]
        arguments = {"project_id": project, "id": "hair", "targets": ["Hair"], "auto_bake": False, "quality": "classic", "inputs": ["ParamAngleX"], "force_inputs": ["ParamAngleX"]}
        self.post(port, *self.modern("tools/call", {"name": "simulation_put", "arguments": arguments}))
        call = {"name": "simulation_bake", "arguments": {"project_id": project, "wait_seconds": 300}}
        status, kind, data = self.post(port, *self.modern("tools/call", call, 9, "bake"))
        self.assertEqual((status, kind), (200, "text/event-stream"))
        events = [json.loads(line[6:]) for line in data.decode().splitlines() if line.startswith("data: ")]
        self.assertEqual(events[-1]["id"], 9)
        self.assertEqual(events[-1]["result"]["structuredContent"]["job"]["status"], "done")
        self.assertTrue(all(e["method"] == "notifications/progress" for e in events[:-1]))


if __name__ == "__main__":
    unittest.main()
