// A model of full Stable Diffusion 2.1 size gives its memory back: after a job, after a cancelled
// one, after release. Long: it writes a random model of 3.6 GB and runs UNet steps of several
// seconds.
#include "core/session/infer/inference_session.h"
#include "core/session/models/model_commands.h"

#include "tests/core/session/recording_sink.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iostream>

#include <unistd.h>

using namespace unlit;
namespace fs = std::filesystem;

namespace {

std::int64_t residentMegabytes() {
    std::ifstream statm("/proc/self/statm");
    std::int64_t total = 0;
    std::int64_t resident = 0;
    statm >> total >> resident;
    return resident * sysconf(_SC_PAGESIZE) / 1'000'000;
}

constexpr std::int64_t kAllowedMegabytes = 200;
constexpr std::chrono::minutes kPatience{10};

} // namespace

TEST(MemoryLong, a_full_size_job_returns_its_memory) {
    const fs::path folder = fs::path(testing::TempDir()) / "memory_long_test";
    fs::remove_all(folder);
    fs::create_directories(folder);
    writeRandomModel("sd21", folder / "model", 1, true, [](double) {});
    writeImage(folder / "grey.png", makeImage(512, 512, {"R", "G", "B"}, ColorSpace::Srgb),
               {FileFormat::Png8, false, true});

    RecordingSink sink;
    InferenceSession session(sink);
    const std::int64_t atStart = residentMegabytes();
    InferenceRequest request;
    request.input = folder / "grey.png";
    request.model = folder / "model";
    request.options.steps = 1;
    request.options.processingRes = 512;
    const JobId first = session.submit(request);
    ASSERT_TRUE(sink.waitFor([&](const RecordingSink& s) { return !s.of<Finished>(first).empty(); },
                             kPatience));
    ASSERT_EQ(sink.finished(first).outcome, Outcome::Done);
    const std::int64_t loaded = residentMegabytes();

    request.options.steps = 50;
    const JobId second = session.submit(request);
    ASSERT_TRUE(sink.waitFor(
        [&](const RecordingSink& s) {
            return std::ranges::any_of(s.of<Progress>(second), [](const Progress& p) {
                return toEnglish(p.stage).find("step 2") != std::string::npos;
            });
        },
        kPatience));
    const std::int64_t working = residentMegabytes();
    session.cancel(second);
    ASSERT_EQ(sink.finished(second).outcome, Outcome::Cancelled);
    const std::int64_t cancelled = residentMegabytes();

    session.releaseModel();
    EXPECT_TRUE(sink.waitFor(
        [&](const RecordingSink&) { return residentMegabytes() - atStart <= kAllowedMegabytes; }));
    std::cout << "resident MB: start " << atStart << ", model loaded " << loaded << ", working "
              << working << ", cancelled " << cancelled << ", released " << residentMegabytes()
              << '\n';
    EXPECT_LE(cancelled - loaded, kAllowedMegabytes);
    EXPECT_LE(residentMegabytes() - atStart, kAllowedMegabytes);
    fs::remove_all(folder);
}
