"""Drives a headless Chromium over its debugging pipe; nothing but Python's standard library and the browser."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "chromium-headless-shell", "google-chrome", "chrome")


def find_browser():
    """The browser's program, $YURE_BROWSER first; None when there is none."""
    return os.environ.get("YURE_BROWSER") or next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One browser with one page. What a page says on its console and every fault it throws is collected."""

    def __init__(self, *flags):
        self.profile = Path(tempfile.mkdtemp(prefix="yure-browser-"))
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()

        def wire():  # the protocol: the browser reads descriptor 3 and writes 4
            spare = os.dup(from_write)
            os.dup2(to_read, 3)
            os.dup2(spare, 4)

        self.process = subprocess.Popen(
            [find_browser(), "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
             "--disable-background-networking", "--disable-component-update", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", f"--user-data-dir={self.profile}", *flags, "about:blank"],
            preexec_fn=wire, pass_fds=(3, 4, to_read, from_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.into, self.out = to_write, from_read
        self.buffer, self.next_id, self.session = b"", 0, None
        self.said, self.faults, self.requests = [], [], []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close", timeout=5)
        except (OSError, TimeoutError, RuntimeError):
            pass
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.into)
        os.close(self.out)
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.close()

    def call(self, method, timeout=300, **parameters):
        """One command and its result. Events that arrive meanwhile are noted."""
        self.next_id += 1
        message = {"id": self.next_id, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.into, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + timeout
        while True:
            answer = self.receive(end)
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer.get("result", {})
            self.note(answer)

    def receive(self, end):
        import select
        while b"\0" not in self.buffer:
            if not select.select([self.out], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            piece = os.read(self.out, 1 << 20)
            if not piece:
                raise OSError("the browser has ended")
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def note(self, event):
        method, values = event.get("method"), event.get("params", {})
        if method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
            self.said.append(" ".join(str(a.get("value", a.get("description", ""))) for a in values["args"]))
        elif method == "Runtime.exceptionThrown":
            detail = values["exceptionDetails"]
            self.faults.append(detail.get("exception", {}).get("description", detail.get("text")))
        elif method == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.faults.append(values["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"][:80])

    def run(self, script):
        """The value of a JavaScript expression; promises are waited for."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", str(answer)))
        return answer["result"].get("value")

    def wait_for(self, condition, seconds=60):
        """Until a JavaScript expression is true."""
        end = time.monotonic() + seconds
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(f"not true within {seconds} s: {condition}; console: {self.said + self.faults}")
            time.sleep(0.05)

    def before_every_page(self, script):
        self.call("Page.addScriptToEvaluateOnNewDocument", source=script)

    def size(self, width, height, scale=1, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)

    def dark(self, dark):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, url):
        self.call("Page.navigate", url=url)

    def picture(self, path, whole=False):
        """A PNG of what is seen, or of the whole page."""
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        Path(path).write_bytes(base64.b64decode(shot))
