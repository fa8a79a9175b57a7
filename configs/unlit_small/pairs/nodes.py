"""Shader nodes with fewer words."""


class Graph:
    """The node tree of one material or world."""

    def __init__(self, tree):
        self.tree = tree
        tree.nodes.clear()

    def node(self, kind, settings=None, **inputs):
        """A node; `inputs` by socket name with _ for blanks: a number, a colour, or another node's output."""
        made = self.tree.nodes.new("ShaderNode" + kind)
        for name, value in (settings or {}).items():
            setattr(made, name, value)
        for name, value in inputs.items():
            self.set(made.inputs[name.replace("_", " ")], value)
        return made

    def set(self, socket, value):
        if hasattr(value, "is_output"):
            self.tree.links.new(value, socket)
        elif socket.type == "RGBA" and len(value) == 3:
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def math(self, operation, a, b=0.0):
        made = self.node("Math", {"operation": operation})
        self.set(made.inputs[0], a)
        self.set(made.inputs[1], b)
        return made.outputs[0]

    def vector_math(self, operation, a, b=(0, 0, 0)):
        made = self.node("VectorMath", {"operation": operation})
        self.set(made.inputs[0], a)
        self.set(made.inputs[1], b)
        return made.outputs[0]

    def mix(self, factor, a, b, blend="MIX"):
        made = self.node("MixRGB", {"blend_type": blend})
        for socket, value in zip(made.inputs, (factor, a, b)):
            self.set(socket, value)
        return made.outputs[0]

    def ramp(self, factor, colors, places, stepped):
        """Colours along 0 to 1; the first place is 0."""
        made = self.node("ValToRGB", Fac=factor)
        made.color_ramp.interpolation = "CONSTANT" if stepped else "LINEAR"
        elements = made.color_ramp.elements
        while len(elements) > 1:
            elements.remove(elements[-1])
        elements[0].position, elements[0].color = 0, (*colors[0], 1)
        for color, place in zip(colors[1:], places[1:]):
            elements.new(place).color = (*color, 1)
        return made.outputs[0]

    def moved(self, vector, scale, turn, shift):
        return self.node("Mapping", Vector=vector, Scale=(scale,) * 3, Rotation=turn, Location=shift).outputs[0]
