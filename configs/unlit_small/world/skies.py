"""Suns, skies with clouds, photographed surroundings, flashes."""

import math

import bpy
from mathutils import Vector

from pairs import lights
from pairs.lights import direction, lamp, new_world, point_at, sun_color

from .store import picture_name


def sky(draw, sun, strength, clouds):
    """A physical sky, with clouds where they are wanted."""
    graph = new_world()
    settings = {"sky_type": "NISHITA", "sun_disc": False, "sun_elevation": max(0.03, math.asin(sun[2])),
                "sun_rotation": math.atan2(sun[0], sun[1]), "air_density": draw.log(0.5, 3),
                "dust_density": draw.log(0.2, 6), "ozone_density": draw.range(0.5, 3)}
    color = graph.node("TexSky", settings).outputs["Color"]
    along = graph.node("TexCoord").outputs["Generated"]
    if clouds:
        flat = graph.node("Mapping", Vector=along, Scale=(1, 1, draw.range(2, 5)),
                          Location=(draw.range(0, 50), draw.range(0, 50), 0)).outputs[0]
        noise = graph.node("TexNoise", Vector=flat, Scale=draw.log(1, 4), Detail=7.0, Roughness=0.6).outputs["Fac"]
        edge = draw.range(0.42, 0.62)
        cover = graph.node("MapRange", Value=noise, From_Min=edge, From_Max=edge + draw.range(0.05, 0.2)).outputs[0]
        level = draw.range(1.5, 5)
        color = graph.mix(cover, color, (level, level, level * draw.range(0.95, 1.1)))
    return finish(draw, graph, along, color, strength)


def finish(draw, graph, along, color, strength):
    """Below the horizon lies ground."""
    up = graph.node("SeparateXYZ", Vector=along).outputs[2]
    below = graph.math("LESS_THAN", up, 0.0)
    color = graph.mix(below, color, tuple(0.6 * v for v in draw.albedo()))
    background = graph.node("Background", Color=color, Strength=strength)
    graph.set(graph.node("OutputWorld").inputs["Surface"], background.outputs[0])
    return graph


def even(draw, strength, tint=0.25):
    """An overcast sky: brighter above than at the horizon."""
    graph = new_world()
    along = graph.node("TexCoord").outputs["Generated"]
    up = graph.node("SeparateXYZ", Vector=along).outputs[2]
    color = graph.ramp(up, [draw.light(tint), (1, 1, 1)], [0, 1], False)
    return finish(draw, graph, along, color, strength)


def photographed(draw, store, strength):
    """A picture all around, its highlights raised to what they were before the camera clipped them."""
    if not store.pictures:
        return even(draw, strength)
    path = draw.pick(store.pictures)
    store.used.add("picture/" + picture_name(path))
    graph = new_world()
    image = bpy.data.images.load(str(path), check_existing=True)
    along = graph.node("TexCoord").outputs["Generated"]
    turn = graph.node("Mapping", Vector=along, Rotation=(0, 0, draw.angle())).outputs[0]
    node = graph.node("TexEnvironment", {"image": image}, Vector=turn)
    color = graph.node("HueSaturation", Saturation=draw.range(0.15, 0.8), Color=node.outputs["Color"]).outputs[0]
    bright = graph.math("POWER", graph.node("RGBToBW", Color=color).outputs[0], draw.range(2, 5))
    raised = graph.mix(1.0, color, graph.node("CombineRGB", R=bright, G=bright, B=bright).outputs[0], "ADD")
    color = graph.mix(1.0, raised, tuple(draw.range(1, 6) * v for v in draw.light(0.3)), "MULTIPLY")
    background = graph.node("Background", Color=color, Strength=strength)
    graph.set(graph.node("OutputWorld").inputs["Surface"], background.outputs[0])
    bpy.context.scene.world.cycles.sampling_method = "MANUAL"
    bpy.context.scene.world.cycles.sample_map_resolution = 256
    return graph


def sun(draw, elevation, azimuth, strength=None):
    made = lamp("SUN", strength or draw.range(2.5, 5), sun_color(draw, elevation))
    made.data.angle = draw.log(0.005, 0.05) if draw.chance(0.75) else draw.log(0.05, 0.5)
    point_at(made, Vector(direction(elevation, azimuth)) * 10, (0, 0, 0))
    return made


def day(draw, width, view=None):
    """Daylight of some weather; `view`: the camera's azimuth, for light from behind or from the side."""
    name = draw.weighted({"clear": 0.4, "clouds": 0.2, "low": 0.12, "backlit": 0.1, "overcast": 0.18})
    if name == "overcast":
        even(draw, draw.range(0.8, 1.4))
        return name
    elevation = draw.range(0.12, 0.4) if name in ("low", "backlit") else math.asin(draw.range(0.4, 0.97))
    azimuth = draw.angle()
    if view is not None:
        azimuth = view + (math.pi + draw.range(-0.6, 0.6) if name == "backlit" else draw.range(-1.9, 1.9))
    made = sun(draw, elevation, azimuth)
    sky(draw, direction(elevation, azimuth), draw.log(0.1, 0.35) * (2 if name == "backlit" else 1),
        name == "clouds" or draw.chance(0.3))
    if draw.chance(0.25):
        lights.occluders(draw, direction(elevation, azimuth), width)
        name += "+shade"
    return name + ("" if made.data.angle < 0.05 else "-soft")


def flash(draw, camera, far):
    """From beside the lens."""
    made = lamp("AREA", draw.range(2, 5) * 3.14 * far * far * 2, draw.light(0.05))
    made.data.size = draw.log(0.02, 0.08) * far
    place = camera.matrix_world @ Vector((draw.range(-0.1, 0.1) * far, draw.range(0.02, 0.12) * far, 0))
    made.location = place
    made.rotation_euler = camera.rotation_euler
    return "flash"
