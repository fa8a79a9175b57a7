#!/usr/bin/env python3
"""Lets the programs work for long, and says whether memory, open files and threads grow.

    tests/faults/soak.py BUILD queue --pictures 100000
    tests/faults/soak.py BUILD studio --minutes 60

`queue`: one `unlit infer` over so many pictures of 64 x 48 pixels, with a tiny model in one step at 16 pixels: it is
the queue that is tried. `studio`: one window that looks at its pages, runs its queue, begins and stops a training,
again and again. Every few seconds the process is looked at from outside. The first third is left out, as caches fill in it; the rest has a straight line laid
through it. Exit code 1 where the line climbs more than is allowed, or the process ended otherwise than asked.
Needs Xvfb and xdotool for `studio`.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from studio_script import StudioScript, picture, screen

ALLOWED = {"rss_kib": 64 * 1024, "open_files": 8, "threads": 4}  # by which the line may climb in all
PAGES = ("ctrl+1", "ctrl+2", "ctrl+3", "ctrl+4", "ctrl+5")


def look(process, began):
    """What the system says of a process; None when it is gone."""
    folder = pathlib.Path(f"/proc/{process.pid}")
    try:
        status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
        return {"seconds": time.monotonic() - began, "rss_kib": int(status["VmRSS"].split()[0]),
                "threads": int(status["Threads"]), "open_files": len(list((folder / "fd").iterdir()))}
    except (OSError, KeyError):
        return None


def climb(looks, figure):
    """How much a straight line through the last two thirds goes up from its beginning to its end."""
    late = looks[len(looks) // 3:]
    count = len(late)
    mean_x = sum(row["seconds"] for row in late) / count
    mean_y = sum(row[figure] for row in late) / count
    spread = sum((row["seconds"] - mean_x) ** 2 for row in late)
    slope = sum((row["seconds"] - mean_x) * (row[figure] - mean_y) for row in late) / spread if spread else 0
    return slope * (late[-1]["seconds"] - late[0]["seconds"])


def watched(process, until, every, meanwhile=lambda: None):
    began, looks = time.monotonic(), []
    while process.poll() is None and not until(time.monotonic() - began):
        meanwhile()
        row = look(process, began)
        if row:
            looks.append(row)
        time.sleep(every)
    return looks


def soak_queue(script, asked):
    pictures = script.work / "pictures"
    pictures.mkdir()
    for number in range(asked.pictures):
        picture(pictures / f"p{number:06}.png", number % 256)
    results = script.work / "results"
    process = subprocess.Popen([script.build / "unlit", "infer", pictures, "--model", script.work / "model",
                                "--output", results, "--format", "png8", "--steps", "1",
                                "--processing-res", "16", "--quiet"],
                               env=script.environment, stdout=subprocess.DEVNULL)
    looks = watched(process, lambda seconds: False, asked.every)
    made = sum(1 for _ in results.glob("*albedo*.png"))
    problems = [] if process.returncode == 0 else [f"exit code {process.returncode}"]
    if made != asked.pictures:
        problems.append(f"{made} results of {asked.pictures} pictures")
    return looks, {"pictures": made}, problems


def begin_run(script):
    """A run that the window goes on with: a few steps, saved."""
    training = subprocess.Popen([script.build / "unlit", "train", "--config", script.work / "tiny.yaml", "--quiet"],
                                env=script.environment)
    while training.poll() is None and not (script.run / "checkpoint/latest").exists():
        time.sleep(0.1)
    training.terminate()
    training.wait()


def soak_studio(script, asked):
    begin_run(script)
    files = []
    for number in range(20):
        files.append(script.work / f"picture_{number}.png")
        picture(files[-1], number * 12)
    process = script.start("--train", script.run, *files)
    if not script.wait_for_window(process):
        return [], {}, ["no window came"]
    rounds = {"rounds": 0}

    def keys(*names):
        for name in names:
            script.key(name)
            time.sleep(0.3)

    def one_round():
        keys(*PAGES)
        if not asked.no_training:
            keys("ctrl+3", "ctrl+r")  # the training goes on
            time.sleep(4)
            keys("ctrl+period")  # and is stopped, and saved
            time.sleep(1)
        keys("ctrl+1", "Down", "ctrl+r")  # a picture again
        time.sleep(1)
        rounds["rounds"] += 1

    def steps():
        lines = (script.run / "metrics.jsonl").read_text().splitlines()
        return json.loads(lines[-1])["step"] if lines else 0

    first = steps()
    looks = watched(process, lambda seconds: seconds > asked.minutes * 60, asked.every, one_round)
    problems = [] if process.poll() is None else [f"the studio ended with {process.returncode}"]
    script.key("ctrl+q")
    time.sleep(2)
    if process.poll() is None:
        script.key("Return")  # to what it asks: whether results that are not saved may go
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        problems.append("the studio did not close")
    rounds["steps"] = steps() - first
    if rounds["steps"] == 0 and not asked.no_training:
        problems.append("nothing was trained: the keys did not arrive")
    return looks, rounds, problems


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("build", type=pathlib.Path)
    options.add_argument("what", choices=["queue", "studio"])
    options.add_argument("--pictures", type=int, default=100000)
    options.add_argument("--minutes", type=float, default=60)
    options.add_argument("--no-training", action="store_true", help="a run that grows takes memory for what is seen of it")
    options.add_argument("--every", type=float, default=5, help="seconds between two looks")
    options.add_argument("--display", default=":37")
    options.add_argument("--looks", type=pathlib.Path, help="a file for all that was seen")
    asked = options.parse_args()
    server = screen(asked.display) if asked.what == "studio" else None
    try:
        with tempfile.TemporaryDirectory(prefix="unlit-soak-") as work:
            script = StudioScript(asked.build.resolve(), pathlib.Path(work))
            script.prepare()
            looks, figures, problems = (soak_queue if asked.what == "queue" else soak_studio)(script, asked)
    finally:
        if server:
            server.terminate()
    if len(looks) < 9:
        problems.append(f"only {len(looks)} looks: too short to say anything")
    for figure, most in ALLOWED.items() if len(looks) >= 9 else ():
        figures[figure] = {"first": looks[0][figure], "last": looks[-1][figure],
                           "most": max(row[figure] for row in looks), "climb": round(climb(looks, figure), 1)}
        if figures[figure]["climb"] > most:
            problems.append(f"{figure} climbs by {figures[figure]['climb']}")
    if looks:
        figures["seconds"] = round(looks[-1]["seconds"])
    if asked.looks:
        asked.looks.write_text("".join(json.dumps(row) + "\n" for row in looks))
    print(json.dumps(figures | {"problems": problems}, indent=2))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
