"""Renders training pairs from a library of textures with Blender's Cycles: beauty, albedo, mask.

    blender -b --factory-startup --python texture_pairs.py -- TEXTURES OUT [--count N] [--size PX] [--samples N]
        [--seed N] [--scenes KIND,...] [--threads N] [--unlit PROGRAM]

TEXTURES is a folder of Megascans, Poly Haven or other texture sets. Which file is which map `unlit dataset scan` says, so
that names mean here what they mean there; nothing else of them is believed. OUT gets the layout of `unlit dataset
synthesize` and a list of all pairs so far. The same command goes on where it was interrupted; a larger --count adds pairs.
Scenes, lights and passes are those of ../unlit_small/pairs. Needs Blender 3.4 or later with Cycles, its Python's numpy and
yaml (Debian: blender python3-numpy python3-yaml), and `unlit` in the path.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "unlit_small"))
sys.dont_write_bytecode = True

import cycles_pairs  # noqa: E402  (after the path is known)
from pairs import pair_set, scenes, textures  # noqa: E402

CHANNELS = ("Red", "Green", "Blue", "Alpha")


def arguments():
    own = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    parser = argparse.ArgumentParser(prog="blender -b --python texture_pairs.py --", description=__doc__.split("\n")[0])
    parser.add_argument("textures", type=Path, help="folder of texture sets")
    parser.add_argument("out", type=Path, help="folder; made where it is missing, gone on with where it is not")
    parser.add_argument("--count", type=int, default=100, help="pairs")
    parser.add_argument("--size", type=int, default=256, help="pixels per side")
    parser.add_argument("--samples", type=int, default=64, help="light paths per pixel, at most")
    parser.add_argument("--seed", type=int, default=1, help="scenes are drawn from SEED to SEED + COUNT - 1")
    parser.add_argument("--scenes", default="ground,closeup,object,room", help=", ".join(scenes.KINDS))
    parser.add_argument("--threads", type=int, default=0, help="0 = one per core")
    parser.add_argument("--unlit", default="unlit", help="the program, where it is not in the path")
    return parser.parse_args(own)


def scan(unlit, library):
    """The texture sets of a library, as the program sees them."""
    try:
        done = subprocess.run([unlit, "dataset", "scan", str(library), "--json"], capture_output=True, text=True)
    except OSError as error:
        raise pair_set.SetError(f"{unlit} cannot be started: {error.strerror}; say --unlit PROGRAM") from error
    if done.returncode != 0:
        raise pair_set.SetError(done.stderr.strip() or f"{unlit} cannot scan {library}")
    found = json.loads(done.stdout)["texture_sets"]
    if not found:
        raise pair_set.SetError(f"{library} holds no texture set; `unlit dataset scan` says why for every file")
    return found


class ScannedSet(textures.TextureSet):
    """A set as the scan tells it."""

    def __init__(self, root, told):
        super().__init__(told["name"], root / told["base_color"], {})
        if "normal" in told:
            self.normal = root / told["normal"]["file"]
            self.normal_points_down = told["normal"]["directx"]
        if "roughness" in told:
            self.roughness = root / told["roughness"]["file"]
            self.roughness_channel = CHANNELS[told["roughness"]["channel"]]
            self.roughness_is_gloss = told["roughness"]["inverted"]
        if "height" in told and told["height"]["channel"] == 0:
            self.height = root / told["height"]["file"]
        if "opacity" in told:
            self.opacity = root / told["opacity"]["file"]


class ScannedLibrary:
    """What pairs/textures.Library is for sets that a file names."""

    def __init__(self, root, found):
        self.sets = [ScannedSet(root, told) for told in found]


def main():
    args = arguments()
    library = args.textures.resolve()
    found = scan(args.unlit, library)
    plan = pair_set.PairSet(kind="cycles", seed=args.seed, count=args.count, size=args.size, samples=args.samples,
                            scenes=args.scenes.split(","), textures=[told["name"] for told in found])
    pair_set.check("the command line", plan, None)
    print(f"{len(found)} texture sets in {library}", flush=True)
    cycles_pairs.render_set(plan, ScannedLibrary(library, found), args.out, args.threads, args.count)


if __name__ == "__main__":
    try:
        main()
    except (pair_set.SetError, OSError) as error:
        print(f"texture_pairs: {error}", file=sys.stderr)
        sys.exit(1)
