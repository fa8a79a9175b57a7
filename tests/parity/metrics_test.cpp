// Every metric, picture by picture and over the batch, against metrics/*.
#include "core/evaluate/image_metrics.h"
#include "core/evaluate/scale_fit.h"
#include "core/evaluate/tone_map.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

namespace unlit::evaluate {

namespace {

using nlohmann::json;
using test::Comparison;
using test::ReferencePack;

constexpr double kPictureTolerance = 1e-5; // of values up to 1

std::vector<std::string> splitAtDots(const std::string& text) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, '.');)
        parts.push_back(part);
    return parts;
}

/// As reference/README.md says: looser for metrics that divide or take logarithms in float32.
double toleranceOf(const std::string& metric) {
    return metric == "rmse_log" || metric == "i_rmse" || metric == "silog_rmse" ? 1e-4 : 1e-5;
}

/// A batch of the pack as our metrics see it.
class Pictures {
public:
    explicit Pictures(const ReferencePack& pack)
        : m_prediction(pack.tensor("pred").contiguous()), m_truth(pack.tensor("gt").contiguous()),
          m_valid(pack.tensor("mask").contiguous()) {}

    std::int64_t count() const { return m_truth.size(0); }

    MetricInput all(bool isMasked) const { return input(m_prediction, m_truth, m_valid, isMasked); }

    MetricInput one(std::int64_t index, bool isMasked) const {
        return input(m_prediction[index].unsqueeze(0), m_truth[index].unsqueeze(0),
                     m_valid[index].unsqueeze(0), isMasked);
    }

    /// Mapped from [0, 1] to [-1, 1].
    Pictures signedValues() const {
        Pictures pictures = *this;
        pictures.m_prediction = m_prediction * 2 - 1;
        pictures.m_truth = m_truth * 2 - 1;
        return pictures;
    }

private:
    /// The tensors are contiguous views of members, which own the samples.
    static MetricInput input(const torch::Tensor& prediction, const torch::Tensor& truth,
                             const torch::Tensor& valid, bool isMasked) {
        const auto samples = static_cast<std::size_t>(truth.numel());
        MetricInput input{{prediction.data_ptr<float>(), samples},
                          {truth.data_ptr<float>(), samples},
                          {},
                          static_cast<int>(truth.size(0)),
                          static_cast<int>(truth.size(1)),
                          static_cast<int>(truth.size(2)),
                          static_cast<int>(truth.size(3)),
                          1};
        if (isMasked)
            input.valid = {valid.data_ptr<std::uint8_t>(), static_cast<std::size_t>(valid.numel())};
        checkSizes(input);
        return input;
    }

    torch::Tensor m_prediction;
    torch::Tensor m_truth;
    torch::Tensor m_valid;
};

/// What the pack calls a figure of single pictures, measured by us.
std::optional<double> figureOf(const std::string& name, const Pictures& pictures,
                               std::int64_t index, bool isMasked) {
    static const std::map<std::string, std::string> kOurNames = {
        {"mse", "mse"},
        {"mae", "mae"},
        {"rmse", "rmse"},
        {"psnr_range1", "psnr"},
        {"si_mse_one_scale", "si_mse"},
        {"si_mse_scale_per_channel", "si_mse_per_channel"},
        {"lmse_one_scale", "lmse"},
        {"lmse_scale_per_channel", "lmse_per_channel"},
        {"ssim", "ssim"}};
    if (const auto ours = kOurNames.find(name); ours != kOurNames.end())
        return imageMetric(ours->second)(pictures.one(index, isMasked));
    if (name == "si_scale")
        return scaleFactors(pictures.one(index, isMasked), ScaleKind::One).front();
    if (name == "psnr_range2_of_signed") {
        const Pictures signedPictures = pictures.signedValues();
        MetricInput input = signedPictures.one(index, isMasked);
        input.range = 2;
        return imageMetric("psnr")(input);
    }
    return {};
}

/// What the pack calls "marigold.…".
std::optional<double> marigoldFigure(const std::vector<std::string>& parts,
                                     const Pictures& pictures, bool isMasked) {
    if (parts[1] == "compute_iid_metric" && parts[2] == "albedo")
        return imageMetric(parts[3])(pictures.one(0, isMasked));
    if (parts[1] == "compute_iid_metric" && parts[2] == "shading" && parts[3] == "psnr")
        return toneMappedPsnr(pictures.one(0, isMasked));
    if (parts[1] == "compute_alignment_scale")
        return scaleFactors(pictures.one(0, isMasked), ScaleKind::One).front();
    if (parts.size() == 3)
        return imageMetric(parts[1])(pictures.all(isMasked));
    return {};
}

void compareValue(const std::string& key, const json& value, const Pictures& pictures,
                  Comparison& comparison) {
    const std::vector<std::string> parts = splitAtDots(key);
    if (parts.front() == "marigold") {
        const auto ours = marigoldFigure(parts, pictures, parts.back() == "mask");
        ASSERT_TRUE(ours.has_value()) << "we have no " << key;
        comparison.relative(key, *ours, value, toleranceOf(parts[1]));
        return;
    }
    ASSERT_EQ(parts.size(), 3U) << key;
    ASSERT_EQ(parts[2], "per_image") << key;
    ASSERT_EQ(value.size(), static_cast<std::size_t>(pictures.count())) << key;
    for (std::int64_t i = 0; i < pictures.count(); ++i) {
        const auto ours = figureOf(parts[0], pictures, i, parts[1] != "nomask");
        ASSERT_TRUE(ours.has_value()) << "we have no " << key;
        comparison.relative(key + "[" + std::to_string(i) + "]", *ours,
                            value.at(static_cast<std::size_t>(i)), toleranceOf(parts[0]));
    }
}

torch::Tensor tensorOf(std::vector<float>& samples, const torch::Tensor& like) {
    return torch::from_blob(samples.data(), like.sizes(), torch::kFloat32).clone();
}

/// The first picture, exposed by its truth, all pixels.
void compareToneMap(const ReferencePack& pack, const Pictures& pictures, Comparison& comparison) {
    ToneMapped mapped = toneMapped(pictures.one(0, false));
    const torch::Tensor prediction = pack.tensor("quantile_map.pred");
    const torch::Tensor truth = pack.tensor("quantile_map.gt");
    comparison.maxAbs("quantile_map.pred", tensorOf(mapped.prediction, prediction), prediction,
                      kPictureTolerance);
    comparison.maxAbs("quantile_map.gt", tensorOf(mapped.truth, truth), truth, kPictureTolerance);
}

} // namespace

TEST(Parity, metrics) {
    Comparison comparison;
    const auto folder = test::referenceDir() / "metrics";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".json")
            continue;
        const ReferencePack pack("metrics/" + entry.path().stem().string());
        comparison.beginCase(entry.path().stem().string());
        const Pictures pictures(pack);
        for (const auto& [key, value] : pack.json().at("values").items())
            compareValue(key, value, pictures, comparison);
        compareToneMap(pack, pictures, comparison);
    }
    comparison.finish();
}

} // namespace unlit::evaluate
