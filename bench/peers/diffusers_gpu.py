# What the public reference takes for the same work on the same GPU: run by `./dev bench gpu --peer PYTHON`, which reads the lines
# "NAME<tab>milliseconds". Needs PyTorch with CUDA and diffusers; networks of Stable Diffusion 2.1's size with random weights.
import sys

from diffusers_networks import make_unet, make_vae, milliseconds, tell, torch, training_step

DEVICE = "cuda"
CHANNELS_LAST = torch.channels_last


def taken(work, runs, warm):
    return milliseconds(work, runs, warm, torch.cuda.synchronize)


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
        tell(f"UNet step, {name}, batch {batch}, eager", taken(step(batch, unet), 20, 4))
    tell(f"VAE encode, {name}, eager", taken(lambda: vae.encode(picture).latent_dist.mean, 10, 3))
    tell(f"VAE decode, {name}, eager", taken(lambda: vae.decode(latent).sample, 10, 3))
    tell(f"whole picture, {name}, eager", taken(whole(unet), 10, 3))
    for mode in compiled:
        torch._dynamo.reset()
        fast = torch.compile(unet, mode=mode)
        label = "compiled" if mode is None else f"compiled ({mode})"
        tell(f"UNet step, {name}, batch 1, {label}", taken(step(1, fast), 20, 4))
        tell(f"whole picture, {name}, {label}", taken(whole(fast), 10, 3))


def training(label, compiled, batch=4):
    unet = make_unet().to(DEVICE).to(memory_format=CHANNELS_LAST).train()
    vae = make_vae().to(DEVICE).to(memory_format=CHANNELS_LAST).eval()
    optimizer = torch.optim.Adam(unet.parameters(), lr=1e-5, fused=True)
    network = torch.compile(unet) if compiled else unet
    step = training_step(network, vae, optimizer, batch, 512, DEVICE, torch.bfloat16)
    torch.cuda.reset_peak_memory_stats()
    tell(f"training step, bfloat16, batch {batch}, {label}", taken(step, 6, 3))
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
