"""Stands in for MLflow: takes what its documents say that it takes, and writes it down."""
import json
import os
import re
import types


def _say(**what):
    with open(os.environ["UNLIT_TRACKER_LOG"], "a", encoding="utf-8") as log:
        log.write(json.dumps(what) + "\n")


def _check(names):
    for name in names:
        if not re.fullmatch(r"[\w\-. /]+", name) or len(name) > 250:
            raise ValueError(f"{name} is no name of MLflow's")


def set_experiment(experiment_name):
    _say(call="set_experiment", name=experiment_name)


def start_run(run_id=None, *, run_name=None):
    _say(call="start_run", run_id=run_id, run_name=run_name)
    return types.SimpleNamespace(info=types.SimpleNamespace(run_id=run_id or "0123abcd"))


def log_params(params):
    _check(params)
    if len(params) > 100 or any(not isinstance(value, str) or len(value) > 500 for value in params.values()):
        raise ValueError("too many parameters, or too long ones")
    _say(call="log_params", params=params)


def log_metrics(metrics, step=None):
    _check(metrics)
    _say(call="log_metrics", metrics={name: float(value) for name, value in metrics.items()}, step=step)


def end_run(status="FINISHED"):
    if status not in ("RUNNING", "SCHEDULED", "FINISHED", "FAILED", "KILLED"):
        raise ValueError(status)
    _say(call="end_run", status=status)
