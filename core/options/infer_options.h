// Settings of one inference, and its result: plain values without torch, shared by pipeline,
// sessions, command line, studio.
#pragma once

#include "core/image/image.h"
#include "core/options/attention_processors.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit {

enum class Reduction { Median, Mean };
enum class Resample { Bilinear, Bicubic, Nearest }; ///< Nearest = nearest-exact

/// How an image gets to the network's size and back.
enum class ResizeConvention {
    Marigold,  ///< no padding, antialiased both ways
    Diffusers, ///< antialiased in, replicate padding right and bottom, no antialias back
    Unlit,     ///< padding as diffusers, antialiased back
};

/// Order of the UNet's input channels: [noisy targets, image] or [image, noisy targets].
enum class ConcatOrder { NoisyFirst, ImageFirst };

enum class Precision { Auto, Float32, BFloat16, Float16, Int8 };

/// Of how many heads of an attention scores are held at once. The same numbers up to rounding.
/// Named as in diffusers' enable_attention_slicing; more than one head: attention_heads.h.
enum class AttentionSlicing {
    Off,
    Auto, ///< half of a sample's heads at a time
    Max,  ///< one head at a time
};

/// Whether a picture goes through the network whole, resized, or in overlapping tiles at its own
/// size that are held to one pass over the whole.
enum class TileMode {
    Off,
    Auto, ///< tiles where the picture's longer side is more than twice a tile's
    On,   ///< tiles wherever the picture is larger than one
};

/// What becomes of detail that is finer than what the network sees or its VAE can carry.
enum class DetailMode {
    Off,    ///< lost: the network's answer is enlarged
    Guided, ///< taken from the picture (core/infer/detail/guided_detail.h)
};

/// Whether pixels without light (core/image/lightless.h) are hidden from the network and stay as
/// they are.
enum class KeepBlack { Off, Auto };

/// Names as on the command line: "median", "bilinear", "diffusers", "noisy_first", "bfloat16", …
std::string_view toString(Reduction value);
std::string_view toString(Resample value);
std::string_view toString(ResizeConvention value);
std::string_view toString(ConcatOrder value);
std::string_view toString(Precision value);
std::string_view toString(AttentionSlicing value);
std::string_view toString(TileMode value);
std::string_view toString(DetailMode value);
std::string_view toString(KeepBlack value);
std::optional<Reduction> reductionFromString(std::string_view name);
std::optional<ResizeConvention> resizeConventionFromString(std::string_view name);
std::optional<ConcatOrder> concatOrderFromString(std::string_view name);
std::optional<AttentionSlicing> attentionSlicingFromString(std::string_view name);

/// What a run gives up to need less memory.
struct MemoryOptions {
    AttentionSlicing attentionSlicing = AttentionSlicing::Off;
    bool vaeTiling = false; ///< encode and decode in tiles of the VAE's own size: other numbers
    bool offload = false;   ///< keep the VAE on the CPU while it is not used; CUDA only
};

/// Pixels of the picture, both rounded down to whole latent cells.
struct TileOptions {
    TileMode mode = TileMode::Off;
    int size = 0;    ///< side of a tile; 0 = the processing resolution
    int overlap = 0; ///< that neighbours share at least; 0 = a quarter of a tile

    bool operator==(const TileOptions&) const = default;
};

/// What the network is told beside the picture; one of class and prompt at most.
struct ConditionOptions {
    std::optional<int> classLabel; ///< of a model of classes, from 0
    std::string prompt;            ///< of a model of texts; empty = none
    /// 1 = what the network says to the condition; else, by a second pass without it, so many times
    /// the way from there to here (Ho and Salimans, "Classifier-Free Diffusion Guidance", 2022).
    double guidanceScale = 1;

    bool operator==(const ConditionOptions&) const = default;
};

struct InferOptions {
    std::optional<int> steps; ///< DDIM steps, 1..1000; unset = the model's default, else 4
    std::optional<int>
        processingRes; ///< longer side in pixels, 0 = native; unset = the model's default, else 768
    int ensemble = 1;  ///< members, >= 1; the most, where `settledSpread` or `stopAfter` ends it
    /// Above 0: the ensemble ends when a further member changes the mean spread by less than this
    /// share of it, twice in a row. 0 = all members.
    double settledSpread = 0;
    int stopAfter = 0; ///< above 0: only the first so many members, what an early stop had left
    Reduction reduction = Reduction::Median;
    /// Share of the correction that an albedo gets, 0..1: at less than 1 a mean with the input
    /// (strength.h). Unset = the model folder's, else 1.
    std::optional<double> strength;
    std::uint64_t seed = 2024;
    bool matchInputRes = true; ///< resize results back to the input's size
    Resample resample = Resample::Bilinear;
    std::optional<ResizeConvention> resizeConvention; ///< unset = the model folder decides
    std::optional<ConcatOrder> concatOrder;           ///< unset = the model folder decides
    int batchSize = 0; ///< members per UNet call, 0 = as memory allows
    Precision precision = Precision::Auto;
    std::string device = "auto";   ///< "auto", "cpu", "cuda", "cuda:N"
    AttentionProcessors attention; ///< of the UNet
    MemoryOptions memory;
    TileOptions tiles;
    /// Unset = Guided, but Off where the reference's numbers are asked for: a resize convention
    /// that is named, and is diffusers' or Marigold's.
    std::optional<DetailMode> detail;
    KeepBlack keepBlack = KeepBlack::Auto;
    bool uncertainty = true;          ///< whether a result says how sure it is; costs its memory
    std::vector<std::string> targets; ///< names to keep, empty = all
    ConditionOptions condition;
};

/// One target's picture: R,G,B in [0,1]; `image.space` is the folder's transfer for display-encoded
/// targets, Linear for linear ones, Raw for data (roughness, …). Uncertainty has the same channels
/// and is Raw.
struct TargetPrediction {
    std::string name;
    Image image;
    /// With ensemble > 1, and where the model folder knows its errors (weights/calibration.h).
    std::optional<Image> uncertainty;
    bool upToScale = false; ///< linear values whose unit is free (shading, residual)
    std::vector<std::string>
        subTargets; ///< names of the channels of a stack ("" = unused), else empty
    /// RunSignals::wantsErrorFeatures: what error_model.h looks at, four Raw channels; else empty.
    Image errorFeatures = {};
};

/// What was really used, after defaults of model and machine.
struct UsedSettings {
    int steps = 0;
    int processingRes = 0;
    int ensemble = 1;         ///< members that were asked for
    int members = 1;          ///< members that the result is made of
    double memberWork = 1;    ///< of those, in units of the first (member_size.h)
    double settledSpread = 0; ///< as asked
    Reduction reduction = Reduction::Median;
    double strength = 1; ///< of the albedo
    std::uint64_t seed = 0;
    bool matchInputRes = true;
    Resample resample = Resample::Bilinear;
    ResizeConvention resizeConvention = ResizeConvention::Unlit;
    ConcatOrder concatOrder = ConcatOrder::NoisyFirst;
    int batchSize = 1;
    Precision precision = Precision::Float32;
    std::string device = "cpu";
    int networkWidth = 0; ///< pixels that the encoder saw, padding included; of all tiles together
    int networkHeight = 0;
    bool tiled = false;
    int tileSize = 0;    ///< pixels, where it is tiled; the same as asked, rounded
    int tileOverlap = 0; ///< likewise
    DetailMode detail = DetailMode::Off;
    KeepBlack keepBlack = KeepBlack::Off;
    ConditionOptions condition;
};

namespace infer {
struct KeptAnswer;
}

struct Prediction {
    std::vector<TargetPrediction> targets; ///< in the model's order
    UsedSettings used;
    /// 1 = without light, kept as the input has it; of the input's size, empty = none. Results of
    /// another size have no such pixels.
    std::vector<unsigned char> lightless;
    /// From which another strength or detail is made without a run (infer/kept_answer.h); null
    /// unless it was asked for, and of results of tiles.
    std::shared_ptr<const infer::KeptAnswer> answer{};
    std::uint64_t answerBytes = 0; ///< of it
};

} // namespace unlit
