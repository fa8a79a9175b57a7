"""Procedural base colours: each function paints with Blender's texture nodes and returns (colour, height).

`at` is the place on the surface, about -1 to 1 over the thing; `height` in 0 to 1 is what the paint does to the relief,
None where paint lies flat.
"""

import math

import bpy
import numpy as np

from .draw import limited


def palette(draw, low=2, high=6):
    """Colours that go with each other half of the time: shades of one, or any."""
    count = draw.whole(low, high)
    if draw.chance(0.35):
        base = draw.albedo()
        return [tuple(limited(channel * draw.log(0.35, 2.2)) for channel in base) for _ in range(count)]
    return [draw.albedo() for _ in range(count)]


def places(draw, count):
    inner = sorted(draw.range(0.1, 0.9) for _ in range(count - 1))
    return [0.0, *inner]


def spread(graph, value, low, high):
    """Values that hardly leave [low, high] over all of 0 to 1."""
    return graph.node("MapRange", {"clamp": True}, Value=value, From_Min=low, From_Max=high).outputs[0]


def bent(draw, graph, at, most=0.5):
    """The place, pushed around by smooth noise."""
    noise = graph.node("TexNoise", Vector=at, Scale=draw.log(0.7, 4), Detail=draw.range(0, 3)).outputs["Color"]
    push = graph.vector_math("SUBTRACT", noise, (0.5, 0.5, 0.5))
    push = graph.vector_math("MULTIPLY", push, (draw.range(0.05, most),) * 3)
    return graph.vector_math("ADD", at, push)


def painted(draw, graph, value, stepped=None, low=2, high=6):
    colors = palette(draw, low, high)
    stepped = draw.chance(0.65) if stepped is None else stepped
    return graph.ramp(value, colors, places(draw, len(colors)), stepped)


def plain(draw, graph, at):
    return graph.ramp(0.0, [draw.albedo()], [0], True), None


def patches(draw, graph, at):
    """Pieces of one colour each."""
    at = bent(draw, graph, at) if draw.chance(0.6) else at
    metric = draw.pick(["EUCLIDEAN", "EUCLIDEAN", "MANHATTAN", "CHEBYCHEV"])
    cells = graph.node("TexVoronoi", {"distance": metric}, Vector=at, Scale=draw.log(0.8, 6),
                       Randomness=draw.range(0.5, 1))
    share = graph.node("SeparateRGB", Image=cells.outputs["Color"]).outputs[0]
    return painted(draw, graph, share, True, 3, 8), None


def noise(draw, graph, at):
    value = graph.node("TexNoise", Vector=at, Scale=draw.log(0.8, 14), Detail=draw.range(0, 5),
                       Roughness=draw.range(0.3, 0.7), Distortion=draw.range(0, 1.5)).outputs["Fac"]
    value = spread(graph, value, 0.3, 0.7)
    return painted(draw, graph, value), value if draw.chance(0.3) else None


def cells(draw, graph, at):
    """Scales, pebbles, cracked mud."""
    at = bent(draw, graph, at, 0.3) if draw.chance(0.5) else at
    feature = draw.pick(["F1", "DISTANCE_TO_EDGE", "SMOOTH_F1"])
    node = graph.node("TexVoronoi", {"feature": feature}, Vector=at, Scale=draw.log(2, 14))
    value = graph.math("MULTIPLY", node.outputs["Distance"], 3.0 if feature == "DISTANCE_TO_EDGE" else 1.2)
    return painted(draw, graph, value), value if draw.chance(0.6) else None


def waves(draw, graph, at):
    kind = draw.pick(["BANDS", "RINGS"])
    value = graph.node("TexWave", {"wave_type": kind, "wave_profile": draw.pick(["SIN", "SAW", "TRI"])}, Vector=at,
                       Scale=draw.log(0.5, 4), Distortion=draw.range(0, 3), Detail=2.0,
                       Detail_Scale=draw.range(0.5, 2)).outputs["Fac"]
    return painted(draw, graph, value), value if draw.chance(0.4) else None


def checker(draw, graph, at):
    scale = draw.log(2, 12)
    colors = palette(draw, 3, 3)
    made = graph.node("TexChecker", Vector=at, Color1=colors[0], Color2=colors[1], Scale=scale).outputs["Color"]
    if draw.chance(0.4):
        finer = graph.node("TexChecker", Vector=at, Scale=scale * draw.whole(2, 4)).outputs["Fac"]
        made = graph.mix(graph.math("MULTIPLY", finer, draw.range(0.2, 0.9)), made, colors[2])
    return made, None


def spots(draw, graph, at):
    node = graph.node("TexVoronoi", Vector=at, Scale=draw.log(1.5, 10), Randomness=draw.pick([0.0, 0.6, 1.0]))
    inside = graph.math("LESS_THAN", node.outputs["Distance"], draw.range(0.15, 0.45))
    share = graph.node("SeparateRGB", Image=node.outputs["Color"]).outputs[1]
    return graph.mix(inside, draw.albedo(), painted(draw, graph, share, True, 1, 4)), None


def stripes(draw, graph, at):
    at = bent(draw, graph, at, 0.15) if draw.chance(0.4) else at
    x = graph.node("SeparateXYZ", Vector=at).outputs[draw.whole(0, 2)]
    value = graph.math("FRACT", graph.math("MULTIPLY", x, draw.log(1, 9)))
    return painted(draw, graph, value, draw.chance(0.85), 2, 5), None


def weave(draw, graph, at):
    split = graph.node("SeparateXYZ", Vector=at)
    scale = draw.log(12, 70)
    threads = [graph.math("SINE", graph.math("MULTIPLY", split.outputs[axis], scale)) for axis in (0, 1)]
    product = graph.math("MULTIPLY", *threads)
    height = graph.math("MULTIPLY_ADD", product, 0.5)
    graph.set(height.node.inputs[2], 0.5)
    base = stripes(draw, graph, at)[0] if draw.chance(0.5) else plain(draw, graph, at)[0]
    other = draw.albedo()
    return graph.mix(graph.math("MULTIPLY", graph.math("GREATER_THAN", product, 0.0), draw.range(0.1, 1)),
                     base, other), height


def strokes(draw, graph, at):
    """Brush strokes and drawn lines over a ground of one colour."""
    color = plain(draw, graph, at)[0]
    for _ in range(draw.whole(2, 6)):
        turned = graph.moved(at, 1.0, (draw.angle(), draw.angle(), draw.angle()), (0, 0, draw.range(-1, 1)))
        x = graph.node("SeparateXYZ", Vector=bent(draw, graph, turned, draw.range(0.1, 1))).outputs[0]
        inside = graph.math("LESS_THAN", graph.math("ABSOLUTE", x), draw.log(0.01, 0.16))
        color = graph.mix(inside, color, draw.albedo())
    return color, None


def gradient(draw, graph, at):
    """Colour that changes slowly, as glaze and sunburnt paint do."""
    value = graph.node("TexNoise", Vector=at, Scale=draw.log(0.4, 1.2), Detail=0.0).outputs["Fac"]
    return painted(draw, graph, spread(graph, value, 0.3, 0.7), False, 2, 3), None


def stains(draw, graph, at):
    """One thing soiled, worn and spattered over another."""
    color = draw.pick([plain, noise, stripes, patches])(draw, graph, at)[0]
    for _ in range(draw.whole(1, 3)):
        value = graph.node("TexNoise", Vector=bent(draw, graph, at), Scale=draw.log(1, 9), Detail=draw.range(1, 5),
                           Roughness=draw.range(0.4, 0.75)).outputs["Fac"]
        edge = draw.range(0.45, 0.62)
        factor = spread(graph, value, edge, edge + draw.log(0.01, 0.15))
        color = graph.mix(graph.math("MULTIPLY", factor, draw.range(0.4, 1)), color, draw.albedo())
    return color, None


def brick(draw, graph, at):
    colors = palette(draw, 3, 3)
    node = graph.node("TexBrick", {"offset": draw.range(0.2, 0.6)}, Vector=at, Color1=colors[0], Color2=colors[1],
                      Mortar=colors[2], Scale=draw.log(2, 8), Mortar_Size=draw.range(0.01, 0.04),
                      Mortar_Smooth=draw.range(0, 0.5), Bias=draw.range(-0.5, 0.5), Brick_Width=draw.range(0.4, 0.9),
                      Row_Height=draw.range(0.15, 0.35))
    return node.outputs["Color"], graph.math("SUBTRACT", 1.0, node.outputs["Fac"])


def magic(draw, graph, at):
    node = graph.node("TexMagic", {"turbulence_depth": draw.whole(1, 5)}, Vector=at, Scale=draw.log(1, 6),
                      Distortion=draw.range(0.5, 3))
    return painted(draw, graph, node.outputs["Fac"]), None


def lettering(draw, graph, at):
    """Rows of signs, each a few strokes on a grid of 3 by 5, in up to three inks."""
    side = draw.pick([96, 160, 256])
    paper, inks = np.array(draw.albedo()), [np.array(draw.albedo()) for _ in range(draw.whole(1, 3))]
    picture = np.ones((side, side, 4), dtype=np.float32)
    picture[..., :3] = paper
    height = draw.whole(12, 30)
    for top in range(2, side - height, int(height * 1.5)):
        ink, left = draw.pick(inks), 2
        while left < side - height:
            if draw.chance(0.85):
                sign(draw, picture, left, top, height, ink)
            left += int(height * 0.8)
    image = bpy.data.images.new("lettering", side, side, float_buffer=True)
    image.colorspace_settings.name = "Linear"
    image.pixels.foreach_set(picture.ravel())
    node = graph.node("TexImage", {"image": image, "projection": "BOX"}, Vector=at)
    return node.outputs["Color"], None


def sign(draw, picture, left, top, height, ink):
    corners = [(x, y) for x in (0, 0.5) for y in (0, 0.5, 1)]
    for _ in range(draw.whole(2, 4)):
        (x0, y0), (x1, y1) = draw.pick(corners), draw.pick(corners)
        for t in np.linspace(0, 1, 2 * height):
            x = left + int((x0 + (x1 - x0) * t) * height)
            y = top + int((y0 + (y1 - y0) * t) * height)
            thick = max(1, height // 8)
            picture[y:y + thick, x:x + thick, :3] = ink


def turned_place(draw, graph, at):
    """The same pattern at another size, angle and place."""
    turn = (draw.angle(), draw.angle(), draw.angle()) if draw.chance(0.5) else (0, 0, draw.angle())
    shift = tuple(draw.range(-50, 50) for _ in range(3))
    return graph.moved(at, draw.log(0.6, 1.8), tuple(math.fmod(t, 2 * math.pi) for t in turn), shift)


KINDS = {function.__name__: function for function in (
    plain, patches, noise, cells, waves, checker, spots, stripes, weave, strokes, gradient, stains, brick, magic,
    lettering)}
