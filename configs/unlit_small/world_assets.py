#!/usr/bin/env python3
"""Reads models and pictures out of Debian's packages once, into a folder that world_pairs.py renders from.

    apt-get download sweethome3d-furniture 0ad-data …; dpkg -x each ROOT        # or install them and say --root /
    python3 world_assets.py ASSETS --root ROOT

ASSETS gets models/ and skins/, models.json, and manifest.csv: package, path, licence of each file that was read.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from world import antiquity, cache, furniture  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("assets", type=Path)
    parser.add_argument("--root", type=Path, default=Path("/"), help="where the packages are unpacked")
    args = parser.parse_args()
    made = cache.Cache(args.assets)
    furniture.add(args.root, args.assets / "scratch", made)
    print(f"furniture: {len(made.told)} models", flush=True)
    antiquity.add(args.root, made)
    made.write()
    print(f"{len(made.told)} models, {len(made.sources)} files")


if __name__ == "__main__":
    main()
