#!/usr/bin/env python3
"""Kills studios at random moments, again and again; says what was lost.

Each session opens pictures, changes the theme, begins a tiny training or closes, and is killed (signal 9) at a
random moment of it. Afterwards the queue's file, the settings and the run have to be whole, and every picture
that was in the queue once has to be there still. Needs Xvfb and xdotool.

    tests/faults/studio_kills.py BUILD [--kills 200] [--seed 1]
"""
import argparse
import configparser
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from studio_script import StudioScript, picture, screen

LONGEST_LIFE_S = 4.0  # from the moment that there is a window
ENDS = ("killed", "killed", "closed")


class Course(StudioScript):
    def __init__(self, build, work, seed):
        super().__init__(build, work)
        self.random = random.Random(seed)
        self.state = self.home / ".local/state/unlit"
        self.settings = self.home / ".config/unlit/studio.ini"
        self.known = set()
        self.problems = []
        self.figures = {"sessions": 0, "kills": 0, "closed": 0, "trained": 0}

    def session(self, number):
        words = ["--theme", self.random.choice(["dark", "light"])]
        trains = self.random.random() < 0.25
        if trains and not self.run.exists():
            words.append(self.work / "tiny.yaml")
        elif trains:
            words += ["--train", self.run]
        else:
            for i in range(self.random.randint(1, 3)):
                file = self.work / f"picture_{number}_{i}.png"
                picture(file, number % 256)
                words.append(file)
        end = self.random.choice(ENDS)
        studio = self.start(*words)
        self.figures["sessions"] += 1
        life = self.random.uniform(0, LONGEST_LIFE_S)
        starts = self.random.random() < 0.9  # the others are killed while they start
        if starts and not self.wait_for_window(studio):
            self.problems.append(f"session {number}: no window came, exit code {studio.poll()}, {words}")
        if trains:
            time.sleep(life * 0.6)
            self.key("ctrl+r" if self.run.exists() else "ctrl+Return")
            time.sleep(life * 0.4)
        else:
            time.sleep(life)
        if end == "closed":
            self.key("ctrl+q")
            time.sleep(self.random.uniform(0, 0.4))
            self.figures["closed"] += 1
        if studio.poll() is None:
            studio.send_signal(signal.SIGKILL)
            self.figures["kills"] += 1
        studio.wait()
        self.look(number)

    def queue(self):
        paths = set()
        for file in self.state.glob("queue*.json"):
            for item in json.loads(file.read_text())["items"]:
                paths.add(item["path"])
        return paths

    def look(self, number):
        try:
            now = self.queue()
            if not self.known <= now:
                self.problems.append(f"session {number}: lost {sorted(self.known - now)}")
            self.known |= now
        except (ValueError, KeyError) as problem:
            self.problems.append(f"session {number}: the queue cannot be read: {problem}")
        if list(self.state.glob("*.broken")):
            self.problems.append(f"session {number}: a queue was set aside")
        try:
            parser = configparser.RawConfigParser(strict=False)
            if self.settings.exists():
                parser.read_string(self.settings.read_text())
                if not parser.sections():
                    self.problems.append(f"session {number}: the settings are empty")
        except (configparser.Error, UnicodeDecodeError) as problem:
            self.problems.append(f"session {number}: the settings cannot be read: {problem}")
        latest = self.run / "checkpoint/latest"
        if latest.exists():
            result = self.command("model", "check", latest)
            if result.returncode != 0:
                self.problems.append(f"session {number}: {result.stderr.strip()}")

    def finish(self):
        """A studio that nobody kills opens all of it, and the run goes on."""
        studio = self.start()
        if not self.wait_for_window(studio):
            self.problems.append("the last studio did not open")
        time.sleep(3)
        self.key("ctrl+q")
        try:
            studio.wait(20)
        except subprocess.TimeoutExpired:
            studio.kill()
            self.problems.append("the last studio did not close")
        self.look("last")
        if self.run.exists():
            self.figures["trained"] = int((self.run / "metrics.jsonl").exists())
            training = subprocess.Popen([self.build / "unlit", "train", "--resume", self.run, "--quiet"],
                                        env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        text=True)
            time.sleep(20)
            training.terminate()
            _, errors = training.communicate()
            if training.returncode != 75:
                self.problems.append(f"the run does not go on: {errors.strip()[-300:]}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("build", type=pathlib.Path)
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--display", default=":36")
    asked = options.parse_args()
    server = screen(asked.display)
    try:
        with tempfile.TemporaryDirectory(prefix="unlit-kills-") as work:
            course = Course(asked.build.resolve(), pathlib.Path(work), asked.seed)
            course.prepare()
            number = 0
            while course.figures["kills"] < asked.kills:
                number += 1
                course.session(number)
                print(course.figures, course.problems, file=sys.stderr, flush=True)
            course.finish()
            left = len(list(course.state.glob(".*.part")))
            print(json.dumps(course.figures | {"pictures": len(course.known), "hidden_leftovers": left,
                                               "problems": course.problems}, indent=2))
            return 1 if course.problems else 0
    finally:
        server.terminate()


if __name__ == "__main__":
    sys.exit(main())
