#!/usr/bin/env python3
"""Sends a run of `unlit train` to Weights & Biases or MLflow: settings, figures by step, how it ended.

    send_run.py output/mine --to wandb --project albedo
    send_run.py output/mine --to mlflow --follow

Reads the run's folder only, so the training needs no network and no Python. What was sent is kept in
RUN/tracker_NAME.json: a later call goes on with the same id, after the last step that was sent.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import time
import uuid

ENDINGS = ("complete", "stopped", "failed")


def records(file):
    """The whole lines of a file of JSON objects; a last line that is still being written is left."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def flat(settings, prefix=""):
    """{"trainer": {"lr": 1}} -> {"trainer.lr": 1}"""
    rows = {}
    for key, value in settings.items():
        if isinstance(value, dict) and value:
            rows.update(flat(value, prefix + key + "."))
        else:
            rows[prefix + key] = value
    return rows


def settings_of(run, program):
    shown = subprocess.run([program, "config", "show", str(run), "--json", "--quiet"], check=True,
                           stdout=subprocess.PIPE)
    return flat(json.loads(shown.stdout)["config"])


def ending_of(run):
    """How the process that wrote last has ended; None while it trains."""
    ending = None
    for record in records(run / "events.jsonl"):
        if record["kind"] in ENDINGS:
            ending = record["kind"]
        elif record["kind"] in ("process", "resumed"):
            ending = None
    return ending


class WandB:
    def begin(self, args, kept, settings):
        import wandb
        kept.setdefault("id", uuid.uuid4().hex)
        self.run = wandb.init(project=args.project, name=args.name, id=kept["id"], resume="allow",
                              config=settings)

    def log(self, figures, step):
        self.run.log(figures, step=step)

    def end(self, ending):
        self.run.finish(exit_code=1 if ending == "failed" else 0)


class MLflow:
    def begin(self, args, kept, settings):
        import mlflow
        self.mlflow = mlflow
        mlflow.set_experiment(args.project)
        run = mlflow.start_run(run_id=kept.get("id"), run_name=args.name)
        if "id" not in kept:  # parameters cannot be given twice
            kept["id"] = run.info.run_id
            rows = list(settings.items())
            for first in range(0, len(rows), 100):
                mlflow.log_params({k: str(v)[:500] for k, v in rows[first:first + 100]})

    def log(self, figures, step):
        self.mlflow.log_metrics(figures, step=step)

    def end(self, ending):
        states = {"complete": "FINISHED", "failed": "FAILED", "stopped": "KILLED", None: "RUNNING"}
        self.mlflow.end_run(status=states[ending])


def send(args, tracker, kept, ended):
    """A step has a row of its training and one of each validation; trackers want it once. The last
    step waits until it is whole, which it is when another has come or the run has ended."""
    steps = {}
    for row in records(args.run / "metrics.jsonl"):
        figures = {k: v for k, v in row.items() if k not in ("step", "time")}
        steps.setdefault(row["step"], {}).update(figures)
    whole = sorted(steps) if ended else sorted(steps)[:-1]
    for step in whole:
        if step > kept.get("step", 0):
            tracker.log(steps[step], step)
            kept["step"] = step


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("run", type=pathlib.Path, help="folder of the run")
    options.add_argument("--to", choices=["wandb", "mlflow"], required=True)
    options.add_argument("--project", default="unlit", help="project, or experiment of MLflow")
    options.add_argument("--name", help="name there; the folder's where there is none")
    options.add_argument("--follow", action="store_true", help="go on until the run has ended")
    options.add_argument("--every", type=float, default=10, help="seconds between two looks")
    options.add_argument("--unlit", default="unlit", help="the program that tells the settings")
    args = options.parse_args()
    if not (args.run / "events.jsonl").exists():
        sys.exit(f"{args.run} is no run: it has no events.jsonl; name the folder that unlit train made")
    args.name = args.name or args.run.resolve().name

    mark = args.run / f"tracker_{args.to}.json"
    kept = json.loads(mark.read_text()) if mark.exists() else {}

    def save():
        half = mark.with_suffix(".part")
        half.write_text(json.dumps(kept))
        half.replace(mark)

    tracker = {"wandb": WandB, "mlflow": MLflow}[args.to]()
    try:
        tracker.begin(args, kept, settings_of(args.run, args.unlit))
    except ImportError as problem:
        sys.exit(f"{args.to} is not installed ({problem}): pip install {args.to}")
    save()
    ending = None
    try:
        while True:
            ending = ending_of(args.run)  # before the figures, so that none behind it is missed
            send(args, tracker, kept, ended=ending is not None)
            save()
            if ending is not None or not args.follow:
                break
            time.sleep(args.every)
    except KeyboardInterrupt:
        pass
    tracker.end(ending)


if __name__ == "__main__":
    main()
