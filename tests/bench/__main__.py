"""`make bench`: everything that is measured, section by section, plain and compiled."""

from tests.bench import compiled, engines, lag, screens, search, solver

BOTH = (engines, search, solver)
PLAIN = (lag, screens)


def main() -> None:
    """Print every section."""
    built = compiled.made()
    for section in BOTH:
        section.main()
        print(flush=True)
        if built:
            compiled.run(section.__name__.rpartition(".")[2])
            print(flush=True)
    for other in PLAIN:
        other.main()
        print(flush=True)


if __name__ == "__main__":
    main()
