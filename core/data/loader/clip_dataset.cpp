#include "core/data/loader/clip_dataset.h"

#include "core/base/error.h"
#include "core/base/frame_sequence.h"

#include <torch/types.h>

#include <algorithm>
#include <filesystem>
#include <functional>

namespace unlit::data {

namespace {

std::vector<FrameSequence> frameSequencesOf(const PairDataset& pairs,
                                            const std::vector<std::int64_t>& indices) {
    std::vector<std::filesystem::path> files;
    for (const std::int64_t index : indices)
        files.emplace_back(pairs.pairs().at(static_cast<std::size_t>(index)).beauty.path);
    std::vector<FrameSequence> sequences = findSequences(files);
    for (const FrameSequence& sequence : sequences)
        if (const std::string missing = missingNumbersText(sequence); !missing.empty())
            throw Error::invalidInput(pairs.list().string() + ": of the sequence " +
                                          sequence.pattern + " " + missing,
                                      "add what is missing to the list, or give the frames behind "
                                      "the gap another name");
    return sequences;
}

/// What is in no clip.
struct FramesOver {
    std::vector<std::string> shortOnes; ///< sequences that no clip fits into
    std::int64_t frames = 0;            ///< at the ends of the others

    std::string text(const std::filesystem::path& list, std::int64_t numFrames) const {
        constexpr std::size_t kMostNamed = 4;
        std::string text;
        for (std::size_t i = 0; i < std::min(shortOnes.size(), kMostNamed); ++i)
            text += (i == 0 ? "" : ", ") + shortOnes[i];
        if (shortOnes.size() > kMostNamed)
            text += ", … (" + std::to_string(shortOnes.size()) + " in all)";
        if (!shortOnes.empty())
            text = "shorter than " + std::to_string(numFrames) + " frames and left out: " + text;
        if (frames > 0)
            text += (text.empty() ? "" : "; ") + std::string("left over at the ends of ") +
                    "sequences: " + std::to_string(frames) + (frames == 1 ? " frame" : " frames");
        return text.empty() ? text : "clips of " + list.string() + ": " + text;
    }
};

torch::Tensor stackedFrames(const std::vector<Sample>& frames,
                            const std::function<torch::Tensor(const Sample&)>& part) {
    std::vector<torch::Tensor> parts;
    for (const Sample& frame : frames)
        parts.push_back(part(frame));
    return torch::stack(parts);
}

Sample joinedFrames(const std::vector<Sample>& frames) {
    Sample clip;
    clip.relativePath = frames.front().relativePath;
    clip.condition = frames.front().condition;
    clip.beauty_CHW = stackedFrames(frames, [](const Sample& frame) { return frame.beauty_CHW; });
    clip.valid_1HW = stackedFrames(frames, [](const Sample& frame) { return frame.valid_1HW; });
    for (std::size_t i = 0; i < frames.front().targets_TCHW.size(); ++i)
        clip.targets_TCHW.push_back(
            stackedFrames(frames, [i](const Sample& frame) { return frame.targets_TCHW[i]; }));
    for (const Sample& frame : frames)
        if (!frame.notFinite.empty())
            clip.notFinite +=
                (clip.notFinite.empty() ? "" : "; ") + frame.relativePath + ": " + frame.notFinite;
    return clip;
}

} // namespace

ClipDataset::ClipDataset(std::shared_ptr<const PairDataset> pairs,
                         const std::vector<std::int64_t>& indices, std::int64_t numFrames)
    : m_pairs(std::move(pairs)) {
    FramesOver leftOver;
    const auto length = static_cast<std::size_t>(numFrames);
    for (const FrameSequence& sequence : frameSequencesOf(*m_pairs, indices)) {
        const std::size_t count = sequence.files.size() / length;
        for (std::size_t clip = 0; clip < count; ++clip) {
            std::vector<std::int64_t>& frames = m_clips.emplace_back();
            for (std::size_t i = 0; i < length; ++i)
                frames.push_back(indices[sequence.files[clip * length + i]]);
        }
        if (count == 0)
            leftOver.shortOnes.push_back(sequence.pattern + " (" +
                                         std::to_string(sequence.files.size()) + ")");
        else
            leftOver.frames += static_cast<std::int64_t>(sequence.files.size() % length);
    }
    m_leftOut = leftOver.text(m_pairs->list(), numFrames);
}

Sample ClipDataset::get(std::int64_t index, std::int64_t epoch) const {
    return clip(index, epoch, false);
}

Sample ClipDataset::getMiddle(std::int64_t index, std::int64_t epoch) const {
    return clip(index, epoch, true);
}

Sample ClipDataset::clip(std::int64_t index, std::int64_t epoch, bool isOfMiddle) const {
    const std::vector<std::int64_t>& indices = framesOf(index);
    std::vector<Sample> frames;
    infer::PixelSize first;
    for (const std::int64_t frame : indices) {
        infer::PixelSize size;
        frames.push_back(m_pairs->frame(frame, epoch, {indices.front(), isOfMiddle}, size));
        if (frames.size() == 1)
            first = size;
        if (size.width != first.width || size.height != first.height)
            throw Error::invalidInput(
                m_pairs->describe(frame) + " is " + std::to_string(size.width) + "x" +
                    std::to_string(size.height) + ", the first frame of its clip is " +
                    std::to_string(first.width) + "x" + std::to_string(first.height),
                "give the frames of a sequence one size");
    }
    return joinedFrames(frames);
}

std::string ClipDataset::describe(std::int64_t index) const {
    const std::vector<std::int64_t>& frames = framesOf(index);
    return m_pairs->describe(frames.front()) + " to " + m_pairs->describe(frames.back());
}

std::string ClipDataset::identity(std::int64_t index) const {
    std::string text = "clip\n";
    for (const std::int64_t frame : framesOf(index))
        text += m_pairs->identity(frame) + "\n";
    return text;
}

std::string ClipDataset::stamps(std::int64_t index) const {
    std::string text;
    for (const std::int64_t frame : framesOf(index))
        text += m_pairs->stamps(frame);
    return text;
}

} // namespace unlit::data
