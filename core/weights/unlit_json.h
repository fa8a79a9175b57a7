// unlit.json beside model_index.json: what a folder of ours says beyond the diffusers layout.
#pragma once

#include "core/image/color/color_space.h"
#include "core/options/infer_options.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace unlit::weights {

/// Each field may be absent: the pipeline's class then decides.
struct UnlitJson {
    /// Order of the stored conv_in's input channels: what a reader has to feed.
    std::optional<ConcatOrder> concatOrder;
    /// Order that the training used; differs from concatOrder when the halves were exchanged on
    /// saving so that diffusers understands the file.
    std::optional<ConcatOrder> trainedConcatOrder;
    std::optional<ResizeConvention> resizeConvention;
    std::optional<ColorSpace> transfer; ///< a display-encoded space
    /// Stops above display white that scene-linear pictures keep, 0 to 8: they are shown to the
    /// model that much darker than to people, and fewer highlights clip.
    std::optional<double> headroomEv;
    std::string provenance; ///< where the weights come from, for people
    bool isRandom = false;  ///< never trained
    /// Trained on zeros in place of noise: one deterministic step. Its ensembles are of mirrored
    /// pictures. Source: Garcia et al., "Fine-Tuning Image-Conditional Diffusion Models is Easier
    /// than You Think", 2024.
    bool beginsWithZeros = false;
    /// Trained with a text for each picture: without one it gets the empty text, padded as others.
    bool seesText = false;
    /// Share of the correction that pictures get unless asked otherwise (core/infer/strength.h),
    /// 0 < strength <= 1, measured on held-out pairs.
    std::optional<double> strength;
    nlohmann::json calibration; ///< null, or an object that the calibrating code owns
};

/// Throws Error naming the file: Corrupt, InvalidInput for a wrong type or an unknown word (with
/// the words that are known). Unknown keys are kept out of the way: a newer version may have
/// written them.
UnlitJson readUnlitJson(const std::filesystem::path& file);

/// Keys: format (1), concat_order, trained_concat_order, resize_convention, transfer, headroom_ev,
/// provenance, is_random, begins_with_zeros, sees_text, strength, calibration.
nlohmann::json toJson(const UnlitJson& content);

/// Sets keys of a file that may be missing, and writes it whole; a null takes its key out. All else
/// stays, also what a newer version has written; a missing file begins as `content` says. Throws as
/// readUnlitJson, and for what cannot be written.
void updateUnlitJson(const std::filesystem::path& file, const UnlitJson& content,
                     const nlohmann::json& keys);

} // namespace unlit::weights
