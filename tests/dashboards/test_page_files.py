"""The files that pages load: ours, and one library as its makers published it."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from server.pages.assets import STATIC, page_assets

TOKENS = Path(__file__).parents[2] / "web" / "src" / "design" / "tokens.css"
ECHARTS = "b66b25aeb4df84e33199dc21694014d336d222cbd9deb0e5a7c14bd6aa0d0fd0"  # 6.1.0


def test_the_chart_library_is_the_published_one_with_its_licence() -> None:
    content = (STATIC / "echarts.min.js").read_bytes()
    assert hashlib.sha256(content).hexdigest() == ECHARTS
    assert b"Licensed to the Apache Software Foundation" in content[:600]
    assert "Apache License" in (STATIC / "ECHARTS-LICENSE").read_text("utf-8")
    assert "Apache ECharts" in (STATIC / "ECHARTS-NOTICE").read_text("utf-8")


def test_our_files_name_no_other_place_and_make_no_markup_of_texts() -> None:
    for path in (*STATIC.glob("dashboard.*"), *STATIC.glob("frame*")):
        text = path.read_text("utf-8")
        assert not re.search(r"https?://[\w]", text), path
        assert not re.search(r"\.(inner|outer)HTML\s*=|insertAdjacentHTML\(|\.write\(", text), path


def test_a_file_is_named_after_what_it_holds() -> None:
    for name, asset in page_assets().items():
        assert hashlib.sha256(asset.content).hexdigest()[:16] in name
        assert len(asset.packed) < len(asset.content) or name.endswith(".woff2")
        if name.endswith(".css"):
            assert all(font.encode() in asset.content for font in page_assets() if "woff2" in font)


def test_the_shared_page_has_the_colours_and_sizes_of_the_application() -> None:
    token = re.compile(r"^  (--[\w-]+): (.+);$", re.M)
    ours = dict(token.findall((STATIC / "dashboard.css").read_text("utf-8").split("}")[1]))
    theirs = dict(token.findall((TOKENS).read_text("utf-8")))
    own = {"--row", "--gap"}
    assert ours.keys() - own <= theirs.keys()
    assert {name: value for name, value in ours.items() if name not in own} == {
        name: theirs[name] for name in ours.keys() - own
    }
    charts = (STATIC / "frame_charts.js").read_text("utf-8")
    for number in range(1, 9):
        light, dark = re.findall(r"#\w{6}", theirs[f"--c{number}"])
        assert light in charts
        assert dark in charts


@pytest.mark.parametrize(
    "name", ["dashboard.js", "frame_inner.js", "frame_outer.js", "frame_charts.js"]
)
def test_our_code_can_be_read_by_an_engine(name: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    checked = subprocess.run(
        [node, "--check", str(STATIC / name)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
