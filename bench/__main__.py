"""`make bench`: first text, processor time, round trips and turns a second, side by side."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from bench.measure import FULL, QUICK, measure
from bench.report import compare, write

DOCUMENT = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def main() -> None:
    """Measure and write the table; a quick look is printed and not kept."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer turns; prints, writes nothing")
    parser.add_argument(
        "--against",
        type=Path,
        metavar="TREE",
        help="measure another checkout of ours in the same run; prints, writes nothing",
    )
    options = parser.parse_args()
    plan = QUICK if options.quick else FULL
    results = asyncio.run(measure(plan, options.against and options.against.resolve()))
    if options.against:
        print(compare(results, plan))
        return
    text = write(results, plan, DOCUMENT)
    print(text)
    if not options.quick:
        DOCUMENT.parent.mkdir(exist_ok=True)
        DOCUMENT.write_text(text)


if __name__ == "__main__":
    main()
