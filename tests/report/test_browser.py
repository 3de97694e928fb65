"""The HTML sheet of the whole catalog in a real browser: every formula is drawn, none shows as source."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import formulas
from backproof import render

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PROBE = """<script>
document.querySelectorAll("details").forEach(d => d.open = true);
const drawn = [...document.querySelectorAll("math")].map(m => {
  const box = m.getBoundingClientRect();
  return {width: box.width, height: box.height, text: m.textContent.slice(0, 60), error: !!m.querySelector("merror")};
});
const fetched = performance.getEntriesByType("resource").map(e => e.name);
document.body.innerHTML = "<pre id=probe>" + JSON.stringify({drawn, fetched}).replace(/</g, "&lt;") + "</pre>";
</script>"""
OPTIONS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--virtual-time-budget=60000",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")
def test_every_formula_is_drawn(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    page.write_text(render(to="html").replace("</body>", PROBE + "</body>"), encoding="utf-8")
    command = [str(BROWSER), *OPTIONS, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", page.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True).stdout
    found = re.search(r'<pre id="probe">(.*?)</pre>', shown, re.DOTALL)
    assert found is not None, shown[-500:]
    probe = json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    assert probe["fetched"] == []
    assert len(probe["drawn"]) >= len(formulas.ids())
    bad = [m for m in probe["drawn"] if m["error"] or "\\" in m["text"] or m["width"] < 2 or m["height"] < 2]
    assert bad == []
