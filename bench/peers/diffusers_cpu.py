# What the public reference takes for the same work on the same processor: run by `./dev bench networks --peer PYTHON`, with the words
# quick (a quarter of the channels, 256 x 256), bfloat16, train and threads=N. Both layouts of memory are timed: the better one counts.
# Statistics are ours: the least of three after one that does not count, and the mean of steps of a training.
import resource
import statistics
import sys

from diffusers_networks import make_unet, make_vae, milliseconds, tell, torch, training_step

DEVICE = "cpu"
LAYOUTS = {"contiguous": torch.contiguous_format, "channels last": torch.channels_last}
TIME_STEP = torch.tensor([999])


def least(work):
    return milliseconds(work, 3, 1, of=min)


def networks(name, dtype, side, divisor):
    for layout, memory_format in LAYOUTS.items():
        with torch.no_grad():
            unet = make_unet(divisor).to(dtype).to(memory_format=memory_format).eval()
            sample = torch.randn(1, 8, side // 8, side // 8, dtype=dtype).contiguous(memory_format=memory_format)
            text = torch.randn(1, 2, 1024, dtype=dtype)
            tell(f"UNet step, {name}, {layout}", least(lambda: unet(sample, TIME_STEP, text, return_dict=False)))
            del unet
            vae = make_vae(divisor).to(dtype).to(memory_format=memory_format).eval()
            picture = (torch.rand(1, 3, side, side, dtype=dtype) * 2 - 1).contiguous(memory_format=memory_format)
            latent = torch.randn(1, 4, side // 8, side // 8, dtype=dtype).contiguous(memory_format=memory_format)
            tell(f"VAE encode, {name}, {layout}", least(lambda: vae.encode(picture).latent_dist.mean))
            tell(f"VAE decode, {name}, {layout}", least(lambda: vae.decode(latent).sample))


def training(name, dtype):
    unet, vae = make_unet().train(), make_vae().eval()
    optimizer = torch.optim.Adam(unet.parameters(), lr=1e-5)
    step = training_step(unet, vae, optimizer, 1, 256, DEVICE, dtype)
    tell(f"training step, {name}, contiguous", milliseconds(step, 3, 1, of=statistics.mean))


def main():
    words = sys.argv[1:]
    quick = "quick" in words
    for word in words:
        if word.startswith("threads="):
            torch.set_num_threads(int(word.split("=")[1]))
    torch.manual_seed(1)
    side, divisor = (256, 4) if quick else (512, 1)
    types = {"float32": torch.float32}
    if "bfloat16" in words:
        types["bfloat16"] = torch.bfloat16
    print(f"PyTorch {torch.__version__}, {torch.get_num_threads()} threads", flush=True)
    for name, dtype in types.items():
        if "train" in words:
            training(name, dtype)
        networks(name, dtype, side, divisor)
    print(f"peak GiB\t{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f}", flush=True)


main()
