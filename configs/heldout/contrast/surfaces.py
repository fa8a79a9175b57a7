"""Surfaces with the paint that a scene asks for: scanned textures brought to a mean albedo, or plain paint."""

import bpy
import numpy as np

from pairs.draw import linear
from pairs.nodes import Graph
from pairs.render import ALBEDO_PASS, SURFACE_PASS

DARKEST, BRIGHTEST = 0.015, 0.92


class Paints:
    """What the things of one scene are made of."""

    def __init__(self, draw, library):
        self.draw = draw
        self.sets = library.sets
        self.used = set()

    def scanned(self, level, tint=(1, 1, 1)):
        """A scan whose mean luminance is `level`, its own hues kept but for a tint."""
        files = self.draw.pick(self.sets)
        self.used.add(files.folder)
        material, graph = empty()
        at = graph.moved(graph.node("TexCoord").outputs["Object"], self.draw.log(0.6, 1.4),
                         (0, 0, 0), tuple(self.draw.range(0, 1) for _ in range(3)))
        image = picture(files.color, "sRGB")
        gain = level / max(mean_luminance(image), 1e-3)
        color = box(graph, image, at)
        color = graph.vector_math("MULTIPLY", color, tuple(gain * channel for channel in tint))
        roughness = box(graph, picture(files.roughness, "Non-Color"), at) if files.roughness else 0.7
        height = box(graph, image, at)
        normal = graph.node("Bump", Strength=self.draw.range(0.1, 0.5), Distance=0.02, Height=height).outputs[0]
        finish(graph, color, roughness, normal)
        return material

    def plain(self, color, roughness=0.6):
        material, graph = empty()
        finish(graph, graph.vector_math("ADD", tuple(color)), roughness, None)
        return material


def empty():
    material = bpy.data.materials.new("surface")
    material.use_nodes = True
    return material, Graph(material.node_tree)


def picture(path, space):
    image = bpy.data.images.load(str(path), check_existing=True)
    image.colorspace_settings.name = space
    return image


def box(graph, image, at):
    node = graph.node("TexImage", {"image": image, "projection": "BOX", "projection_blend": 0.1}, Vector=at)
    return node.outputs["Color"]


def mean_luminance(image):
    """Of the scene-linear values, over every 16th pixel."""
    samples = np.empty(len(image.pixels), dtype=np.float32)
    image.pixels.foreach_get(samples)
    colors = samples.reshape(-1, image.channels)[::16, :3]
    return float((np.vectorize(linear)(colors) @ np.array([0.2126, 0.7152, 0.0722])).mean())


def finish(graph, color, roughness, normal):
    color = graph.vector_math("MINIMUM", color, (BRIGHTEST,) * 3)
    color = graph.vector_math("MAXIMUM", color, (DARKEST,) * 3)
    shader = graph.node("BsdfPrincipled", Base_Color=color, Roughness=roughness, Specular=0.3)
    if normal is not None:
        graph.set(shader.inputs["Normal"], normal)
    graph.set(graph.node("OutputMaterial").inputs["Surface"], shader.outputs[0])
    graph.set(graph.node("OutputAOV", {"name": ALBEDO_PASS}).inputs["Color"], color)
    graph.set(graph.node("OutputAOV", {"name": SURFACE_PASS}).inputs["Value"], 1.0)
