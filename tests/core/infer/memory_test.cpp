#include "core/infer/memory.h"

#include "core/infer/pipeline.h"
#include "tests/core/infer/tiny_model.h"

#include <gtest/gtest.h>

#include <torch/types.h>

#include <algorithm>
#include <vector>

namespace unlit::infer {

namespace {

constexpr std::uint64_t kMebibyte = 1024 * 1024;

} // namespace

TEST(Memory, KnowsWhatIsResidentAndWhatIsFree) {
    const auto before = residentBytes();
    ASSERT_TRUE(before.has_value());
    const std::vector<char> touched(64 * kMebibyte, 1);
    EXPECT_GT(*residentBytes(), *before + 48 * kMebibyte);
    EXPECT_EQ(touched.back(), 1);
    ASSERT_TRUE(availableBytes().has_value());
    EXPECT_GT(*availableBytes(), kMebibyte);
}

#ifndef __SANITIZE_THREAD__ // whose own allocator keeps what is freed
TEST(Memory, FreedTensorsGoBackToTheSystem) {
    const std::uint64_t before = *residentBytes();
    std::vector<torch::Tensor> tensors;
    // Smaller than what the allocator maps by itself: these stay in its heap when they are freed.
    for (int i = 0; i < 2000; ++i)
        tensors.push_back(torch::ones({16 * 1024}));
    const torch::Tensor atTheEnd = torch::ones({16 * 1024});
    EXPECT_GT(*residentBytes(), before + 100 * kMebibyte);
    tensors.clear();
    releaseFreedMemory();
    EXPECT_LT(*residentBytes(), before + 20 * kMebibyte);
}
#endif

TEST(Memory, ARunGivesItsMemoryBackWhenItIsCancelledAndWhenItEnds) {
    const auto model = test::loadTinyModel("tiny-albedo");
    InferOptions options;
    options.steps = 1;
    options.processingRes = 0;
    const Image picture = test::testPicture(512, 512);
    // The first run also pays for what the libraries keep for good.
    ASSERT_TRUE(Pipeline(model).run(picture, options, {}, {}).has_value());
    const std::uint64_t before = *residentBytes();
    std::uint64_t during = 0;
    const auto run = [&](int stopAtReport) {
        std::stop_source stop;
        int reports = 0;
        const auto result = Pipeline(model).run(
            picture, options,
            [&](const InferProgress&) {
                during = std::max(during, *residentBytes());
                if (++reports == stopAtReport)
                    stop.request_stop();
            },
            stop.get_token());
        EXPECT_EQ(result.has_value(), stopAtReport == 0);
    };
    for (const int stopAtReport : {0, 2, 3}) {
        run(stopAtReport);
        EXPECT_LT(*residentBytes(), before + 16 * kMebibyte) << stopAtReport;
    }
    EXPECT_GT(during, before + 2 * kMebibyte);
}

} // namespace unlit::infer
