# The networks of Stable Diffusion 2.1's size with random weights, and lines as the benches read them: "NAME<tab>MILLISECONDS".
import statistics
import sys
import time

try:
    import torch
    from diffusers import AutoencoderKL, UNet2DConditionModel
except ImportError as missing:
    print(f"skipped: this Python lacks what the comparison needs ({missing}); name one that has PyTorch and diffusers")
    sys.exit(0)

BLOCKS = 4


def make_unet(divisor=1):
    return UNet2DConditionModel(
        sample_size=64, in_channels=8, out_channels=4, cross_attention_dim=1024, attention_head_dim=[5, 10, 20, 20],
        use_linear_projection=True, block_out_channels=[count // divisor for count in (320, 640, 1280, 1280)],
        norm_num_groups=32 if divisor == 1 else 16)


def make_vae(divisor=1):
    return AutoencoderKL(
        down_block_types=["DownEncoderBlock2D"] * BLOCKS, up_block_types=["UpDecoderBlock2D"] * BLOCKS,
        block_out_channels=[count // divisor for count in (128, 256, 512, 512)], layers_per_block=2, latent_channels=4,
        sample_size=512, norm_num_groups=32)


def nothing():
    pass


def milliseconds(work, runs, warm, finish=nothing, of=statistics.median):
    """`of` the times of `runs`; `finish` waits for what the work began."""
    for _ in range(warm):
        work()
    finish()
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        finish()
        taken.append(time.perf_counter() - start)
    return 1e3 * of(taken)


def tell(name, value):
    print(f"{name}\t{value:.3f}", flush=True)


def training_step(unet, vae, optimizer, batch, side, device, compute_type):
    """One step of Marigold's training: two pictures encoded, noise added, predicted, and the weights moved."""
    beauty = torch.rand(batch, 3, side, side, device=device) * 2 - 1
    albedo = torch.rand(batch, 3, side, side, device=device) * 2 - 1
    text = torch.randn(batch, 2, 1024, device=device)
    alphas = torch.linspace(0.99, 0.01, 1000, device=device)

    def step():
        with torch.no_grad():
            seen = vae.encode(beauty).latent_dist.mean * 0.18215
            clean = vae.encode(albedo).latent_dist.mean * 0.18215
        times = torch.randint(0, 1000, (batch,), device=device)
        noise = torch.randn_like(clean)
        alpha = alphas[times][:, None, None, None]
        noisy = alpha.sqrt() * clean + (1 - alpha).sqrt() * noise
        with torch.autocast(device, compute_type, enabled=compute_type != torch.float32):
            answer = unet(torch.cat([seen, noisy], 1), times, text, return_dict=False)[0]
        loss = torch.nn.functional.mse_loss(answer.float(), noise)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        return loss.item()

    return step
