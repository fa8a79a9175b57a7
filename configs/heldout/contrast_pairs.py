"""Renders the judging set of paints side by side with Blender's Cycles: beauty, albedo, mask.

    blender -b --factory-startup --python contrast_pairs.py -- contrast.yaml OUT --textures DIR [--threads N]

Scenes, lights and surfaces are none of those that training sets are drawn from (contrast/); the set's file, the folder's
layout and the passes are theirs (../unlit_small/pairs). Pairs that are there already are skipped. A pair depends on the seed
and its number alone: even numbers have HDR surroundings or the sun, odd ones lamps. Needs Blender 3.4 or later with its
own studio lights (Debian: blender python3-numpy python3-yaml).
"""

import argparse
import json
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "unlit_small")]
sys.dont_write_bytecode = True

from contrast import scenes  # noqa: E402  (after the path is known)
from pairs import output, pair_set, render, textures  # noqa: E402
from pairs.draw import Draw  # noqa: E402


def arguments():
    own = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    parser = argparse.ArgumentParser(prog="blender -b --python contrast_pairs.py --", description=__doc__.split("\n")[0])
    parser.add_argument("set", type=Path, help="set of kind cycles, YAML")
    parser.add_argument("out", type=Path, help="folder; made where it is missing, gone on with where it is not")
    parser.add_argument("--textures", type=Path, help="folder that holds the set's texture folders")
    parser.add_argument("--threads", type=int, default=0, help="0 = one per core")
    return parser.parse_args(own)


def main():
    args = arguments()
    plan = pair_set.read(args.set, list(scenes.KINDS))
    library = textures.Library(args.textures, plan.textures)
    folder = output.Folder(args.out, plan)
    render.prepare(plan, args.threads, folder.part)
    scenes.prepare()
    begin, made = time.time(), 0
    for index in range(plan.count):
        if folder.has(index):
            continue
        render.clear()
        story = scenes.build(Draw(plan.seed + index), index, plan, library)
        render.render(plan, index)
        folder.take(index)
        folder.tell({"index": index, "seed": plan.seed + index, **story})
        made += 1
    folder.write_lists(plan.count)
    print(json.dumps({"made": made, "seconds": round(time.time() - begin, 1)}), flush=True)


if __name__ == "__main__":
    try:
        main()
    except (pair_set.SetError, OSError) as error:
        print(f"contrast_pairs: {error}", file=sys.stderr)
        sys.exit(1)
