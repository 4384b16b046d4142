"""The README is true: its commands run from the project's root, and its links lead somewhere."""

import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
    if line
]
# These are tried in their own way: one never ends, one is what runs this test, one is for another environment than
# the checkout's (tests/test_package.py).
APART = ("scripts/serve", "scripts/test", "pip install ./dist/deckcheck-*.whl")
START_SECONDS = 60


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def answer(url: str, server: subprocess.Popen[bytes]) -> int:
    """The status of a page, once the server answers; 0 if it never does."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5) as response:
                status: int = response.status
                return status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            time.sleep(0.1)
    return 0


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in APART])
def test_every_command_of_the_readme_does_what_it_says(command: str) -> None:
    told = re.search(r"# exit status (\d)", command)
    done = subprocess.run(command, check=False, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, "Traceback" in done.stderr) == (int(told[1]) if told else 0, False), done.stderr
    assert done.stdout or done.stderr  # What builds a package says on stderr where it is.


def test_the_readme_names_these_commands() -> None:
    assert set(APART) <= set(COMMANDS)


def test_scripts_serve_opens_the_application() -> None:
    port = free_port()
    server = subprocess.Popen(
        ["scripts/serve", "--port", str(port)], cwd=ROOT, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        assert answer(f"http://127.0.0.1:{port}/healthz", server) == 200
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=20)


@pytest.mark.parametrize("script", ["setup", "serve", "test"])
def test_a_script_of_the_readme_can_be_run(script: str) -> None:
    path = ROOT / "scripts" / script
    assert os.access(path, os.X_OK)
    subprocess.run(["sh", "-n", path], check=True)


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_every_link_of_the_readme_leads_somewhere(target: str) -> None:
    assert (ROOT / target).exists()
