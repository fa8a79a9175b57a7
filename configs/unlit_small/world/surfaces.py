"""Paints, cloths, woods, leaves, metals, glass: what a camera sees, and the albedo and surface passes beside it."""

import colorsys

import bpy

from pairs.draw import linear
from pairs.nodes import Graph
from pairs.render import ALBEDO_PASS, SURFACE_PASS

DARKEST, BRIGHTEST = 0.018, 0.92
HIDES = -10.0  # a pane in front of a surface hides it from the mask
METALS = ("chrome", "metal", "steel", "inox", "alumin", "gold", "silver", "brass", "mirror", "copper", "iron", "miroir",
          "espejo", "zinc")
GLASSES = ("glass", "verre", "vidrio", "cristal", "crystal", "vitre", "window_pane")
LAMPS = ("bulb", "emit", "lumiere", "neon", "flame", "lampshade_on")


def new():
    material = bpy.data.materials.new("surface")
    material.use_nodes = True
    return material, Graph(material.node_tree)


def passes(graph, color, value, hole=None):
    """`hole`: 1 where the surface is, 0 where it is cut out."""
    if hole is not None:
        color = graph.vector_math("MULTIPLY", color, hole)
        value = graph.math("MULTIPLY", hole, value)
    graph.set(graph.node("OutputAOV", {"name": ALBEDO_PASS}).inputs["Color"], color)
    graph.set(graph.node("OutputAOV", {"name": SURFACE_PASS}).inputs["Value"], value)


def limited(graph, color):
    color = graph.vector_math("MINIMUM", color, (BRIGHTEST,) * 3)
    return graph.vector_math("MAXIMUM", color, (DARKEST,) * 3)


def gloss(draw, kind=None):
    """(specular, roughness, coat): most things are dull, some shine."""
    kind = kind or draw.weighted({"dull": 0.45, "satin": 0.3, "gloss": 0.15, "coat": 0.1})
    if kind == "dull":
        return draw.range(0, 0.3), draw.range(0.6, 1), 0.0
    if kind == "satin":
        return draw.range(0.3, 0.5), draw.range(0.3, 0.6), 0.0
    if kind == "gloss":
        return 0.5, draw.log(0.05, 0.3), 0.0
    return draw.range(0.2, 0.5), draw.range(0.3, 0.8), draw.range(0.5, 1)


def solid(draw, graph, color, normal=None, roughness=None, kind=None, hole=None, leaf=False, soft=False):
    """An opaque surface of this colour (a number triple or a node's output)."""
    color = limited(graph, color)
    specular, rough, coat = gloss(draw, kind)
    if leaf:
        front = graph.node("BsdfDiffuse", Color=color).outputs[0]
        back = graph.node("BsdfTranslucent", Color=color).outputs[0]
        mixed = graph.node("MixShader", Fac=draw.range(0.1, 0.35))
        graph.set(mixed.inputs[1], front)
        graph.set(mixed.inputs[2], back)
        out = mixed.outputs[0]
    else:
        shader = graph.node("BsdfPrincipled", Base_Color=color, Specular=specular, Roughness=rough, Clearcoat=coat,
                            Clearcoat_Roughness=draw.log(0.03, 0.2))
        if roughness is not None:
            graph.set(shader.inputs["Roughness"], roughness)
        if soft:
            shader.inputs["Subsurface"].default_value = draw.range(0.1, 0.5)
            graph.set(shader.inputs["Subsurface Color"], color)
            shader.inputs["Subsurface Radius"].default_value = tuple(0.02 * draw.log(0.2, 1) * v for v in (1, 0.5, 0.3))
        if kind == "cloth":
            shader.inputs["Sheen"].default_value = draw.range(0, 0.6)
        if normal is not None:
            graph.set(shader.inputs["Normal"], normal)
        out = shader.outputs[0]
    if hole is not None:
        mixed = graph.node("MixShader", Fac=hole)
        graph.set(mixed.inputs[1], graph.node("BsdfTransparent").outputs[0])
        graph.set(mixed.inputs[2], out)
        out = mixed.outputs[0]
    graph.set(graph.node("OutputMaterial").inputs["Surface"], out)
    passes(graph, color, 1.0, hole)


def metal(draw, graph, color=None):
    color = color or draw.pick([(0.9, 0.88, 0.85), (0.6, 0.6, 0.62), (0.95, 0.75, 0.35), (0.9, 0.55, 0.4),
                                (0.4, 0.4, 0.42)])
    shader = graph.node("BsdfPrincipled", Base_Color=color, Metallic=1.0, Roughness=draw.log(0.08, 0.5))
    graph.set(graph.node("OutputMaterial").inputs["Surface"], shader.outputs[0])
    passes(graph, (0, 0, 0), 0.0)


def glass(draw, graph):
    """A pane: clear, mirrors a little; what is seen through it has no albedo of its own."""
    clear = graph.node("BsdfTransparent", Color=tuple(draw.range(0.85, 1) for _ in range(3))).outputs[0]
    mirror = graph.node("BsdfGlossy", Roughness=draw.log(0.01, 0.1)).outputs[0]
    mixed = graph.node("MixShader", Fac=graph.node("Fresnel", IOR=1.45).outputs[0])
    graph.set(mixed.inputs[1], clear)
    graph.set(mixed.inputs[2], mirror)
    graph.set(graph.node("OutputMaterial").inputs["Surface"], mixed.outputs[0])
    passes(graph, (0, 0, 0), HIDES)


def glowing(graph, color, strength):
    shader = graph.node("Emission", Color=color, Strength=strength)
    graph.set(graph.node("OutputMaterial").inputs["Surface"], shader.outputs[0])
    passes(graph, (0, 0, 0), 0.0)


def paint(draw, tone=None):
    """A paint, linear: near black, near white, or any."""
    tone = tone or draw.weighted({"black": 0.25, "white": 0.3, "any": 0.45})
    if tone == "any":
        return draw.albedo()
    value = draw.range(0.1, 0.3) if tone == "black" else draw.range(0.86, 0.97)
    hue, saturation = draw.range(0, 1), draw.range(0, 0.35 if tone == "black" else 0.1)
    return tuple(linear(v) for v in colorsys.hsv_to_rgb(hue, saturation, value))


def painted(draw, tone=None, kind=None):
    material, graph = new()
    normal = None
    if draw.chance(0.35):
        at = graph.node("TexCoord").outputs["Object"]
        bumps = graph.node("TexNoise", Vector=at, Scale=draw.log(5, 120), Detail=3.0).outputs["Fac"]
        normal = graph.node("Bump", Strength=draw.range(0.05, 0.4), Distance=0.01, Height=bumps).outputs[0]
    solid(draw, graph, paint(draw, tone), normal, kind=kind, soft=draw.chance(0.04))
    return material


def moved(draw, graph, color, share=0.5, tone=None, any_hue=0.25):
    """Another hue or brightness of the same pattern."""
    if tone == "black":
        return graph.node("HueSaturation", Saturation=draw.range(0.4, 1), Value=draw.range(0.08, 0.3),
                          Color=color).outputs[0]
    if tone == "white":
        pale = graph.node("HueSaturation", Saturation=draw.range(0, 0.5), Value=1.0, Color=color).outputs[0]
        return graph.node("Gamma", Gamma=draw.range(0.25, 0.45), Color=pale).outputs[0]
    if not draw.chance(share):
        return color
    hue = 0.5 + (draw.range(-0.5, 0.5) if draw.chance(any_hue) else draw.range(-0.04, 0.04))
    color = graph.node("HueSaturation", Hue=hue, Saturation=draw.range(0.3, 1.3), Value=draw.log(0.6, 1.4),
                       Color=color).outputs[0]
    return graph.node("Gamma", Gamma=draw.log(0.75, 1.5), Color=color).outputs[0]


def scanned(draw, files, repeat, by_sides=False, tone=None, kind=None):
    """A texture set; `repeat`: metres that it is wide (by sides), or repeats along the mesh's own positions."""
    material, graph = new()
    coordinates = graph.node("TexCoord").outputs["Object" if by_sides else "UV"]
    scale = 1 / repeat if by_sides else repeat
    at = graph.moved(coordinates, scale, (0, 0, 0), (draw.range(0, 1), draw.range(0, 1), draw.range(0, 1)))

    def read(path, is_color):
        image = bpy.data.images.load(str(path), check_existing=True)
        image.colorspace_settings.name = "sRGB" if is_color else "Non-Color"
        node = graph.node("TexImage", {"image": image}, Vector=at)
        if by_sides:
            node.projection, node.projection_blend = "BOX", 0.1
        return node.outputs["Color"]

    color = read(files.color, True)
    normal = None
    if files.normal and not by_sides:
        normal = graph.node("NormalMap", Strength=draw.range(0.3, 1.2), Color=read(files.normal, False)).outputs[0]
    elif draw.chance(0.7):
        normal = graph.node("Bump", Strength=draw.range(0.1, 0.5), Distance=0.01 * (repeat if by_sides else 1),
                            Height=color).outputs[0]
    roughness = read(files.roughness, False) if files.roughness and draw.chance(0.6) else None
    solid(draw, graph, moved(draw, graph, color, 0.5, tone), normal, roughness, kind)
    return material


def printed(draw, image, kind=None, repeat=1.0):
    """A picture or print over the mesh's own texture positions."""
    material, graph = new()
    at = graph.moved(graph.node("TexCoord").outputs["UV"], repeat, (0, 0, 0), (0, 0, 0))
    color = graph.node("TexImage", {"image": image}, Vector=at).outputs["Color"]
    solid(draw, graph, color, kind=kind)
    return material


def of_model(draw, store, told, size, repainted):
    """The material that a model's file tells of. `repainted`: perhaps other paint, wood or cloth instead of plain colour."""
    name = told.get("name", "").lower()
    if told["alpha"] < 0.9 or any(word in name for word in GLASSES):
        material, graph = new()
        glass(draw, graph)
        return material
    if not told["texture"] and any(word in name for word in METALS):
        material, graph = new()
        if draw.chance(0.75):
            metal(draw, graph)
        else:
            solid(draw, graph, paint(draw))
        return material
    if any(word in name for word in LAMPS):
        material, graph = new()
        glowing(graph, (1, draw.range(0.75, 0.95), draw.range(0.5, 0.9)), draw.log(2, 10))
        return material
    if not told["texture"]:
        if repainted and draw.chance(0.35):
            use = draw.pick(["wood", "cloth", "wood", None])
            return scanned(draw, store.texture(draw, use), draw.log(0.3, 1.2), True)
        if repainted and draw.chance(0.4):
            return painted(draw)
        material, graph = new()
        color = tuple(linear(min(max(v, 0), 1)) for v in told["color"])
        solid(draw, graph, color, kind=None if max(told["specular"]) > 0.1 else "dull")
        return material
    material, graph = new()
    image = bpy.data.images.load(str(store.assets / "skins" / told["texture"]), check_existing=True)
    image.colorspace_settings.name = "sRGB"
    node = graph.node("TexImage", {"image": image})
    hole = graph.math("GREATER_THAN", node.outputs["Alpha"], 0.45) if told.get("cutout") else None
    color = moved(draw, graph, node.outputs["Color"], 0.35, any_hue=0.2 if repainted else 0.0)
    normal = None
    if hole is None and draw.chance(0.5):
        normal = graph.node("Bump", Strength=draw.range(0.1, 0.5), Distance=0.01 * size, Height=color).outputs[0]
    solid(draw, graph, color, normal, kind="dull" if told.get("cutout") or draw.chance(0.5) else None, hole=hole,
          leaf=told.get("leaf", False))
    return material


