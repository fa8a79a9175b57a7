#include "core/train/hooks/clip_animations.h"

#include "core/base/frame_sequence.h"
#include "core/image/animation.h"
#include "core/train/hooks/picture_grid.h"

#include <algorithm>

namespace unlit::train {

namespace {

constexpr double kFramesOfClipPerSecond = 8;

bool areOfOneSize(const std::vector<Image>& frames) {
    return std::ranges::all_of(frames, [&frames](const Image& frame) {
        return frame.width == frames.front().width && frame.height == frames.front().height;
    });
}

} // namespace

ClipAnimations::ClipAnimations(std::int64_t framesOfClip)
    : m_framesOfClip(static_cast<std::size_t>(framesOfClip)) {}

void ClipAnimations::add(const std::string& relativePath,
                         const std::map<std::string, Image>& parts) {
    if (m_framesOfClip < 2 || m_sheets.size() >= kMostClips * m_framesOfClip)
        return;
    PictureGrid frame;
    frame.add(relativePath, parts);
    m_names.emplace_back(relativePath);
    m_sheets.push_back(frame.draw());
}

void ClipAnimations::write(const std::filesystem::path& folder) const {
    for (const FrameSequence& sequence : findSequences(m_names)) {
        if (m_framesOfClip < 2 || sequence.files.size() < m_framesOfClip)
            continue;
        std::vector<Image> frames;
        for (std::size_t i = 0; i < m_framesOfClip; ++i)
            frames.push_back(m_sheets[sequence.files[i]]);
        if (!areOfOneSize(frames))
            continue;
        std::string name = m_names[sequence.files.front()].generic_string();
        std::ranges::replace(name, '/', '_');
        writeAnimation(folder / (name + "_clip.gif"), frames, kFramesOfClipPerSecond);
    }
}

} // namespace unlit::train
