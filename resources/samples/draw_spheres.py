#!/usr/bin/env python3
"""Draws spheres.png, the picture that `./dev run` opens: a small ray-traced scene, and spheres_albedo.png, its truth.

Only the standard library is used. Linear light, Lambertian surfaces, one soft sun and a sky; written as 8-bit sRGB.
"""
import math
import random
import struct
import sys
import zlib

WIDTH, HEIGHT, SAMPLES = 512, 384, 6
EYE, LOOK = (0.0, 1.5, -6.2), (0.0, 0.75, 0.0)
SUN = (0.55, 0.75, -0.36)
SPHERES = [  # centre, radius, albedo A, albedo B, stripes per unit
    ((-1.55, 0.9, 0.2), 0.9, (0.72, 0.20, 0.15), (0.80, 0.62, 0.45), 3.0),
    ((0.35, 0.65, -0.7), 0.65, (0.15, 0.42, 0.62), (0.15, 0.42, 0.62), 0.0),
    ((1.75, 1.0, 0.7), 1.0, (0.78, 0.70, 0.20), (0.25, 0.45, 0.22), 2.0),
    ((-0.3, 0.35, -1.9), 0.35, (0.82, 0.80, 0.78), (0.82, 0.80, 0.78), 0.0),
]


def sub(a, b): return (a[0] - b[0], a[1] - b[1], a[2] - b[2])
def dot(a, b): return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
def along(o, d, t): return (o[0] + d[0] * t, o[1] + d[1] * t, o[2] + d[2] * t)


def unit(a):
    n = math.sqrt(dot(a, a))
    return (a[0] / n, a[1] / n, a[2] / n)


def hit_sphere(origin, direction, centre, radius):
    oc = sub(origin, centre)
    b = dot(oc, direction)
    disc = b * b - dot(oc, oc) + radius * radius
    if disc < 0:
        return None
    root = math.sqrt(disc)
    for t in (-b - root, -b + root):
        if t > 1e-3:
            return t
    return None


def trace(origin, direction):
    """Nearest hit: (distance, point, normal, albedo), or None for the sky."""
    best = None
    for centre, radius, albedo_a, albedo_b, stripes in SPHERES:
        t = hit_sphere(origin, direction, centre, radius)
        if t is not None and (best is None or t < best[0]):
            point = along(origin, direction, t)
            normal = unit(sub(point, centre))
            odd = stripes and math.floor(point[1] * stripes + point[0] * 0.8) % 2
            best = (t, point, normal, albedo_b if odd else albedo_a)
    if direction[1] < -1e-4:
        t = -origin[1] / direction[1]
        if best is None or t < best[0]:
            point = along(origin, direction, t)
            odd = (math.floor(point[0] / 0.8) + math.floor(point[2] / 0.8)) % 2
            best = (t, point, (0.0, 1.0, 0.0), (0.55, 0.52, 0.48) if odd else (0.20, 0.24, 0.28))
    return best


def shade(point, normal, rng):
    """Incoming light over pi: one jittered sun ray for a soft shadow, and a sky that darkens near contacts."""
    jitter = tuple(c + rng.uniform(-0.05, 0.05) for c in SUN)
    to_sun = unit(jitter)
    lit = max(0.0, dot(normal, to_sun))
    if lit and trace_any(along(point, normal, 1e-3), to_sun):
        lit = 0.0
    sky = 0.5 + 0.5 * normal[1]
    for centre, radius, *_ in SPHERES:
        gap = sub(centre, point)
        distance = math.sqrt(dot(gap, gap))
        if distance > radius * 1.001:
            sky *= 1.0 - 0.75 * (radius / distance) ** 2 * max(0.0, dot(normal, unit(gap)))
    return (1.35 * lit + 0.20 * sky, 1.22 * lit + 0.26 * sky, 1.0 * lit + 0.36 * sky)


def trace_any(origin, direction):
    return any(hit_sphere(origin, direction, s[0], s[1]) is not None for s in SPHERES)


def encode(value):
    value = min(1.0, max(0.0, value))
    value = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return int(value * 255 + 0.5)


def render():
    rng = random.Random(7)
    forward = unit(sub(LOOK, EYE))
    right = unit((forward[2], 0.0, -forward[0]))
    up = (forward[1] * right[2] - forward[2] * right[1], forward[2] * right[0] - forward[0] * right[2],
          forward[0] * right[1] - forward[1] * right[0])
    beauty, truth = bytearray(), bytearray()
    for y in range(HEIGHT):
        for row in (beauty, truth):
            row.append(0)  # PNG filter: none
        for x in range(WIDTH):
            light, albedo = [0.0] * 3, [0.0] * 3
            for _ in range(SAMPLES):
                u = (x + rng.random() - WIDTH / 2) / HEIGHT * 0.95
                v = (HEIGHT / 2 - y - rng.random()) / HEIGHT * 0.95
                ray = unit(tuple(forward[i] + u * right[i] + v * up[i] for i in range(3)))
                hit = trace(EYE, ray)
                colour = hit[3] if hit else (0.55, 0.62, 0.70)
                incoming = shade(hit[1], hit[2], rng) if hit else (1.0, 1.0, 1.0)
                for i in range(3):
                    albedo[i] += colour[i] / SAMPLES
                    light[i] += colour[i] * incoming[i] / SAMPLES
            beauty += bytes(encode(c) for c in light)
            truth += bytes(encode(c) for c in albedo)
    return beauty, truth


def write_png(path, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    with open(path, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"sRGB", b"\0") +
                  chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else "."
    beauty_rows, truth_rows = render()
    write_png(folder + "/spheres.png", beauty_rows)
    write_png(folder + "/spheres_albedo.png", truth_rows)
