"""Random numbers of one scene."""

import colorsys
import math
import random


class Draw:
    """Every number follows from seed and attempt, in the order of the calls."""

    def __init__(self, seed, attempt=0):
        self._random = random.Random(f"{seed}/{attempt}")

    def range(self, low, high):
        return low + (high - low) * self._random.random()

    def log(self, low, high):
        """Evenly in the logarithm."""
        return math.exp(self.range(math.log(low), math.log(high)))

    def whole(self, low, high):
        """Both ends included."""
        return low + int(self._random.random() * (high - low + 1))

    def chance(self, probability):
        return self._random.random() < probability

    def pick(self, choices):
        return choices[int(self._random.random() * len(choices))]

    def weighted(self, choices):
        """A key of a dictionary of weights."""
        left = self._random.random() * sum(choices.values())
        for name, weight in choices.items():
            left -= weight
            if left < 0:
                return name
        return name

    def seed(self):
        return int(self._random.random() * 2**31)

    def angle(self):
        return self.range(0, 2 * math.pi)

    def albedo(self):
        """A base colour, linear Rec.709: grey, muted, vivid or earthy; dark to bright."""
        kind = self.weighted({"grey": 0.2, "muted": 0.35, "vivid": 0.3, "earth": 0.15})
        value = self.range(0.2, 0.97)  # as it is displayed
        if kind == "grey":
            hue, saturation = self.range(0, 1), self.range(0, 0.06)
        elif kind == "muted":
            hue, saturation = self.range(0, 1), self.range(0.08, 0.45)
        elif kind == "vivid":
            hue, saturation, value = self.range(0, 1), self.range(0.5, 0.98), self.range(0.35, 0.97)
        else:
            hue, saturation = self.range(0.03, 0.3), self.range(0.15, 0.6)
        return tuple(limited(linear(channel)) for channel in colorsys.hsv_to_rgb(hue, saturation, value))

    def light(self, strength=0.25):
        """The colour of a lamp around white, linear, its largest channel 1."""
        rgb = colorsys.hsv_to_rgb(self.range(0, 1), self.range(0, strength), 1)
        return tuple(linear(channel) for channel in rgb)


def linear(value):
    """Display value (sRGB curve) to linear."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


DARKEST, BRIGHTEST = 0.025, 0.9  # base colours of real surfaces


def limited(value):
    return min(max(value, DARKEST), BRIGHTEST)
