// What a training set gives: one pair as tensors, and several of them as a batch.
// Legend: N pictures, T targets, C channels, H/W pixels.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unlit::data {

/// Keys of a batch, as the reference trainer names them.
inline constexpr const char* kBeautyNorm = "beauty_norm";
inline constexpr const char* kAlbedoNorm = "albedo_norm";
inline constexpr const char* kValidMask = "valid_mask";
/// The same mask, by the names that other configs of the reference ask for.
inline constexpr const char* kValidMaskRaw = "valid_mask_raw";
inline constexpr const char* kMask = "mask";

/// The key of a target: "albedo_norm" for "albedo".
std::string targetKey(const std::string& target);

/// One pair, or a beauty with several targets, on the CPU, contiguous.
struct Sample {
    torch::Tensor beauty_CHW; ///< float32 [3, H, W], display-encoded, in [-1, 1]
    /// Each likewise, same size, in its target's own encoding; in the order of the set's targets.
    std::vector<torch::Tensor> targets_TCHW;
    torch::Tensor valid_1HW;  ///< bool [1, H, W]: true where the pair may be learnt from
    std::string relativePath; ///< of the beauty, with '/'; its layer behind '#' where it has one
    std::string notFinite;    ///< in which of its files, and how much of them; "" = in none
    std::string condition{};  ///< class or text; "" = none
};

/// Several samples of the same size.
struct Batch {
    std::map<std::string, torch::Tensor> tensors; ///< [N, 3, H, W] float32; masks [N, 1, H, W] bool
    std::vector<std::string> rgbRelativePath;     ///< key `rgb_relative_path`
    std::vector<std::string> conditions{};        ///< of each sample, as Sample::condition
    std::int64_t index = 0;                       ///< in its epoch, from 0
    bool isElsewhere = false; ///< another process has it: nothing was read, the rest is empty

    std::int64_t size() const { return static_cast<std::int64_t>(rgbRelativePath.size()); }

    /// Throws Error::internal naming the keys that are there.
    const torch::Tensor& tensor(const std::string& key) const;
};

/// A sample that was left out because it could not be read.
struct SkippedSample {
    std::string name; ///< as Dataset::describe
    std::string reason;
};

/// A sample of which pixels are not finite; they are not valid.
struct NotFiniteSample {
    std::string name; ///< as Dataset::describe
    std::string what; ///< as Sample::notFinite
};

/// A batch as a loader makes it: without the samples that could not be read.
struct LoadedBatch {
    std::optional<Batch> batch; ///< unset where nothing is left of it
    std::vector<SkippedSample> skipped;
    std::vector<NotFiniteSample> notFinite = {};
};

/// Brings all to the height and the width of the largest: borders are repeated at the right and the
/// bottom, where nothing is valid.
void padToLargest(std::vector<Sample>& samples);

/// Stacks the samples; `targets` are the names of theirs. Throws Error::invalidInput naming two
/// samples of different sizes. Precondition: not empty.
Batch collate(const std::vector<Sample>& samples, const std::vector<std::string>& targets);

} // namespace unlit::data
