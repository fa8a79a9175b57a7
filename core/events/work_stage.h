// What a job is at, as data: the window says it in its language, everybody else in English.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace unlit {

struct StagePart {
    enum class Kind {
        Reading,
        LoadingModel,
        MeasuringExposure, ///< of a sequence; a Frame follows
        Frame,
        Picture,      ///< another than the job's own: `name`
        WholePicture, ///< before its tiles
        Encoding,
        Member, ///< of an ensemble: `at`, or `at` to `last` where several go together
        Step,   ///< of the network's steps, or of a training; `of` 0: epochs say when it ends
        Tile,
        Decoding, ///< `name` is the target; empty: all of them
        MakingResult,
        CorrectingByHand,
        Writing,
        Epoch,
        Validating,     ///< `name` is the set
        ValidatingMean, ///< the same with the running mean of the weights
        ValidationPicture,
        WaitingForRoom, ///< on the disk
        Rehearsal,
        RehearsalCheck,
    };

    Kind kind = Kind::Reading;
    std::int64_t at = 0;   ///< from 1; 0 = is not counted
    std::int64_t of = 0;   ///< 0 = not known
    std::int64_t last = 0; ///< above `at`: all from `at` to this one
    std::string name{};

    bool operator==(const StagePart&) const = default;
};

/// From the outermost in: member 2 of 5, step 3 of 4. Empty: nothing is told.
using WorkStage = std::vector<StagePart>;

/// "member 2 of 5 · step 3 of 4".
std::string toEnglish(const WorkStage& stage);

} // namespace unlit
