import sys

from tests.golden_games import GAMES, path, record


def main() -> int:
    if sys.argv[1:] != ["--write"]:
        sys.stderr.write("usage: python -m tests.golden_games --write\n")
        return 2
    for golden in GAMES:
        path(golden).write_text(record(golden).text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
