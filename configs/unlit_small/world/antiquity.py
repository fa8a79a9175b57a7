"""The models of 0ad-data: actors in XML, meshes in the game's own format, textures as DDS."""

import io
import struct
import xml.etree.ElementTree as ET
import zipfile

import numpy as np
from PIL import Image

from .cache import Model, name_share

PACKAGE, LICENCE = "0ad-data", "CC-BY-SA-3.0"
ARCHIVE = "usr/share/games/0ad/mods/public/public.zip"
KINDS = {"flora/trees": "Tree", "flora": "Tree", "fauna": "Animal", "structures": "House", "geology": "Rock",
         "props/flora": "Plant", "props/structures": "Prop", "props/special/eyecandy": "Prop", "units": "Person",
         "props/geology": "Rock"}
TEAMS = [(150, 40, 35), (40, 60, 140), (60, 110, 50), (190, 150, 50), (220, 215, 205), (35, 35, 35), (120, 70, 40)]
DEEPEST = 3  # props on props
LEFT_OUT = ("decal", "particle", "garrison", "flag_", "projectile", "water", "fire", "smoke", "destruct", "rubble",
            "scaf", "foundation", "selection", "waypoint", "light", "wall_rubble", "shadow", "field_")


class Actors:
    """The archive, read by name."""

    def __init__(self, path, cache):
        self.zip = zipfile.ZipFile(path)
        self.names = set(self.zip.namelist())
        self.cache = cache
        self.trees, self.meshes = {}, {}

    def xml(self, name):
        if name not in self.trees:
            self.trees[name] = ET.fromstring(self.zip.read(name)) if name in self.names else None
        return self.trees[name]

    def described(self, name, number):
        """(mesh, textures, props, material) of an actor; `number` chooses among variants."""
        tree = self.xml(f"art/actors/{name}")
        if tree is None:
            return None
        actor = tree if tree.tag == "actor" else tree.find("inline")
        if actor is None:
            actor = next((part for part in tree.iter("actor") if part.get("file") is None), None)
        if actor is None:
            return None
        mesh, textures, props = None, {}, []
        for group in actor.findall("group"):
            variants = [v for v in group.findall("variant") if v.get("maxquality") is None and
                        (v.find("mesh") is not None or v.find("textures") is not None or v.find("props") is not None
                         or v.get("file"))]
            if not variants:
                continue
            variant = variants[number % len(variants)]
            if any(v.get("file") for v in variants) and not variant.get("file") and number == 0:
                variant = variants[0]
            parts = [variant]
            if variant.get("file"):
                base = self.xml(f"art/variants/{variant.get('file')}")
                parts = [part for part in (base, variant) if part is not None]
            for part in parts:
                if part.find("mesh") is not None and part.find("mesh").text:
                    mesh = part.find("mesh").text
                for texture in part.iter("texture"):
                    textures[texture.get("name")] = texture.get("file")
                props += [(p.get("actor"), p.get("attachpoint")) for p in part.iter("prop") if p.get("actor")]
        material = actor.find("material")
        return mesh, textures, props, (material.text if material is not None else "") or ""

    def mesh(self, name):
        """(points, uvs, faces, attachments) in the game's left-handed axes, y up."""
        path = f"art/meshes/{name}.cached.pmd"
        if path not in self.names:
            return None
        if path not in self.meshes:
            self.meshes[path] = pmd(self.zip.read(path))
        return self.meshes[path]

    def texture(self, name, mode, team):
        """`mode`: cutout, team (alpha is where the player's colour shows) or plain."""
        path = next((p for p in (f"art/textures/skins/{name}.cached.dds", f"art/textures/skins/{name}")
                     if p in self.names), None)
        if path is None:
            return None

        def picture():
            read = Image.open(io.BytesIO(self.zip.read(path))).convert("RGBA")
            if mode == "cutout":
                return read
            if mode == "team":
                read = Image.alpha_composite(Image.new("RGBA", read.size, (*team, 255)), read)
            return read.convert("RGB")

        try:
            key = f"0ad/{path}/{mode}/{team if mode == 'team' else ''}"
            return self.cache.skin(key, picture, (PACKAGE, f"{ARCHIVE}:{path}", LICENCE))
        except (OSError, NotImplementedError, struct.error):
            return None

    def collect(self, name, number, team, place, depth, into):
        """Mesh and props of an actor, moved to `place` (4 x 4), as parts (points, uvs, faces, material)."""
        if depth > DEEPEST or any(word in name for word in LEFT_OUT):
            return
        told = self.described(name, number)
        if told is None or told[0] is None:
            return
        mesh, textures, props, material = told
        read = self.mesh(mesh)
        if read is None or "baseTex" not in textures:
            return
        points, uvs, faces, attachments = read
        mode = "cutout" if "basic_trans" in material else "team" if "player" in material else "plain"
        skin = self.texture(textures["baseTex"], mode, team)
        if skin is None:
            return
        moved = points @ place[:3, :3].T + place[:3, 3]
        into.append((moved, uvs, faces, {"name": mesh, "color": [1, 1, 1], "specular": [0, 0, 0], "shininess": 10.0,
                                         "alpha": 1.0, "texture": skin, "cutout": mode == "cutout",
                                         "leaf": mode == "cutout" and "gaia" in textures["baseTex"]}))
        for actor, point in props:
            if point in attachments:
                self.collect(actor, 0, team, place @ attachments[point], depth + 1, into)


def pmd(data):
    """The game's mesh format, as its version 4 lays it out."""
    _, version, _, count, sets = struct.unpack_from("<4sIIII", data, 0)
    if version < 4:
        return None
    width = 24 + 8 * sets + 20
    rows = np.frombuffer(data, np.uint8, count * width, 20).reshape(count, width)
    floats = np.ascontiguousarray(rows[:, :24 + 8 * sets]).view("<f4").reshape(count, -1)
    at = 20 + count * width
    total, = struct.unpack_from("<I", data, at)
    faces = np.frombuffer(data, "<u2", total * 3, at + 4).reshape(-1, 3).astype(np.int32)
    at += 4 + total * 6
    bones, = struct.unpack_from("<I", data, at)
    rests = [placed(rest[:3], rest[3:]) for rest in np.frombuffer(data, "<f4", bones * 7, at + 4).reshape(-1, 7)]
    at += 4 + bones * 28
    attachments = {"root": np.eye(4)}
    number, = struct.unpack_from("<I", data, at)
    at += 4
    for _ in range(number):
        length, = struct.unpack_from("<I", data, at)
        name = data[at + 4:at + 4 + length].decode("latin-1")
        at += 4 + length
        x, y, z, qx, qy, qz, qw, bone = struct.unpack_from("<7fB", data, at)
        at += 29
        here = placed((x, y, z), (qx, qy, qz, qw))
        if bone != 255 and bone < len(rests):
            here = rests[bone] @ here
        attachments[name.replace("prop-", "").replace("prop_", "")] = here
    return floats[:, :3].astype(np.float64), floats[:, 6:8], faces, attachments


def placed(shift, turn):
    x, y, z, w = turn
    made = np.eye(4)
    made[:3, :3] = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    made[:3, 3] = shift
    return made


def add(root, cache, most_faces=40000):
    actors = Actors(root / ARCHIVE, cache)
    for path in sorted(actors.names):
        name = path[len("art/actors/"):]
        kind = next((KINDS[start] for start in sorted(KINDS, key=len, reverse=True) if name.startswith(start + "/")),
                    None)
        if not path.startswith("art/actors/") or not path.endswith(".xml") or kind is None:
            continue
        if any(word in name for word in LEFT_OUT):
            continue
        for number in range(4 if kind in ("Tree", "Animal", "Plant", "Rock") else 2):
            parts = []
            team = TEAMS[int(name_share(f"{name}{number}") * len(TEAMS))]
            try:
                actors.collect(name, number, team, np.eye(4), 0, parts)
            except (ET.ParseError, struct.error, KeyError):
                continue
            if not parts or sum(len(part[2]) for part in parts) > most_faces:
                continue
            told = joined(parts)
            looks = (name, tuple(m["texture"] for m in told.materials), told.points.shape)
            if looks in cache.skins:  # a variant that looks the same
                continue
            cache.skins[looks] = ""
            cache.add(f"0ad/{name[:-4]}-{number}", kind, told, (PACKAGE, f"{ARCHIVE}:{path}", LICENCE),
                      keeps_ground=True)


def joined(parts):
    points, faces, uvs, slots, start = [], [], [], [], 0
    for number, (at, to, corners, _) in enumerate(parts):
        points.append(np.stack([at[:, 0], at[:, 2], at[:, 1]], axis=1))
        faces.append(corners + start)  # exchanging y and z turns the left-handed axes right-handed
        uvs.append(to[corners.reshape(-1)])
        slots.append(np.full(len(corners), number, np.int32))
        start += len(at)
    return Model(np.concatenate(points), np.concatenate(faces)[:, ::-1], np.concatenate(uvs).reshape(-1, 3, 2)[:, ::-1],
                 [part[3] for part in parts], np.concatenate(slots))
