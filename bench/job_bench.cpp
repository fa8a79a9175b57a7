// unlit_studio_bench job: how soon the network works on a picture, when model and picture have to
// be read. Each alone is taken from jobs of the same session for which the other is small or there
// already.
#include "bench/bench_options.h"
#include "bench/figures.h"
#include "bench/stopwatch.h"
#include "bench/studio_benches.h"
#include "core/base/text.h"
#include "core/image/image_file.h"
#include "core/session/infer/inference_session.h"
#include "core/session/infer/inference_types.h"
#include "core/session/models/bundled_model.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <random>
#include <string>

#include <unistd.h>

namespace unlit::bench::job_bench {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Waits for the beginning of the network's work, and for the end of the job.
class NetworkWatch : public EventSink {
public:
    void post(Event event) noexcept override {
        const std::scoped_lock lock(m_mutex);
        if (const auto* progress = std::get_if<Progress>(&event.body); progress != nullptr)
            for (const StagePart& part : progress->stage)
                if (part.kind == StagePart::Kind::Encoding && !m_began)
                    m_began = Clock::now();
        if (const auto* finished = std::get_if<Finished>(&event.body); finished != nullptr) {
            m_hasFinished = true;
            if (finished->failure)
                std::fprintf(stderr, "%s\n", finished->failure->text().c_str());
        }
        m_changed.notify_all();
    }

    /// Nothing where the job ended before.
    std::optional<Clock::time_point> waitForNetwork() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_began || m_hasFinished; });
        return m_began;
    }

    void waitForEnd() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_hasFinished; });
        m_began.reset();
        m_hasFinished = false;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Clock::time_point> m_began;
    bool m_hasFinished = false;
};

/// A session without a model, as one that begins.
class FreshSession {
public:
    explicit FreshSession(const fs::path& model) {
        m_request.model = model;
        m_request.options.processingRes = 64;
        m_request.options.steps = 1;
        m_request.options.ensemble = 1;
    }

    /// From submit() to the network's first work; the job is cancelled there.
    std::optional<double> secondsToNetwork(const fs::path& picture) {
        m_request.input = picture;
        const Clock::time_point start = Clock::now();
        const JobId job = m_session.submit(m_request);
        const auto began = m_watch.waitForNetwork();
        m_session.cancel(job);
        m_watch.waitForEnd();
        if (!began)
            return {};
        return std::chrono::duration<double>(*began - start).count();
    }

private:
    NetworkWatch m_watch;
    InferenceSession m_session{m_watch};
    InferenceRequest m_request;
};

void writeNoise(const fs::path& file, int side) {
    std::mt19937 random(1);
    Image image = makeImage(side, side, {"R", "G", "B"}, ColorSpace::Linear);
    for (float& value : image.samples)
        value = static_cast<float>(random() % 4096) / 4096.0F;
    writeImage(file, image, {.format = FileFormat::Exr, .half = true, .overwrite = true});
}

/// Of one round; in the order in which the members stand.
struct Times {
    double model = 0;   ///< with a small picture
    double picture = 0; ///< with the model there
    double both = 0;
};

std::optional<Times> measure(const fs::path& model, const fs::path& small, const fs::path& large) {
    Times times;
    { // one model in memory at a time
        FreshSession session(model);
        const auto ofModel = session.secondsToNetwork(small);
        const auto ofPicture = ofModel ? session.secondsToNetwork(large) : std::nullopt;
        if (!ofPicture)
            return {};
        times = {.model = *ofModel, .picture = *ofPicture};
    }
    const auto ofBoth = FreshSession(model).secondsToNetwork(large);
    if (!ofBoth)
        return {};
    times.both = *ofBoth;
    return times;
}

} // namespace

int run(int argc, char** argv) {
    int side = 4096, rounds = 3;
    std::string model = bundledModel().string();
    BenchOptions options("unlit_studio_bench job");
    options.addNumber("--size", side, 64);
    options.addNumber("--rounds", rounds);
    options.addText("--model", model);
    if (!options.parse(argc, argv))
        return 2;
    if (model.empty()) {
        std::fprintf(stderr, "unlit_studio_bench job: no bundled model here; give --model DIR\n");
        return 1;
    }
    const fs::path folder =
        fs::temp_directory_path() / ("unlit_job_bench_" + std::to_string(::getpid()));
    fs::create_directories(folder);
    writeNoise(folder / "small.exr", 64);
    writeNoise(folder / "large.exr", side);
    std::optional<Times> best;
    for (int round = 0; round <= rounds; ++round) { // the first loads libraries, and does not count
        const auto times = measure(model, folder / "small.exr", folder / "large.exr");
        if (!times)
            break;
        if (round == 1)
            best = times;
        if (round > 1)
            best =
                Times{std::min(best->model, times->model), std::min(best->picture, times->picture),
                      std::min(best->both, times->both)};
    }
    fs::remove_all(folder);
    if (!best)
        return 1;
    const double ratio = best->both / (best->model + best->picture);
    std::printf("to the network's first work, %d x %d EXR: model alone %s, picture alone %s, both "
                "%s: %.2f of their sum\n",
                side, side, formatSeconds(best->model).c_str(),
                formatSeconds(best->picture).c_str(), formatSeconds(best->both).c_str(), ratio);
    keepFigure("job: model and picture read, of one after the other", ratio, "");
    return 0;
}

} // namespace unlit::bench::job_bench
