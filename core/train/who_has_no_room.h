// Of several processes it is to be known whose memory or disk does not suffice.
#pragma once

#include "core/base/disk_full.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/train/distributed/last_word.h"
#include "core/train/training_plan.h"

namespace unlit::train {

/// What `train` gives. Throws what it throws; where this process is one of several and has no room,
/// that names it.
template <class Train>
RunEnd namingWhoHasNoRoom(const RunPlan& plan, const Train& train) {
    try {
        return train();
    } catch (...) {
        const Failure failure = translateCurrentException();
        const bool lacksRoom = failure.kind == ErrorKind::OutOfMemory || isDiskFull(failure);
        if (!plan.peers || !lacksRoom || failure.message == kLeftToFirst)
            throw;
        throw Error(failure.kind,
                    processName(plan.peers->rank(), plan.peers->size()) + ": " + failure.message,
                    failure.hint);
    }
}

} // namespace unlit::train
