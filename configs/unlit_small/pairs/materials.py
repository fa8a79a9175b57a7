"""Surfaces: base colour from a pattern or from textures, relief, gloss; the base colour also goes into the albedo pass."""

import bpy

from . import patterns
from .draw import BRIGHTEST, DARKEST
from .nodes import Graph
from .render import ALBEDO_PASS, SURFACE_PASS

KINDS = patterns.KINDS


class Source:
    """What the surfaces of one picture may be: remembers what was used."""

    def __init__(self, draw, plan, library, glossy):
        self.draw = draw
        self.names = list(plan.materials)
        self.textures = library.sets
        self.glossy = glossy  # share of surfaces that shine
        self.used = set()

    def texture_share(self, wanted):
        """How many surfaces are textured: as wanted, or as far as there is a choice."""
        if not self.names:
            return 1.0
        return wanted if self.textures else 0.0

    def make(self, size, extent=None, textured=0.5, flat=False):
        """A material for a thing about `size` metres wide whose mesh is `extent` wide. `flat`: little relief."""
        extent = extent or size
        material = bpy.data.materials.new("surface")
        material.use_nodes = True
        graph = Graph(material.node_tree)
        if self.draw.chance(self.texture_share(textured)):
            Textured(self.draw, graph, self.draw.pick(self.textures), size, extent, self).finish(flat)
        else:
            name = self.draw.pick(self.names)
            self.used.add(name)
            at = graph.node("TexCoord").outputs["Object"]
            at = graph.node("Mapping", Vector=at, Scale=(2 / extent,) * 3).outputs[0]
            at = patterns.turned_place(self.draw, graph, at)
            color, height = KINDS[name](self.draw, graph, at)
            close(self, graph, color, relief(self.draw, graph, at, height, size, flat), None, None)
        return material


class Textured:
    """One texture set, its hue and value moved, over the surface's own texture positions or from three sides."""

    def __init__(self, draw, graph, files, size, extent, source):
        self.draw, self.graph, self.files, self.source = draw, graph, files, source
        self.size, self.extent = size, extent
        source.used.add(files.folder)
        self.by_sides = draw.chance(0.4)
        coordinates = graph.node("TexCoord").outputs["Object" if self.by_sides else "UV"]
        scale = draw.log(0.5, 2.5) / (extent if self.by_sides else 1)
        shift = (draw.range(0, 1), draw.range(0, 1), draw.range(0, 1))
        turn = (0, 0, draw.pick([0, 0.5, 1, 1.5]) * 3.14159265 if self.by_sides is False else 0)
        self.at = graph.moved(coordinates, scale, turn, shift)

    def map(self, path, is_color=False):
        image = bpy.data.images.load(str(path), check_existing=True)
        image.colorspace_settings.name = "sRGB" if is_color else "Non-Color"
        node = self.graph.node("TexImage", {"image": image}, Vector=self.at)
        if self.by_sides:
            node.projection, node.projection_blend = "BOX", 0.15
        return node.outputs["Color"]

    def scalar(self, path, channel):
        """One channel of a file of numbers; None: the file as it is."""
        color = self.map(path)
        if channel is None:
            return color
        if channel == "Alpha":
            return color.node.outputs["Alpha"]
        return self.graph.node("SeparateColor", Color=color).outputs[channel]

    def color(self):
        color = self.map(self.files.color, True)
        if self.draw.chance(0.65):
            hue = 0.5 + (self.draw.range(-0.5, 0.5) if self.draw.chance(0.6) else 0)
            color = self.graph.node("HueSaturation", Hue=hue, Saturation=self.draw.range(0.2, 1.6),
                                    Value=self.draw.log(0.5, 1.8), Color=color).outputs[0]
        if self.draw.chance(0.25):  # paint over part of it
            at = self.graph.node("TexCoord").outputs["Object"]
            at = self.graph.node("Mapping", Vector=at, Scale=(2 / self.extent,) * 3).outputs[0]
            value = self.graph.node("TexNoise", Vector=at, Scale=self.draw.log(0.7, 3), Detail=2.0).outputs["Fac"]
            edge = self.draw.range(0.45, 0.6)
            factor = patterns.spread(self.graph, value, edge, edge + 0.02)
            color = self.graph.mix(factor, color, self.draw.albedo()) if self.source.names else color
        return color

    def finish(self, flat):
        draw, graph = self.draw, self.graph
        strength = draw.range(0.2, 0.8) if flat else draw.range(0.5, 1.6)
        normal = None
        if self.files.normal and not self.by_sides:
            tangent = self.map(self.files.normal)
            if self.files.normal_points_down:
                down = graph.node("SeparateColor", Color=tangent).outputs
                tangent = graph.node("CombineColor", Red=down["Red"], Green=graph.math("SUBTRACT", 1.0, down["Green"]),
                                     Blue=down["Blue"]).outputs[0]
            normal = graph.node("NormalMap", Strength=strength, Color=tangent).outputs[0]
        elif self.files.height or self.files.color:
            height = self.map(self.files.height or self.files.color)
            normal = graph.node("Bump", Strength=min(strength, 1) * 0.6, Height=height,
                                Distance=self.size * draw.log(0.004, 0.03)).outputs[0]
        roughness = None
        if self.files.roughness:
            roughness = self.scalar(self.files.roughness, self.files.roughness_channel)
            if self.files.roughness_is_gloss:
                roughness = graph.math("SUBTRACT", 1.0, roughness)
        elif self.files.packed:
            roughness = graph.node("SeparateRGB", Image=self.map(self.files.packed)).outputs[1]
        close(self.source, graph, self.color(), normal, roughness, self.files)
        if self.files.opacity:  # what is cut out stays in the picture, and out of the mask
            whole = graph.math("GREATER_THAN", self.scalar(self.files.opacity, "Red"), 0.5)
            graph.set(graph.node("OutputAOV", {"name": SURFACE_PASS}).inputs["Value"], whole)


def relief(draw, graph, at, height, size, flat):
    """Bumps of the surface itself, and what the paint does to them."""
    normal = None
    if height is not None:
        normal = graph.node("Bump", Strength=draw.range(0.2, 0.9), Distance=size * draw.log(0.005, 0.04),
                            Height=height).outputs[0]
    if draw.chance(0.3 if flat else 0.6):
        bumps = graph.node("TexNoise", Vector=at, Scale=draw.log(2, 40), Detail=draw.range(0, 4)).outputs["Fac"]
        node = graph.node("Bump", Strength=draw.range(0.1, 0.8), Distance=size * draw.log(0.004, 0.06), Height=bumps)
        if normal is not None:
            graph.set(node.inputs["Normal"], normal)
        normal = node.outputs[0]
    return normal


def close(source, graph, color, normal, roughness, files):
    """Base colour in its limits into surface and albedo pass."""
    draw = source.draw
    color = graph.vector_math("MINIMUM", color, (BRIGHTEST,) * 3)
    color = graph.vector_math("MAXIMUM", color, (DARKEST,) * 3)
    shines = draw.chance(source.glossy)
    if shines or draw.chance(0.2):
        shader = graph.node("BsdfPrincipled", Base_Color=color)
        shader.inputs["Specular"].default_value = draw.range(0.2, 0.7) if shines else draw.range(0, 0.3)
        if files is not None and roughness is not None:
            graph.set(shader.inputs["Roughness"], roughness)
        else:
            shader.inputs["Roughness"].default_value = draw.range(0.15, 0.8) if shines else draw.range(0.5, 1)
    else:
        shader = graph.node("BsdfDiffuse", Color=color)
    if normal is not None:
        graph.set(shader.inputs["Normal"], normal)
    graph.set(graph.node("OutputMaterial").inputs["Surface"], shader.outputs[0])
    graph.set(graph.node("OutputAOV", {"name": ALBEDO_PASS}).inputs["Color"], color)
    if files is None or not files.opacity:
        graph.set(graph.node("OutputAOV", {"name": SURFACE_PASS}).inputs["Value"], 1.0)
