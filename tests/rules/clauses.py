"""The clauses of every game's rules."""

CLAUSES = {
    "geschenkt": [f"G{number}" for number in range(1, 13)],
    "danger13": [f"D{number}" for number in range(1, 22)],
    "bumbesi": [f"B{number}" for number in range(1, 17)],
    "dacapo": [f"C{number}" for number in range(1, 17)],
    "cuckoo": [f"K{number}" for number in range(1, 11)],
}
