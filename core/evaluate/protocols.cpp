#include "core/evaluate/protocols.h"

#include <algorithm>

namespace unlit::evaluate {

namespace {

using enum Region;
using enum ValueSpace;

std::vector<Protocol> makeProtocols() {
    return {
        {"Marigold-IID appearance",
         "evaluation scripts of prs-eth/Marigold (InteriorVerse)",
         {ScaleKind::None, All, Encoded},
         {"psnr", "ssim"},
         true,
         "there: 4 steps, one member, processing resolution 640"},
        {"Marigold-IID lighting, albedo",
         "evaluation scripts of prs-eth/Marigold (Hypersim)",
         {ScaleKind::None, Masked, Encoded},
         {"psnr", "ssim"},
         true,
         "there: native size; the mask leaves out what is not finite or black in the truth"},
        {"MIT Intrinsic, LMSE of reflectance",
         "Grosse et al. 2009, a factor for each window and channel",
         {ScaleKind::PerChannel, Masked, Linear},
         {"lmse"},
         false,
         "their score is the mean of reflectance and shading"},
        {"MIT Intrinsic, albedo MSE and LMSE",
         "tables since Barron and Malik 2015, one factor for each picture",
         {ScaleKind::One, Masked, Linear},
         {"mse", "lmse"},
         false,
         "papers differ in the windows' factors and in DSSIM"},
        {"ARAP",
         "Careaga and Aksoy 2023, 2024: LMSE, RMSE, SSIM of scale-aligned linear albedo",
         {ScaleKind::One, All, Linear},
         {"lmse", "rmse", "ssim"},
         false,
         "subsets of the scenes differ between papers"},
        {"MVInverse",
         "albedo aligned with a factor for each channel",
         {ScaleKind::PerChannel, All, Linear},
         {"psnr", "ssim"},
         false,
         "a factor for each channel hides errors of the white balance"},
    };
}

} // namespace

const std::vector<Protocol>& protocols() {
    static const std::vector<Protocol> kProtocols = makeProtocols();
    return kProtocols;
}

std::vector<const Protocol*> protocolsOf(const Cell& cell, std::string_view metric,
                                         ColorSpace encoding) {
    std::vector<const Protocol*> found;
    for (const Protocol& protocol : protocols())
        if (protocol.cell == cell &&
            std::ranges::find(protocol.metrics, metric) != protocol.metrics.end() &&
            (!protocol.needsGamma22 || encoding == ColorSpace::Gamma22))
            found.push_back(&protocol);
    return found;
}

} // namespace unlit::evaluate
