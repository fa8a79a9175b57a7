"""What is printed: pages, covers, labels, signs, boards, cloth patterns; drawn anew for each picture."""

import bpy
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .store import picture_name

SYLLABLES = ("an be ca do el fa go hi in jo ka lu me no or pa qui ra so tu un ve wa xi yo zu ter ing ble men son rad "
             "lit mar ost pen").split()
SIDE = 512


def word(draw):
    made = "".join(draw.pick(SYLLABLES) for _ in range(draw.whole(1, 4)))
    return made.upper() if draw.chance(0.2) else made.capitalize() if draw.chance(0.3) else made


def ink(draw, dark):
    if draw.chance(0.6):
        value = draw.whole(10, 60) if dark else draw.whole(225, 252)
        return tuple(min(255, max(0, value + draw.whole(-8, 8))) for _ in range(3))
    hue = draw.range(0, 1)
    level = (draw.range(0.1, 0.45) if dark else draw.range(0.75, 0.98))
    saturation = draw.range(0.2, 0.95) if dark else draw.range(0.05, 0.5)
    return Image.new("HSV", (1, 1), (int(hue * 255), int(saturation * 255),
                                     int(level * 255))).convert("RGB").getpixel((0, 0))


def font(draw, store, size):
    for _ in range(8):
        try:
            return ImageFont.truetype(str(draw.pick(store.fonts)), max(6, int(size)))
        except (OSError, IndexError):
            continue
    return ImageFont.load_default()


def text_block(draw, store, pen, box, size, color):
    face = font(draw, store, size)
    left, top, right, bottom = box
    y = top
    while y + size < bottom:
        line = " ".join(word(draw) for _ in range(12))
        while len(line) > 1 and pen.textlength(line, font=face) > right - left:
            line = line[:-1]
        if draw.chance(0.12):
            line = line[:len(line) // 2]
        pen.text((left, y), line, font=face, fill=color)
        y += size * 1.3


def picture(draw, store, side=SIDE):
    """A part of a photograph or painting, or None where there are none."""
    if not store.pictures:
        return None
    path = draw.pick(store.pictures)
    store.used.add("picture/" + picture_name(path))
    with Image.open(path) as whole:
        whole.draft("RGB", (1600, 1600))
        whole = whole.convert("RGB")
    share = draw.range(0.4, 1)
    width = int(min(whole.size) * share)
    x, y = draw.whole(0, whole.width - width), draw.whole(0, whole.height - width)
    return whole.crop((x, y, x + width, y + width)).resize((side, side), Image.BILINEAR)


def page(draw, store):
    """A sheet with columns, headings, perhaps a picture."""
    dark_on_pale = draw.chance(0.8)
    sheet = Image.new("RGB", (SIDE, SIDE), ink(draw, not dark_on_pale))
    pen, color = ImageDraw.Draw(sheet), ink(draw, dark_on_pale)
    margin = draw.whole(20, 50)
    head = draw.whole(24, 90)
    text_block(draw, store, pen, (margin, margin, SIDE - margin, margin + head * 1.4), head, color)
    columns, size = draw.whole(1, 3), draw.whole(9, 26)
    width = (SIDE - margin * (columns + 1)) / columns
    for column in range(columns):
        left, top = margin + column * (width + margin), margin + head * 1.6
        shown = picture(draw, store) if draw.chance(0.35) else None
        if shown is not None:
            height = int(width * draw.range(0.5, 1))
            sheet.paste(shown.resize((int(width), height)), (int(left), int(top)))
            top += height + 10
        text_block(draw, store, pen, (left, top, left + width, SIDE - margin), size, color)
    return sheet


def cover(draw, store):
    """A book, a poster or a box: picture or flat colours with large letters."""
    shown = picture(draw, store) if draw.chance(0.5) else None
    sheet = shown or Image.new("RGB", (SIDE, SIDE), ink(draw, draw.chance(0.5)))
    pen = ImageDraw.Draw(sheet)
    for _ in range(draw.whole(0, 4)):
        x, y = draw.whole(0, SIDE), draw.whole(0, SIDE)
        w, h = draw.whole(20, 400), draw.whole(10, 200)
        shape = draw.pick([pen.rectangle, pen.ellipse])
        shape((x - w // 2, y - h // 2, x + w // 2, y + h // 2), fill=ink(draw, draw.chance(0.5)))
    for _ in range(draw.whole(1, 3)):
        size = draw.whole(30, 170)
        y = draw.whole(0, SIDE - size)
        color = ink(draw, draw.chance(0.5))
        if draw.chance(0.4):
            pen.rectangle((0, y - 5, SIDE, y + size * 1.3), fill=ink(draw, draw.chance(0.5)))
        pen.text((draw.whole(10, 120), y), " ".join(word(draw) for _ in range(2)), font=font(draw, store, size),
                 fill=color)
    return sheet


def stripes(draw, store):
    sheet = Image.new("RGB", (SIDE, SIDE), ink(draw, False))
    pen, step = ImageDraw.Draw(sheet), draw.pick([16, 32, 64, 128])
    inks = [ink(draw, True), ink(draw, draw.chance(0.5))]
    for number, start in enumerate(range(0, SIDE, step)):
        pen.rectangle((start, 0, start + int(step * draw.pick([0.5, 0.5, 0.3])), SIDE),
                      fill=inks[number % 2 if draw.chance(0.9) else 0])
    return sheet.rotate(draw.pick([0, 90]))


def checks(draw, store):
    cells = draw.pick([4, 8, 8, 12, 16])
    colors = np.array([ink(draw, True), ink(draw, False), ink(draw, draw.chance(0.5))], np.uint8)
    rows, columns = np.indices((cells, cells))
    board = (rows + columns) % 2
    if draw.chance(0.3):
        board = np.array([[draw.whole(0, 2) for _ in range(cells)] for _ in range(cells)])
    elif draw.chance(0.25):
        board = (rows % 2) + (columns % 2)
    return Image.fromarray(colors[board]).resize((SIDE, SIDE), Image.NEAREST)


def dots(draw, store):
    sheet = Image.new("RGB", (SIDE, SIDE), ink(draw, draw.chance(0.5)))
    pen = ImageDraw.Draw(sheet)
    step = draw.pick([32, 64, 128])
    radius, color = step * draw.range(0.15, 0.48), ink(draw, draw.chance(0.5))
    for row in range(SIDE // step + 1):
        for column in range(-1, SIDE // step + 1):
            x, y = (column + (row % 2) / 2) * step, row * step
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=color)
    return sheet


def photo(draw, store):
    return picture(draw, store) or cover(draw, store)


PATTERNS = {stripes: 1, checks: 1.5, dots: 0.5}
ALL = {page: 1.2, cover: 1.5, photo: 1, stripes: 0.5, checks: 0.8, dots: 0.3}


def image(draw, store, kinds=None):
    """A print as one of Blender's pictures."""
    sheet = draw.weighted(kinds or ALL)(draw, store)
    samples = np.asarray(sheet.convert("RGBA"), np.float32)[::-1] / 255
    made = bpy.data.images.new("print", samples.shape[1], samples.shape[0])
    made.colorspace_settings.name = "sRGB"
    made.pixels.foreach_set(np.ascontiguousarray(samples).ravel())
    made.update()
    made.pack()
    return made
