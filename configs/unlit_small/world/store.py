"""What a set may show: models, texture sets by what they suit, pictures, fonts; training and validation share none."""

import json
from pathlib import Path

import bpy
import numpy as np

from pairs import textures
from pairs.pair_set import SetError

from .cache import name_share

VALIDATION_SHARE = 0.07  # of models, pictures and fonts
MODELS = "models/"  # models/training, models/validation in a set's list of textures
WORDS = {  # of texture sets' names
    "floor": ("floor", "wood", "tile", "carpet", "parkett", "boards", "planks", "marble", "onyx", "rug"),
    "wall": ("wallpaper", "plaster", "wall", "paper", "concrete", "paint", "panel", "stone", "defense"),
    "ground": ("grass", "dirt", "sand", "gravel", "snow", "rock", "forest", "cliff", "desert", "paving", "pav", "road",
               "cobble", "soil", "mud", "medit", "tropic", "steppe", "savanna", "temperate", "alpine"),
    "wood": ("wood", "boards", "plank", "crate", "chest", "bark", "barrel"),
    "cloth": ("carpet", "cloth", "fabric", "couch", "curtain", "rug", "wallpaper"),
}


class Store:
    def __init__(self, assets, texture_root, names, extra_pictures):
        splits = {name[len(MODELS):] for name in names if name.startswith(MODELS)}
        if len(splits) != 1 or not splits <= {"training", "validation"}:
            raise SetError("textures must name models/training or models/validation")
        self.validation = splits == {"validation"}
        self.assets = assets
        told = json.loads((assets / "models.json").read_text(encoding="utf-8"))
        self.models = [model for model in told if self.mine(family(model["name"]))]
        self.by_kind = {}
        for model in self.models:
            self.by_kind.setdefault(model["kind"], []).append(model)
        folders = []
        for name in names:
            if name.startswith(MODELS):
                continue
            inner = sorted(p.name for p in (texture_root / name).iterdir() if p.is_dir())
            folders += [f"{name}/{part}" for part in inner] or [name]
        self.sets = textures.Library(texture_root, folders).sets
        self.by_use = {use: [s for s in self.sets if any(word in s.folder.lower() for word in words)] or self.sets
                       for use, words in WORDS.items()}
        self.pictures = [path for path in extra_pictures if self.mine(picture_name(path))]
        self.fonts = [path for path in sorted(Path("/usr/share/fonts").rglob("*.[ot]tf")) if self.mine(path.name)]
        self.used = set()

    def mine(self, name):
        return (name_share(name) < VALIDATION_SHARE) == self.validation

    def choose(self, draw, kinds, test=lambda model: True):
        """A model of one of these kinds, or None."""
        found = [model for kind in kinds for model in self.by_kind.get(kind, []) if test(model)]
        return draw.pick(found) if found else None

    def texture(self, draw, use=None):
        chosen = draw.pick(self.by_use[use] if use else self.sets)
        self.used.add(chosen.folder)
        return chosen

    def mesh(self, model):
        """Blender's mesh, with as many slots as the model has materials."""
        self.used.add(model["name"])
        data = np.load(self.assets / "models" / model["file"])
        points, faces, uvs, slots = (data[name] for name in ("points", "faces", "uvs", "slots"))
        mesh = bpy.data.meshes.new(model["name"])
        mesh.vertices.add(len(points))
        mesh.vertices.foreach_set("co", points.ravel())
        mesh.loops.add(len(faces) * 3)
        mesh.loops.foreach_set("vertex_index", faces.ravel())
        mesh.polygons.add(len(faces))
        mesh.polygons.foreach_set("loop_start", np.arange(0, len(faces) * 3, 3, dtype=np.int32))
        mesh.polygons.foreach_set("loop_total", np.full(len(faces), 3, np.int32))
        mesh.polygons.foreach_set("material_index", slots.astype(np.int32))
        mesh.polygons.foreach_set("use_smooth", np.ones(len(faces), bool))
        layer = mesh.uv_layers.new(name="UVMap")
        layer.data.foreach_set("uv", uvs.ravel())
        mesh.use_auto_smooth, mesh.auto_smooth_angle = True, 0.6
        mesh.validate()
        mesh.update(calc_edges=True)
        return mesh


def picture_name(path):
    """A wallpaper's folder (NAME/contents/images/SIZE.jpg) or the file's own name: sizes of one picture stay together."""
    return path.parent.parent.parent.name if path.parent.name.startswith("images") else path.stem.split("_")[0]


def family(name):
    """Variants of one model stay on one side: letters and numbers at the end do not count."""
    return name.rstrip("0123456789-").rstrip("_abcdefghij") or name
