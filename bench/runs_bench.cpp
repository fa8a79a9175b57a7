// unlit_base_bench runs [--runs N] [--rows N]: how long a folder of many runs takes to open, and to
// look at again. The runs are made for it and removed.
#include "bench/base_benches.h"
#include "bench/bench_options.h"
#include "bench/figures.h"
#include "core/runs/metrics_reader.h"
#include "core/runs/run_catalog.h"
#include "core/runs/run_series.h"
#include "core/train/run_folder.h"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

#include <unistd.h>

namespace unlit::bench::runs_bench {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// As many figures a row as a real run has.
std::string rowText(int step) {
    std::string text = "{\"step\":" + std::to_string(step) +
                       ",\"time\":" + std::to_string(1.7e9 + 1.4 * step) + ",\"epoch\":1";
    for (const char* tag :
         {"train/loss", "lr", "train/grad_norm", "train/ema_decay", "train/gradient", "train/kl",
          "train/pixel", "latent/std", "n_batch_in_epoch", "perf/images_per_second",
          "perf/resident_bytes", "time/backward", "time/data", "time/forward", "time/optimizer"})
        text += std::string(",\"") + tag + "\":0.20618787407875" + std::to_string(step % 97);
    text += "}\n";
    if (step % 200 == 0)
        text += "{\"step\":" + std::to_string(step) +
                ",\"time\":" + std::to_string(1.7e9 + 1.4 * step) +
                ",\"epoch\":1,\"val/set/psnr\":" + std::to_string(20 + step % 13) + "}\n";
    return text;
}

void makeRun(const fs::path& folder, int rows) {
    const train::RunFolder run =
        train::RunFolder::create(folder, "max_iter: 50000\nvalidation:\n  main_val_metric: psnr\n");
    std::ofstream metrics(run.metrics(), std::ios::binary);
    for (int step = 1; step <= rows; ++step)
        metrics << rowText(step);
    std::ofstream(run.log()) << "2026-01-01T00:00:00Z info complete after step " << rows << '\n';
}

double refresh(runs::RunCatalog& catalog, int& rows) {
    const Clock::time_point begin = Clock::now();
    rows = 0;
    catalog.refresh(
        1.7e9, {}, [&](const runs::RunSummary&) { ++rows; }, [](const fs::path&) {});
    return secondsSince(begin);
}

void measure(const fs::path& root, int count, int rowsEach) {
    for (int i = 0; i < count; ++i)
        makeRun(root / ("run_" + std::to_string(i)), rowsEach);
    const double megabytes =
        static_cast<double>(fs::file_size(root / "run_0/metrics.jsonl")) * count / 1e6;
    runs::RunCatalog catalog({root});
    int rows = 0;
    const double first = refresh(catalog, rows);
    std::printf("%d runs of %d rows (%.0f MB of figures): %d rows of a table in %.3f s\n", count,
                rowsEach, megabytes, rows, first);
    keepFigure("runs: table", first, "s");
    const double again = refresh(catalog, rows);
    std::printf("looked at again, nothing changed: %d rows told in %.1f ms\n", rows, again * 1e3);
    keepFigure("runs: looked at again", again * 1e3, "ms");
    const Clock::time_point begin = Clock::now();
    runs::RunSeries series;
    runs::MetricsReader reader(root / "run_0/metrics.jsonl");
    const auto take = [&](const train::MetricRow& row) { series.append(row); };
    while (reader.poll(take).hasMore) {
    }
    std::printf("all figures of one run: %zu rows in %.1f ms, %.1f MB\n", series.rowCount(),
                secondsSince(begin) * 1e3, static_cast<double>(series.bytes()) / 1e6);
}

} // namespace

int run(int argc, char** argv) {
    int count = 500;
    int rows = 2000;
    bench::BenchOptions options("unlit_base_bench runs");
    options.addNumber("--runs", count);
    options.addNumber("--rows", rows);
    if (!options.parse(argc, argv))
        return 2;
    const fs::path root =
        fs::temp_directory_path() / ("unlit_runs_bench_" + std::to_string(::getpid()));
    measure(root, count, rows);
    fs::remove_all(root);
    return 0;
}

} // namespace unlit::bench::runs_bench
