"""The models of sweethome3d-furniture: catalogues with sizes and categories, archives of OBJ files."""

import re
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image

from . import wavefront

PACKAGE = "sweethome3d-furniture"
FOLDER = "usr/share/sweethome3d/furniture"
LICENCES = {"KatorLegaz": "CC-BY-3.0-US", "Reallusion": "CC-BY-3.0-US", "Scopia": "CC-BY-3.0",
            "BlendSwap-CC-BY": "CC-BY-3.0", "BlendSwap-CC-0": "CC0-1.0"}
MOST_FACES = 60000


def catalogue(text):
    """Dictionaries, one for each piece."""
    pieces = {}
    for key, number, value in re.findall(r"^(\w+)#(\d+)\s*=\s*(.*)$", text, re.M):
        pieces.setdefault(int(number), {})[key] = value.strip()
    return [pieces[number] for number in sorted(pieces)]


def turned(points, piece):
    if "modelRotation" in piece:
        turn = np.array([float(word) for word in piece["modelRotation"].split()]).reshape(3, 3)
        points = points @ turn.T
    return points


def add(root, scratch, cache):
    for archive in sorted((root / FOLDER).glob("*.sh3f")):
        folder = scratch / archive.stem
        with zipfile.ZipFile(archive) as packed:
            text = packed.read("PluginFurnitureCatalog.properties").decode("latin-1")
            if not folder.exists():
                packed.extractall(folder)
        for piece in catalogue(text):
            if "model" in piece:
                add_piece(piece, folder, archive, cache)


def add_piece(piece, folder, archive, cache):
    path = folder / piece["model"].lstrip("/")
    if path.suffix != ".obj" or not path.exists():
        return
    model = wavefront.read(path, MOST_FACES)
    if model is None:
        return
    points = turned(model.points.astype(np.float64), piece)
    points = np.stack([points[:, 0], -points[:, 2], points[:, 1]], axis=1)
    want = np.array([float(piece[key]) / 100 for key in ("width", "depth", "height")])
    have = np.ptp(points, axis=0)
    model.points = (points * np.where(have > 1e-9, want / np.maximum(have, 1e-9), 1)).astype(np.float32)
    inside, licence = piece["model"].lstrip("/"), LICENCES[archive.stem]
    for material in model.materials:
        skin(material, path.parent, Path(inside).parent, archive, licence, cache)
    top = float(piece.get("dropOnTopElevation", piece["height"])) / 100
    cache.add("sh3f/" + Path(inside).stem, piece["category"], model, (PACKAGE, f"{FOLDER}/{archive.name}:{inside}",
              licence), opening=piece.get("doorOrWindow") == "true", hung=float(piece.get("elevation",
                      0)) / 100, top=top)


def skin(material, folder, inside, archive, licence, cache):
    name = material.pop("texture")
    material["texture"] = None
    file = folder / name if name else None
    if file is None or not file.exists():
        return
    try:
        picture = Image.open(file)
        picture.load()
    except OSError:
        return
    alpha = picture.mode in ("RGBA", "LA") or "transparency" in picture.info
    material["cutout"] = bool(alpha and np.asarray(picture.convert("RGBA"))[..., 3].min() < 100)
    material["texture"] = cache.skin(str(file), lambda: picture.convert("RGBA" if material["cutout"] else "RGB"),
                                     (PACKAGE, f"{FOLDER}/{archive.name}:{inside}/{name}", licence))
