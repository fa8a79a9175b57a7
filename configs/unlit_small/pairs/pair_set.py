"""The file that says what a set is made of; the same that `unlit dataset synthesize --from` and the tests read."""

from dataclasses import dataclass, field

import yaml


class SetError(Exception):
    """A set that cannot be rendered, in one sentence."""


@dataclass(frozen=True)
class PairSet:
    kind: str
    seed: int
    count: int
    size: int
    samples: int
    scenes: list
    half: bool = True
    block: int = 500
    materials: list = field(default_factory=list)
    textures: list = field(default_factory=list)


def read(path, kinds=None):
    """The set of a file. `kinds`: the scenes that the caller can draw; those of this folder where none are said."""
    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise SetError(f"{path} is not YAML: {error}") from error
    if not isinstance(values, dict):
        raise SetError(f"{path} holds no keys")
    unknown = sorted(set(values) - set(PairSet.__dataclass_fields__))
    if unknown:
        raise SetError(f"{path}: unknown key {unknown[0]}")
    try:
        plan = PairSet(**values)
    except TypeError as error:
        raise SetError(f"{path}: {error}") from error
    if plan.kind != "cycles":
        raise SetError(f"{path} is of kind {plan.kind}; only sets of kind cycles are rendered here")
    check(path, plan, kinds)
    return plan


def check(path, plan, kinds):
    from . import materials, scenes  # they know what there is

    kinds = kinds or scenes.KINDS

    for name in plan.materials:
        if name not in materials.KINDS:
            raise SetError(f"{path}: there is no material {name}; use {', '.join(materials.KINDS)}")
    for name in plan.scenes:
        if name not in kinds:
            raise SetError(f"{path}: there is no kind of scene {name} here; use {', '.join(kinds)}")
    if not plan.scenes or not (plan.materials or plan.textures):
        raise SetError(f"{path}: scenes and materials or textures must not be empty")
    for key, low, high in (("count", 1, 1000000), ("size", 16, 2048), ("samples", 1, 4096), ("block", 1, 1000000)):
        if not low <= getattr(plan, key) <= high:
            raise SetError(f"{path}: {key} is {getattr(plan, key)}; use {low} to {high}")
