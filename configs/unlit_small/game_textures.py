#!/usr/bin/env python3
"""Makes texture sets for `--textures DIR` out of the data of free games that Debian packages.

    apt install redeclipse-data 0ad-data ufoai-textures nexuiz-textures supertuxkart-data python3-pil     # Debian 12
    python3 game_textures.py DIR [--root /]

Writes DIR/GROUP/NAME/ with albedo, normal (where there is one), roughness and, for a few, metallic for each line of
game_textures.txt; folders that are there already are made anew. The games' textures know no roughness: each has one drawn
from its name. Pictures of bricks, marble, leaves and lettering were left out, for the judging sets have procedural materials
of these kinds; two hedges and one marble were overlooked. Licences: /usr/share/doc/PACKAGE/copyright (CC-BY-SA 3.0,
CC-BY 3.0, GPL-2 and later, by file).
"""

import argparse
import io
import sys
import zipfile
from pathlib import Path

from PIL import Image

SIZE = 512  # texels of a side
GAMES = Path("usr/share/games")
FOLDERS = {  # first word of a name: archive or "", folder
    "redeclipse": ("", "redeclipse/data"),
    "0ad": ("0ad/mods/public/public.zip", "art/textures/terrain/types"),
    "ufoai": ("ufoai/base/0textures.pk3", "textures"),
    "nexuiz": ("nexuiz/data/textures.pk3", "textures"),
    "stk": ("", "supertuxkart/data/textures"),
}


class Games:
    """The files of the packages, archives opened once."""

    def __init__(self, root):
        self.games = root / GAMES
        self.archives = {}

    def picture(self, game, path):
        archive, folder = FOLDERS[game]
        if not archive:
            return Image.open(self.games / folder / path)
        if archive not in self.archives:
            self.archives[archive] = zipfile.ZipFile(self.games / archive)
        return Image.open(io.BytesIO(self.archives[archive].read(f"{folder}/{path}")))


def square(picture, resampling):
    """Its middle, SIZE x SIZE."""
    picture = picture.convert("RGB")
    width, height = picture.size
    side = min(width, height)
    left, top = (width - side) // 2, (height - side) // 2
    return picture.crop((left, top, (width + side) // 2, (height + side) // 2)).resize((SIZE, SIZE), resampling)


def make(games, line, out):
    what, color, normal = (part.strip() for part in line.split("|"))
    group, name, roughness, metal = what.split()
    game = name.split("_")[0]
    folder = out / group / name
    folder.mkdir(parents=True, exist_ok=True)
    square(games.picture(game, color), Image.LANCZOS).save(folder / "albedo.png", compress_level=1)
    if normal != "-":
        square(games.picture(game, normal), Image.BICUBIC).save(folder / "normal.png", compress_level=1)
    Image.new("L", (8, 8), int(roughness)).save(folder / "roughness.png")
    if int(metal):
        Image.new("L", (8, 8), int(metal)).save(folder / "metallic.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path, help="folder for the texture sets")
    parser.add_argument("--root", type=Path, default=Path("/"), help="where the packages were installed or unpacked")
    args = parser.parse_args()
    games = Games(args.root)
    lines = Path(__file__).with_name("game_textures.txt").read_text().splitlines()
    lines = [line for line in lines if line and not line.startswith("#")]
    try:
        for line in lines:
            make(games, line, args.out)
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        sys.exit(f"game_textures.py: {error}\nInstall the five packages, or say --root.")
    print(f"{len(lines)} texture sets in {args.out}")


if __name__ == "__main__":
    main()
