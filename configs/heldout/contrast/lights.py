"""Light of the judging scenes: Blender's own HDR surroundings, its sky with the sun in it, coloured lamps."""

import math
from pathlib import Path

import bpy
from mathutils import Vector

from pairs.nodes import Graph

HDRS = ("city", "courtyard", "forest", "interior", "studio", "sunrise", "sunset")
LAMPS = ((1.0, 0.45, 0.18), (0.25, 0.5, 1.0), (1.0, 0.75, 0.45), (0.35, 1.0, 0.55), (0.9, 0.3, 0.75))


def world():
    made = bpy.data.worlds.new("world")
    bpy.context.scene.world = made
    made.use_nodes = True
    return Graph(made.node_tree)


def show(graph, color, strength):
    background = graph.node("Background", Color=color, Strength=strength)
    graph.set(graph.node("OutputWorld").inputs["Surface"], background.outputs[0])


def surroundings(draw):
    name = draw.pick(HDRS)
    graph = world()
    at = graph.node("TexCoord").outputs["Generated"]
    at = graph.moved(at, 1, (0, 0, draw.angle()), (0, 0, 0))
    path = Path(bpy.utils.system_resource("DATAFILES")) / "studiolights" / "world" / f"{name}.exr"
    image = bpy.data.images.load(str(path), check_existing=True)
    show(graph, graph.node("TexEnvironment", {"image": image}, Vector=at).outputs["Color"], 1.0)
    return name


def sun_and_sky(draw):
    """Nishita's sky; the sun is in it."""
    graph = world()
    settings = {"sky_type": "NISHITA", "sun_disc": True, "sun_elevation": draw.range(0.25, 1.1),
                "sun_rotation": draw.angle(), "sun_size": draw.log(0.01, 0.05), "air_density": draw.range(0.7, 2),
                "dust_density": draw.range(0.3, 3)}
    show(graph, graph.node("TexSky", settings).outputs["Color"], 0.06)
    return "sky"


def coloured_lamps(draw, count, widest=4.0):
    """Lamps of strong colours, no farther to the sides than `widest`, and a little stray light."""
    show(world(), (0.5, 0.55, 0.6), draw.log(0.01, 0.1))
    first = draw.whole(0, len(LAMPS) - 1)
    for number in range(count):
        data = bpy.data.lights.new("lamp", draw.pick(["AREA", "POINT", "SPOT"]))
        data.color = LAMPS[(first + number) % len(LAMPS)]
        made = bpy.data.objects.new("lamp", data)
        bpy.context.scene.collection.objects.link(made)
        azimuth = draw.range(-2.6, -0.5) if number % 2 else draw.range(-2.2, 0.4)
        far = draw.range(2.2, 4.0)
        side = max(-widest, min(widest, far * math.cos(azimuth)))
        made.location = (side, far * math.sin(azimuth), draw.range(1.0, 3.2))
        made.rotation_euler = (Vector((0, 0.3, 0.3)) - made.location).to_track_quat("-Z", "Y").to_euler()
        data.energy = 90 * far * far * draw.range(0.5, 1.2) / count * (1 if data.type == "AREA" else 3)
        if data.type == "AREA":
            data.size = draw.log(0.1, 1.2)
        else:
            data.shadow_soft_size = draw.log(0.02, 0.3)
        if data.type == "SPOT":
            data.spot_size, data.spot_blend = 1.2, 0.5
    return f"coloured-{count}"
