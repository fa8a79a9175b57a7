"""Renders the pairs of a world set with Blender's Cycles: beauty, albedo, mask of rooms, streets, tables, paints.

    blender -b --factory-startup --python world_pairs.py -- SET.yaml OUT --assets DIR --textures DIR [--pictures DIR …]
        [--threads N] [--count N]

SET.yaml is a set of kind `cycles` whose scenes are those of world/places.py; its textures name models/training or
models/validation, and folders of texture sets below --textures. --assets is what world_assets.py made. --pictures are
folders of photographs for walls, covers and surroundings. Layout, lists and going on as with cycles_pairs.py. Needs Blender
3.4 with Cycles, and its Python's numpy, scipy, yaml, PIL and OpenImageIO.
"""

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import bpy  # noqa: E402
import numpy as np  # noqa: E402

from pairs import output, pair_set, render  # noqa: E402
from pairs.draw import Draw  # noqa: E402
from world import optics, places, store  # noqa: E402

LIST_EVERY = 10  # pairs
ATTEMPTS = 8
MOST_NOISE = 0.3  # of the light, before it is smoothed
LEAST_CONTRAST = 1.6  # of the brightest paints to the darkest
KEPT_IMAGES = 150  # textures that stay in memory
GUIDES = {"normal": "Normal", "alpha": "Alpha", "surface": render.SURFACE_PASS}


def arguments():
    own = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    parser = argparse.ArgumentParser(prog="blender -b --python world_pairs.py --", description=__doc__.split("\n")[0])
    parser.add_argument("set", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--assets", type=Path, required=True)
    parser.add_argument("--textures", type=Path, required=True)
    parser.add_argument("--pictures", type=Path, nargs="*", default=[])
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--count", type=int)
    return parser.parse_args(own)


def prepare(plan, threads, folder):
    """The settings of the other sets, and what smoothing needs beside."""
    render.prepare(plan, threads, folder)
    scene = bpy.context.scene
    scene.render.use_persistent_data = False
    cycles = scene.cycles
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 4, 3, 2, 2
    cycles.transparent_max_bounces = 12
    cycles.sample_clamp_indirect = 4
    scene.view_layers[0].use_pass_normal = True
    nodes, links = scene.node_tree.nodes, scene.node_tree.links
    layers = next(node for node in nodes if node.type == "R_LAYERS")
    for role, name in GUIDES.items():
        file = nodes.new("CompositorNodeOutputFile")
        file.base_path = str(folder / role)
        file.format.file_format, file.format.color_mode, file.format.color_depth = "OPEN_EXR", "RGB", "16"
        file.file_slots[0].path = "######"
        links.new(layers.outputs[name], file.inputs[0])


def has_paints(folder, index):
    """Whether more than one paint is in the picture."""
    albedo = optics.read(folder / "albedo" / output.file_name(index)) @ optics.LUMA
    mask = optics.read(folder / "mask" / output.file_name(index))[..., 0] > 0.5
    low, high = np.percentile(albedo[mask], (5, 95))
    return high > LEAST_CONTRAST * low


def render_pair(index, plan, things, folder):
    for attempt in range(ATTEMPTS):
        render.clear()
        draw = Draw(plan.seed + index, attempt)
        story = places.build(draw, plan, things)
        render.render(plan, index)
        if render.shows_something(folder.part, index) and has_paints(folder.part, index):
            if optics.noise(folder.part, output.file_name(index)) < MOST_NOISE:
                break
    story["noise"] = round(optics.noise(folder.part, output.file_name(index)), 3)
    draw.cutout = story["kind"] == "cutout"
    story.update(optics.develop(draw, folder.part, output.file_name(index), plan.half))
    folder.take(index)
    if len(bpy.data.images) > KEPT_IMAGES:
        bpy.data.batch_remove([image for image in bpy.data.images if image.type == "IMAGE"])
    return {"index": index, "seed": plan.seed + index, "attempt": attempt, **story}


def main():
    args = arguments()
    plan = pair_set.read(args.set, list(places.KINDS))
    found = sorted(path for folder in args.pictures for path in folder.rglob("*.jpg")
                   if path.stat().st_size > 50000 and path.stem != "screenshot")
    things = store.Store(args.assets, args.textures, plan.textures, found)
    count = min(plan.count, args.count or plan.count)
    folder = output.Folder(args.out, plan)
    prepare(plan, args.threads, folder.part)
    begin, made = time.time(), 0
    for index in range(count):
        if folder.has(index):
            continue
        folder.tell(render_pair(index, plan, things, folder))
        made += 1
        if made % LIST_EVERY == 0:
            folder.write_lists(count)
            print(f"pair {index + 1} of {count}, {60 * made / (time.time() - begin):.1f} per minute", flush=True)
    folder.write_lists(count)
    print(json.dumps({"made": made, "pairs": folder.done(count), "seconds": round(time.time() - begin, 1)}), flush=True)


if __name__ == "__main__":
    try:
        main()
    except (pair_set.SetError, OSError) as error:
        print(f"world_pairs: {error}", file=sys.stderr)
        sys.exit(1)
