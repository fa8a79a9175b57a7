// A session with one small picture and the tiny trained models of the reference pack.
#pragma once

#include "core/image/image_file.h"
#include "core/session/infer/inference_session.h"
#include "tests/core/session/recording_sink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace unlit::test {

inline std::filesystem::path referenceDir() {
    const char* chosen = std::getenv("UNLIT_REFERENCE_DIR");
    return chosen != nullptr ? chosen : UNLIT_DEFAULT_REFERENCE_DIR;
}

class InferenceSessionTest : public testing::Test {
protected:
    std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "inference_session_test";
    RecordingSink sink;

    void SetUp() override {
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder);
        Image image = makeImage(40, 24, {"R", "G", "B"}, ColorSpace::Srgb);
        for (std::size_t i = 0; i < image.samples.size(); ++i)
            image.samples[i] = static_cast<float>(i % 97) / 96.0F;
        writeImage(folder / "picture.png", image, {FileFormat::Png16, false, true});
    }

    void TearDown() override { std::filesystem::remove_all(folder); }

    InferenceRequest request(const std::string& output = "out") const {
        InferenceRequest wanted;
        wanted.input = folder / "picture.png";
        wanted.model = referenceDir() / "tiny-albedo";
        wanted.options.steps = 2;
        wanted.options.processingRes = 0;
        wanted.options.precision = Precision::Float32;
        wanted.output = OutputOptions{};
        wanted.output->folder = folder / output;
        return wanted;
    }

    bool sawStep(JobId job) const {
        const auto all = sink.of<Progress>(job);
        return std::ranges::any_of(all, [](const Progress& p) {
            return toEnglish(p.stage).find("step") != std::string::npos;
        });
    }
};

} // namespace unlit::test
