// Numbered pictures as clips: so many frames of one sequence are one sample.
// Legend: F frames, C channels, H/W pixels.
#pragma once

#include "core/data/loader/pair_dataset.h"

#include <memory>
#include <string>
#include <vector>

namespace unlit::data {

/// The pictures of a sample are [F, 3, H, W], its mask is [F, 1, H, W], frames by their numbers. A
/// sequence gives as many clips as fit into it, one behind the other; random changes are the same
/// for all frames of a clip. Frames are read when a clip is asked for, and not kept.
class ClipDataset : public Dataset {
public:
    /// `indices`: which pairs of the set. Sequences are those of frame_sequence.h, by the beauties'
    /// names, in the order of the list; no clip at all is an empty set. Throws Error::invalidInput
    /// for a sequence with a gap. Precondition: numFrames > 0.
    ClipDataset(std::shared_ptr<const PairDataset> pairs, const std::vector<std::int64_t>& indices,
                std::int64_t numFrames);

    std::int64_t size() const override { return static_cast<std::int64_t>(m_clips.size()); }

    /// Throws as PairDataset, and InvalidInput for a frame of another size than the clip's first.
    Sample get(std::int64_t index, std::int64_t epoch) const override;
    Sample getMiddle(std::int64_t index, std::int64_t epoch) const override;
    std::string describe(std::int64_t index) const override;
    std::string identity(std::int64_t index) const override;
    std::string stamps(std::int64_t index) const override;

    std::vector<std::string> targetNames() const override { return m_pairs->targetNames(); }

    /// The pairs that a clip is made of.
    const std::vector<std::int64_t>& framesOf(std::int64_t index) const {
        return m_clips.at(static_cast<std::size_t>(index));
    }

    /// What of the set is in no clip, as one sentence; "" = nothing.
    const std::string& leftOut() const { return m_leftOut; }

private:
    Sample clip(std::int64_t index, std::int64_t epoch, bool isOfMiddle) const;

    std::shared_ptr<const PairDataset> m_pairs;
    std::vector<std::vector<std::int64_t>> m_clips;
    std::string m_leftOut;
};

} // namespace unlit::data
