"""A folder of models that were read once: points and faces as numbers, textures as PNG, one list of all."""

import hashlib
import json
from pathlib import Path

import numpy as np
from PIL import Image

LARGEST_TEXTURE = 1024  # texels of a side


def name_share(name):
    """A number from 0 to 1 that follows from the name alone: tells what is for validation."""
    return int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) / 16**8


class Model:
    """Triangles with a material each. Metres, z is up, the front looks to -y, stands on z = 0 around the origin."""

    def __init__(self, points, faces, uvs, materials, slots):
        self.points = np.asarray(points, np.float32).reshape(-1, 3)
        self.faces = np.asarray(faces, np.int32).reshape(-1, 3)
        self.uvs = np.asarray(uvs, np.float32).reshape(-1, 2)  # per corner
        self.materials = list(materials)  # dictionaries: color, specular, shininess, alpha, texture, cutout
        self.slots = np.asarray(slots, np.int32)  # per face

    def stand(self, keeps_ground):
        """`keeps_ground`: z = 0 is the ground already; foundations and roots lie below it."""
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        under = 0 if keeps_ground and low[2] < 0.2 * (high[2] - low[2]) else low[2]
        self.points -= np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, under], np.float32)
        return self

    def size(self):
        return np.ptp(self.points, axis=0)

    def weld(self):
        """Corners at one place become one point, so that surfaces can be shaded smoothly; empty faces go."""
        step = max(float(self.size().max()), 1e-6) * 1e-5
        _, first, back = np.unique(np.round(self.points / step).astype(np.int64), axis=0, return_index=True,
                                   return_inverse=True)
        faces = back.reshape(-1)[self.faces].astype(np.int32)
        whole = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 0] != faces[:, 2])
        self.uvs = self.uvs.reshape(-1, 3, 2)[whole].reshape(-1, 2)
        self.points, self.faces, self.slots = self.points[first], faces[whole], self.slots[whole]
        return self


class Cache:
    """Writes the folder."""

    def __init__(self, folder):
        self.folder = Path(folder)
        (self.folder / "models").mkdir(parents=True, exist_ok=True)
        (self.folder / "skins").mkdir(exist_ok=True)
        self.told, self.sources = [], []
        self.skins = {}

    def skin(self, key, picture, source):
        """The name of a texture's file; `picture` is called where it is new."""
        if key not in self.skins:
            name = hashlib.sha256(key.encode()).hexdigest()[:16] + ".png"
            if not (self.folder / "skins" / name).exists():  # an earlier, interrupted run may have it
                self.draw(picture(), name)
            self.skins[key] = name
            self.sources.append(source)
        return self.skins[key]

    def draw(self, made, name):
        if max(made.size) > LARGEST_TEXTURE:
            share = LARGEST_TEXTURE / max(made.size)
            made = made.resize((max(1, int(made.width * share)), max(1, int(made.height * share))), Image.BOX)
        part = self.folder / "skins" / (name + ".part")
        made.save(part, format="PNG")
        part.replace(self.folder / "skins" / name)

    def add(self, name, kind, model, source, keeps_ground=False, **more):
        model.weld().stand(keeps_ground)
        if len(model.faces) < 2 or not np.isfinite(model.points).all() or model.points[:, 2].max() <= 0:
            return
        file = name.replace("/", "_") + ".npz"
        np.savez(self.folder / "models" / file, points=model.points, faces=model.faces, uvs=model.uvs,
                 slots=model.slots)
        self.told.append({"name": name, "file": file, "kind": kind, "size": [round(float(v), 4) for v in model.size()],
                          "faces": len(model.faces), "materials": model.materials, **more})
        self.sources.append(source)

    def write(self):
        (self.folder / "models.json").write_text(json.dumps(self.told, indent=0))
        lines = sorted({",".join(source) for source in self.sources})
        (self.folder / "manifest.csv").write_text("package,path,licence\n" + "\n".join(lines) + "\n")
