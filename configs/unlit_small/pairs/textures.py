"""Which files of a folder are which map of which texture set."""

import re

from .pair_set import SetError

SUFFIXES = {".jpg", ".jpeg", ".png", ".tif", ".tiff", ".exr"}
# The endings that `unlit dataset synthesize --textures` knows, too.
ENDINGS = {
    "color": ("base color", "diff col", "basecolor", "albedo", "diffuse", "diff", "color", "col"),
    "normal": ("normal opengl", "normal gl", "nor gl", "normal", "nor", "nrm"),
    "roughness": ("roughness", "rough"),
    "height": ("displacement", "disp", "height"),
    "packed": ("occlusion roughness metallic", "arm", "orm"),
}


def words_of(stem):
    split = re.sub(r"([a-z])([A-Z])", r"\1 \2", stem)
    words = [word.lower() for word in re.split(r"[^A-Za-z0-9]+", split) if word]
    return [word for word in words if not re.fullmatch(r"\d{1,2}k|lod\d*", word)]


def understand(path):
    """(role, words of the material) or None."""
    text = " " + " ".join(words_of(path.stem))
    found = [(len(ending), role, ending) for role, endings in ENDINGS.items() for ending in endings
             if text.endswith(" " + ending)]
    if not found:
        return None
    _, role, ending = max(found)
    return role, text[:-len(ending) - 1].split()


class TextureSet:
    """The maps of one material: paths, None where there is none."""

    def __init__(self, folder, color, maps):
        self.folder = folder  # the name that a set's file has
        self.color = color
        self.normal = maps.get("normal")
        self.roughness = maps.get("roughness")
        self.height = maps.get("height")
        self.packed = maps.get("packed")  # occlusion, roughness, metal
        self.opacity = None
        self.normal_points_down = False  # DirectX
        self.roughness_channel = None  # None: the whole file is roughness
        self.roughness_is_gloss = False


class Library:
    """The texture sets that a set of pairs may use."""

    def __init__(self, root, folders):
        self.sets = []
        if folders and root is None:
            raise SetError("the set has textures: say --textures DIR")
        for name in folders:
            folder = root / name
            if not folder.is_dir():
                raise SetError(f"{folder} is no folder")
            known = [(understand(path), path) for path in sorted(folder.iterdir()) if path.suffix.lower() in SUFFIXES]
            roles = [(role_words[0], path) for role_words, path in known if role_words]
            maps = {role: path for role, path in reversed(roles) if role != "color"}
            colors = [path for role, path in roles if role == "color"]
            if not colors:
                raise SetError(f"{folder} holds no base colour")
            self.sets += [TextureSet(name, color, maps) for color in colors]
