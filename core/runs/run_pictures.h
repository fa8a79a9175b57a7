// The pictures under a run's visualization/: what the model made of the same inputs, step by step.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace unlit::runs {

/// The pictures of one sample at one step. Files are 8-bit PNG, sRGB or a target's own numbers.
struct SamplePictures {
    std::string dataset;
    std::string sample; ///< "beauty_000240.exr"
    /// By what they show: "beauty", "prediction", "truth", "error", "uncertainty"; with several
    /// targets "albedo_prediction", …. In the order of their names.
    std::vector<std::pair<std::string, std::filesystem::path>> parts;

    /// nullptr where there is none.
    const std::filesystem::path* find(const std::string& what) const;
};

/// What SamplePictures calls a part of a target; `target` is "" where the run has one alone.
std::string partName(const std::string& target, const std::string& what);

/// The steps that have pictures, ascending. A missing or unreadable folder has none.
std::vector<std::int64_t> pictureSteps(const std::filesystem::path& run);

/// By data set, then by sample, in the order in which people count. Pictures that belong to no
/// beauty (other programs') are samples of their own with one "prediction".
std::vector<SamplePictures> picturesAt(const std::filesystem::path& run, std::int64_t step);

/// The targets of the parts: "albedo" for "albedo_prediction", "" for a lone "prediction".
std::vector<std::string> targetsOf(const SamplePictures& pictures);

} // namespace unlit::runs
