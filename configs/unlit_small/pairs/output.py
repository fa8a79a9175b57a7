"""The folder of a set: pairs in their places, lists of them."""

import json
import os
import shutil

from .pair_set import SetError

ROLES = ("beauty", "albedo", "mask")
STORY = "pairs.jsonl"


def file_name(index):
    return f"{index:06d}.exr"


class Folder:
    """A pair counts as done when its beauty is in its place: that one is moved last."""

    def __init__(self, path, plan):
        self.path = path
        self.block = plan.block
        self.part = path / ".part"
        plan_file = path / "set.json"
        told = {key: value for key, value in vars(plan).items() if key != "count"}
        if plan_file.exists():
            if json.loads(plan_file.read_text()) != told:
                raise SetError(f"{path} was begun with other settings; choose another folder")
        elif path.exists() and any(path.iterdir()):
            raise SetError(f"{path} is not empty; choose another folder")
        for role in ROLES:
            (path / role).mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.part, ignore_errors=True)
        self.part.mkdir()
        self._replace(plan_file, json.dumps(told, indent=1) + "\n")

    def has(self, index):
        return (self.path / "beauty" / file_name(index)).exists()

    def take(self, index):
        for role in reversed(ROLES):
            os.replace(self.part / role / file_name(index), self.path / role / file_name(index))

    def tell(self, story):
        with open(self.path / STORY, "a", encoding="utf-8") as file:
            file.write(json.dumps(story) + "\n")

    def done(self, count):
        return sum(self.has(index) for index in range(count))

    def write_lists(self, count):
        lines = {index: " ".join(f"{role}/{file_name(index)}" for role in ROLES) + "\n"
                 for index in range(count) if self.has(index)}
        self._replace(self.path / "filename_list.txt", "".join(lines.values()))
        (self.path / "blocks").mkdir(exist_ok=True)
        for first in range(0, count - self.block + 1, self.block):
            block = [lines[index] for index in range(first, first + self.block) if index in lines]
            if len(block) == self.block:
                self._replace(self.path / "blocks" / f"{first // self.block:04d}.txt", "".join(block))

    @staticmethod
    def _replace(path, text):
        fresh = path.with_suffix(".new")
        fresh.write_text(text, encoding="utf-8")
        os.replace(fresh, path)
