"""Renders the pairs of a set with Blender's Cycles: beauty, albedo, mask.

    blender -b --factory-startup --python cycles_pairs.py -- SET.yaml OUT [--textures DIR] [--threads N] [--count N]

SET.yaml is a set of kind `cycles` (docs/synthetic-data.md). OUT gets the layout of `unlit dataset synthesize`, and lists
that grow while it renders: filename_list.txt of all pairs so far, blocks/NNNN.txt of each full block. Pairs that are
there already are skipped: the same command goes on where it was interrupted. A pair depends on the seed and its number
alone. Needs Blender 3.4 or later with Cycles, and its Python's numpy and yaml (Debian: blender python3-numpy python3-yaml).
"""

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from pairs import output, pair_set, render, scenes, textures  # noqa: E402  (after the path is known)
from pairs.draw import Draw  # noqa: E402

LIST_EVERY = 25  # pairs
ATTEMPTS = 20  # scenes for one pair, until one shows something


def arguments():
    own = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    parser = argparse.ArgumentParser(prog="blender -b --python cycles_pairs.py --", description=__doc__.split("\n")[0])
    parser.add_argument("set", type=Path, help="set of kind cycles, YAML")
    parser.add_argument("out", type=Path, help="folder; made where it is missing, gone on with where it is not")
    parser.add_argument("--textures", type=Path, help="folder that holds the set's texture folders")
    parser.add_argument("--threads", type=int, default=0, help="0 = one per core")
    parser.add_argument("--count", type=int, help="only the first N pairs")
    return parser.parse_args(own)


def render_pair(index, plan, library, folder):
    """One pair into its place; returns what is told about it."""
    for attempt in range(ATTEMPTS):
        render.clear()
        story = scenes.build(Draw(plan.seed + index, attempt), plan, library)
        render.render(plan, index)
        if render.shows_something(folder.part, index):
            break
    folder.take(index)
    return {"index": index, "seed": plan.seed + index, "attempt": attempt, **story}


def render_set(plan, library, out, threads, count):
    """The first `count` pairs of a set that are not there yet."""
    folder = output.Folder(out, plan)
    render.prepare(plan, threads, folder.part)
    begin, made = time.time(), 0
    for index in range(count):
        if folder.has(index):
            continue
        folder.tell(render_pair(index, plan, library, folder))
        made += 1
        if made % LIST_EVERY == 0:
            folder.write_lists(count)
            rate = 60 * made / (time.time() - begin)
            print(f"pair {index + 1} of {count}, {rate:.1f} per minute", flush=True)
    folder.write_lists(count)
    seconds = time.time() - begin
    print(json.dumps({"made": made, "pairs": folder.done(count), "seconds": round(seconds, 1)}), flush=True)


def main():
    args = arguments()
    plan = pair_set.read(args.set)
    library = textures.Library(args.textures, plan.textures)
    render_set(plan, library, args.out, args.threads, min(plan.count, args.count or plan.count))


if __name__ == "__main__":
    try:
        main()
    except (pair_set.SetError, OSError) as error:
        print(f"cycles_pairs: {error}", file=sys.stderr)
        sys.exit(1)
