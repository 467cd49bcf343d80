"""A small Model Context Protocol client of our own: messages over pipes, both eras, no library."""
import json
import select
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
import harness  # noqa: E402  (the program and the little model, as the command-line tests have them)

try:
    import jsonschema
except ImportError:
    jsonschema = None
    print("no python3-jsonschema on this machine: answers are not checked against their schemas", file=sys.stderr)

MODERN = "2026-07-28"
LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]


class Server:
    """`yure mcp` with its pipes. `era` None = raw: nothing is added to messages."""

    capabilities = {}  # what the client declares

    def __init__(self, root, era=MODERN, extra=()):
        self.process = subprocess.Popen(self.command(root, extra), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.era = era
        self.next_id = 1
        self.buffer = b""
        self.notifications = []
        self.lines = []
        self.schemas = None
        if era in LEGACY:
            self.hello = self.request("initialize", {"protocolVersion": era, "capabilities": self.capabilities, "clientInfo": {"name": "test", "version": "1"}})
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def command(self, root, extra):
        return [harness.YURE, "mcp", "--root", str(root), *extra]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()
        self.process.wait()

    def send(self, message):
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read_line(self, seconds=60.0):
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self.process.stdout], [], [], seconds)
            if not ready:
                raise TimeoutError(f"no answer within {seconds} s")
            data = self.process.stdout.read1(1 << 16)
            if not data:
                raise EOFError(self.process.stderr.read().decode("utf-8", "replace"))
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        self.lines.append(line)
        return json.loads(line.decode("utf-8"))

    def answer(self, wanted, seconds=300.0):
        while True:
            message = self.read_line(seconds)
            if message.get("id") == wanted and ("result" in message or "error" in message):
                return message
            self.notifications.append(message)

    def request(self, method, params=None, meta=None):
        message = {"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": dict(params or {})}
        self.next_id += 1
        if self.era == MODERN:
            message["params"]["_meta"] = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": self.capabilities, **(meta or {})}
        elif meta:
            message["params"]["_meta"] = meta
        self.send(message)
        return self.answer(message["id"])

    def call(self, tool, meta=None, **arguments):
        """A tool's result; `structuredContent` of a good one, the error's JSON of a bad one."""
        result = self.request("tools/call", {"name": tool, "arguments": arguments}, meta)["result"]
        text = json.loads(result["content"][0]["text"])
        if not result["isError"]:
            assert result["structuredContent"] == text
            self.validate(tool, text)
        return result["isError"], text, result

    def validate(self, tool, content):
        """Every answer must be what the tool's outputSchema says; an independent validator looks (where it is installed)."""
        if jsonschema is None:
            return
        if self.schemas is None:
            self.schemas = {}
            for entry in self.request("tools/list")["result"]["tools"]:
                for schema in (entry["inputSchema"], entry["outputSchema"]):
                    jsonschema.Draft202012Validator.check_schema(schema)
                self.schemas[entry["name"]] = jsonschema.Draft202012Validator(entry["outputSchema"])
        faults = [f"{'/'.join(map(str, fault.absolute_path))}: {fault.message[:200]}" for fault in self.schemas[tool].iter_errors(content)]
        assert not faults, (tool, faults[:5])

    def good(self, tool, meta=None, **arguments):
        failed, body, _ = self.call(tool, meta, **arguments)
        assert not failed, (tool, body)
        return body

    def bad(self, tool, **arguments):
        failed, body, _ = self.call(tool, None, **arguments)
        assert failed, (tool, body)
        return body

    def close_input(self, seconds=60.0):
        self.process.stdin.close()
        return self.process.wait(seconds)
