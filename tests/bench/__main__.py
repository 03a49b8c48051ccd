"""`make bench`: everything that is measured, section by section, plain and compiled."""

from tests.bench import calibration, compiled, engines, expectimax, lag, nets, screens, search, solver

BOTH = (engines, search, solver, expectimax)
# Thousands of searched decisions, which only the compiled build makes in a few minutes.
COMPILED = (calibration,)
PLAIN = (nets, lag, screens)


def main() -> None:
    """Print every section."""
    built = compiled.made()
    for section in BOTH:
        section.main()
        print(flush=True)
        if built:
            compiled.run(section.__name__.rpartition(".")[2])
            print(flush=True)
    for section in COMPILED:
        if built:
            compiled.run(section.__name__.rpartition(".")[2])
            print(flush=True)
    for other in PLAIN:
        other.main()
        print(flush=True)


if __name__ == "__main__":
    main()
