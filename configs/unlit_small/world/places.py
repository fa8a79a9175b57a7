"""What a picture shows: rooms, streets, tables, close-ups, paints side by side, things that were cut out."""

import math

import bpy
from mathutils import Vector

from pairs import lights, meshes, things

from . import prints, skies, surfaces

GAME_HOUSES, GAME_TREES = ("House",), ("Tree",)
SMALL = ("Kitchen", "Miscellaneous", "Living room", "Office", "Bathroom", "Lights")
ALIVE = ("Person", "Animal", "Tree", "Plant", "Rock", "Characters")  # whose colours are their own


class Place:
    """The scene that is being filled."""

    def __init__(self, draw, store):
        self.draw, self.store = draw, store
        self.clutter = []  # (x, y, radius) that is taken

    def model(self, told, place, turn=0.0, scale=1.0, repaint=True):
        mesh = self.store.mesh(told)
        made = bpy.data.objects.new(told["name"], mesh)
        size = max(told["size"]) * scale
        repaint = repaint and told["kind"] not in ALIVE
        for material in told["materials"]:
            mesh.materials.append(surfaces.of_model(self.draw, self.store, material, size, repaint))
        bpy.context.scene.collection.objects.link(made)
        made.location, made.rotation_euler, made.scale = place, (0, 0, turn), (scale,) * 3
        return made

    def box(self, size, place, material, turn=0.0, name="box"):
        """`place`: the middle of its underside. Texture positions run over each side once."""
        mesh = box_mesh(size)
        mesh.materials.append(material)
        made = bpy.data.objects.new(name, mesh)
        bpy.context.scene.collection.objects.link(made)
        made.location, made.rotation_euler = place, (0, 0, turn)
        return made

    def sheet(self, width, depth, place, material, turn=(0, 0, 0)):
        half_w, half_d = width / 2, depth / 2
        mesh = bpy.data.meshes.new("sheet")
        mesh.from_pydata([(-half_w, -half_d, 0), (half_w, -half_d, 0), (half_w, half_d, 0), (-half_w, half_d, 0)], [],
                         [(0, 1, 2, 3)])
        mesh.uv_layers.new(name="UVMap").data.foreach_set("uv", [0, 0, 1, 0, 1, 1, 0, 1])
        mesh.materials.append(material)
        made = bpy.data.objects.new("sheet", mesh)
        bpy.context.scene.collection.objects.link(made)
        made.location, made.rotation_euler = place, turn
        return made

    def free(self, x, y, radius):
        if any(math.hypot(x - a, y - b) < radius + r for a, b, r in self.clutter):
            return False
        self.clutter.append((x, y, radius))
        return True

    def print(self, kinds=None, kind=None, repeat=1.0):
        return surfaces.printed(self.draw, prints.image(self.draw, self.store, kinds), kind, repeat)

    def stuff(self, size):
        """A surface of any kind for a thing about `size` wide."""
        draw = self.draw
        kind = draw.weighted({"paint": 0.45, "print": 0.2, "scan": 0.35})
        if kind == "paint":
            return surfaces.painted(draw)
        if kind == "print":
            return self.print(prints.PATTERNS if draw.chance(0.5) else None)
        tone = draw.weighted({None: 0.6, "black": 0.2, "white": 0.2})
        return surfaces.scanned(draw, self.store.texture(draw), size * draw.log(0.5, 2), True, tone)

    def board(self, x, y, z):
        """A small thing onto z: model, book, box, cup or primitive."""
        draw, store = self.draw, self.store
        what = draw.weighted({"model": 0.5, "book": 0.15, "box": 0.15, "shape": 0.2})
        turn = draw.angle() if draw.chance(0.6) else draw.range(-0.3, 0.3)
        if what == "model":
            told = store.choose(draw, SMALL, lambda m: max(m["size"]) < 0.5 and not m.get("opening")
                                and min(m["size"]) > 0.015
                                and m.get("hung", 0) == 0)
            if told:
                return self.model(told, (x, y, z), turn)
        if what == "book":
            height = 0.0
            for _ in range(draw.whole(1, 4)):
                size = (draw.range(0.12, 0.22), draw.range(0.18, 0.3), draw.range(0.012, 0.05))
                self.box(size, (x, y, z + height), self.print({prints.cover: 1}), turn + draw.range(-0.2, 0.2))
                height += size[2]
            return None
        if what == "box":
            size = tuple(draw.log(0.06, 0.25) for _ in range(3))
            return self.box(size, (x, y, z), self.print({prints.cover: 2, prints.stripes: 0.3, prints.checks: 0.4})
                            if draw.chance(0.6)
                            else surfaces.painted(draw), turn)
        width = draw.log(0.06, 0.22)
        thing = things.add(draw.weighted({meshes.lathe: 3, meshes.superellipsoid: 1.5, things.cylinder: 1,
                                          meshes.blob: 1})(draw),
                           self.stuff(width))
        things.stand(draw, thing, width, x, y, z, 1.0)
        return thing


def box_mesh(size):
    w, d, h = size[0] / 2, size[1] / 2, size[2]
    corners = [(x, y, z) for z in (0, h) for x, y in ((-w, -d), (w, -d), (w, d), (-w, d))]
    faces = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    mesh = bpy.data.meshes.new("box")
    mesh.from_pydata(corners, [], faces)
    mesh.uv_layers.new(name="UVMap").data.foreach_set("uv", [0, 0, 1, 0, 1, 1, 0, 1] * 6)
    return mesh


def look(draw, eye, target, angle, blur=0.0):
    data = bpy.data.cameras.new("camera")
    data.angle, data.clip_start, data.clip_end = angle, 0.005, 2000
    made = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(made)
    bpy.context.scene.camera = made
    lights.point_at(made, eye, target)
    made.rotation_euler.rotate_axis("Z", draw.range(-0.06, 0.06) if draw.chance(0.5) else 0)
    if blur:
        data.dof.use_dof = True
        data.dof.focus_distance = (Vector(eye) - Vector(target)).length
        data.dof.aperture_fstop = blur
    bpy.context.view_layer.update()
    return made


def clear_view(eye, target, least):
    """Whether nothing stands right before the lens, and something is looked at."""
    bpy.context.view_layer.update()
    depsgraph = bpy.context.evaluated_depsgraph_get()
    away = (Vector(target) - Vector(eye)).normalized()
    side = away.cross(Vector((0, 0, 1))).normalized()
    up = side.cross(away)
    for a, b in ((0, 0), (-0.25, 0), (0.25, 0), (0, 0.2), (0, -0.25)):
        hit = bpy.context.scene.ray_cast(depsgraph, Vector(eye), away + a * side + b * up)
        if hit[0] and (hit[1] - Vector(eye)).length < least:
            return False
    return True


def room(place):
    """Walls, floor, ceiling, a window, furniture along the walls and in the middle, things on it, pictures on the walls."""
    draw, store = place.draw, place.store
    w, d, h = draw.range(3, 6), draw.range(3, 5), draw.range(2.3, 3)
    floor = surfaces.scanned(draw, store.texture(draw, "floor"), draw.log(0.7, 2), True) if draw.chance(0.75) else \
        place.print({prints.checks: 1}, repeat=draw.pick([1, 2])) if draw.chance(0.4) else surfaces.painted(draw)
    wall = wall_paint(place)
    second = wall_paint(place) if draw.chance(0.4) else wall
    place.sheet(w, d, (0, 0, 0), floor)
    place.sheet(w, d, (0, 0, h), surfaces.painted(draw, "white" if draw.chance(0.8) else "any", "dull"),
                (math.pi, 0, 0))
    thick = 0.15
    place.box((w, thick, h), (0, d / 2 + thick / 2, 0), wall)
    place.box((w, thick, h), (0, -d / 2 - thick / 2, 0), wall)
    place.box((thick, d, h), (w / 2 + thick / 2, 0, 0), second)
    window = draw.chance(0.75)
    side = -w / 2 - thick / 2
    if window:
        sill, top = draw.range(0.3, 1), h - draw.range(0.15, 0.5)
        low, high = -d / 2 + draw.range(0.3, 0.9), d / 2 - draw.range(0.3, 0.9)
        place.box((thick, d, sill), (side, 0, 0), wall)
        place.box((thick, d, h - top), (side, 0, top), wall)
        place.box((thick, low + d / 2, top - sill), (side, (low - d / 2) / 2, sill), wall)
        place.box((thick, d / 2 - high, top - sill), (side, (high + d / 2) / 2, sill), wall)
        frame = surfaces.painted(draw, draw.pick(["white", "white", "black", "any"]))
        for k in range(draw.whole(2, 4) + 1):
            place.box((0.05, 0.05, top - sill), (side, low + (high - low) * k / 3, sill), frame)
            if k > 2:
                break
        place.box((0.25, high - low, 0.04), (side + 0.08, (low + high) / 2, sill), frame)
    else:
        place.box((thick, d, h), (side, 0, 0), wall)
    skirting = surfaces.painted(draw, draw.pick(["white", "black", "any"]))
    for y in (-d / 2 + 0.01, d / 2 - 0.01):
        place.box((w, 0.02, 0.09), (0, y, 0), skirting)
    kinds = draw.weighted({("Living room",): 4, ("Living room", "Office"): 2, ("Bedroom",): 2, ("Kitchen",): 2,
                           ("Office", "Miscellaneous"): 2,
                           ("Bathroom",): 1})
    tops = furnish(place, kinds, w, d)
    for x, y, z, width, depth in tops:
        for _ in range(draw.whole(0, 3)):
            place.board(x + draw.range(-0.3, 0.3) * width, y + draw.range(-0.25, 0.25) * depth, z)
    if draw.chance(0.5):  # a rug
        place.sheet(draw.range(1.2, 2.2), draw.range(1, 1.8), (draw.range(-0.4, 0.4), draw.range(-0.4, 0.4), 0.008),
                    place.print(prints.PATTERNS, "dull") if draw.chance(0.5) else
                    surfaces.scanned(draw, store.texture(draw, "cloth"), draw.log(0.4, 1.5), True, kind="dull"))
    for number in range(draw.whole(0, 4)):
        hang(place, w, d, h, number)
    return light_room(place, w, d, h, window, side) + view_room(place, w, d, h)


def wall_paint(place):
    draw = place.draw
    kind = draw.weighted({"white": 0.35, "grey": 0.15, "color": 0.2, "paper": 0.3})
    if kind == "paper":
        return surfaces.scanned(draw, place.store.texture(draw, "wall"), draw.log(0.8, 2.5), True,
                                draw.pick([None, None, "white"]), "dull")
    if kind == "grey":
        level = draw.range(0.15, 0.75)
        material, graph = surfaces.new()
        surfaces.solid(draw, graph, (level, level, level), kind="dull")
        return material
    return surfaces.painted(draw, "white" if kind == "white" else "any", "dull")


def furnish(place, kinds, w, d):
    """Pieces along three walls, one or two in the middle; returns tops that things can stand on."""
    draw, store = place.draw, place.store
    tops = []

    def fits(m):
        return not m.get("opening") and m.get("hung", 0) < 0.05 and m["size"][0] < 2.6 and m["size"][1] < 1.3 and 0.2 < m["size"][2] < 2.3

    for turn, length, far in ((0, w, d / 2), (-math.pi / 2, d, w / 2), (math.pi / 2, d, w / 2)):
        at = -length / 2 + draw.range(0.1, 0.6)
        while True:
            told = store.choose(draw, kinds, fits)
            if told is None or at + told["size"][0] > length / 2 - 0.1 or draw.chance(0.12):
                break
            middle = at + told["size"][0] / 2
            inward = far - told["size"][1] / 2 - 0.03
            x, y = {0: (middle, inward), -math.pi / 2: (inward, -middle), math.pi / 2: (-inward, middle)}[turn]
            if place.free(x, y, 0.45 * min(told["size"][:2])):
                made = place.model(told, (x, y, 0), turn)
                if told.get("top", 0) and 0.3 < told["top"] < 1.3:
                    wide = (told["size"][0], told["size"][1]) if turn == 0 else (told["size"][1], told["size"][0])
                    add_top(place, made, tops, x, y, told["top"], wide)
            at += told["size"][0] + draw.range(0.05, 0.7)
    for _ in range(draw.whole(0, 2)):
        told = store.choose(draw, kinds + ("Living room",), fits)
        x, y = draw.range(-0.25, 0.25) * w, draw.range(-0.2, 0.15) * d
        if told and place.free(x, y, 0.5 * max(told["size"][:2])):
            made = place.model(told, (x, y, 0), draw.angle())
            add_top(place, made, tops, x, y, told.get("top", 0), (told["size"][0] * 0.6, told["size"][1] * 0.6))
    return tops


def add_top(place, made, tops, x, y, z, wide):
    """Only where a plumb line from above meets the piece at this height: nothing shall float."""
    bpy.context.view_layer.update()
    hit = bpy.context.scene.ray_cast(bpy.context.evaluated_depsgraph_get(), Vector((x, y, 2.2)), Vector((0, 0, -1)))
    if hit[0] and 0.3 < hit[1].z < 1.3 and hit[4] == made and hit[2].z > 0.9:
        tops.append((x, y, hit[1].z, 0.6 * wide[0], 0.6 * wide[1]))


def hang(place, w, d, h, number):
    """A framed picture in one of four places, so that no two overlap."""
    draw = place.draw
    wide, high = draw.log(0.25, 1.1), draw.log(0.25, 0.9)
    z = draw.range(1.1, h - high / 2 - 0.2)
    frame = surfaces.painted(draw, draw.pick(["black", "white", "any"]))
    shown = place.print({prints.photo: 2, prints.cover: 1, prints.page: 0.5, prints.checks: 0.2})
    along = draw.range(0.28, 0.32) * (1 if number % 2 else -1)
    if number < 2:
        x, y, turn = along * w, d / 2 - 0.02, 0.0
    else:
        x, y, turn = w / 2 - 0.02, along * d, -math.pi / 2
    place.box((wide + 0.06, 0.03, high + 0.06), (x, y, z - high / 2 - 0.03), frame, turn)
    front = Vector((x, y, z)) + Vector((0, -0.018, 0) if turn == 0 else (-0.018, 0, 0))
    place.sheet(wide, high, front, shown, (math.pi / 2, 0, turn))


def light_room(place, w, d, h, window, side):
    draw = place.draw
    names = []
    if window:
        names.append("window")
        made = lights.lamp("AREA", draw.log(60, 350), draw.light(0.2))
        made.data.shape, made.data.size, made.data.size_y = "RECTANGLE", d * 0.7, h * 0.6
        lights.point_at(made, (side - 0.12, 0, h * 0.55), (w, 0, h * 0.4))
        made.visible_camera = False
        skies.even(draw, draw.range(1, 5))
        if draw.chance(0.6):
            names.append("sun")
            skies.sun(draw, draw.range(0.3, 0.9), math.pi + draw.range(-0.7, 0.7), draw.range(4, 15))
    else:
        lights.dark_world(draw)
    if not window or draw.chance(0.4):
        for _ in range(draw.whole(1, 3)):
            names.append("lamp")
            kind = draw.pick(["AREA", "POINT", "SPOT"])
            tint = draw.pick([0.1, 0.3, 0.7])
            made = lights.lamp(kind, draw.log(30, 120) * (0.4 if window else 1) * (1 if kind == "AREA" else 2),
                               draw.light(tint) if draw.chance(0.5) else (1, draw.range(0.7, 0.95),
                                                                          draw.range(0.4, 0.85)))
            if kind == "AREA":
                made.data.size = draw.log(0.1, 1.2)
            else:
                made.data.shadow_soft_size = draw.log(0.02, 0.2)
            lights.point_at(made, (draw.range(-0.35, 0.35) * w, draw.range(-0.35, 0.35) * d, h - draw.range(0.05, 0.6)),
                            (draw.range(-0.3, 0.3) * w, draw.range(-0.3, 0.3) * d, 0))
            made.visible_camera = False
    return "+".join(names)


def view_room(place, w, d, h):
    draw = place.draw
    for _ in range(12):
        eye = (draw.range(-0.42, 0.3) * w, -d * draw.range(0.3, 0.46), draw.range(0.7, 1.8))
        target = (draw.range(-0.2, 0.45) * w, d * draw.range(0.2, 0.5), draw.range(0.3, 1.3))
        if clear_view(eye, target, 0.8):
            break
    look(draw, eye, target, draw.log(0.5, 1.25), draw.log(1.4, 8) if draw.chance(0.25) else 0)
    if draw.chance(0.12):
        return "+" + skies.flash(draw, bpy.context.scene.camera, 2.5)
    return ""


def street(place):
    """Houses, trees, people, animals on ground under the sky."""
    draw, store = place.draw, place.store
    near = draw.log(6, 20)
    ground = meshes.surface(draw, near * 12, near * draw.log(0.002, 0.02), 60)
    things.add(ground, surfaces.scanned(draw, store.texture(draw, "ground"), draw.log(1.5, 5), True, kind="dull"))
    if draw.chance(0.4):  # a road
        place.sheet(near * draw.range(0.2, 0.5), near * 10, (draw.range(-0.3, 0.3) * near, 0, 0.06),
                    surfaces.scanned(draw, store.texture(draw, "floor"), draw.log(1, 3), True))
    for _ in range(draw.whole(1, 4)):
        told = store.choose(draw, GAME_HOUSES, lambda m: 3 < max(m["size"]) < 45)
        x, y = draw.range(-0.9, 0.9) * near * 1.3, draw.range(0.7, 2.5) * near
        if told and place.free(x, y, 0.5 * max(told["size"][:2])):
            place.model(told, (x, y, -0.02), draw.angle())
    for kinds, count, low, high in ((GAME_TREES, draw.whole(0, 5), 0.3, 2.5),
                                    (("Plant", "Rock"), draw.whole(1, 7), -0.1, 1.2),
                                    (("Animal",), draw.whole(0, 3), 0.0, 0.9), (("Person",), draw.whole(0, 3), -0.1,
                                                                                0.8),
                                    (("Prop",), draw.whole(0, 4), 0.0, 0.9),
                                    (("Exterior", "Vehicles", "Characters"), draw.whole(0, 3), -0.1, 0.9)):
        for _ in range(count):
            told = store.choose(draw, kinds, lambda m: 0.25 < max(m["size"]) < 25)
            x, y = draw.range(-0.8, 0.8) * near, draw.range(low, high) * near
            if told and place.free(x, y, 0.4 * max(told["size"][:2])):
                place.model(told, (x, y, -0.03), draw.angle())
    light = skies.day(draw, near, math.pi / 2)
    for _ in range(12):
        eye = (draw.range(-0.3, 0.3) * near, -near * draw.range(0.4, 0.9), draw.log(0.8, 6))
        target = (draw.range(-0.35, 0.35) * near, near * draw.range(0.3, 0.9), draw.range(0.3, 3))
        if clear_view(eye, target, 0.25 * near):
            break
    look(draw, eye, target, draw.log(0.35, 1.1), draw.log(1.4, 5.6) if draw.chance(0.1) else 0)
    return light


def outside_thing(place):
    """One model near, ground around it, the sky or a meadow behind."""
    draw, store = place.draw, place.store
    told = store.choose(draw, draw.pick([GAME_HOUSES, GAME_TREES, ("Animal",), ("Person", "Characters"), ("Prop",),
                                         ("Rock", "Plant"), ("Vehicles",), ("Exterior",)]),
                        lambda m: 0.3 < max(m["size"]) < 40)
    if told is None:
        return street(place)
    size = max(told["size"])
    things.add(meshes.surface(draw, size * 30, size * draw.log(0.001, 0.01), 60),
               surfaces.scanned(draw, store.texture(draw, "ground"), min(size, 5) * draw.log(0.4, 1.2), True,
                                kind="dull"))
    place.model(told, (0, 0, -0.01 * size), draw.angle())
    for _ in range(draw.whole(0, 4)):
        other = store.choose(draw, ("Plant", "Rock", "Prop", "Tree", "Exterior"),
                             lambda m: 0.1 * size < max(m["size"]) < 1.5 * size)
        x, y = draw.range(-1.5, 1.5) * size, draw.range(0.2, 3) * size
        if other and math.hypot(x, y) > 0.7 * size + 0.4 * max(other["size"][:2]):
            place.model(other, (x, y, -0.01 * size), draw.angle())
    light = skies.day(draw, size, math.pi / 2)
    angle = draw.log(0.3, 0.9)
    far = 0.5 * size / math.tan(angle / 2) * draw.range(0.5, 1.4)
    eye = Vector((0, 0, told["size"][2] * 0.45)) + far * Vector(lights.direction(draw.range(0.02, 0.5),
            -math.pi / 2 + draw.range(-0.6, 0.6)))
    look(draw, eye, (0, 0, told["size"][2] * 0.45), angle, draw.log(1, 5) if draw.chance(0.3) and size < 3 else 0)
    return light


def table(place):
    """A table top with several things, sheets of paper, cloth."""
    draw, store = place.draw, place.store
    wide = draw.range(1.0, 1.8)
    kind = draw.weighted({"wood": 0.35, "paint": 0.3, "cloth": 0.2, "print": 0.15})
    top = {"wood": lambda: surfaces.scanned(draw, store.texture(draw, "wood"), draw.log(0.5, 1.5), True,
                                            draw.weighted({None: 0.6, "black": 0.25, "white": 0.15})),
           "paint": lambda: surfaces.painted(draw), "print": lambda: place.print(prints.PATTERNS),
           "cloth": lambda: surfaces.scanned(draw, store.texture(draw, "cloth"), draw.log(0.3, 1), True,
                                             kind="dull")}[kind]()
    place.box((wide, wide, 0.04), (0, 0, -0.04), top)
    place.sheet(8, 3, (0, draw.range(0.7, 2.2), 0.8), wall_paint(place), (math.pi / 2, 0, 0))
    place.sheet(8, 8, (0, 0, -0.8), surfaces.scanned(draw, store.texture(draw, "floor"), draw.log(0.7, 2), True))
    for _ in range(draw.whole(0, 3)):
        w, d = draw.pick([(0.21, 0.297), (0.15, 0.21), (0.3, 0.4), (0.1, 0.15), (0.09, 0.05)])
        place.sheet(w, d, (draw.range(-0.4, 0.4), draw.range(-0.35, 0.4), draw.range(0.001, 0.004)),
                    place.print({prints.page: 2, prints.photo: 1, prints.cover: 1}), (0, 0, draw.angle()))
    if draw.chance(0.25):
        cloth = things.add(meshes.folds(draw, draw.range(0.25, 0.5), 80), place.print(prints.PATTERNS, "cloth")
                           if draw.chance(0.5) else
                           surfaces.scanned(draw, store.texture(draw, "cloth"), draw.log(0.1, 0.4), True, kind="cloth"))
        things.stand(draw, cloth, draw.range(0.25, 0.45), draw.range(-0.3, 0.3), draw.range(-0.3, 0.3), 0, 1.0)
    for _ in range(draw.whole(3, 10)):
        x, y = draw.range(-0.42, 0.42), draw.range(-0.4, 0.42)
        if place.free(x, y, 0.08):
            place.board(x, y, 0.0)
    target = (draw.range(-0.15, 0.15), draw.range(-0.1, 0.15), draw.range(0.02, 0.12))
    far, elevation = draw.range(0.5, 1.1), draw.range(0.12, 1.3)
    for _ in range(10):
        eye = Vector(target) + far * Vector(lights.direction(elevation, -math.pi / 2 + draw.range(-0.5, 0.5)))
        if clear_view(eye, target, 0.2):
            break
    camera = look(draw, eye, target, draw.log(0.35, 0.95), draw.log(1, 6) if draw.chance(0.45) else 0)
    return light_near(place, camera, far, 1.0)


def light_near(place, camera, far, width):
    """Light for things within reach: window, lamps, day, surroundings, flash."""
    draw = place.draw
    name = draw.weighted({"window": 0.3, "lamps": 0.25, "sun": 0.2, "around": 0.15, "flash": 0.1})
    if name == "window":
        skies.even(draw, draw.log(0.05, 0.5))
        made = lights.lamp("AREA", draw.log(15, 60) * 4, draw.light(0.15))
        made.data.shape, made.data.size, made.data.size_y = "RECTANGLE", draw.range(0.6, 1.6), draw.range(0.8, 1.8)
        lights.point_at(made, (draw.pick([-1, 1]) * draw.range(1, 2.5), draw.range(-1.5, 0.5), draw.range(0.4, 1.8)),
                        (0, 0, 0))
        made.visible_camera = False
    elif name == "lamps":
        lights.dark_world(draw)
        lights.lamps(draw, width, (0, 0, 0), 1, 3, draw.pick([0.15, 0.35, 0.8]))
        for made in bpy.context.scene.objects:
            if made.type == "LIGHT":
                made.visible_camera = False
    elif name == "sun":
        elevation, azimuth = draw.range(0.25, 1.2), -math.pi / 2 + draw.range(-2, 2)
        skies.sun(draw, elevation, azimuth)
        skies.even(draw, draw.log(0.1, 0.8))
        if draw.chance(0.4):
            lights.occluders(draw, lights.direction(elevation, azimuth), width)
    elif name == "around":
        skies.photographed(draw, place.store, draw.range(0.6, 1.2))
    else:
        skies.even(draw, draw.log(0.02, 0.2))
        skies.flash(draw, camera, far)
    return name


def paints(place):
    """Things of near-black and near-white paint side by side: small and large, in light and in shadow."""
    draw, store = place.draw, place.store
    under = surfaces.painted(draw) if draw.chance(0.3) else place.print(prints.PATTERNS) if draw.chance(0.4) else \
        surfaces.scanned(draw, store.texture(draw), draw.log(0.4, 1.5), True,
                         draw.weighted({None: 0.5, "black": 0.25, "white": 0.25}))
    outdoors = draw.chance(0.5)
    place.sheet(8, 8, (0, 0, 0), under)
    if not outdoors:
        place.sheet(8, 4, (0, draw.range(0.6, 1.5), 1.9), wall_paint(place), (math.pi / 2, 0, 0))
    for _ in range(draw.whole(4, 12)):
        x, y = draw.range(-0.6, 0.6), draw.range(-0.5, 0.6)
        width = draw.log(0.08, 0.45)
        if not place.free(x, y, 0.4 * width):
            continue
        if draw.chance(0.45):
            size = tuple(width * draw.range(0.5, 1.3) for _ in range(3))
            place.box(size, (x, y, 0), contrast(place, width), draw.angle() if draw.chance(0.7) else 0)
        else:
            thing = things.add(things.shape(draw), contrast(place, width))
            things.smooth_finer(thing, draw)
            things.stand(draw, thing, width, x, y, 0, 0.7)
    target = (draw.range(-0.2, 0.2), draw.range(-0.1, 0.2), draw.range(0, 0.15))
    far = draw.range(0.8, 1.8)
    eye = Vector(target) + far * Vector(lights.direction(draw.range(0.15, 1.35), -math.pi / 2 + draw.range(-0.7, 0.7)))
    camera = look(draw, eye, target, draw.log(0.4, 0.95), draw.log(1.4, 8) if draw.chance(0.3) else 0)
    if outdoors:
        return skies.day(draw, 1.0, math.pi / 2)
    return light_near(place, camera, far, 1.2)


def contrast(place, width):
    draw = place.draw
    kind = draw.weighted({"black": 0.22, "white": 0.25, "scan-black": 0.13, "scan-white": 0.1, "pattern": 0.2,
                          "letters": 0.1})
    if kind in ("black", "white"):
        return surfaces.painted(draw, kind)
    if kind.startswith("scan"):
        return surfaces.scanned(draw, place.store.texture(draw), width * draw.log(0.5, 2), True, kind[5:])
    if kind == "pattern":
        return place.print(prints.PATTERNS)
    return place.print({prints.page: 1, prints.cover: 1})


def closeup(place):
    """A wall, board, poster or cloth that fills the picture, with things before it."""
    draw, store = place.draw, place.store
    wide = draw.log(0.4, 3)
    kind = draw.weighted({"print": 0.35, "scan": 0.5, "paint": 0.15})
    if kind == "scan":
        mesh = meshes.folds(draw, wide * 1.6) if draw.chance(0.25) else meshes.surface(draw, wide * 2.2,
                wide * draw.log(0.0005, 0.02))
        things.add(mesh, surfaces.scanned(draw, store.texture(draw), wide * draw.log(0.4, 1.5), True,
                                          draw.weighted({None: 0.8, "black": 0.1, "white": 0.1})))
    elif kind == "print":
        place.sheet(wide * 2.5, wide * 2.5, (0, 0, -0.002), wall_paint(place))
        place.sheet(wide * draw.range(0.6, 1.2), wide * draw.range(0.6, 1.2), (0, 0, 0.002), place.print())
    else:
        things.add(meshes.surface(draw, wide * 2.2, wide * draw.log(0.0005, 0.01)), surfaces.painted(draw))
    for _ in range(draw.whole(0, 4)):
        x, y = draw.range(-0.4, 0.4) * wide, draw.range(-0.4, 0.4) * wide
        thing = place.board(x, y, 0) if wide < 1 else None
        if thing is None and wide >= 1:
            size = wide * draw.log(0.08, 0.3)
            place.box(tuple(size * draw.range(0.3, 1) for _ in range(3)), (x, y, 0), contrast(place, size),
                      draw.angle())
    angle = draw.log(0.35, 0.9)
    far = 0.4 * wide / math.tan(angle / 2)
    elevation = draw.range(0.5, 1.55)
    eye = far * Vector(lights.direction(elevation, draw.angle()))
    camera = look(draw, eye, (0, 0, 0), angle, draw.log(1, 5) if draw.chance(0.25) else 0)
    camera.rotation_euler.rotate_axis("Z", draw.pick([0, 0.5, 1, 1.5]) * math.pi)
    bpy.context.view_layer.update()
    if draw.chance(0.4):
        return skies.day(draw, wide)
    return light_near(place, camera, far, wide)


def cutout(place):
    """A model or a few things without surroundings."""
    draw, store = place.draw, place.store
    if draw.chance(0.7):
        told = store.choose(draw, tuple(store.by_kind), lambda m: min(m["size"]) > 0.01 and not m.get("opening"))
        size, high = max(told["size"]), told["size"][2]
        place.model(told, (0, 0, 0), draw.angle())
    else:
        size = high = 0.4
        for x in (-0.15, 0.1)[:draw.whole(1, 2)]:
            place.board(x, draw.range(-0.1, 0.1), 0)
        high = 0.15
    angle = draw.log(0.25, 0.7)
    far = 0.55 * size / math.tan(angle / 2) * draw.range(0.9, 1.4)
    view = draw.angle()
    eye = Vector((0, 0, high / 2)) + far * Vector(lights.direction(draw.range(-0.05, 0.7), view))
    camera = look(draw, eye, (0, 0, high / 2), angle)
    name = draw.weighted({"lamps": 0.5, "even": 0.2, "around": 0.2, "flash": 0.1})
    if name == "lamps":
        skies.even(draw, draw.log(0.02, 0.4))
        lights.lamps(draw, size * 1.3, (0, 0, high / 2), 1, 3, draw.pick([0.1, 0.3]))
    elif name == "even":
        skies.even(draw, 1.0)
    elif name == "around":
        skies.photographed(draw, store, 1.0)
    else:
        skies.even(draw, 0.1)
        skies.flash(draw, camera, far)
    bpy.context.scene.render.film_transparent = True
    return name


KINDS = {"room": room, "street": street, "nature": outside_thing, "table": table, "paints": paints, "closeup": closeup,
         "cutout": cutout}
WEIGHTS = {"room": 0.24, "street": 0.1, "nature": 0.1, "table": 0.2, "paints": 0.16, "closeup": 0.1, "cutout": 0.1}


def build(draw, plan, store):
    """Fills Blender's scene; returns what it is."""
    bpy.context.scene.render.film_transparent = False
    kind = draw.weighted({name: WEIGHTS[name] for name in plan.scenes})
    store.used = set()
    place = Place(draw, store)
    light = KINDS[kind](place)
    return {"kind": kind, "light": light, "materials": sorted(store.used)}
