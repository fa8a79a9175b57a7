// Figures of the machine, by clocks that the test turns and a GPU that is none.
#include "core/train/hooks/machine_hook.h"

#include "tests/core/train/fake_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

using namespace unlit;
using namespace unlit::train;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

namespace {

using Figures = std::map<std::string, double>;

/// A run of four steps of `seconds` each, of which one of four processors computes half the time.
std::vector<Figures> figuresOf(double seconds, std::unique_ptr<GpuMeter> gpu = {},
                               std::optional<std::uint64_t> disk = 5000) {
    test::FakeTask task({{}, {}, {}, {}});
    double now = 100;
    test::FakeRun run;
    run.add().atStepEnd = [&](StepContext&) { now += seconds; };
    MachineHookOptions options;
    options.run = "/runs/one";
    options.room.onDisk = [disk](const std::filesystem::path& folder) {
        EXPECT_EQ(folder, "/runs/one");
        return disk;
    };
    options.gpu = std::move(gpu);
    options.period = 10;
    options.clock = [&now] { return now; };
    options.spent = [&now] { return now / 2; };
    options.processors = 4;
    run.hooks.push_back(std::make_unique<MachineHook>(std::move(options)));
    std::vector<Figures> all;
    run.add().atStepEnd = [&](StepContext& context) {
        Figures figures;
        for (const Scalar& scalar : context.scalars)
            figures[scalar.tag] = scalar.value;
        all.push_back(std::move(figures));
    };
    run.run(task);
    return all;
}

} // namespace

TEST(MachineHook, looks_when_its_period_is_over) {
    const auto figures = figuresOf(5);
    ASSERT_EQ(figures.size(), 4U);
    EXPECT_THAT(figures[0], IsEmpty());
    EXPECT_THAT(figures[1],
                ElementsAre(Pair("perf/cpu_percent", 12.5), Pair("perf/disk_free_bytes", 5000.0)));
    EXPECT_THAT(figures[2], IsEmpty());
    EXPECT_FALSE(figures[3].empty());
}

TEST(MachineHook, leaves_out_what_is_not_known) {
    EXPECT_THAT(figuresOf(10, {}, std::nullopt)[0], ElementsAre(Pair("perf/cpu_percent", 12.5)));
}

TEST(MachineHook, tells_of_a_gpu) {
    auto gpu = GpuMeter::open(0, UNLIT_FAKE_NVML);
    ASSERT_TRUE(gpu);
    const Figures figures = figuresOf(10, std::move(gpu))[0];
    EXPECT_EQ(figures.at("perf/gpu_percent"), 87);
    EXPECT_EQ(figures.at("perf/gpu_memory_bytes"), 700);
    EXPECT_EQ(figures.at("perf/gpu_watts"), 212.5);
}

TEST(MachineHook, goes_without_a_gpu_that_does_not_say) {
    auto gpu = GpuMeter::open(1, UNLIT_FAKE_NVML);
    ASSERT_TRUE(gpu);
    EXPECT_EQ(figuresOf(10, std::move(gpu))[0].count("perf/gpu_percent"), 0U);
}

TEST(GpuMeter, is_none_without_library_or_card) {
    EXPECT_FALSE(GpuMeter::open(0, "/no/such/library.so"));
    EXPECT_FALSE(GpuMeter::open(2, UNLIT_FAKE_NVML));
    EXPECT_FALSE(GpuMeter::open(-1, UNLIT_FAKE_NVML));
}

TEST(ProcessorMeter, measures_this_process) {
    EXPECT_GE(usableProcessors(), 1);
    const double before = processorSeconds();
    volatile double sum = 0;
    while (processorSeconds() < before + 0.02)
        sum = sum + 1;
    EXPECT_GT(processorSeconds(), before);
}
