#include "tests/parity/pipeline_support.h"

#include "core/tensor/interpolate.h"
#include "core/weights/model_folder.h"
#include "tests/support/png_pixels.h"
#include "tests/support/test_device.h"

#ifdef UNLIT_TEST_IMAGE_FILES
#include "core/image/image_file.h"
#include "core/tensor/image_tensor.h"
#endif

#include <gtest/gtest.h>

#include <filesystem>

namespace unlit::test {

namespace {

constexpr double kWhiteLevel = 255.0;

std::filesystem::path picturePath(const std::string& file) {
    return referenceDir() / "pipeline" / file;
}

torch::Tensor throughOurReader(const std::string& file, const torch::Tensor& expected) {
#ifdef UNLIT_TEST_IMAGE_FILES
    const torch::Tensor picture = infer::toTensor(readImage(picturePath(file)).image);
    EXPECT_LE((picture - expected).abs().max().item<double>(), 1e-7) << file;
    return picture;
#else
    (void)file;
    return expected;
#endif
}

} // namespace

std::shared_ptr<infer::LoadedModel> loadReferenceModel(const nlohmann::json& pack) {
    const auto text = pack.at("model").get<std::string>();
    const std::string name = text.substr(0, text.find(' '));
    return infer::loadModel(weights::openModelFolder(referenceDir() / name), testDeviceName(),
                            Precision::Float32);
}

torch::Tensor readReferencePicture(const std::string& file) {
    const torch::Tensor levels = readReferencePixels(file).permute({2, 0, 1}).unsqueeze(0);
    return throughOurReader(file, levels.to(torch::kFloat32) / kWhiteLevel);
}

torch::Tensor readReferencePixels(const std::string& file) {
    return readPngPixels(picturePath(file));
}

bool referencePictureExists(const std::string& file) {
    return std::filesystem::exists(picturePath(file));
}

std::uint64_t seedOf(const nlohmann::json& seed) {
    if (seed.is_number_unsigned())
        return seed.get<std::uint64_t>();
    if (seed.is_number())
        return static_cast<std::uint64_t>(seed.get<std::int64_t>());
    const auto text = seed.get<std::string>();
    return text.starts_with('-') ? static_cast<std::uint64_t>(std::stoll(text)) : std::stoull(text);
}

Reduction reductionOf(const nlohmann::json& name) {
    const auto reduction = reductionFromString(name.get<std::string>());
    EXPECT_TRUE(reduction.has_value()) << name;
    return reduction.value_or(Reduction::Median);
}

infer::RunControl tracedInto(infer::RunTrace& trace) {
    infer::RunControl control;
    control.trace = &trace;
    return control;
}

infer::Interpolation interpolationOf(const std::string& name) {
    const auto method = infer::interpolationFromTorchName(name);
    EXPECT_TRUE(method.has_value()) << "unknown mode " << name;
    return method.value_or(infer::Interpolation::Bilinear);
}

torch::Tensor truncatedLevels(const torch::Tensor& planes) {
    return (planes * kWhiteLevel).clamp(0, kWhiteLevel).to(torch::kUInt8).permute({1, 2, 0});
}

} // namespace unlit::test
