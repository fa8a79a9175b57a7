"""A studio that a script drives by keys, with a tiny model, pairs and a recipe in a home of its own.
Needs Xvfb and xdotool; there is no window manager."""
import os
import shutil
import struct
import subprocess
import sys
import time
import zlib

LONGEST_START_S = 90.0

def picture(path, value):
    """A PNG of 64 x 48 pixels."""
    rows = b"".join(b"\0" + bytes((value, x, 128)) * 1 * 64 for x in range(48))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 48, 8, 2, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def screen(display):
    """An X server; set as the display of what is started from here on."""
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing:
        sys.exit(f"{' and '.join(missing)}: not there; install them (apt-get install xvfb xdotool)")
    os.environ["DISPLAY"] = display
    server = subprocess.Popen(["Xvfb", display, "-screen", "0", "1280x800x24", "-noreset"],
                              stderr=subprocess.DEVNULL)
    time.sleep(2)
    return server


class StudioScript:
    def __init__(self, build, work):
        self.build, self.work = build, work
        self.home = work / "home"
        self.run = work / "output/tiny"
        self.home.mkdir()
        self.environment = dict(os.environ, HOME=str(self.home), OMP_NUM_THREADS="1")
        for name in [name for name in self.environment if name.startswith("XDG_")]:
            del self.environment[name]

    def command(self, *words):
        return subprocess.run([self.build / "unlit", *map(str, words)], capture_output=True, text=True,
                              env=self.environment)

    def prepare(self):
        self.command("model", "random", "--like", "tiny", self.work / "model")
        self.command("dataset", "synthesize", "--count", "4", "--size", "32", "--samples", "1", self.work / "pairs")
        pairs = f"{{disp_name: a, dir: {self.work}/pairs, filenames: filename_list.txt}}"
        (self.work / "tiny.yaml").write_text(
            f"model: {{pretrained_path: {self.work}/model}}\n"
            f"dataset: {{train: {pairs}, val: [{pairs}]}}\n"
            "dataloader: {effective_batch_size: 2, max_train_batch_size: 2, num_workers: 1}\n"
            "trainer: {save_period: 3, backup_period: 0, validation_period: 0, visualization_period: 0}\n"
            f"max_iter: 100000\nlr: 1.0e-03\nrun: {{device: cpu, output_dir: {self.work}/output}}\n")

    def start(self, *words):
        studio = self.build / "libexec/unlit/unlit-studio"  # without the splash, whose window comes first
        return subprocess.Popen([studio, "--model", self.work / "model", *map(str, words)],
                                env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def key(self, name):
        subprocess.run(["xdotool", "key", name], env=self.environment, stderr=subprocess.DEVNULL, check=False)

    def wait_for_window(self, studio):
        """Keys go to it from then on: there is no window manager. False where none comes."""
        end = time.monotonic() + LONGEST_START_S
        while time.monotonic() < end and studio.poll() is None:
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Unlit Studio"],
                                   env=self.environment, capture_output=True, text=True, check=False).stdout.split()
            if found:
                subprocess.run(["xdotool", "windowfocus", found[-1]], env=self.environment, stderr=subprocess.DEVNULL,
                               check=False)
                return True
            time.sleep(0.1)
        return False
