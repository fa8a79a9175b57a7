"""Objects that stand in a scene."""

import math

import bmesh
import bpy
import numpy as np
from mathutils import Euler

from . import meshes


def block(draw):
    """A box with bevelled edges."""
    return primitive("block", lambda work: bmesh.ops.create_cube(work, size=2, calc_uvs=True), draw)


def cylinder(draw):
    top = draw.pick([1.0, 1.0, 0.0, 0.6])
    return primitive("cylinder", lambda work: bmesh.ops.create_cone(
        work, cap_ends=True, segments=draw.pick([6, 8, 40]), radius1=1, radius2=top, depth=draw.range(0.6, 2.5),
        calc_uvs=True), draw)


def monkey(draw):
    mesh = primitive("monkey", lambda work: bmesh.ops.create_monkey(work, calc_uvs=True), None)
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    return mesh


def primitive(name, create, draw):
    work = bmesh.new()
    create(work)
    if draw is not None and draw.chance(0.6):
        bmesh.ops.bevel(work, geom=work.edges[:], offset=draw.range(0.02, 0.2), segments=draw.whole(1, 4), profile=0.5,
                        affect="EDGES", clamp_overlap=True)
    mesh = bpy.data.meshes.new(name)
    work.to_mesh(mesh)
    work.free()
    return mesh


def cloth(draw):
    return meshes.folds(draw, 2.2, 80)


SHAPES = {block: 2, cylinder: 1, monkey: 0.6, cloth: 0.8, meshes.blob: 3, meshes.superellipsoid: 2, meshes.lathe: 2.5,
          meshes.tube: 1.2}


def shape(draw):
    """A mesh about 2 wide around its origin."""
    mesh = draw.weighted(SHAPES)(draw)
    return mesh


def add(mesh, material, name="thing"):
    made = bpy.data.objects.new(name, mesh)
    if not mesh.materials:
        mesh.materials.append(None)
    made.material_slots[0].link = "OBJECT"
    made.material_slots[0].material = material
    bpy.context.scene.collection.objects.link(made)
    return made


def smooth_finer(thing, draw):
    """Blender's monkey is coarse."""
    if thing.data.name.startswith("monkey"):
        levels = thing.modifiers.new("finer", "SUBSURF")
        levels.levels = levels.render_levels = 2 if draw.chance(0.8) else 0


def stand(draw, thing, width, x, y, ground=0.0, upright=0.6):
    """Turned, brought to `width` metres and put onto the ground."""
    tilt = draw.range(-0.2, 0.2) if draw.chance(upright) else draw.angle()
    thing.rotation_euler = Euler((tilt, draw.range(-0.3, 0.3), draw.angle()))
    points = np.empty(len(thing.data.vertices) * 3, dtype=np.float32)
    thing.data.vertices.foreach_get("co", points)
    points = points.reshape(-1, 3) @ np.array(thing.rotation_euler.to_matrix(), dtype=np.float32).T
    scale = width / max(float(np.ptp(points, axis=0).max()), 1e-3)
    thing.scale = (scale,) * 3
    thing.location = (x, y, ground - scale * float(points[:, 2].min()) - 0.02 * width)


def scatter(draw, source, area, count, low, high, ground=0.0):
    """Things on the ground within a square of `area` metres."""
    for _ in range(count):
        width = draw.log(low, high)
        thing = add(shape(draw), source.make(width, 2.0))
        smooth_finer(thing, draw)
        stand(draw, thing, width, draw.range(-0.5, 0.5) * area, draw.range(-0.5, 0.5) * area, ground)


def heap(draw, source, area, ground=0.0):
    """Many small things of a few kinds: pebbles, sticks, leaves, toys."""
    kinds = [shape(draw) for _ in range(draw.whole(1, 3))]
    materials = [source.make(0.2, 2.0) for _ in range(draw.whole(1, 5))]
    spread = area * draw.range(0.1, 0.35)
    width = draw.log(0.06, 0.25)
    for _ in range(draw.whole(15, 70)):
        thing = add(draw.pick(kinds), draw.pick(materials))
        angle, far = draw.angle(), spread * math.sqrt(draw.range(0, 1))
        lift = draw.range(0, 0.5) * max(0.0, 1 - far / spread) * spread
        stand(draw, thing, width * draw.range(0.5, 1.6), far * math.cos(angle), far * math.sin(angle), ground + lift, 0)
