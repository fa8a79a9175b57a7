#include "core/nn/vae/quantizer.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace unlit::nn {

namespace {

constexpr double kBoundMargin = 1e-3; ///< so that the outermost levels can be reached
constexpr std::int64_t kMostDistances = std::int64_t{1} << 24; ///< held at once: 64 MiB

/// One number a channel, as [1, C, 1, 1] beside `like`.
torch::Tensor perChannel(const std::vector<double>& values, const torch::Tensor& like) {
    return torch::tensor(values, torch::kFloat32).reshape({1, -1, 1, 1}).to(like.device());
}

template <class Of>
torch::Tensor perLevel(const std::vector<std::int64_t>& levels, const torch::Tensor& like, Of of) {
    std::vector<double> values;
    std::ranges::transform(levels, std::back_inserter(values), of);
    return perChannel(values, like);
}

/// Steps from 0 to the lowest level.
double halfOf(std::int64_t levels) {
    return static_cast<double>(levels / 2);
}

torch::Tensor halves(const std::vector<std::int64_t>& levels, const torch::Tensor& like) {
    return perLevel(levels, like, halfOf);
}

/// What the code counts in each channel: of mixed base for fsq, powers of two for lfq.
torch::Tensor placeValues(const QuantizerOptions& options, const torch::Tensor& like) {
    std::vector<std::int64_t> values;
    std::int64_t value = 1;
    for (std::int64_t i = 0; i < options.latentChannels; ++i) {
        values.push_back(value);
        value *= options.kind == QuantizerKind::LookupFree
                     ? 2
                     : options.levels[static_cast<std::size_t>(i)];
    }
    return torch::tensor(values, torch::kInt64).reshape({1, -1, 1, 1}).to(like.device());
}

} // namespace

QuantizerImpl::QuantizerImpl(const QuantizerOptions& options) : m_options(options) {
    if (options.kind == QuantizerKind::Codebook)
        codebook = parameter("codebook", {options.size, options.latentChannels});
}

void QuantizerImpl::initialise(const torch::Generator& generator) {
    if (!codebook.defined())
        return;
    const double bound = 1.0 / static_cast<double>(m_options.size);
    codebook.uniform_(-bound, bound, generator);
}

torch::Tensor QuantizerImpl::bounded(const torch::Tensor& x_NChw) const {
    if (m_options.kind != QuantizerKind::FiniteScalar)
        return x_NChw;
    const torch::Tensor x = x_NChw.to(torch::kFloat32);
    const auto reach = [](std::int64_t levels) {
        return static_cast<double>(levels - 1) * (1 + kBoundMargin) / 2;
    };
    const auto offset = [](std::int64_t levels) { return levels % 2 == 0 ? 0.5 : 0.0; };
    const auto shift = [&](std::int64_t levels) {
        return std::atanh(offset(levels) / reach(levels));
    };
    const auto& levels = m_options.levels;
    return ((x + perLevel(levels, x, shift)).tanh() * perLevel(levels, x, reach) -
            perLevel(levels, x, offset)) /
           halves(levels, x);
}

/// Which of its levels each channel is nearest to, from 0, in float32.
torch::Tensor QuantizerImpl::scalarDigits(const torch::Tensor& z_NChw) const {
    const torch::Tensor half = halves(m_options.levels, z_NChw);
    const torch::Tensor last = perLevel(m_options.levels, z_NChw, [](std::int64_t levels) {
        return static_cast<double>(levels - 1);
    });
    const torch::Tensor digits = (z_NChw * half).round() + half;
    return torch::minimum(digits.clamp_min(0), last);
}

/// By squared distance, [N, h, w]; of equals the first.
torch::Tensor QuantizerImpl::nearest(const torch::Tensor& z_NChw) const {
    const torch::Tensor cells = z_NChw.permute({0, 2, 3, 1}).reshape({-1, z_NChw.size(1)});
    const torch::Tensor book = codebook.detach();
    const torch::Tensor square = book.square().sum(1).unsqueeze(0);
    std::vector<torch::Tensor> found;
    for (const torch::Tensor& part :
         cells.split(std::max<std::int64_t>(1, kMostDistances / m_options.size)))
        found.push_back(torch::addmm(square, part, book.t(), /*beta=*/1, /*alpha=*/-2).argmin(1));
    return torch::cat(found).reshape({z_NChw.size(0), z_NChw.size(2), z_NChw.size(3)});
}

torch::Tensor QuantizerImpl::codes(const torch::Tensor& z_NChw) const {
    const torch::NoGradGuard noGrad;
    const torch::Tensor z = z_NChw.detach().to(torch::kFloat32);
    if (m_options.kind == QuantizerKind::Codebook)
        return nearest(z);
    const torch::Tensor digits =
        m_options.kind == QuantizerKind::LookupFree ? z > 0 : scalarDigits(z);
    return (digits.to(torch::kInt64) * placeValues(m_options, z)).sum(1);
}

torch::Tensor QuantizerImpl::ofCodes(const torch::Tensor& codes_Nhw) const {
    if (m_options.kind == QuantizerKind::Codebook)
        return torch::embedding(codebook, codes_Nhw).permute({0, 3, 1, 2}).contiguous();
    const torch::Tensor places =
        codes_Nhw.unsqueeze(1).div(placeValues(m_options, codes_Nhw), "floor");
    if (m_options.kind == QuantizerKind::LookupFree)
        return places.remainder(2).to(torch::kFloat32) * 2 - 1;
    const torch::Tensor levels =
        torch::tensor(m_options.levels, torch::kInt64).reshape({1, -1, 1, 1}).to(places.device());
    const torch::Tensor digits = places.remainder(levels).to(torch::kFloat32);
    const torch::Tensor half = halves(m_options.levels, digits);
    return (digits - half) / half;
}

torch::Tensor QuantizerImpl::forward(const torch::Tensor& z_NChw) const {
    const torch::Tensor z = z_NChw.to(torch::kFloat32);
    torch::Tensor nearestCode;
    {
        const torch::NoGradGuard noGrad;
        if (m_options.kind == QuantizerKind::FiniteScalar) {
            const torch::Tensor half = halves(m_options.levels, z);
            nearestCode = (scalarDigits(z) - half) / half;
        } else if (m_options.kind == QuantizerKind::LookupFree) {
            nearestCode = torch::where(z > 0, torch::ones_like(z), -torch::ones_like(z));
        } else {
            nearestCode = ofCodes(nearest(z));
        }
    }
    if (!z.requires_grad())
        return nearestCode.to(z_NChw.scalar_type());
    return (nearestCode + (z - z.detach())).to(z_NChw.scalar_type()); // exactly the code
}

} // namespace unlit::nn
