"""`make bench`: everything that is measured, section by section."""

from tests.bench import engines, lag, screens

SECTIONS = (engines, lag, screens)


def main() -> None:
    """Print every section."""
    for section in SECTIONS:
        section.main()
        print()


if __name__ == "__main__":
    main()
