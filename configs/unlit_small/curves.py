#!/usr/bin/env python3
"""Draws curves.csv as a picture: curves.py CURVES.csv OUT.svg (Python's own library is enough)."""
import csv
import sys

WIDTH, HEIGHT = 760, 430
LEFT, RIGHT, TOP, GAP, BOTTOM = 64, 16, 34, 52, 40
COLOURS = {"latents_1": "#4f7cac", "latents_2": "#2f9e8f", "pictures": "#d98324", "pictures_2": "#b5475d",
           "muon": "#7a5cb0", "scans": "#4f7cac", "games": "#2f9e8f", "games_2": "#d98324",
           "backgrounds": "#b5475d", "games_3": "#7a5cb0", "games_4": "#8a7a2f"}
NAMES = {"latents_1": "latents, 8e-4", "latents_2": "latents, falling to 1.8e-4",
         "pictures": "decoded pictures, 6e-4 falling", "pictures_2": "the same, from the start on, 8e-4 falling",
         "muon": "on from there, Muon and more pairs",
         "scans": "own renderer, more scanned textures", "games": "textures of games",
         "games_2": "whole pictures count for more", "backgrounds": "backgrounds with a factor",
         "games_3": "textures of two more games", "games_4": "headroom, larger pictures"}


def points(rows, column):
    return [(float(row["crops"]) / 1000, float(row[column]), row["stage"]) for row in rows if row[column]]


class Panel:
    """One pair of axes; y grows upwards."""

    def __init__(self, title, top, height, x_range, values):
        self.title, self.top, self.height, self.x_range = title, top, height, x_range
        low, high = min(values), max(values)
        pad = (high - low) * 0.1
        self.low, self.high = low - pad, high + pad

    def at(self, x, y):
        across = (x - self.x_range[0]) / (self.x_range[1] - self.x_range[0])
        up = (y - self.low) / (self.high - self.low)
        return LEFT + across * (WIDTH - LEFT - RIGHT), self.top + (1 - up) * self.height

    def frame(self, digits):
        yield (f'<rect x="{LEFT}" y="{self.top}" width="{WIDTH - LEFT - RIGHT}" height="{self.height}" '
               'fill="none" stroke="#888" stroke-width="0.8"/>')
        yield f'<text x="{LEFT}" y="{self.top - 9}" class="title">{self.title}</text>'
        for part in range(5):
            value = self.low + (self.high - self.low) * part / 4
            y = self.at(self.x_range[0], value)[1]
            if 0 < part < 4:
                yield (f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#888" '
                       'stroke-width="0.3"/>')
            yield f'<text x="{LEFT - 7}" y="{y + 4:.1f}" text-anchor="end">{value:.{digits}f}</text>'

    def curves(self, data):
        for stage, colour in COLOURS.items():
            line = [self.at(x, y) for x, y, of in data if of == stage]
            if len(line) > 1:
                path = " ".join(f"{x:.1f},{y:.1f}" for x, y in line)
                yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
            for x, y in line:
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{colour}"/>'


def draw(rows):
    lmse = points(rows, "val_lmse_ema")
    loss = [point for point in points(rows, "train_loss") if not point[2].startswith("latents")]
    crops = [float(row["crops"]) / 1000 for row in rows]
    x_range = (min(crops), max(crops))
    height = (HEIGHT - TOP - GAP - BOTTOM) / 2
    upper = Panel("LMSE of validation pictures, running mean of the weights", TOP, height, x_range,
                  [y for _, y, _ in lmse])
    lower = Panel("loss of the stages by decoded pictures, mean of 50 steps", TOP + height + GAP, height, x_range,
                  [y for _, y, _ in loss])
    stages = [of for of in COLOURS if any(row["stage"] == of for row in rows)]
    whole = HEIGHT + 17 * ((len(stages) + 2) // 3) + 8
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {whole}" '
           'font-family="sans-serif" font-size="11">')
    yield '<style>text { fill: #555 } .title { font-size: 12px; font-weight: bold }</style>'
    yield f'<rect width="{WIDTH}" height="{whole}" fill="#fff"/>'
    yield from upper.frame(4)
    yield from upper.curves(lmse)
    yield from lower.frame(2)
    yield from lower.curves(loss)
    for part in range(6):
        x = x_range[0] + (x_range[1] - x_range[0]) * part / 5
        at, y = lower.at(x, lower.low)
        yield f'<text x="{at:.1f}" y="{y + 16:.1f}" text-anchor="middle">{x:.0f}</text>'
    yield f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">thousands of crops</text>'
    for index, stage in enumerate(stages):
        x = LEFT + index % 3 * (WIDTH - LEFT - RIGHT) / 3
        y = HEIGHT + 14 + 17 * (index // 3)
        yield f'<rect x="{x:.1f}" y="{y - 8}" width="10" height="10" fill="{COLOURS[stage]}"/>'
        yield f'<text x="{x + 16:.1f}" y="{y + 1}">{NAMES[stage]}</text>'
    yield "</svg>"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: curves.py CURVES.csv OUT.svg")
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(draw(rows)) + "\n")


if __name__ == "__main__":
    main()
