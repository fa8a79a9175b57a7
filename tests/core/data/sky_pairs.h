// A set of one small render whose upper rows are a sky: light, no albedo, left out by a mask.
#pragma once

#include "core/data/loader/pair_dataset.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <torch/types.h>

#include <algorithm>
#include <fstream>
#include <limits>

namespace unlit::test {

struct SkyPairs : testing::Test {
    static constexpr int kSkyRows = 12;
    static constexpr int kWide = 40;
    static constexpr int kHigh = 32;

    TempFolder folder;
    data::PairDatasetOptions options;

    SkyPairs() {
        ScenePair scene = makeScene(3, kWide, kHigh);
        Image mask = makeImage(kWide, kHigh, {"Y"}, ColorSpace::Raw);
        std::ranges::fill(mask.samples, 1.0F);
        for (int i = 0; i < kSkyRows * kWide; ++i) {
            const auto pixel = static_cast<std::size_t>(i);
            mask.samples[pixel] = 0;
            for (int c = 0; c < 3; ++c) {
                scene.beauty.plane(c)[pixel] = 0.2F + 0.1F * static_cast<float>(c);
                scene.albedo.plane(c)[pixel] = 0;
            }
        }
        scene.beauty.plane(1)[0] = std::numeric_limits<float>::quiet_NaN();
        writeExrFile(folder.path() / "beauty.exr", scene.beauty);
        writeExrFile(folder.path() / "albedo.exr", scene.albedo);
        writeExrFile(folder.path() / "mask.exr", mask);
        std::ofstream(folder.path() / "list.txt") << "beauty.exr albedo.exr mask.exr\n";
        options.root = folder.path();
        options.list = folder.path() / "list.txt";
    }

    data::Sample sample(std::int64_t epoch = 0) const {
        return data::PairDataset(options).get(0, epoch);
    }

    data::Sample keptSample(double chance, std::int64_t epoch = 0) {
        options.augment.scene.keepBackgroundChance = chance;
        return sample(epoch);
    }

    static torch::Tensor sky(const torch::Tensor& picture_CHW) {
        return picture_CHW.slice(1, 0, kSkyRows);
    }

    static torch::Tensor ground(const torch::Tensor& picture_CHW) {
        return picture_CHW.slice(1, kSkyRows);
    }
};

} // namespace unlit::test
