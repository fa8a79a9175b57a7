// LPIPS against its definition written out in loops, and the files that it takes its weights from.
#include "core/train/autoencoder/perceptual_loss.h"

#include "core/base/error.h"
#include "core/weights/files/safetensors_writer.h"
#include "tests/core/train/autoencoder/public_vgg.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cmath>
#include <functional>

using namespace unlit;
using train::PerceptualLoss;
using Plane = std::vector<std::vector<double>>;
using Planes = std::vector<Plane>; ///< [C][H][W]

namespace {

/// Five stages of a few channels.
std::array<PerceptualLoss::Stage, PerceptualLoss::kStages> smallStages() {
    const torch::Generator generator = at::detail::createCPUGenerator(5);
    std::array<PerceptualLoss::Stage, PerceptualLoss::kStages> stages;
    std::int64_t in = 3;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const std::int64_t out = 4 + static_cast<std::int64_t>(i) % 2;
        for (int k = 0; k < (i < 2 ? 2 : 1); ++k) {
            stages[i].convolutions.push_back({torch::randn({out, in, 3, 3}, generator) * 0.3,
                                              torch::randn({out}, generator) * 0.1});
            in = out;
        }
        stages[i].channelWeights = torch::rand({1, out, 1, 1}, generator);
    }
    return stages;
}

Planes planesOf(const torch::Tensor& x_CHW) {
    Planes planes(static_cast<std::size_t>(x_CHW.size(0)));
    for (std::size_t c = 0; c < planes.size(); ++c)
        for (std::int64_t y = 0; y < x_CHW.size(1); ++y) {
            planes[c].emplace_back();
            for (std::int64_t x = 0; x < x_CHW.size(2); ++x)
                planes[c].back().push_back(
                    x_CHW[static_cast<std::int64_t>(c)][y][x].item<double>());
        }
    return planes;
}

/// Three by three, zeros outside, and relu.
Planes convolved(const Planes& in, const PerceptualLoss::Convolution& layer) {
    const auto height = static_cast<int>(in[0].size()), width = static_cast<int>(in[0][0].size());
    const torch::Tensor weight = layer.weight.contiguous();
    const float* w = weight.data_ptr<float>();
    Planes out(static_cast<std::size_t>(weight.size(0)));
    for (std::size_t o = 0; o < out.size(); ++o) {
        out[o].assign(in[0].size(), std::vector<double>(in[0][0].size()));
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                double sum = layer.bias[static_cast<std::int64_t>(o)].item<double>();
                for (std::size_t c = 0; c < in.size(); ++c)
                    for (int dy = -1; dy <= 1; ++dy)
                        for (int dx = -1; dx <= 1; ++dx)
                            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                                sum +=
                                    w[((o * in.size() + c) * 3 + static_cast<std::size_t>(dy + 1)) *
                                          3 +
                                      static_cast<std::size_t>(dx + 1)] *
                                    in[c][static_cast<std::size_t>(y + dy)]
                                      [static_cast<std::size_t>(x + dx)];
                out[o][static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] =
                    std::max(sum, 0.0);
            }
    }
    return out;
}

Planes halved(const Planes& in) {
    Planes out;
    for (const Plane& plane : in) {
        Plane half(plane.size() / 2, std::vector<double>(plane[0].size() / 2));
        for (std::size_t y = 0; y < half.size(); ++y)
            for (std::size_t x = 0; x < half[0].size(); ++x)
                half[y][x] =
                    std::max(std::max(plane[2 * y][2 * x], plane[2 * y][2 * x + 1]),
                             std::max(plane[2 * y + 1][2 * x], plane[2 * y + 1][2 * x + 1]));
        out.push_back(half);
    }
    return out;
}

/// Mean over pixels of the weighted squared difference of unit vectors.
double distanceOf(const Planes& a, const Planes& b, const torch::Tensor& weights) {
    double sum = 0;
    for (std::size_t y = 0; y < a[0].size(); ++y)
        for (std::size_t x = 0; x < a[0][0].size(); ++x) {
            double lengthA = 0, lengthB = 0;
            for (std::size_t c = 0; c < a.size(); ++c) {
                lengthA += a[c][y][x] * a[c][y][x];
                lengthB += b[c][y][x] * b[c][y][x];
            }
            for (std::size_t c = 0; c < a.size(); ++c) {
                const double difference = a[c][y][x] / (std::sqrt(lengthA) + 1e-10) -
                                          b[c][y][x] / (std::sqrt(lengthB) + 1e-10);
                sum += weights.flatten()[static_cast<std::int64_t>(c)].item<double>() * difference *
                       difference;
            }
        }
    return sum / static_cast<double>(a[0].size() * a[0][0].size());
}

double straightDistance(const torch::Tensor& a_3HW, const torch::Tensor& b_3HW) {
    // (x - shift) / scale as lpips has it, from [-1, 1].
    const auto shown = [](const torch::Tensor& x) {
        const torch::Tensor shift = torch::tensor({-0.030, -0.088, -0.188}).reshape({3, 1, 1});
        const torch::Tensor scale = torch::tensor({0.458, 0.448, 0.450}).reshape({3, 1, 1});
        return planesOf((x - shift) / scale);
    };
    Planes a = shown(a_3HW), b = shown(b_3HW);
    double sum = 0;
    const auto stages = smallStages();
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (i > 0) {
            a = halved(a);
            b = halved(b);
        }
        for (const auto& layer : stages[i].convolutions) {
            a = convolved(a, layer);
            b = convolved(b, layer);
        }
        sum += distanceOf(a, b, stages[i].channelWeights);
    }
    return sum;
}

torch::Tensor picturesFrom(std::uint64_t seed) {
    return torch::rand({2, 3, 18, 20}, at::detail::createCPUGenerator(seed)) * 2 - 1;
}

class PerceptualFolder : public testing::Test {
protected:
    std::string refusal() const {
        try {
            PerceptualLoss::requireWeights(folder / "vgg");
            return "";
        } catch (const Error& error) {
            return error.what();
        }
    }

    void write(const weights::StateDict& state, const std::string& name = "vgg16") const {
        std::filesystem::create_directories(folder / "vgg");
        weights::writeSafetensors(folder / "vgg" / (name + ".safetensors"), state);
    }

    test::TempFolder folder;
};

bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

} // namespace

TEST(PerceptualLoss, is_the_distance_of_its_definition) {
    const PerceptualLoss loss(smallStages());
    const torch::Tensor a = picturesFrom(1), b = picturesFrom(2);
    const double expected = (straightDistance(a[0], b[0]) + straightDistance(a[1], b[1])) / 2;
    ASSERT_GT(expected, 0.01);
    EXPECT_NEAR(loss(a, b).item<double>(), expected, 1e-5 * expected);
}

TEST(PerceptualLoss, of_a_picture_with_itself_is_nothing) {
    const PerceptualLoss loss(smallStages());
    EXPECT_EQ(loss(picturesFrom(1), picturesFrom(1)).item<double>(), 0);
}

TEST(PerceptualLoss, pulls_a_picture_as_finite_differences_say) {
    const PerceptualLoss loss(smallStages());
    torch::Tensor a = picturesFrom(1).requires_grad_(true);
    const torch::Tensor b = picturesFrom(2);
    loss(a, b).backward();
    const torch::Tensor direction = a.grad() / a.grad().norm();
    const torch::NoGradGuard noGrad;
    constexpr double kStep = 1e-2;
    const double slope =
        (loss(a + kStep * direction, b) - loss(a - kStep * direction, b)).item<double>() /
        (2 * kStep);
    EXPECT_NEAR(slope / a.grad().norm().item<double>(), 1, 0.02);
}

TEST(PerceptualLoss, has_a_gradient_where_the_network_sees_nothing) {
    auto stages = smallStages();
    for (auto& stage : stages)
        for (auto& layer : stage.convolutions)
            layer.bias -= 100; // behind relu nothing is left
    torch::Tensor a = picturesFrom(1).requires_grad_(true);
    const PerceptualLoss blind(stages);
    blind(a, picturesFrom(2)).backward();
    EXPECT_TRUE((a.grad() == 0).all().item<bool>());
}

TEST(PerceptualLoss, needs_sixteen_pixels) {
    const PerceptualLoss loss(smallStages());
    EXPECT_NO_THROW(loss(torch::zeros({1, 3, 16, 16}), torch::zeros({1, 3, 16, 16})));
    EXPECT_THROW(loss(torch::zeros({1, 3, 16, 15}), torch::zeros({1, 3, 16, 15})), Error);
}

// Red of 1 against red of -1: in the network's colours above and below 0, so that after relu one
// has a vector of length 1 in channel 0 and the other none. Weight 0.5 at every pixel.
TEST_F(PerceptualFolder, either_layout_is_read) {
    for (const bool isLpipss : {false, true}) {
        write(test::publicVggWeights(isLpipss));
        const PerceptualLoss loss = PerceptualLoss::load(folder / "vgg", torch::kCPU);
        const torch::Tensor red = torch::ones({1, 3, 16, 16});
        EXPECT_NEAR(loss(red, -red).item<double>(), 0.5, 1e-6);
        EXPECT_EQ(refusal(), "");
    }
}

TEST_F(PerceptualFolder, its_files_are_taken_together) {
    weights::StateDict linear;
    weights::StateDict network = test::publicVggWeights(false);
    for (auto item = network.begin(); item != network.end();)
        if (item->first.starts_with("lin")) {
            linear.insert(*item);
            item = network.erase(item);
        } else {
            ++item;
        }
    write(network);
    EXPECT_TRUE(has(refusal(), "lin0.model.1.weight is missing")) << refusal();
    write(linear, "lpips");
    EXPECT_EQ(refusal(), "");
}

TEST_F(PerceptualFolder, another_layout_is_refused_in_one_sentence) {
    EXPECT_TRUE(has(refusal(), "is no folder"));
    std::filesystem::create_directories(folder / "vgg");
    EXPECT_TRUE(has(refusal(), "holds no .safetensors file"));
    write({{"block1_conv1.kernel", torch::zeros({3, 3, 3, 64})}});
    EXPECT_TRUE(
        has(refusal(), "public layout: neither features.0.weight nor net.slice1.0.weight is there"))
        << refusal();
    EXPECT_FALSE(has(refusal(), "\n"));
    weights::StateDict state = test::publicVggWeights(false);
    state["features.5.weight"] = torch::zeros({64, 64, 3, 3});
    write(state);
    EXPECT_TRUE(has(refusal(), "features.5.weight is [64, 64, 3, 3], and [128, 64, 3, 3]"))
        << refusal();
    state = test::publicVggWeights(false);
    state.erase("features.28.bias");
    write(state);
    EXPECT_TRUE(has(refusal(), "features.28.bias is missing")) << refusal();
}
