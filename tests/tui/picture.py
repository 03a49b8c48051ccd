"""Pictures of canvases as PNG: it calls `rsvg-convert` (Debian's librsvg2-bin), with DejaVu Sans Mono installed."""

import subprocess
from pathlib import Path

from tui.draw.canvas import Canvas
from tui.draw.picture import svg


def png(canvas: Canvas, path: Path, zoom: float = 1.0) -> None:
    """Write a canvas as a PNG file."""
    command = ["rsvg-convert", "--zoom", str(zoom), "--output", str(path), "/dev/stdin"]
    subprocess.run(command, input=svg(canvas).encode(), check=True)
