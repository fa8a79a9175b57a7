// The small models of the reference pack in this repository, for tests of behaviour.
#pragma once

#include "core/image/image.h"
#include "core/infer/loaded_model.h"
#include "core/infer/pipeline.h"
#include "core/weights/model_folder.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace unlit::test {

inline std::filesystem::path tinyModelFolder(const std::string& name) {
    return std::filesystem::path(UNLIT_SOURCE_DIR) / "tests" / "reference" / name;
}

inline std::shared_ptr<infer::LoadedModel> loadTinyModel(const std::string& name,
                                                         Precision precision = Precision::Float32) {
    return infer::loadModel(weights::openModelFolder(tinyModelFolder(name)), test::testDeviceName(),
                            precision);
}

/// Smooth colours with some edges, in [0,1].
inline Image testPicture(int width, int height) {
    Image image = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Srgb);
    for (int channel = 0; channel < image.channelCount(); ++channel)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const double wave = std::sin(0.3 * x + channel) * std::cos(0.2 * y);
                const double edge = (x / 7 + y / 5) % 2 == 0 ? 0.2 : 0.0;
                image.plane(channel)[static_cast<std::size_t>(y * width + x)] =
                    static_cast<float>(0.4 + 0.35 * wave + edge);
            }
    return image;
}

/// A whole run; a test that sees it stopped fails.
inline Prediction predict(const std::shared_ptr<infer::LoadedModel>& model,
                          const InferOptions& options, const Image& picture = testPicture(40, 24)) {
    auto prediction = infer::Pipeline(model).run(picture, options, {}, {});
    EXPECT_TRUE(prediction.has_value());
    return std::move(prediction).value();
}

} // namespace unlit::test
