// Frames of one sequence, one job each: all that they share, and what one of them does.
#pragma once

#include "core/session/infer/inference_job.h"
#include "core/session/infer/inference_types.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace unlit {

/// Asks the network about a frame when the first frame needs it that it is a neighbour of, keeps
/// the small answers (network's size) of the frames within reach, and lets go of the others: memory
/// does not grow with the sequence. Pictures are read again when their result is made. Used on the
/// compute thread only.
class SequenceRun {
public:
    virtual ~SequenceRun() = default;

    /// As runInference for one of the frames. One whose results exist all is left as it is and has
    /// no ResultReady, unless they may be replaced. Frames that cannot be read are no neighbours of
    /// the others; those of another size than the first that can be read are refused. Throws Error.
    virtual Outcome runFrame(std::size_t frame, ModelCache& models, ModelHashes& hashes,
                             const JobRunner::Post& post, const JobStops& stops) = 0;
};

/// In the order of their frames, and all with the same settings. A number at the end of the names
/// tells how far frames lie apart; where one has none, or they do not ascend, they follow one
/// another.
std::unique_ptr<SequenceRun> openSequence(std::vector<InferenceRequest> requests);

} // namespace unlit
