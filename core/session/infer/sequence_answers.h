// The network's answers about the frames of a sequence that are within reach of each other.
#pragma once

#include "core/infer/pipeline.h"
#include "core/session/infer/sequence_record.h"
#include "core/session/job_runner.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace unlit {

/// Which frames are to be asked about, what they answered, and what their answers become together.
/// Frames are numbered by their place in the sequence. Memory is that of the frames within reach.
/// Compute thread.
class SequenceAnswers {
public:
    /// `times`: when each frame comes, see frameTimes.
    explicit SequenceAnswers(std::vector<std::int64_t> times) : m_times(std::move(times)) {}

    /// What an earlier run over the same frames has found out; before the first answer.
    void goOnFrom(const SequenceRecord& record);

    /// What is known so far, for that record.
    void keepIn(SequenceRecord& record) const;

    /// Frames without an answer that the result of `frame` needs, itself among them.
    std::vector<std::size_t> wantedFor(std::size_t frame) const;

    /// Whether frame `i` counts for `frame`, or comes before it. The first answer may have shown
    /// that there is no memory for it.
    bool isWithinReach(std::size_t i, std::size_t frame) const;

    /// `transfer`: of what the network sees. The first answer decides how far frames reach: what
    /// had to be given up is told, naming `input`.
    void add(std::size_t i, infer::FrameAnswer answer, ColorSpace transfer,
             const std::filesystem::path& input, const JobRunner::Post& post);

    /// Frame `i` tells the others nothing.
    void pass(std::size_t i) { m_passed.insert(i); }

    /// The answer about a frame that was added, as all within reach of it have it.
    infer::FrameAnswer steadied(std::size_t frame);

    /// See infer::SteadySequence.
    double factorOf(std::size_t frame) const;

    /// Lets go of what neither frame `i` nor `frame` needs, nor any after them.
    void forgetBefore(std::size_t i, std::size_t frame);

    /// The result of `frame` is made: what only it needed goes.
    void endWith(std::size_t frame);

private:
    std::int64_t firstNeeded(std::size_t frame) const;
    void forgetBeforeTime(std::int64_t time);
    infer::SequenceLevels usable(const std::vector<infer::DetailTarget>& targets) const;
    void fitReach(const infer::FrameAnswer& answer, const std::filesystem::path& input,
                  const JobRunner::Post& post);

    std::vector<std::int64_t> m_times;
    infer::SequenceWindow m_window;
    infer::SequenceLevels m_known; ///< of an earlier run
    std::optional<infer::SteadySequence> m_steady;
    std::map<std::int64_t, infer::FrameAnswer> m_answers; ///< by time
    std::set<std::size_t> m_passed;                       ///< frames that tell the others nothing
};

} // namespace unlit
