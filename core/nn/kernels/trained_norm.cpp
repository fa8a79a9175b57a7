#include "core/nn/kernels/trained_norm.h"

#include "core/nn/kernels/group_moments.h"

#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/nn/functional/normalization.h>

#include <utility>

namespace unlit::nn {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

struct NormSettings {
    int64_t groups = 1;
    double epsilon = 0;
    Activation activation = Activation::None;
};

/// [2, N, C]: mean and 1 / deviation of each sample's channels.
torch::Tensor statisticsTensor(const std::vector<GroupStatistics>& all, int64_t channels) {
    torch::Tensor both =
        torch::empty({2, static_cast<int64_t>(all.size()), channels}, torch::kFloat64);
    auto* values = both.data_ptr<double>();
    for (const auto part : {&GroupStatistics::mean, &GroupStatistics::inverse})
        for (const GroupStatistics& one : all)
            values = std::copy((one.*part).begin(), (one.*part).end(), values);
    return both;
}

GroupStatistics statisticsFrom(const torch::Tensor& both, int64_t sample) {
    const auto vectorOf = [&](int64_t which) {
        const auto* values = both[which][sample].data_ptr<double>();
        return std::vector<double>(values, values + both.size(2));
    };
    return {vectorOf(0), vectorOf(1)};
}

/// What the gradient of x is made of, per channel: dx = dz * ofDz + (x - mean) * ofX + constant.
struct GradientMix {
    std::vector<float> mean, ofDz, ofX, constant;
};

/// `sums`: of dz, and of dz * (x - mean).
GradientMix mixOf(const ChannelSums& sums, const GroupStatistics& statistics, const float* weight,
                  int64_t pixels, int64_t groups) {
    const size_t channels = sums.first.size(), members = channels / static_cast<size_t>(groups);
    const double count = static_cast<double>(pixels) * static_cast<double>(members);
    GradientMix mix{std::vector<float>(channels), std::vector<float>(channels),
                    std::vector<float>(channels), std::vector<float>(channels)};
    for (size_t first = 0; first < channels; first += members) {
        const double inverse = statistics.inverse[first];
        double plain = 0, projected = 0;
        for (size_t c = first; c < first + members; ++c) {
            plain += weight[c] * sums.first[c];
            projected += weight[c] * sums.second[c] * inverse;
        }
        for (size_t c = first; c < first + members; ++c) {
            mix.mean[c] = static_cast<float>(statistics.mean[c]);
            mix.ofDz[c] = static_cast<float>(inverse * weight[c]);
            mix.ofX[c] = static_cast<float>(-inverse * inverse * projected / count);
            mix.constant[c] = static_cast<float>(-inverse * plain / count);
        }
    }
    return mix;
}

/// Plain operations, which record what is done to them.
torch::Tensor recorded(const torch::Tensor& x, const torch::Tensor& weight,
                       const torch::Tensor& bias, const NormSettings& settings) {
    const torch::Tensor y = torch::group_norm(x.to(weight.scalar_type()), settings.groups, weight,
                                              bias, settings.epsilon);
    return (settings.activation == Activation::Silu ? torch::silu(y) : y).to(x.scalar_type());
}

class TrainedNorm : public torch::autograd::Function<TrainedNorm> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& x_NCHW,
                                 const torch::Tensor& weight, const torch::Tensor& bias,
                                 int64_t groups, double epsilon, bool hasSilu) {
        const torch::Tensor x = x_NCHW.contiguous(torch::MemoryFormat::ChannelsLast);
        torch::Tensor y = torch::empty_like(x);
        const NormSettings settings{groups, epsilon, hasSilu ? Activation::Silu : Activation::None};
        std::vector<GroupStatistics> statistics;
        const int64_t channels = x.size(1), pixels = x.size(2) * x.size(3);
        withNumber(x, [&](auto number) {
            using Number = decltype(number);
            for (int64_t sample = 0; sample < x.size(0); ++sample) {
                const Number* in = readable<Number>(x) + sample * pixels * channels;
                Number* out = writable<Number>(y) + sample * pixels * channels;
                statistics.push_back(
                    statisticsOf(momentsOf(in, pixels, channels), pixels, groups, epsilon));
                const Affine affine =
                    affineOf(statistics.back(), weight.data_ptr<float>(), bias.data_ptr<float>());
                at::parallel_for(0, pixels, grainRows(channels), [&](int64_t begin, int64_t end) {
                    scaleChannels(in + begin * channels, end - begin, channels, affine.scale.data(),
                                  affine.offset.data(), settings.activation,
                                  out + begin * channels);
                });
            }
        });
        context->save_for_backward({x_NCHW, weight, bias, statisticsTensor(statistics, channels)});
        context->saved_data["groups"] = groups;
        context->saved_data["epsilon"] = epsilon;
        context->saved_data["silu"] = hasSilu;
        return y;
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const variable_list saved = context->get_saved_variables();
        const NormSettings settings{
            context->saved_data["groups"].toInt(), context->saved_data["epsilon"].toDouble(),
            context->saved_data["silu"].toBool() ? Activation::Silu : Activation::None};
        variable_list result = torch::GradMode::is_enabled()
                                   ? recordedGradients(saved, gradients[0], settings)
                                   : quickGradients(saved, gradients[0], settings);
        result.resize(6); // groups, epsilon and activation have none
        return result;
    }

private:
    /// Where gradients are to have gradients: those of the plain operations.
    static variable_list recordedGradients(const variable_list& saved, const Variable& dy,
                                           const NormSettings& settings) {
        const variable_list inputs{saved[0], saved[1], saved[2]};
        return torch::autograd::grad({recorded(saved[0], saved[1], saved[2], settings)}, inputs,
                                     {dy}, /*retain_graph=*/true, /*create_graph=*/true,
                                     /*allow_unused=*/true);
    }

    static variable_list quickGradients(const variable_list& saved, const Variable& dyGiven,
                                        const NormSettings& settings) {
        const torch::Tensor x = saved[0].contiguous(torch::MemoryFormat::ChannelsLast);
        const torch::Tensor dy =
            dyGiven.to(x.scalar_type()).contiguous(torch::MemoryFormat::ChannelsLast);
        torch::Tensor dx = torch::empty_like(x);
        const int64_t channels = x.size(1);
        torch::Tensor dWeight = torch::zeros({channels}, torch::kFloat64);
        torch::Tensor dBias = torch::zeros({channels}, torch::kFloat64);
        withNumber(x, [&](auto number) {
            using Number = decltype(number);
            for (int64_t sample = 0; sample < x.size(0); ++sample)
                addSample<Number>(x, dy, sample, saved, settings, dx, dWeight, dBias);
        });
        return {dx, dWeight.to(torch::kFloat32), dBias.to(torch::kFloat32)};
    }

    template <class Number>
    static void addSample(const torch::Tensor& x, const torch::Tensor& dy, int64_t sample,
                          const variable_list& saved, const NormSettings& settings,
                          torch::Tensor& dx, torch::Tensor& dWeight, torch::Tensor& dBias) {
        const int64_t channels = x.size(1), pixels = x.size(2) * x.size(3);
        const int64_t start = sample * pixels * channels;
        const Number* in = readable<Number>(x) + start;
        const Number* slope = readable<Number>(dy) + start;
        Number* out = writable<Number>(dx) + start;
        const GroupStatistics statistics = statisticsFrom(saved[3], sample);
        const auto* weight = saved[1].data_ptr<float>();
        const Affine affine = affineOf(statistics, weight, saved[2].data_ptr<float>());
        const std::vector<float> mean(statistics.mean.begin(), statistics.mean.end());
        const ChannelSums sums = channelSums(
            pixels, channels, [&](int64_t begin, int64_t count, double* ofDz, double* ofDzX) {
                addGradientSums(in + begin * channels, slope + begin * channels, count, channels,
                                affine.scale.data(), affine.offset.data(), settings.activation,
                                mean.data(), ofDz, ofDzX);
            });
        for (int64_t c = 0; c < channels; ++c) {
            const auto i = static_cast<size_t>(c);
            dWeight.data_ptr<double>()[c] += sums.second[i] * statistics.inverse[i];
            dBias.data_ptr<double>()[c] += sums.first[i];
        }
        const GradientMix mix = mixOf(sums, statistics, weight, pixels, settings.groups);
        at::parallel_for(0, pixels, grainRows(channels), [&](int64_t begin, int64_t end) {
            mixGradients(in + begin * channels, slope + begin * channels, end - begin, channels,
                         affine.scale.data(), affine.offset.data(), settings.activation,
                         {mix.mean.data(), mix.ofDz.data(), mix.ofX.data(), mix.constant.data()},
                         out + begin * channels);
        });
    }
};

} // namespace

bool canTrainFused(const torch::Tensor& x) {
    const bool known = x.scalar_type() == torch::kFloat32 || x.scalar_type() == torch::kBFloat16;
    return known && x.is_cpu() && x.dim() == 4 && torch::GradMode::is_enabled();
}

torch::Tensor trainedGroupNorm(const torch::Tensor& x_NCHW, int64_t groups,
                               const torch::Tensor& weight, const torch::Tensor& bias,
                               double epsilon, Activation activation) {
    return TrainedNorm::apply(x_NCHW, weight.contiguous(), bias.contiguous(), groups, epsilon,
                              activation == Activation::Silu);
}

} // namespace unlit::nn
