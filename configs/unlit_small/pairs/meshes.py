"""Shapes as grids of points: everything that is not one of Blender's own primitives."""

import math

import bpy
import numpy as np


def lattice(points, seed):
    """Smooth noise in [-1, 1] at points (N, 3), one bump per unit."""
    base = np.floor(points).astype(np.int64)
    part = points - base
    part = part * part * (3 - 2 * part)
    total = np.zeros(len(points))
    for corner in range(8):
        step = np.array([corner & 1, corner >> 1 & 1, corner >> 2 & 1])
        cell = (base + step).astype(np.uint64)
        mixed = cell[:, 0] * np.uint64(73856093) ^ cell[:, 1] * np.uint64(19349663)
        mixed ^= cell[:, 2] * np.uint64(83492791) ^ np.uint64(seed * 2654435761 % 2**63)
        mixed ^= mixed >> np.uint64(33)
        mixed *= np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(33)
        value = (mixed % np.uint64(65536)).astype(np.float64) / 32767.5 - 1
        total += value * np.prod(np.where(step, part, 1 - part), axis=1)
    return total


def fractal(points, seed, octaves=4, gain=0.5):
    total, weight = np.zeros(len(points)), 1.0
    for octave in range(octaves):
        total += weight * lattice(points * 2**octave, seed + octave)
        weight *= gain
    return total


def grid(columns, rows):
    """u, v of (rows + 1) * (columns + 1) points, row by row."""
    u, v = np.meshgrid(np.linspace(0, 1, columns + 1), np.linspace(0, 1, rows + 1))
    return u.ravel(), v.ravel()


def mesh_of(points, uv, columns, rows, name):
    """A smooth mesh of a grid's points (N, 3) with their texture positions (N, 2)."""
    first = (np.arange(rows)[:, None] * (columns + 1) + np.arange(columns)[None, :]).ravel()
    quads = np.stack([first, first + 1, first + columns + 2, first + columns + 1], axis=1)
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set("co", points.astype(np.float32).ravel())
    mesh.loops.add(quads.size)
    mesh.loops.foreach_set("vertex_index", quads.astype(np.int32).ravel())
    mesh.polygons.add(len(quads))
    mesh.polygons.foreach_set("loop_start", np.arange(0, quads.size, 4, dtype=np.int32))
    mesh.polygons.foreach_set("loop_total", np.full(len(quads), 4, dtype=np.int32))
    mesh.polygons.foreach_set("use_smooth", np.ones(len(quads), dtype=bool))
    layer = mesh.uv_layers.new()
    layer.data.foreach_set("uv", uv[quads.ravel()].astype(np.float32).ravel())
    mesh.update(calc_edges=True)
    return mesh


def surface(draw, width, relief, columns=96):
    """Uneven ground around the origin; `relief`: metres."""
    u, v = grid(columns, columns)
    points = np.stack([(u - 0.5) * width, (v - 0.5) * width, np.zeros_like(u)], axis=1)
    scale = draw.log(0.8, 6) / width
    points[:, 2] = relief * fractal(points * scale, draw.seed(), 4, draw.range(0.3, 0.6))
    return mesh_of(points, np.stack([u, v], axis=1), columns, columns, "surface")


def folds(draw, width, columns=110):
    """Cloth: waves along several directions that fade and bend."""
    u, v = grid(columns, columns)
    flat = np.stack([(u - 0.5) * width, (v - 0.5) * width, np.zeros_like(u)], axis=1)
    height = np.zeros(len(flat))
    for _ in range(draw.whole(2, 5)):
        angle, length = draw.angle(), width * draw.log(0.06, 0.5)
        along = flat[:, 0] * math.cos(angle) + flat[:, 1] * math.sin(angle)
        bend = fractal(flat * draw.range(1, 3) / width, draw.seed(), 2)
        wave = np.sin(2 * math.pi * (along / length + draw.range(0.2, 1.2) * bend))
        fade = np.clip(0.5 + fractal(flat * 1.5 / width, draw.seed(), 1), 0, 1)
        height += length * draw.range(0.05, 0.22) * np.abs(wave) ** draw.range(0.6, 1.6) * np.sign(wave) * fade
    flat[:, 2] = height
    return mesh_of(flat, np.stack([u, v], axis=1), columns, columns, "folds")


def superellipsoid(draw, columns=72, rows=48):
    """Ball, pillow, barrel, rounded block, diamond; radius about 1, perhaps dented."""
    u, v = grid(columns, rows)
    around, up = u * 2 * math.pi, (v - 0.5) * math.pi
    flat, tall = draw.log(0.15, 1.6), draw.log(0.15, 1.6)
    power = lambda value, exponent: np.sign(value) * np.abs(value) ** exponent  # noqa: E731
    points = np.stack([power(np.cos(up), tall) * power(np.cos(around), flat),
                       power(np.cos(up), tall) * power(np.sin(around), flat), power(np.sin(up), tall)], axis=1)
    points *= [draw.range(0.6, 1.2), draw.range(0.6, 1.2), draw.range(0.5, 1.4)]
    return mesh_of(dented(draw, points), np.stack([u * 2, v], axis=1), columns, rows, "superellipsoid")


def blob(draw, columns=96, rows=64):
    """A stone, a fruit, a clay animal's body."""
    u, v = grid(columns, rows)
    around, up = u * 2 * math.pi, (v - 0.5) * math.pi
    points = np.stack([np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)], axis=1)
    noise = fractal(points * draw.log(0.7, 3), draw.seed(), draw.whole(1, 5), draw.range(0.3, 0.6))
    if draw.chance(0.3):
        noise = 1 - 2 * np.abs(noise)  # ridges
    points *= (1 + draw.range(0.1, 0.5) * noise)[:, None]
    points *= [draw.range(0.6, 1.3), draw.range(0.6, 1.3), draw.range(0.6, 1.3)]
    return mesh_of(points, np.stack([u * 2, v], axis=1), columns, rows, "blob")


def lathe(draw, columns=72, rows=60):
    """Vase, bowl, cup, bottle, spinning top: a profile turned around the axis."""
    u, v = grid(columns, rows)
    knots = draw.whole(4, 8)
    radii = np.array([draw.range(0.15, 1) for _ in range(knots)])
    radii[0] = radii[-1] = 0.01
    places = np.linspace(0, 1, knots)
    radius = np.interp(v, places, radii)
    if draw.chance(0.7):  # else with hard edges
        smooth = (np.interp(np.clip(v + shift, 0, 1), places, radii) for shift in np.linspace(-0.09, 0.09, 9))
        radius = sum(smooth) / 9
    if draw.chance(0.3):  # fluted
        radius = radius * (1 + draw.range(0.02, 0.1) * np.cos(u * 2 * math.pi * draw.whole(4, 20)))
    points = np.stack([radius * np.cos(u * 2 * math.pi), radius * np.sin(u * 2 * math.pi),
                       (v - 0.5) * draw.range(1.2, 2.6)], axis=1)
    return mesh_of(points, np.stack([u * 2, v], axis=1), columns, rows, "lathe")


def tube(draw, columns=160, rows=20):
    """Ring, knot, branch, snake."""
    u, v = grid(columns, rows)
    closed = draw.chance(0.5)
    turns = u * 2 * math.pi
    if closed:
        p, q = draw.pick([(1, 0), (2, 3), (3, 2), (1, 3)])
        wide = 1 + 0.4 * np.cos(q * turns) * (q > 0)
        path = np.stack([wide * np.cos(p * turns), wide * np.sin(p * turns), 0.4 * np.sin(q * turns)], axis=1)
    else:
        along = np.stack([u * draw.range(1, 3), np.full_like(u, draw.range(0, 99)), np.zeros_like(u)], axis=1)
        path = np.stack([2 * u - 1, fractal(along, draw.seed(), 2), fractal(along + 7, draw.seed(), 2)], axis=1)
    path = path.reshape(rows + 1, columns + 1, 3)
    tangent = np.roll(path, -1, 1) - np.roll(path, 1, 1) if closed else np.gradient(path, axis=1)
    tangent /= np.linalg.norm(tangent, axis=2, keepdims=True) + 1e-9
    side = np.cross(tangent, [0.13, 0.27, 0.95])
    side /= np.linalg.norm(side, axis=2, keepdims=True) + 1e-9
    other = np.cross(tangent, side)
    angle = (v * 2 * math.pi).reshape(rows + 1, columns + 1, 1)
    thick = draw.range(0.12, 0.35)
    points = path + thick * (np.cos(angle) * side + np.sin(angle) * other)
    return mesh_of(points.reshape(-1, 3), np.stack([u * 4, v], axis=1), columns, rows, "tube")


def dented(draw, points):
    if draw.chance(0.5):
        return points
    noise = fractal(points * draw.log(1, 4), draw.seed(), 3)
    return points * (1 + draw.range(0.02, 0.15) * noise)[:, None]
