# What the public reference takes for the same work on the same GPU: run by `./dev bench gpu --peer PYTHON`, which reads the lines
# "NAME<tab>milliseconds". Needs PyTorch with CUDA and diffusers; networks of Stable Diffusion 2.1's size with random weights.
import statistics
import sys
import time

import torch
from diffusers.models.autoencoders.autoencoder_kl import AutoencoderKL
from diffusers.models.unets.unet_2d_condition import UNet2DConditionModel

DEVICE = "cuda"
CHANNELS_LAST = torch.channels_last
BLOCKS = 4


def make_unet():
    return UNet2DConditionModel(
        sample_size=64, in_channels=8, out_channels=4, cross_attention_dim=1024, attention_head_dim=[5, 10, 20, 20],
        use_linear_projection=True, block_out_channels=(320, 640, 1280, 1280))


def make_vae():
    return AutoencoderKL(
        down_block_types=["DownEncoderBlock2D"] * BLOCKS, up_block_types=["UpDecoderBlock2D"] * BLOCKS,
        block_out_channels=[128, 256, 512, 512], layers_per_block=2, latent_channels=4, sample_size=512)


def milliseconds(work, runs, warm):
    for _ in range(warm):
        work()
    torch.cuda.synchronize()
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        torch.cuda.synchronize()
        taken.append(time.perf_counter() - start)
    return 1e3 * statistics.median(taken)


def tell(name, value):
    print(f"{name}\t{value:.3f}", flush=True)


@torch.no_grad()
def networks(dtype, name, compiled):
    unet = make_unet().to(DEVICE, dtype).to(memory_format=CHANNELS_LAST).eval()
    vae = make_vae().to(DEVICE, dtype).to(memory_format=CHANNELS_LAST).eval()
    time_step = torch.tensor([999], device=DEVICE)
    picture = torch.rand(1, 3, 512, 512, device=DEVICE, dtype=dtype) * 2 - 1
    latent = torch.randn(1, 4, 64, 64, device=DEVICE, dtype=dtype)

    def step(batch, network):
        sample = torch.randn(batch, 8, 64, 64, device=DEVICE, dtype=dtype).to(memory_format=CHANNELS_LAST)
        text = torch.randn(batch, 2, 1024, device=DEVICE, dtype=dtype)
        return lambda: network(sample, time_step, text, return_dict=False)

    def whole(network):
        text = torch.randn(1, 2, 1024, device=DEVICE, dtype=dtype)
        zeros = torch.zeros_like(latent)

        def run():
            seen = vae.encode(picture).latent_dist.mean * 0.18215
            answer = network(torch.cat([seen, zeros], 1), time_step, text, return_dict=False)[0]
            return vae.decode(answer / 0.18215).sample.float().cpu()
        return run

    for batch in (1, 4):
        tell(f"UNet step, {name}, batch {batch}, eager", milliseconds(step(batch, unet), 20, 4))
    tell(f"VAE encode, {name}, eager", milliseconds(lambda: vae.encode(picture).latent_dist.mean, 10, 3))
    tell(f"VAE decode, {name}, eager", milliseconds(lambda: vae.decode(latent).sample, 10, 3))
    tell(f"whole picture, {name}, eager", milliseconds(whole(unet), 10, 3))
    for mode in compiled:
        torch._dynamo.reset()
        fast = torch.compile(unet, mode=mode)
        label = "compiled" if mode is None else f"compiled ({mode})"
        tell(f"UNet step, {name}, batch 1, {label}", milliseconds(step(1, fast), 20, 4))
        tell(f"whole picture, {name}, {label}", milliseconds(whole(fast), 10, 3))


def training(label, compiled, batch=4):
    unet = make_unet().to(DEVICE).to(memory_format=CHANNELS_LAST).train()
    vae = make_vae().to(DEVICE).to(memory_format=CHANNELS_LAST).eval()
    optimizer = torch.optim.Adam(unet.parameters(), lr=1e-5, fused=True)
    network = torch.compile(unet) if compiled else unet
    beauty = torch.rand(batch, 3, 512, 512, device=DEVICE) * 2 - 1
    albedo = torch.rand(batch, 3, 512, 512, device=DEVICE) * 2 - 1
    text = torch.randn(batch, 2, 1024, device=DEVICE)
    alphas = torch.linspace(0.99, 0.01, 1000, device=DEVICE)

    def step():
        with torch.no_grad():
            seen = vae.encode(beauty).latent_dist.mean * 0.18215
            clean = vae.encode(albedo).latent_dist.mean * 0.18215
        times = torch.randint(0, 1000, (batch,), device=DEVICE)
        noise = torch.randn_like(clean)
        alpha = alphas[times][:, None, None, None]
        noisy = alpha.sqrt() * clean + (1 - alpha).sqrt() * noise
        with torch.autocast(DEVICE, torch.bfloat16):
            answer = network(torch.cat([seen, noisy], 1), times, text, return_dict=False)[0]
        loss = torch.nn.functional.mse_loss(answer.float(), noise)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        return loss.item()

    torch.cuda.reset_peak_memory_stats()
    tell(f"training step, bfloat16, batch {batch}, {label}", milliseconds(step, 6, 3))
    print(f"peak GiB of training, {label}\t{torch.cuda.max_memory_allocated() / 2**30:.2f}", flush=True)


def main():
    torch.manual_seed(1)
    wanted = sys.argv[1:]
    compiles = "compile" in wanted
    networks(torch.float16, "float16", [None, "reduce-overhead"] if compiles else [])
    networks(torch.bfloat16, "bfloat16", [None] if compiles else [])
    if "train" in wanted:
        training("eager", False)
        if compiles:
            training("compiled", True)


main()
