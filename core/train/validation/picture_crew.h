// The processes that a validation's pictures are dealt out to, as a validator sees them.
#pragma once

#include "core/base/failure.h"

#include <cstdint>
#include <vector>

namespace unlit::train {

/// What a process found of the picture that was its own in a round.
struct CrewRow {
    bool isThere = false;    ///< it had one
    bool isStopped = false;  ///< it was asked to stop
    bool isMeasured = false; ///< the picture has a valid pixel
    std::vector<double> metrics;
    std::vector<std::int64_t> tally; ///< see ValidatedPicture
};

/// Every function is collective.
class PictureCrew {
public:
    virtual ~PictureCrew() = default;

    virtual int rank() const = 0;
    virtual int size() const = 0;

    /// That of the first process.
    virtual std::int64_t agreedSeed(std::int64_t mine) = 0;

    /// The rows of all, in the order of their ranks. Throws Error for what one could not do, and
    /// where one is gone.
    virtual std::vector<CrewRow> together(const CrewRow& mine) = 0;

    /// In the place of a row: what this process could not do. Throws it on, of the first process as
    /// it is; the others leave it to that one to say.
    [[noreturn]] virtual void fail(const Failure& failure) = 0;
};

} // namespace unlit::train
