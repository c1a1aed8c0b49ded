"""Which files a glob covers, and that no glob takes long over any path."""

from __future__ import annotations

import pytest

from graphmem.services.scope import covers


@pytest.mark.parametrize(
    ("glob", "covered", "others"),
    [
        (
            "src/**/*.py",
            ["src/a.py", "src/a/b/c.py", "./src/a.py", "src//a.py", "src/.hidden.py"],
            ["a.py", "lib/src/a.py"],
        ),
        ("src/*.py", ["src/a.py", "src/[x].py"], ["src/a/b/c.py", "src/a.pyi", "SRC/a.py"]),
        ("*.py", ["a.py", "src/a/b.py", "/srv/a.py"], ["a.pyc"]),
        ("Dockerfile", ["Dockerfile", "docker/Dockerfile"], ["Dockerfile/a"]),
        ("docs/**", ["docs/index.md", "docs/a/b.md"], ["src/docs/a.md"]),
        ("docs/", ["docs/index.md", "docs/a/b.md"], ["docs.md"]),
        ("**", ["a", "a/b", ".github/workflows/a.yml"], []),
        ("**/test_*.py", ["test_a.py", "tests/x/test_a.py"], ["tests/x/a_test.py"]),
        ("src/**/api/*.{ts,tsx}", ["src/api/a.ts", "src/x/y/api/a.tsx"], ["src/api/x/a.ts", "src/api/a.js"]),
        ("./web/app/(group)/page.tsx", ["web/app/(group)/page.tsx"], ["web/app/group/page.tsx"]),
        ("ödev/[!a]*.md", ["ödev/ş.md"], ["ödev/a.md", "ödev/"]),
        (".github/**", [".github/workflows/a.yml"], ["github/a.yml"]),
    ],
)
def test_globs_are_read_as_editors_read_them(glob: str, covered: list[str], others: list[str]) -> None:
    assert [path for path in covered if not covers([glob], path)] == []
    assert [path for path in others if covers([glob], path)] == []


@pytest.mark.parametrize(("glob", "path"), [("**/a/" * 30 + "b", "a/" * 1500 + "c"), ("*a" * 60 + "b", "a" * 4000)])
def test_no_glob_takes_long(glob: str, path: str) -> None:
    """As one regular expression either of these does not end."""
    assert not covers([glob], path)


def test_without_a_path_or_a_scope_everything_is_concerned() -> None:
    assert covers(["src/*.py"], None)
    assert covers([], "anything")
    assert not covers(["**"], "a" * 5000)
