"""A real browser for pages, where the machine has one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OPTIONS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--virtual-time-budget=60000",
]  # fmt: skip
DRAWN = """
document.querySelectorAll("details").forEach(d => d.open = true);
const drawn = [...document.querySelectorAll("math")].map(m => {
  const box = m.getBoundingClientRect();
  return {width: box.width, height: box.height, text: m.textContent.slice(0, 60), error: !!m.querySelector("merror")};
});
const fetched = performance.getEntriesByType("resource").map(e => e.name);
"""
REPORT = """
document.body.innerHTML = "<pre id=probe>" + JSON.stringify(probe).replace(/</g, "&lt;") + "</pre>";
"""


@pytest.fixture
def browse(tmp_path: Path) -> Callable[[str, str], Any]:
    """Opens a page, runs a script on it that sets `probe` (it finds `drawn` and `fetched`), and returns what it set."""
    if BROWSER is None:
        pytest.skip("no Chromium on this machine")

    def run(page: str, script: str) -> Any:
        code = f"{{{DRAWN}{script}{REPORT}}}"  # a block, apart from the names of the page
        digest = b64encode(sha256(code.encode()).digest()).decode()
        # the policy of the page stays in force, this one script apart
        page = page.replace("script-src ", f"script-src 'sha256-{digest}' ", 1)
        file = tmp_path / "page.html"
        file.write_text(page.replace("</body>", f"<script>{code}</script></body>"), encoding="utf-8")
        command = [str(BROWSER), *OPTIONS, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", file.as_uri()]
        shown = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True).stdout
        found = re.search(r'<pre id="probe">(.*?)</pre>', shown, re.DOTALL)
        assert found is not None, shown[-500:]
        return json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))

    return run


def undrawn(drawn: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [m for m in drawn if m["error"] or "\\" in m["text"] or m["width"] < 2 or m["height"] < 2]


@pytest.fixture(name="undrawn")
def _undrawn() -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    """What a person would not see as a formula."""
    return undrawn
