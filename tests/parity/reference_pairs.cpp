#include "tests/parity/reference_pairs.h"

#include "core/weights/json_file.h"
#include "tests/support/png_pixels.h"
#include "tests/support/reference_pack.h"

namespace unlit::test {

namespace {

constexpr int kValidAbove = 127;

/// [C, H, W] of the PNG's levels.
torch::Tensor levelsOf(const std::string& file) {
    return readPngPixels(referenceDir() / "trainer" / "dataset" / file).permute({2, 0, 1});
}

torch::Tensor signedOf(const std::string& file) {
    return (levelsOf(file).to(torch::kFloat32) / 255 * 2 - 1).contiguous();
}

} // namespace

ReferencePairs::ReferencePairs() {
    const auto index =
        weights::readJsonObject(referenceDir() / "trainer" / "dataset" / "index.json");
    for (const auto& item : index.at("items")) {
        data::Sample sample;
        sample.beauty_CHW = signedOf(item.at("beauty").get<std::string>());
        sample.targets_TCHW = {signedOf(item.at("albedo").get<std::string>())};
        sample.valid_1HW =
            item.at("mask").is_null()
                ? torch::ones({1, sample.beauty_CHW.size(1), sample.beauty_CHW.size(2)},
                              torch::kBool)
                : (levelsOf(item.at("mask").get<std::string>()).narrow(0, 0, 1) > kValidAbove)
                      .contiguous();
        sample.relativePath = std::to_string(m_samples.size());
        m_samples.push_back(sample);
    }
}

data::Sample ReferencePairs::get(std::int64_t index, std::int64_t) const {
    return m_samples.at(static_cast<std::size_t>(index));
}

} // namespace unlit::test
