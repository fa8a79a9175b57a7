// Everything that the numbers of one run depend on, fully decided: no "auto", no defaults of
// models.
#pragma once

#include "core/diffusion/scheduler_config.h"
#include "core/evaluate/error_model.h"
#include "core/infer/detail/detail_target.h"
#include "core/options/infer_options.h"
#include "core/tensor/interpolate.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unlit::infer {

/// Where the picture is rounded before the network sees it.
enum class SampleDomain {
    Float,    ///< nowhere
    EightBit, ///< to whole levels, before and after resizing: public Marigold on 8-bit files
};

/// How the members of an ensemble get their noise from the one generator.
enum class NoiseDraw {
    WholeEnsemble, ///< one draw [E, 4T, h, w]: the batch size does not change the result
    PerBatch,      ///< one draw per batch of members, as public Marigold
};

/// One convention of getting a picture to the network's size and back.
struct ResizePolicy {
    SizeArithmetic arithmetic = SizeArithmetic::Diffusers;
    bool padsToFactor = true; ///< replicate padding to whole latent cells; else they are floored
    bool clipsAfterResize = true; ///< to [0,1]; diffusers leaves the overshoot of bicubic
    Antialias antialiasBack = Antialias::On;
    SampleDomain domain = SampleDomain::Float;
    NoiseDraw noiseDraw = NoiseDraw::WholeEnsemble;
};

/// What a convention means. Marigold's runs in the float domain here, so that deep pictures keep
/// their depth.
ResizePolicy resizePolicyOf(ResizeConvention convention);

/// A target whose errors are asked for.
struct JudgedTarget {
    DetailTarget target;
    std::optional<evaluate::ErrorModel> model; ///< none = its features alone can be told
};

struct RunSettings {
    std::int64_t steps = 4;
    std::int64_t ensemble = 1;
    double settledSpread = 0;   ///< see InferOptions
    std::int64_t stopAfter = 0; ///< likewise
    Reduction reduction = Reduction::Median;
    std::uint64_t seed = 2024;
    std::int64_t processingRes = 768; ///< longer side in pixels, 0 = native
    bool matchInputRes = true;
    Interpolation inputMethod = Interpolation::Bilinear;
    Interpolation outputMethod = Interpolation::Bilinear;
    ResizePolicy resize;
    ConcatOrder concatOrder = ConcatOrder::NoisyFirst;
    bool beginsWithZeros = false;             ///< no noise; members as member_view.h says
    std::int64_t batchSize = 1;               ///< members per UNet call
    std::vector<std::int64_t> decodedTargets; ///< indices in the model's order, ascending
    std::vector<std::string> targetNames;     ///< of the decoded targets, for progress
    std::vector<double> strengths;            ///< of the decoded targets (strength.h); none = all 1
    std::vector<DetailTarget> detail;         ///< of the decoded targets: guided detail; none = off
    ColorSpace transfer = ColorSpace::Srgb;   ///< display curve of the picture; for detail, errors
    /// How errors are told from what one run shows: empty = not at all; else of each decoded
    /// target, which may have none.
    std::vector<JudgedTarget> judged;
    bool keepsErrorFeatures = false; ///< of the judged targets, for calibrating
    diffusion::SchedulerConfig scheduler;
    std::string condition;    ///< class or text, as the lists have it (condition.h); "" = none
    double guidanceScale = 1; ///< see ConditionOptions
};

/// For a model that begins with zeros: one step, for further ones would begin where it never was
/// trained, and no more members than there are views. Other settings stay as they are.
void keepToTraining(RunSettings& settings, bool beginsWithZeros);

} // namespace unlit::infer
