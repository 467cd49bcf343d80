"""The protocol's reference client (npm's @modelcontextprotocol/sdk) drives the server, over pipes and HTTP. Skipped, with the reason, where node
or the package is not to be had."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from client import harness

PACKAGE = "@modelcontextprotocol/sdk@1"


def skip(reason):
    print("skipped: " + reason)
    sys.exit(77)


def installed(scratch):
    """The folder with the package in it."""
    if (scratch / "node_modules/@modelcontextprotocol/sdk/package.json").exists():
        return scratch
    scratch.mkdir(parents=True, exist_ok=True)
    (scratch / "package.json").write_text('{"name":"scratch","private":true,"type":"module"}')
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent", PACKAGE], cwd=scratch, capture_output=True, timeout=240)
    if done.returncode != 0:
        skip(f"{PACKAGE} cannot be installed here")
    return scratch


def main():
    if not shutil.which("node") or not shutil.which("npm"):
        skip("node and npm are not installed")
    scratch = Path(os.environ.get("YURE_SCRATCH", tempfile.gettempdir())).resolve()
    try:
        installed(scratch)
    except subprocess.TimeoutExpired:
        skip(f"{PACKAGE} cannot be installed here in time")
    folder = Path(tempfile.mkdtemp(prefix="yure-mcp-"))
    try:
        shutil.copytree(harness.demo_model(), folder / "demo")
        script = scratch / "sdk_client.mjs"
        shutil.copy(Path(__file__).with_name("sdk_client.mjs"), script)
        sys.exit(subprocess.run(["node", str(script), harness.YURE, str(folder)], cwd=scratch, timeout=600).returncode)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
