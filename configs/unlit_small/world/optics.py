"""What happens behind the lens: less noise, exposure, and for some pairs the curve, noise and JPEG of a camera."""

import io

import numpy as np
import OpenImageIO as oiio
from PIL import Image
from scipy.ndimage import gaussian_filter, median_filter

LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)


def read(path):
    source = oiio.ImageInput.open(str(path))
    pixels = source.read_image(oiio.FLOAT)
    source.close()
    return np.nan_to_num(pixels[..., :3], posinf=60000.0)


def write(path, pixels, half):
    spec = oiio.ImageSpec(pixels.shape[1], pixels.shape[0], 3, oiio.HALF if half else oiio.FLOAT)
    spec.attribute("compression", "zip")
    target = oiio.ImageOutput.create(str(path))
    target.open(str(path), spec)
    target.write_image(np.ascontiguousarray(np.clip(pixels, 0, 60000), dtype=np.float32))
    target.close()


def smoothed(beauty, albedo, normal, surface):
    """The light that arrives, smoothed along surfaces and not across edges; paint is divided out and multiplied back in."""
    base = np.where(surface[..., None] > 0.5, albedo + 0.02, 1.0).astype(np.float32)
    light = beauty / base
    level = light @ LUMA
    cap = 4 * median_filter(level, 3) + 0.01 * level.mean()  # single sparks
    light = np.log1p(light * (np.minimum(1, cap / np.maximum(level, 1e-6)) * 8)[..., None])
    for step, tolerance in ((1, 0.35), (2, 0.2), (4, 0.1)):
        guide = light @ LUMA
        guide = gaussian_filter(guide, 0.7)
        total, weight = light.copy(), np.ones(level.shape, np.float32)
        for dy in (-step, 0, step):
            for dx in (-step, 0, step):
                if dx == dy == 0:
                    continue
                other = np.roll(light, (dy, dx), (0, 1))
                gap = np.abs(np.roll(guide, (dy, dx), (0, 1)) - guide) / tolerance
                bend = 1 - np.sum(np.roll(normal, (dy, dx), (0, 1)) * normal, axis=2)
                paint = np.abs(np.roll(base, (dy, dx), (0, 1)) - base).sum(axis=2)
                share = np.exp(-gap * gap - 12 * np.clip(bend, 0, 2) - 6 * paint) * (0.6 if dx and dy else 0.8)
                total += other * share[..., None]
                weight += share
        light = total / weight[..., None]
    return (np.expm1(light) / 8 * base).astype(np.float32)


def noise(folder, name):
    """How far a pixel's light lies from its neighbours' in the median, as a share of it."""
    beauty, albedo = read(folder / "beauty" / name), read(folder / "albedo" / name)
    mask = read(folder / "mask" / name)[..., 0] > 0.5
    light = (beauty / (albedo + 0.02)) @ LUMA
    near = median_filter(light, 3)
    return float(np.median((np.abs(light - near) / (near + 0.02 * light.mean() + 1e-6))[mask]))


def display(value):
    value = np.clip(value, 0, 1)
    return np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055)


def scene(value):
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def exposed(draw, beauty, mask):
    """One factor: automatic, give or take."""
    level = beauty @ LUMA
    level = level[mask > 0.5] if mask.mean() > 0.1 else level
    middle = np.exp(np.mean(np.log(np.maximum(level, 1e-4))))
    high = np.percentile(level, 97)
    factor = min(0.17 / max(middle, 1e-4), 1.15 / max(high, 1e-4)) * 2 ** draw.range(-0.7, 0.7)
    return beauty * factor, factor


def camera(draw, picture):
    """White balance, falling off to the corners, noise, a curve, JPEG; scene-linear again as its sRGB would be read."""
    rng = np.random.default_rng(draw.seed())
    side = picture.shape[0]
    mean = picture.reshape(-1, 3).mean(axis=0)
    picture = picture * (mean.mean() / np.maximum(mean, 1e-4)) ** draw.range(0, 0.7)
    y, x = np.mgrid[-1:1:side * 1j, -1:1:side * 1j]
    picture = picture * (1 - draw.range(0, 0.35) * (x * x + y * y) / 2)[..., None]
    if draw.chance(0.6):
        picture = gaussian_filter(picture, (draw.range(0.2, 0.6),) * 2 + (0,))
    if draw.chance(0.4):
        picture = np.maximum(picture + draw.range(0.2, 0.8) * (picture - gaussian_filter(picture, (1, 1, 0))), 0)
    grain = draw.log(0.0005, 0.02)
    picture = np.maximum(picture + rng.normal(size=picture.shape) * np.sqrt(np.maximum(picture,
            0) * grain * 0.15 + (0.15 * grain) ** 2), 0)
    kind = draw.weighted({"clip": 0.35, "shoulder": 0.35, "film": 0.3})
    if kind == "shoulder":
        white = draw.range(1.5, 5)
        picture = picture * (1 + picture / white**2) / (1 + picture) * 1.35
    shown = display(picture)
    if kind == "film":
        strength = draw.range(0.1, 0.7)
        shown = shown + strength * shown * (1 - shown) * (shown - 0.45)
    shown = shown @ LUMA[:, None] + (shown - shown @ LUMA[:, None]) * draw.range(0.85, 1.3)
    if draw.chance(0.2):  # haze and veiled blacks
        lift = draw.range(0.01, 0.06)
        shown = lift + shown * (1 - lift)
    bytes8 = np.clip(shown * 255 + 0.5, 0, 255).astype(np.uint8)
    if draw.chance(0.8):
        packed = io.BytesIO()
        Image.fromarray(bytes8).save(packed, "JPEG", quality=draw.whole(60, 97))
        bytes8 = np.asarray(Image.open(packed))
    return scene(bytes8.astype(np.float32) / 255).astype(np.float32), kind


def develop(draw, folder, name, half):
    """The files of one pair as they are handed on; returns what was done to them."""
    beauty, albedo = read(folder / "beauty" / name), read(folder / "albedo" / name)
    mask, normal = read(folder / "mask" / name)[..., 0], read(folder / "normal" / name)
    white = draw.chance(0.5)
    surface = read(folder / "surface" / name)[..., 0]
    beauty = smoothed(beauty, albedo, normal, mask)
    beauty, factor = exposed(draw, beauty, mask)
    if draw.cutout and white:
        beauty = beauty + (1 - np.clip(read(folder / "alpha" / name)[..., :1], 0, 1)) * 0.95
    curve = "none"
    if draw.chance(0.5):
        beauty, curve = camera(draw, beauty)
    albedo = np.clip(albedo, 0, 1) * (surface > 0.02)[..., None]
    write(folder / "beauty" / name, beauty, half)
    write(folder / "albedo" / name, albedo, half)
    return {"exposure": round(float(np.log2(factor)), 2), "curve": curve}
