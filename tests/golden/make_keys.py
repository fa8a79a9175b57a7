#!/usr/bin/env python3
"""Writes the golden key lists of Stable Diffusion 2.1 from its published architecture.

Run once, in this folder; the lists are committed. It shares no code with the program, so that a
slip there cannot hide here. Known totals of the public checkpoints are checked at the end.
One line per tensor: name, a space, its shape. The UNet reads 8 channels (picture and one target).
"""
import math


def conv(name, cin, cout, k=3):
    return [(name + ".weight", [cout, cin, k, k]), (name + ".bias", [cout])]


def linear(name, cin, cout, bias=True):
    return [(name + ".weight", [cout, cin])] + ([(name + ".bias", [cout])] if bias else [])


def norm(name, c):
    return [(name + ".weight", [c]), (name + ".bias", [c])]


def resnet(name, cin, cout, time):
    keys = norm(name + ".norm1", cin) + conv(name + ".conv1", cin, cout)
    if time:
        keys += linear(name + ".time_emb_proj", time, cout)
    keys += norm(name + ".norm2", cout) + conv(name + ".conv2", cout, cout)
    if cin != cout:
        keys += conv(name + ".conv_shortcut", cin, cout, 1)
    return keys


def attention(name, dim, context):
    return (linear(name + ".to_q", dim, dim, False) + linear(name + ".to_k", context, dim, False)
            + linear(name + ".to_v", context, dim, False) + linear(name + ".to_out.0", dim, dim))


def transformer(name, c, context):
    block = name + ".transformer_blocks.0"
    keys = norm(name + ".norm", c) + linear(name + ".proj_in", c, c)
    for n in (1, 2, 3):
        keys += norm(f"{block}.norm{n}", c)
    keys += attention(block + ".attn1", c, c) + attention(block + ".attn2", c, context)
    keys += linear(block + ".ff.net.0.proj", c, 8 * c) + linear(block + ".ff.net.2", 4 * c, c)
    return keys + linear(name + ".proj_out", c, c)


def unet():
    time, context = 1280, 1024
    keys = conv("conv_in", 8, 320) + linear("time_embedding.linear_1", 320, time)
    keys += linear("time_embedding.linear_2", time, time)
    # down: (in, out, has attention, has downsampler)
    down = [(320, 320, True, True), (320, 640, True, True), (640, 1280, True, True),
            (1280, 1280, False, False)]
    for i, (cin, cout, att, half) in enumerate(down):
        p = f"down_blocks.{i}"
        keys += resnet(p + ".resnets.0", cin, cout, time) + resnet(p + ".resnets.1", cout, cout, time)
        if att:
            keys += transformer(p + ".attentions.0", cout, context)
            keys += transformer(p + ".attentions.1", cout, context)
        if half:
            keys += conv(p + ".downsamplers.0.conv", cout, cout)
    keys += resnet("mid_block.resnets.0", 1280, 1280, time)
    keys += transformer("mid_block.attentions.0", 1280, context)
    keys += resnet("mid_block.resnets.1", 1280, 1280, time)
    # up: inputs of the three residual blocks (skip included), out, has attention, has upsampler
    up = [([2560, 2560, 2560], 1280, False, True), ([2560, 2560, 1920], 1280, True, True),
          ([1920, 1280, 960], 640, True, True), ([960, 640, 640], 320, True, False)]
    for i, (cins, cout, att, double) in enumerate(up):
        p = f"up_blocks.{i}"
        for j, cin in enumerate(cins):
            keys += resnet(f"{p}.resnets.{j}", cin, cout, time)
            if att:
                keys += transformer(f"{p}.attentions.{j}", cout, context)
        if double:
            keys += conv(p + ".upsamplers.0.conv", cout, cout)
    return keys + norm("conv_norm_out", 320) + conv("conv_out", 320, 4)


def vae_middle(name):
    a = name + ".attentions.0"
    keys = resnet(name + ".resnets.0", 512, 512, 0) + norm(a + ".group_norm", 512)
    for part in ("to_q", "to_k", "to_v", "to_out.0"):
        keys += linear(f"{a}.{part}", 512, 512)
    return keys + resnet(name + ".resnets.1", 512, 512, 0)


def vae():
    keys = conv("encoder.conv_in", 3, 128)
    for i, (cin, cout) in enumerate([(128, 128), (128, 256), (256, 512), (512, 512)]):
        p = f"encoder.down_blocks.{i}"
        keys += resnet(p + ".resnets.0", cin, cout, 0) + resnet(p + ".resnets.1", cout, cout, 0)
        if i < 3:
            keys += conv(p + ".downsamplers.0.conv", cout, cout)
    keys += vae_middle("encoder.mid_block") + norm("encoder.conv_norm_out", 512)
    keys += conv("encoder.conv_out", 512, 8) + conv("quant_conv", 8, 8, 1)
    keys += conv("post_quant_conv", 4, 4, 1) + conv("decoder.conv_in", 4, 512)
    keys += vae_middle("decoder.mid_block")
    for i, (cin, cout) in enumerate([(512, 512), (512, 512), (512, 256), (256, 128)]):
        p = f"decoder.up_blocks.{i}"
        for j in range(3):
            keys += resnet(f"{p}.resnets.{j}", cin if j == 0 else cout, cout, 0)
        if i < 3:
            keys += conv(p + ".upsamplers.0.conv", cout, cout)
    return keys + norm("decoder.conv_norm_out", 128) + conv("decoder.conv_out", 128, 3)


def text_encoder():
    d = 1024
    keys = [("text_model.embeddings.token_embedding.weight", [49408, d]),
            ("text_model.embeddings.position_embedding.weight", [77, d])]
    for i in range(23):
        p = f"text_model.encoder.layers.{i}"
        for part in ("k_proj", "v_proj", "q_proj", "out_proj"):
            keys += linear(f"{p}.self_attn.{part}", d, d)
        keys += norm(p + ".layer_norm1", d) + linear(p + ".mlp.fc1", d, 4 * d)
        keys += linear(p + ".mlp.fc2", 4 * d, d) + norm(p + ".layer_norm2", d)
    return keys + norm("text_model.final_layer_norm", d)


def lora(rank, context=1024):
    """peft's names of low-rank matrices on the attention projections, as diffusers' pipelines save them."""
    widths = [(f"down_blocks.{i}.attentions.{j}", c) for i, c in enumerate([320, 640, 1280]) for j in range(2)]
    widths += [("mid_block.attentions.0", 1280)]
    widths += [(f"up_blocks.{i}.attentions.{j}", c) for i, c in [(1, 1280), (2, 640), (3, 320)] for j in range(3)]
    keys = []
    for name, width in widths:
        for attention, seen in (("attn1", width), ("attn2", context)):
            for part in ("to_q", "to_k", "to_v", "to_out.0"):
                p = f"unet.{name}.transformer_blocks.0.{attention}.{part}"
                inputs = seen if part in ("to_k", "to_v") else width
                keys += [(p + ".lora_A.weight", [rank, inputs]), (p + ".lora_B.weight", [width, rank])]
    return keys


def write(file, keys, tensors, parameters):
    assert len(keys) == len(dict(keys)) == tensors, (file, len(keys))
    assert sum(math.prod(s) for _, s in keys) == parameters, file
    with open(file, "w") as out:
        for name, shape in sorted(keys):
            out.write(f"{name} {shape}\n")


write("sd21_unet.keys", unet(), 686, 865_922_244)
write("sd21_vae.keys", vae(), 248, 83_653_863)
write("sd21_text_encoder.keys", text_encoder(), 372, 340_387_840)
write("sd21_lora.keys", lora(4), 256, 829_952)
