"""Cycles' settings, and the way of its passes into files."""

import bpy
import numpy as np

ALBEDO_PASS = "albedo"
SURFACE_PASS = "surface"
ALL_SAMPLES = 0.999  # of a pixel's samples met a surface
NOISE = 0.025  # Cycles' measure of what is good enough
LEAST_SURFACE = 0.08  # of a picture
MOST_DARKNESS = 0.7  # of its surfaces


def prepare(plan, threads, folder):
    """Once for all pairs."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x = scene.render.resolution_y = plan.size
    scene.render.resolution_percentage = 100
    scene.render.threads_mode = "FIXED" if threads else "AUTO"
    if threads:
        scene.render.threads = threads
    scene.render.use_persistent_data = True
    scene.view_settings.view_transform = "Standard"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = plan.samples
    cycles.use_adaptive_sampling = True  # the set's samples are the most; even places need fewer
    cycles.adaptive_threshold, cycles.adaptive_min_samples = NOISE, 8
    cycles.use_denoising = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 3, 2, 2
    cycles.transmission_bounces = cycles.volume_bounces = 0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 6
    cycles.blur_glossy = 0.5
    layer = scene.view_layers[0]
    layer.use_pass_z = False
    for name, kind in ((ALBEDO_PASS, "COLOR"), (SURFACE_PASS, "VALUE")):
        aov = layer.aovs.add()
        aov.name, aov.type = name, kind
    compose(scene, plan, folder)


def compose(scene, plan, folder):
    """Passes to three files per frame. The mask is 1 where the whole pixel shows a surface."""
    scene.use_nodes = True
    nodes, links = scene.node_tree.nodes, scene.node_tree.links
    nodes.clear()
    layers = nodes.new("CompositorNodeRLayers")
    mask = nodes.new("CompositorNodeMath")
    mask.operation = "GREATER_THAN"
    mask.inputs[1].default_value = ALL_SAMPLES
    links.new(layers.outputs[SURFACE_PASS], mask.inputs[0])
    outputs = {"beauty": layers.outputs["Image"], "albedo": layers.outputs[ALBEDO_PASS], "mask": mask.outputs[0]}
    for role, socket in outputs.items():
        file = nodes.new("CompositorNodeOutputFile")
        file.base_path = str(folder / role)
        file.format.file_format = "OPEN_EXR"
        file.format.color_mode = "RGB"
        file.format.color_depth = "16" if plan.half else "32"
        file.format.exr_codec = "ZIP"
        file.file_slots[0].path = "######"
        links.new(socket, file.inputs[0])


def clear():
    """Everything of the last scene but the pictures of textures, which the next one may need."""
    data = bpy.data
    kept = [image for image in data.images if image.source == "GENERATED"]
    data.batch_remove([*data.objects, *data.meshes, *data.materials, *data.lights, *data.cameras, *data.worlds, *kept])


def render(plan, index):
    scene = bpy.context.scene
    scene.cycles.seed = (plan.seed + index) % 2**31
    scene.frame_current = index
    bpy.ops.render.render(write_still=False)


def shows_something(folder, index):
    """Whether enough of the picture is surface, and lit: lamps may face away, cameras stand inside of things."""
    luminance = plane(folder / "beauty" / f"{index:06d}.exr") @ np.array([0.2126, 0.7152, 0.0722, 0])
    mask = plane(folder / "mask" / f"{index:06d}.exr")[:, 0] > 0.5
    if mask.mean() < LEAST_SURFACE:
        return False
    bright = np.percentile(luminance[mask], 95)
    return bright > 0.03 and (luminance[mask] < 0.02 * bright).mean() < MOST_DARKNESS


def plane(path):
    """Samples of a file that was just written: (pixels, 4)."""
    image = bpy.data.images.load(str(path))
    samples = np.empty(len(image.pixels), dtype=np.float32)
    image.pixels.foreach_get(samples)
    bpy.data.images.remove(image)
    return samples.reshape(-1, 4)
