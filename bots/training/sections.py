"""Files in which every game has a section of measured numbers, under the command that found them."""

from pathlib import Path


def write_section(path: Path, head: str, game: str, how: str, rows: list[str]) -> None:
    """Put the section of a game into the file of all games, or replace it."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    sections: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith("["):
            sections[line.strip("[]")] = []
        elif line and sections:
            sections[list(sections)[-1]].append(line)
    sections[game] = [f"# {how}", *rows]
    texts = [head, *("\n".join([f"[{name}]", *found]) for name, found in sorted(sections.items()))]
    path.write_text("\n\n".join(texts) + "\n", encoding="utf-8")
