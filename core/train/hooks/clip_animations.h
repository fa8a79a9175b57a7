// Clips of a validation as they were given and as they came back, frame by frame.
#pragma once

#include "core/image/image.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace unlit::train {

/// Clips that a validation has an animation of at most.
inline constexpr std::size_t kMostClips = 8;

/// Keeps a sheet of small pictures for every frame. Thread: the one that validates.
class ClipAnimations {
public:
    explicit ClipAnimations(std::int64_t framesOfClip);

    /// `parts`: pictures of one pair by name, as PictureGrid has them.
    void add(const std::string& relativePath, const std::map<std::string, Image>& parts);

    /// FIRST_FRAME_clip.gif for the first so many frames of each sequence ('/' becomes '_').
    /// Sequences that are shorter, and whose frames differ in size, have none. Throws Error as
    /// writeAnimation.
    void write(const std::filesystem::path& folder) const;

private:
    std::size_t m_framesOfClip;
    std::vector<std::filesystem::path> m_names;
    std::vector<Image> m_sheets;
};

} // namespace unlit::train
