"""git as a user runs it, with nothing configured."""

import os
import subprocess
from pathlib import Path


def git(repo: Path, *words: str, code: int = 0) -> str:
    """What a command prints that ends with this code."""
    names = {
        f"GIT_{who}_{what}": "u@u" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    environment = {"PATH": os.environ["PATH"], "HOME": str(repo.parent), **names}
    ran = subprocess.run(
        ["git", "-C", repo, *words], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == code, ran.stderr
    return ran.stdout.strip()
