#include "ui/screenshot/sample_runs.h"

#include "core/image/color/color.h"
#include "core/image/image_file.h"
#include "core/runs/run_notes.h"
#include "core/train/run_folder.h"
#include "core/train/writers/jsonl_writer.h"
#include "ui/kit/text.h"
#include "ui/screenshot/sample_scene.h"
#include "ui/screenshot/wait_until.h"

#include <cmath>
#include <fstream>
#include <random>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

struct SampleRun {
    const char* name;
    int steps;
    double rate;   ///< of learning
    double lowest; ///< the loss ends there
    const char* ending;
};

constexpr int kMaxSteps = 12'000;
constexpr std::size_t kMostShown = 3;

constexpr SampleRun kRuns[] = {
    {"26_03_02-hall_albedo", 12'000, 3e-5, 0.040, "info complete after step 12000"},
    {"26_03_03-hall_albedo_ema", 12'000, 6e-5, 0.034, "info complete after step 12000"},
    {"26_03_04-hall_wide", 7'400, 1e-4, 0.046, "info stopped after step 7400"},
    {"26_03_05-hall_big_rate", 1'900, 1e-3, 0.300,
     "error the loss is not finite at step 1900; try a lower lr"},
    {"26_03_06-lamps", 5'200, 3e-5, 0.052, "info step 5200 epoch 6"}};

std::string configOf(const SampleRun& run) {
    return "max_iter: " + std::to_string(kMaxSteps) + "\nlr: " + std::to_string(run.rate) +
           "\nema:\n  decay: " + (run.lowest < 0.035 ? "0.999" : "0.99") +
           "\ndataloader:\n  effective_batch_size: " + (run.rate > 5e-5 ? "16" : "32") +
           "\nvalidation:\n  main_val_metric: psnr\n";
}

/// As a run writes it, of the last steps.
void writeSteps(std::ostream& log, const SampleRun& run) {
    constexpr int kLines = 40;
    for (int line = 0, step = run.steps - kLines; line < kLines; ++line, ++step)
        log << "2026-03-02T10:08:" << 10 + line << "Z info step " << step << " epoch "
            << 1 + step / 900 << " train/loss=" << run.lowest + 0.0007 * (step % 13)
            << " lr=" << run.rate << '\n';
    log << "2026-03-02T10:09:31Z warning hall_0917.exr was passed over: no pixel of its mask is "
           "valid\n";
}

void writeFigures(const train::RunFolder& folder, const SampleRun& run, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(0, 0.3);
    train::JsonlWriter writer(folder.metrics(), std::nullopt);
    for (int step = 10; step <= run.steps; step += 10) {
        const double trend = run.lowest + 0.5 * std::exp(-step * 12.0 * std::sqrt(run.rate) / 100);
        const double time = 1.772e9 + 86400.0 * seed + step * 0.9;
        const int epoch = 1 + step / 900;
        const double loss = trend * std::exp(normal(random));
        writer.write(train::MetricRow{
            step,
            epoch,
            time,
            {{"train/loss", step == 1880 && run.lowest > 0.1 ? std::nan("") : loss},
             {"lr", run.rate * std::min(1.0, step / 500.0) * std::exp(-step / 9000.0)},
             {"train/grad_norm", 2 + 3 * trend + std::abs(normal(random))}}});
        if (step % 500 == 0)
            writer.write(train::MetricRow{
                step,
                epoch,
                time,
                {{"val/hall/psnr", -9 * std::log10(trend) + 13 + normal(random)}}});
    }
    std::ofstream log(folder.log());
    for (int step = 2000; step <= run.steps; step += 4000)
        log << "2026-03-02T10:00:00Z info step " << step << " saved iter_00" << step
            << ", 3.4 GiB\n";
    if (run.steps == kMaxSteps)
        log << "2026-03-02T10:00:00Z info goes on after step 5600\n";
    writeSteps(log, run);
    log << "2026-03-02T10:09:32Z " << run.ending << '\n';
}

Image blend(const Image& a, const Image& b, float share) {
    Image mixed = a;
    for (std::size_t i = 0; i < mixed.samples.size(); ++i)
        mixed.samples[i] = a.samples[i] * (1 - share) + b.samples[i] * share;
    return mixed;
}

void writePictures(const train::RunFolder& folder, float share, int variant) {
    constexpr int kWidth = 400;
    const SampleScene scene =
        drawSampleScene(kWidth, variant == 0 ? kWidth : kWidth * 3 / 4, variant);
    Image beauty = scene.beauty;
    convertTo(beauty, ColorSpace::Srgb);
    for (const int step : {2000, 4000, 6000}) {
        const fs::path set = folder.visualization("hall", step);
        const auto save = [&](const char* what, const Image& image) {
            writeImage(set / ("hall_00" + std::to_string(42 + variant) + ".exr_" + what + ".png"),
                       image, {.format = FileFormat::Png8});
        };
        fs::create_directories(set);
        const Image prediction =
            blend(scene.albedo, beauty, share * 2000.0F / static_cast<float>(step));
        Image error = prediction;
        for (std::size_t i = 0; i < error.samples.size(); ++i)
            error.samples[i] = std::abs(error.samples[i] - scene.albedo.samples[i]);
        save("beauty", beauty);
        save("truth", scene.albedo);
        save("prediction", prediction);
        save("error", error);
    }
}

} // namespace

void SampleRuns::write() {
    if (std::exchange(m_isWritten, true))
        return;
    const fs::path root = toPath(m_folder.path());
    unsigned seed = 0;
    for (const SampleRun& run : kRuns) {
        const train::RunFolder folder = train::RunFolder::create(root / run.name, configOf(run));
        writeFigures(folder, run, ++seed);
        for (int variant = 0; seed <= 3 && variant < 3; ++variant)
            writePictures(folder, 0.6F / static_cast<float>(seed), variant);
    }
    runs::writeNotes(root / kRuns[3].name,
                     "lr 1e-3 was too much: the loss climbs from step 1200 on.\n"
                     "Next: 1e-4 with a longer warm-up.");
    fs::create_directories(root / "26_03_07-cut_off/checkpoint");
    std::ofstream(root / "26_03_07-cut_off/config.yaml") << "max_iter: [12\n";
}

fs::path SampleRuns::folderOf(Kind kind) {
    write();
    return toPath(m_folder.path()) / kRuns[kind].name;
}

void SampleRuns::fill(MainWindow& window, const QStringList& roots) {
    RunsPage& page = window.runsPage();
    if (roots.isEmpty()) {
        write();
        page.roots().add(m_folder.path());
    }
    for (const QString& root : roots)
        page.roots().add(root);
    waitUntil([&] { return page.found().isLooked(); });
    std::size_t shown = 0;
    for (int row = 0; row < page.found().model().rowCount() && shown < kMostShown; ++row) {
        const bool isLong = page.found().model().at(row).step > 100;
        page.found().model().setShown(row, isLong);
        shown += isLong ? 1 : 0;
    }
    settle(window);
}

void SampleRuns::showFailure(MainWindow& window) {
    RunsPage& page = window.runsPage();
    for (int row = 0; row < page.found().model().rowCount(); ++row)
        if (page.found().model().at(row).status == runs::RunStatus::Failed)
            page.table().setCurrent(row);
    page.views().showView(RunsView::Notes);
}

void SampleRuns::probe(MainWindow& window) {
    MetricPlot& plot = window.runsPage().views().curves().mainPlot();
    const PlotRange x = plot.xRange();
    plot.probe(x.low + 0.55 * x.size());
}

void SampleRuns::settle(MainWindow& window) {
    RunsPage& page = window.runsPage();
    waitUntil([&] {
        return page.views().curves().isRead() &&
               (!page.views().pictures().isVisible() || page.views().pictures().isSettled());
    });
}

} // namespace unlit::ui
