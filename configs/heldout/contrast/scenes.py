"""Things of distinct paints side by side on the ground; and neutral walls under lamps of different colours."""

import colorsys
import math

import bpy
from mathutils import Vector

from pairs.draw import linear

from . import lights
from .surfaces import Paints

SHAPES = ("cube", "cube", "sphere", "cylinder", "cone", "torus", "icosphere")


def prepare():
    """Once for all pairs: more light from wall to wall than in training renders."""
    cycles = bpy.context.scene.cycles
    cycles.max_bounces, cycles.diffuse_bounces = 5, 4


def add(shape, width, place, turn, material):
    """A primitive about `width` wide that stands on the ground at `place`."""
    at, mesh = (*place, width / 2), bpy.ops.mesh
    if shape == "cube":
        mesh.primitive_cube_add(size=width, location=at, rotation=(0, 0, turn))
    elif shape == "sphere":
        mesh.primitive_uv_sphere_add(radius=width / 2, location=at, segments=48, ring_count=24)
    elif shape == "icosphere":
        mesh.primitive_ico_sphere_add(radius=width / 2, location=at, subdivisions=2)
    elif shape == "cylinder":
        mesh.primitive_cylinder_add(radius=width / 2.4, depth=width, location=at, vertices=48)
    elif shape == "cone":
        mesh.primitive_cone_add(radius1=width / 2, depth=width, location=at, vertices=48)
    else:
        mesh.primitive_torus_add(major_radius=width / 2.6, minor_radius=width / 8, location=(*place, width / 2),
                                 rotation=(math.pi / 2 - 0.2, 0, turn))
    thing = bpy.context.object
    if shape in ("sphere", "torus"):
        bpy.ops.object.shade_smooth()
    if shape == "cube":
        bevel = thing.modifiers.new("edge", "BEVEL")
        bevel.width = 0.03 * width
    thing.data.materials.append(material)
    return thing


def plane(size, place, turn, material):
    bpy.ops.mesh.primitive_plane_add(size=size, location=place, rotation=turn)
    bpy.context.object.data.materials.append(material)


def camera(draw, target, width, turn):
    """Looks at `target` from the front, `turn` to the side."""
    data = bpy.data.cameras.new("camera")
    data.angle = draw.range(0.6, 0.9)
    made = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(made)
    bpy.context.scene.camera = made
    azimuth, elevation = -math.pi / 2 + turn, draw.range(0.25, 0.7)
    far = 0.5 * width / math.tan(data.angle / 2)
    made.location = Vector(target) + far * Vector((math.cos(elevation) * math.cos(azimuth),
                                                   math.cos(elevation) * math.sin(azimuth), math.sin(elevation)))
    made.rotation_euler = (Vector(target) - made.location).to_track_quat("-Z", "Y").to_euler()


def vivid(draw):
    hue, saturation, value = draw.range(0, 1), draw.range(0.35, 0.85), draw.range(0.4, 0.9)
    return tuple(linear(channel) for channel in colorsys.hsv_to_rgb(hue, saturation, value))


def row(draw, paints):
    """Materials of a row of things: dark ones and white ones always beside each other."""
    white = lambda: paints.plain((draw.range(0.7, 0.85),) * 3, draw.range(0.4, 0.9))
    dark_scan = lambda: paints.scanned(draw.log(0.025, 0.06), (1.15, 0.95, 0.75))
    light_scan = lambda: paints.scanned(draw.range(0.35, 0.6))
    black = lambda: paints.plain((draw.range(0.02, 0.05),) * 3, draw.range(0.4, 0.9))
    colour = lambda: paints.plain(vivid(draw), draw.range(0.3, 0.9))
    middle = lambda: paints.scanned(draw.log(0.1, 0.3))
    wanted = [white, dark_scan, colour, light_scan, black, white, middle, colour]
    turn = draw.whole(0, len(wanted) - 1)
    return [make() for make in wanted[turn:] + wanted[:turn]]


def stand_side_by_side(draw, materials, front):
    """Two rows, the things of each nearly touching."""
    half = (len(materials) + 1) // 2
    for line, things in enumerate((materials[:half], materials[half:])):
        x = -0.28 * (len(things) - 1) + draw.range(-0.1, 0.1)
        for material in things:
            width = draw.range(0.4, 0.62)
            add(draw.pick(SHAPES), width, (x, front + 0.65 * line + draw.range(-0.08, 0.08)), draw.angle(), material)
            x += 0.56


def paints(draw, index, library):
    source = Paints(draw, library)
    level = draw.pick([0.06, 0.15, 0.3, 0.5])
    plane(30, (0, 0, 0), (0, 0, 0), source.scanned(level))
    stand_side_by_side(draw, row(draw, source), -0.4)
    if index % 4 == 1:
        light = lights.coloured_lamps(draw, draw.whole(2, 3))
    else:
        light = lights.surroundings(draw) if draw.chance(0.5) else lights.sun_and_sky(draw)
    camera(draw, (0, 0, 0.15), draw.range(2.3, 3.0), draw.range(-0.5, 0.5))
    return light, source


def walls(draw, index, library):
    """A corner of neutral walls and boxes, a few painted things before it."""
    source = Paints(draw, library)
    greys = [draw.log(0.15, 0.75) for _ in range(5)]
    grey = lambda number: source.plain((greys[number],) * 3, 0.8)
    plane(6, (0, 0, 0), (0, 0, 0), grey(0))
    plane(6, (0, 1.1, 0), (math.pi / 2, 0, 0), grey(1))
    side = draw.pick([-1, 1])
    plane(6, (1.3 * side, 0, 0), (0, math.pi / 2, 0), grey(2))
    stand_side_by_side(draw, [grey(3), *row(draw, source)[:2], grey(4)], -0.2)
    light = lights.coloured_lamps(draw, draw.whole(2, 3), 1.1)  # before the walls, not behind them
    camera(draw, (0, 0.3, 0.45), draw.range(2.1, 2.8), -0.35 * side * draw.range(0, 1))  # away from the side wall
    return light, source


KINDS = {"paints": paints, "walls": walls}


def build(draw, index, plan, library):
    """Fills Blender's scene; returns what it is. Every fourth scene shows walls, where the set has both."""
    kind = plan.scenes[-1] if index % 4 == 3 else plan.scenes[0]
    light, source = KINDS[kind](draw, index, library)
    bpy.context.scene.render.film_transparent = False
    return {"kind": kind, "light": light, "materials": sorted(source.used)}
