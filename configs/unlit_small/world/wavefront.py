"""Wavefront OBJ with its MTL: what Sweet Home 3D's furniture needs of them."""

import numpy as np

from .cache import Model

PLAIN = {"color": [0.7, 0.7, 0.7], "specular": [0, 0, 0], "shininess": 10.0, "alpha": 1.0, "texture": None}


def read_materials(path):
    found, now = {}, None
    if not path.exists():
        return found
    for line in path.read_text(encoding="latin-1").splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        key, rest = words[0], words[1:]
        if key == "newmtl":
            now = found[" ".join(rest)] = dict(PLAIN, name=" ".join(rest))
        elif now is None or not rest:
            continue
        elif key in ("Kd", "Ks"):
            now["color" if key == "Kd" else "specular"] = [float(word) for word in rest[:3]]
        elif key == "Ns":
            now["shininess"] = float(rest[0])
        elif key in ("d", "Tr"):
            value = float(rest[-1])
            now["alpha"] = value if key == "d" else 1 - value
        elif key == "map_Kd":
            now["texture"] = " ".join(rest)
    return found


def place_of(places, index):
    """Some files name texture positions that they do not have."""
    at = index - 1 if index > 0 else len(places) + index
    return places[at] if index and 0 <= at < len(places) else (0.0, 0.0)


def read(path, most_faces):
    """A Model with y up, or None where it is too heavy. Textures are names beside the file."""
    points, places, known = [], [], {}
    faces, uvs, slots, names, slot = [], [], [], {}, 0
    for line in path.read_text(encoding="latin-1").splitlines():
        words = line.split()
        if not words:
            continue
        key = words[0]
        if key == "v":
            points.append((float(words[1]), float(words[2]), float(words[3])))
        elif key == "vt":
            places.append((float(words[1]), float(words[2])))
        elif key == "mtllib":
            known = read_materials(path.parent / " ".join(words[1:]))
        elif key == "usemtl":
            slot = names.setdefault(" ".join(words[1:]), len(names))
        elif key == "f":
            corners = [corner.split("/") for corner in words[1:]]
            at = [int(corner[0]) for corner in corners]
            at = [index - 1 if index > 0 else len(points) + index for index in at]
            to = [int(corner[1]) if len(corner) > 1 and corner[1] else 0 for corner in corners]
            to = [place_of(places, index) for index in to]
            for k in range(1, len(at) - 1):
                faces.append((at[0], at[k], at[k + 1]))
                uvs += [to[0], to[k], to[k + 1]]
                slots.append(slot)
            if len(faces) > most_faces:
                return None
    if not names:
        names[""] = 0
    materials = [dict(known.get(name, dict(PLAIN, name=name))) for name in names]
    return Model(np.array(points), faces, uvs, materials, slots) if faces else None
