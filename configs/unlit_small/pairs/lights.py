"""Suns, skies, lamps, and what stands between them and the scene."""

import math

import bpy
from mathutils import Vector

from . import meshes
from .nodes import Graph


def point_at(thing, place, target):
    thing.location = place
    thing.rotation_euler = (Vector(target) - Vector(place)).to_track_quat("-Z", "Y").to_euler()


def lamp(kind, strength, color):
    data = bpy.data.lights.new(kind.lower(), kind)
    data.energy, data.color = strength, color
    made = bpy.data.objects.new(kind.lower(), data)
    bpy.context.scene.collection.objects.link(made)
    return made


def direction(elevation, azimuth):
    return (math.cos(elevation) * math.cos(azimuth), math.cos(elevation) * math.sin(azimuth), math.sin(elevation))


def new_world():
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method = "NONE"  # the sun is a lamp; the rest is smooth
    return Graph(world.node_tree)


def dark_world(draw):
    """Nothing around but perhaps a little stray light."""
    graph = new_world()
    level = 0.0 if draw.chance(0.5) else draw.log(0.002, 0.08)
    background = graph.node("Background", Color=draw.light(0.3), Strength=level)
    graph.set(graph.node("OutputWorld").inputs["Surface"], background.outputs[0])


def sky_world(draw, strength, sun):
    """Blender's Hosek sky, or a gradient from the horizon up with light around the sun."""
    graph = new_world()
    if draw.chance(0.35):
        settings = {"sky_type": "HOSEK_WILKIE", "sun_direction": sun, "turbidity": draw.range(2, 9),
                    "ground_albedo": draw.range(0.1, 0.5)}
        color = graph.node("TexSky", settings).outputs["Color"]
        strength *= 0.3
    else:
        along = graph.node("TexCoord").outputs["Generated"]
        up = graph.node("SeparateXYZ", Vector=along).outputs[2]
        zenith = draw.light(0.7) if draw.chance(0.3) else (draw.range(0.15, 0.6), draw.range(0.35, 0.75), 1.0)
        horizon = draw.light(0.35)
        below = tuple(0.35 * channel for channel in draw.albedo())
        color = graph.ramp(graph.math("MULTIPLY_ADD", up, 0.5), [below, horizon, zenith], [0, 0.48, 1], False)
        graph.set(graph.tree.nodes["Math"].inputs[2], 0.5)
        if draw.chance(0.4):  # clouds
            noise = graph.node("TexNoise", Vector=along, Scale=draw.range(1, 4), Detail=4.0).outputs["Fac"]
            color = graph.mix(noise, color, (1, 1, 1))
    background = graph.node("Background", Color=color, Strength=strength)
    graph.set(graph.node("OutputWorld").inputs["Surface"], background.outputs[0])


def sun_color(draw, elevation):
    """Warmer the lower it stands."""
    low = max(0.0, 1 - elevation / 0.7)
    return (1.0, 1 - 0.45 * low * draw.range(0.3, 1), 1 - 0.75 * low * draw.range(0.3, 1))


def daylight(draw, width):
    """Sun and sky of a clear, hazy or overcast day; returns its name."""
    name = draw.weighted({"clear": 0.5, "hazy": 0.2, "low-sun": 0.15, "overcast": 0.15})
    elevation = draw.range(0.1, 0.4) if name == "low-sun" else math.asin(draw.range(0.35, 0.98))
    sun = direction(elevation, draw.angle())
    if name == "overcast":
        sky_world(draw, draw.range(0.7, 1.3), sun)
        return name
    made = lamp("SUN", draw.range(2.5, 6), sun_color(draw, elevation))
    made.data.angle = draw.log(0.004, 0.06) if name != "hazy" else draw.log(0.06, 0.5)
    point_at(made, Vector(sun) * 10, (0, 0, 0))
    sky_world(draw, draw.log(0.06, 0.6) * (2 if name == "hazy" else 1), sun)
    if draw.chance(0.4):
        occluders(draw, sun, width)
    return name


def occluders(draw, sun, width):
    """Branches, edges of houses, leaves that cast shadows but are not seen."""
    away = Vector(sun) * width * draw.range(1.2, 3)
    kind = draw.pick(["slab", "leaves", "branches"])
    material = bpy.data.materials.new("occluder")
    for _ in range({"slab": 1, "leaves": draw.whole(15, 60), "branches": draw.whole(2, 6)}[kind]):
        if kind == "branches":
            mesh, size = meshes.tube(draw, 60, 6), width * draw.range(0.3, 0.8)
        elif kind == "slab":
            mesh, size = meshes.surface(draw, 2, 0.0, 2), width * draw.range(0.3, 0.9)
        else:
            mesh, size = meshes.surface(draw, 2, 0.05, 3), width * draw.log(0.02, 0.15)
        made = bpy.data.objects.new("occluder", mesh)
        mesh.materials.append(material)
        bpy.context.scene.collection.objects.link(made)
        spread = width * (0.7 if kind != "slab" else 0.9)
        made.location = away + Vector([draw.range(-1, 1) * spread for _ in range(3)])
        made.rotation_euler = (draw.angle(), draw.angle(), draw.angle())
        made.scale = (size,) * 3
        made.visible_camera = made.visible_diffuse = made.visible_glossy = False


def lamps(draw, width, place, low=1, high=3, tint=0.35):
    """Lamps around `place`, about as bright as a sun there altogether; returns a name."""
    count = draw.whole(low, high)
    for _ in range(count):
        far = width * draw.log(0.5, 2)
        where = Vector(place) + Vector(direction(draw.range(0.25, 1.45), draw.angle())) * far
        kind = draw.weighted({"AREA": 0.5, "POINT": 0.3, "SPOT": 0.2})
        power = draw.range(4, 12) * 3.14 * far * far / count * draw.log(0.4, 1.6)
        made = lamp(kind, power * {"AREA": 1, "POINT": 4, "SPOT": 4}[kind], draw.light(tint))
        if kind == "AREA":
            made.data.size = width * draw.log(0.02, 1)
        else:
            made.data.shadow_soft_size = width * draw.log(0.003, 0.2)
        if kind == "SPOT":
            made.data.spot_size, made.data.spot_blend = draw.range(0.5, 1.4), draw.range(0, 1)
        point_at(made, where, Vector(place) + Vector([draw.range(-0.2, 0.2) * width for _ in range(3)]))
    return f"lamps-{count}"
