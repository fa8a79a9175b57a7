"""What a picture shows: ground with things, also up to the horizon, close-ups, rooms, single objects on black."""

import math

import bpy
from mathutils import Vector

from . import lights, meshes, things
from .materials import Source


def camera(draw, target, width, elevation, azimuth, roll=0.0):
    """Looks at `target` from `elevation`; `width` metres fit there."""
    data = bpy.data.cameras.new("camera")
    data.angle = draw.log(0.35, 1.1)
    made = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(made)
    bpy.context.scene.camera = made
    far = 0.5 * width / math.tan(data.angle / 2)
    lights.point_at(made, Vector(target) + Vector(lights.direction(elevation, azimuth)) * far, target)
    made.rotation_euler.rotate_axis("Z", roll)
    data.clip_start = 0.01


def ground(draw, source):
    """Uneven ground, things and heaps on it, by day or under lamps."""
    width = draw.log(2, 5)
    relief = width * draw.log(0.002, 0.05)
    things.add(meshes.surface(draw, width * 3, relief), source.make(width, width * 3 / draw.log(2, 5), 0.75))
    things.scatter(draw, source, width * 0.8, draw.whole(0, 6), 0.12 * width, 0.5 * width)
    if draw.chance(0.3):
        things.heap(draw, source, width)
    light = lights.daylight(draw, width)
    if draw.chance(0.1):
        light += "+" + lights.lamps(draw, width, (0, 0, 0.1), 1, 1, 0.6)
    elevation = math.asin(draw.range(0.2, 0.99))
    camera(draw, (0, 0, 0.06 * width), width * draw.range(0.6, 1.1), elevation, draw.angle())
    return light


def outdoors(draw, source):
    """Things on the ground, seen from so low that the sky stands behind them."""
    width = draw.log(1.5, 5)
    wide = width * 16
    things.add(meshes.surface(draw, wide, width * draw.log(0.002, 0.1), 160),
               source.make(width, wide / draw.log(2, 10), 0.5))
    things.scatter(draw, source, width * draw.range(0.7, 1.5), draw.whole(1, 6), 0.2 * width, 0.7 * width)
    light = lights.daylight(draw, width)
    target = (0, 0, draw.range(0.1, 0.3) * width)
    camera(draw, target, width * draw.range(0.7, 1.3), draw.range(0.01, 0.2), draw.angle())
    return light


def closeup(draw, source):
    """A wall, a floor, a board or cloth from near, in raking light more often than not."""
    width = draw.log(0.5, 2)
    if draw.chance(0.35):
        mesh = meshes.folds(draw, width * 2)
    else:
        mesh = meshes.surface(draw, width * 2.2, width * draw.log(0.002, 0.08))
    things.add(mesh, source.make(width, width * draw.log(0.7, 2), 0.6))
    if draw.chance(0.35):
        things.scatter(draw, source, width * 0.8, draw.whole(1, 3), 0.1 * width, 0.4 * width)
    if draw.chance(0.55):
        light = lights.daylight(draw, width)
    else:
        lights.dark_world(draw)
        light = lights.lamps(draw, width, (0, 0, 0), 1, 3)
    elevation = math.asin(draw.range(0.55, 0.999))
    camera(draw, (0, 0, 0), width * draw.range(0.5, 0.9), elevation, draw.angle(), draw.angle())
    return light


def room(draw, source):
    """Floor and walls with things, under lamps, or with the sun through the open side."""
    width = draw.log(2, 4)
    for place, turn in (((0, 0, 0), (0, 0, 0)), ((0, width, width / 2), (math.pi / 2, 0, 0)),
                        ((-width, 0, width / 2), (math.pi / 2, 0, math.pi / 2)),
                        ((width, 0, width / 2), (math.pi / 2, 0, -math.pi / 2))):
        if place[0] > 0 and draw.chance(0.5):
            continue  # open to that side
        wall = things.add(meshes.surface(draw, width * 2.2, width * draw.log(0.0005, 0.01), 24),
                          source.make(width, width * draw.log(0.5, 2), 0.5, True))
        wall.location, wall.rotation_euler = place, turn
    for _ in range(draw.whole(0, 2)):  # pictures and boards on the wall
        board = things.add(things.block(draw), source.make(0.5 * width, 2.0, 0.3, True))
        board.scale = (width * draw.range(0.1, 0.4), 0.03 * width, width * draw.range(0.1, 0.3))
        board.location = (draw.range(-0.7, 0.7) * width, width * 0.96, draw.range(0.4, 1.0) * width)
    things.scatter(draw, source, width * 1.1, draw.whole(2, 7), 0.15 * width, 0.6 * width)
    if draw.chance(0.3):
        light = lights.daylight(draw, width)
    else:
        lights.dark_world(draw)
        light = lights.lamps(draw, width * 0.9, (0, 0, 0.5 * width), 1, 4, draw.pick([0.15, 0.4, 0.8]))
    target = (draw.range(-0.3, 0.3) * width, 0.2 * width, draw.range(0.15, 0.5) * width)
    camera(draw, target, width * draw.range(0.7, 1.4), draw.range(0.03, 0.8),
           -math.pi / 2 + draw.range(-0.7, 0.7))
    return light


def item(draw, source):
    """One painted thing, or a few that touch, on black under one near white lamp."""
    for _ in range(draw.weighted({1: 0.75, 2: 0.15, 3: 0.1})):
        thing = things.add(things.shape(draw), source.make(1.0, 2.0, 0.25, draw.chance(0.6)))
        things.smooth_finer(thing, draw)
        things.stand(draw, thing, draw.range(0.6, 1), draw.range(-0.25, 0.25), draw.range(-0.25, 0.25), 0, 0.4)
    lights.dark_world(draw)
    azimuth = draw.angle()
    place = (0, 0, 0.35)
    if draw.chance(0.75):
        side = azimuth + draw.range(-1.3, 1.3)
        where = Vector(place) + Vector(lights.direction(draw.range(-0.1, 1.3), side)) * draw.range(1.5, 4)
        far = (where - Vector(place)).length
        made = lights.lamp("AREA", draw.range(4, 9) * 3.14 * far * far, draw.light(0.05))
        made.data.size = draw.log(0.03, 0.8)
        lights.point_at(made, where, place)
        light = "one-lamp"
    else:
        light = lights.lamps(draw, 1.5, place, 1, 3, 0.15)
    camera(draw, place, draw.range(0.9, 1.3), draw.range(-0.05, 0.8), azimuth)
    return light


KINDS = {"ground": ground, "outdoors": outdoors, "closeup": closeup, "room": room, "object": item}
GLOSSY = {"ground": 0.25, "outdoors": 0.2, "closeup": 0.2, "room": 0.3, "object": 0.12}


def build(draw, plan, library):
    """Fills Blender's scene; returns what it is."""
    kind = draw.pick(plan.scenes)
    source = Source(draw, plan, library, GLOSSY[kind] if draw.chance(0.6) else 0.0)
    light = KINDS[kind](draw, source)
    # Where the background is left out it is black, as around things that were cut out.
    cut_out = kind == "object" or (kind != "outdoors" and draw.chance(0.3))
    bpy.context.scene.render.film_transparent = cut_out
    return {"kind": kind, "light": light, "materials": sorted(source.used)}
