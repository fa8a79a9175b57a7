#include "core/weights/start/pyramid_start.h"

#include "core/base/error.h"
#include "core/weights/start/linear_start.h"
#include "core/weights/start/pyramid_coefficients.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace unlit::weights {

namespace {

using Taps = std::array<double, 3>; ///< of a convolution in one direction, at -1, 0, +1

/// So much larger than a picture in [-1, 1] that it alone decides the variance of a norm's group.
constexpr double kConstant = 4;
/// Differences of neighbours are smaller than means, the more so the finer they are.
constexpr double kDetailGain = 2;

// x_2i = s_i + t_(i-1) and x_(2i+1) = s_i + t_i is what a 3x3 convolution can make of nearest
// upsampling. s and t are halves of two neighbours' means; m = s + t and d = s - t is stored.
constexpr Taps kHalve[2] = {{0.25, 0.5, 0.25}, {0.25, 0, -0.25}}; // on x_2i, x_(2i+1), x_(2i+2)
constexpr Taps kDouble[2] = {{0.5, 0.5, 0}, {-0.5, 0.5, 0}};
// The two together blur by (1, 2, 1)/4. Sharpened, a wave of w radians a pixel keeps 2/3 +
// cos(w)/2 - cos(2w)/6 of its height: within 2 % down to eight pixels, five sixths at four.
constexpr double kSide = 1.0 / 3;
constexpr Taps kSharpen = {-kSide, 1 + 2 * kSide, -kSide};
// The same on interleaved s and t, written in m and d: [out][in].
constexpr Taps kSharpenHalves[2][2] = {
    {{-kSide / 2, 1 + kSide, -kSide / 2}, {kSide / 2, 0, -kSide / 2}},
    {{-kSide / 2, 0, kSide / 2}, {kSide / 2, 1 + 3 * kSide, kSide / 2}}};

torch::Tensor outer(const Taps& y, const Taps& x, double factor = 1) {
    torch::Tensor kernel = torch::empty({3, 3});
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            kernel[row][column] = factor * y[row] * x[column];
    return kernel;
}

/// The channels of a place in the network and the coefficients that they hold.
struct Trunk {
    Layout layout;
    std::vector<Coefficient> values;
};

using CoefficientKernel =
    std::function<void(const Coefficient& out, const Coefficient& in, torch::Tensor at)>;

void writeLayer(StateDict& state, const std::string& name, const Trunk& in, const Trunk& out,
                const CoefficientKernel& kernel) {
    const auto place = [](const Trunk& trunk) {
        return Place{trunk.layout, static_cast<std::int64_t>(trunk.values.size())};
    };
    writeLinear(state, name, place(in), place(out),
                [&](std::int64_t o, std::int64_t i, const torch::Tensor& at) {
                    kernel(out.values[static_cast<std::size_t>(o)],
                           in.values[static_cast<std::size_t>(i)], at);
                });
}

bool has(const StateDict& state, const std::string& name) {
    return state.contains(name + ".weight");
}

void same(const Coefficient& out, const Coefficient& in, torch::Tensor at) {
    if (out == in)
        at.fill_(1); // of a 1x1 convolution
}

void halve(const Coefficient& out, const Coefficient& in, torch::Tensor at) {
    Coefficient parent = out;
    parent.path.pop_back();
    if (parent == in)
        at.copy_(outer(kHalve[int(out.path.back().y)], kHalve[int(out.path.back().x)]));
}

void twice(const Coefficient& out, const Coefficient& in, torch::Tensor at) {
    Coefficient parent = in;
    parent.path.pop_back();
    if (parent == out)
        at.copy_(outer(kDouble[int(in.path.back().y)], kDouble[int(in.path.back().x)]));
}

double gainOf(const Coefficient& coefficient) {
    return std::pow(kDetailGain, coefficient.fineness());
}

void centre(torch::Tensor at, double value) {
    at[1][1] = value;
}

/// Latent to first coefficients: the sharpening that the coarsest halving asks for.
void sharpenHalves(const Coefficient& out, const Coefficient& in, torch::Tensor at) {
    if (out.path.size() < 2) { // the picture itself was sharpened
        if (out == in)
            centre(at, 1 / gainOf(in));
        return;
    }
    Coefficient outParent = out, inParent = in;
    outParent.path.pop_back();
    inParent.path.pop_back();
    const Halving o = out.path.back(), i = in.path.back();
    if (outParent == inParent)
        at.copy_(outer(kSharpenHalves[int(o.y)][int(i.y)], kSharpenHalves[int(o.x)][int(i.x)],
                       1 / gainOf(in)));
}

/// The places of the network, outermost first: `entered[l]` behind the layers that change width.
struct Plan {
    std::vector<Trunk> halved; ///< right behind the halving into this resolution; [0] the picture
    std::vector<Trunk> entered;
};

Layout paired(std::int64_t width, const nn::AutoencoderKLOptions& options) {
    return {width, options.normGroups, kConstant};
}

/// `pairedLevel`: the resolution whose trunk ends in a norm.
Plan planOf(const nn::AutoencoderKLOptions& options, int pairedLevel) {
    const auto& widths = options.blockOutChannels;
    const int levels = static_cast<int>(widths.size()) - 1;
    const auto values = pyramid(levels, options.latentChannels);
    Plan plan;
    for (int level = 0; level <= levels; ++level) {
        const auto at = static_cast<std::size_t>(level);
        const Layout inside =
            level == pairedLevel ? paired(widths[at], options) : Layout{widths[at]};
        plan.entered.push_back({inside, values[at]});
        const bool isSame = level > 0 && widths[at] == widths[at - 1];
        plan.halved.push_back({level > 0 && !isSame ? Layout{widths[at - 1]} : inside, values[at]});
    }
    return plan;
}

Trunk latentTrunk(const nn::AutoencoderKLOptions& options, const Plan& plan) {
    return {Layout{options.latentChannels}, plan.entered.back().values};
}

Trunk picture() {
    return {Layout{3}, {{0, {}}, {1, {}}, {2, {}}}}; // red, green, blue here
}

void startEncoder(StateDict& state, const nn::AutoencoderKLOptions& options) {
    const int levels = static_cast<int>(options.blockOutChannels.size()) - 1;
    const Plan plan = planOf(options, levels);
    writeLayer(state, "encoder.conv_in", picture(), plan.entered[0],
               [&](const Coefficient& out, const Coefficient& in, torch::Tensor at) {
                   const double share = colourAxes()[out.colour][in.colour];
                   if (levels > 0)
                       at.copy_(outer(kSharpen, kSharpen, share));
                   else
                       centre(at, share);
               });
    for (int level = 1; level <= levels; ++level) {
        const std::string before = "encoder.down_blocks." + std::to_string(level - 1);
        const std::string inside = "encoder.down_blocks." + std::to_string(level);
        writeLayer(state, before + ".downsamplers.0.conv", plan.entered[level - 1],
                   plan.halved[level], halve);
        if (const std::string shortcut = inside + ".resnets.0.conv_shortcut"; has(state, shortcut))
            writeLayer(state, shortcut, plan.halved[level], plan.entered[level], same);
    }
    writeLayer(state, "encoder.conv_out", plan.entered.back(), latentTrunk(options, plan),
               [](const Coefficient& out, const Coefficient& in, torch::Tensor at) {
                   if (out == in)
                       centre(at, gainOf(out));
               });
    if (has(state, "quant_conv"))
        writeIdentity(state, "quant_conv");
}

void startDecoder(StateDict& state, const nn::AutoencoderKLOptions& options) {
    const int levels = static_cast<int>(options.blockOutChannels.size()) - 1;
    const auto& widths = options.blockOutChannels;
    const Plan plan = planOf(options, 0);
    if (has(state, "post_quant_conv"))
        writeIdentity(state, "post_quant_conv");
    writeLayer(state, "decoder.conv_in", latentTrunk(options, plan), plan.entered.back(),
               sharpenHalves);
    for (int level = levels; level > 0; --level) {
        const auto at = static_cast<std::size_t>(level);
        const std::string block = "decoder.up_blocks.";
        const Trunk& next = plan.entered[at - 1];
        const bool isSame = widths[at] == widths[at - 1];
        const Trunk doubled = {isSame ? next.layout : Layout{widths[at]}, next.values};
        writeLayer(state, block + std::to_string(levels - level) + ".upsamplers.0.conv",
                   plan.entered[at], doubled, twice);
        if (!isSame)
            writeLayer(state,
                       block + std::to_string(levels - level + 1) + ".resnets.0.conv_shortcut",
                       doubled, next, same);
    }
    writeLayer(state, "decoder.conv_out", plan.entered[0], picture(),
               [](const Coefficient& out, const Coefficient& in, torch::Tensor at) {
                   centre(at, colourAxes()[in.colour][out.colour]);
               });
}

} // namespace

std::string pyramidObstacle(const nn::AutoencoderKLOptions& options) {
    const int levels = static_cast<int>(options.blockOutChannels.size()) - 1;
    for (const int level : {0, levels}) {
        const Plan plan = planOf(options, level);
        for (const std::vector<Trunk>& trunks : {plan.halved, plan.entered})
            for (const Trunk& trunk : trunks)
                if (trunk.layout.room() < static_cast<std::int64_t>(trunk.values.size()))
                    return std::to_string(trunk.layout.width) +
                           " channels have no room for a pyramid's " +
                           std::to_string(trunk.values.size());
    }
    return {};
}

void startAsPyramid(StateDict& state, const nn::AutoencoderKLOptions& options) {
    if (const std::string obstacle = pyramidObstacle(options); !obstacle.empty())
        throw Error::invalidInput(obstacle, "make the VAE wider, or its norm groups or latent "
                                            "channels fewer");
    const torch::NoGradGuard noGrad;
    startEncoder(state, options);
    startDecoder(state, options);
}

} // namespace unlit::weights
