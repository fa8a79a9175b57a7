#include "core/train/hooks/memory_hook.h"

#include "core/base/failure.h"
#include "core/base/text.h"

#include <algorithm>

namespace unlit::train {

namespace {

constexpr double kMargin = 0.1; ///< of what is free: pictures that are being read, other programs

std::int64_t fitting(const MemoryEstimate& estimate, std::uint64_t room, std::int64_t most) {
    std::int64_t part = most;
    while (part > 1 && estimate.bytes(part) > room)
        --part;
    return part;
}

std::string describe(const MemoryEstimate& estimate, std::uint64_t room) {
    return "a sample takes " + formatBytes(estimate.bytesPerSample) +
           " of memory, a micro-batch of " + std::to_string(estimate.samples) + " about " +
           formatBytes(estimate.bytes(estimate.samples)) + " with gradients and optimizer; " +
           formatBytes(room) + " are there";
}

} // namespace

std::optional<std::uint64_t> MemoryHook::room(const StepContext& context) const {
    constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
    if (!m_limitGib) {
        const auto free = context.task.memoryFree();
        if (!free)
            return {};
        return static_cast<std::uint64_t>(static_cast<double>(*free) * (1 - kMargin));
    }
    const auto used = context.task.memoryInUse();
    if (!used)
        return {};
    const auto limit = static_cast<std::uint64_t>(*m_limitGib * kGibibyte);
    return limit > *used ? limit - *used : 0;
}

/// Where not even one sample fits, the task gives up what it can.
std::optional<MemoryEstimate> MemoryHook::measure(StepContext& context) const {
    while (true) {
        Failure failure;
        try {
            return context.task.measureMemory();
        } catch (...) {
            failure = translateCurrentException();
            if (failure.kind != ErrorKind::OutOfMemory)
                throw;
        }
        context.task.setSamplesAtOnce(1);
        const auto change = context.task.stepDown();
        if (!change)
            throw Error(ErrorKind::OutOfMemory,
                        "the memory does not suffice for one sample: " + failure.message,
                        "use smaller pictures (crop_size, resize_to_hw) or a smaller model, or "
                        "close other programs");
        context.log(LogLine::Level::Warning,
                    "the memory did not suffice for one sample: " + *change + " from now on");
    }
}

void MemoryHook::onTrainBegin(StepContext& context) {
    if (context.position.microStep != 0)
        return;
    const auto room = this->room(context);
    if (!room)
        return;
    auto estimate = measure(context);
    if (!estimate)
        return;
    const std::int64_t before = context.task.samplesAtOnce();
    const std::int64_t part = fitting(*estimate, *room, before);
    context.task.setSamplesAtOnce(part);
    const bool isLess = part < before;
    context.log(
        isLess ? LogLine::Level::Warning : LogLine::Level::Info,
        describe(*estimate, *room) +
            (isLess ? ": it goes through the network in parts of " + std::to_string(part) : ""));
    while (estimate && estimate->bytes(1) > *room) {
        const auto change = context.task.stepDown();
        if (!change) {
            context.log(LogLine::Level::Warning,
                        "one sample may be more than the memory holds, and nothing is left that "
                        "could be done with less");
            return;
        }
        context.log(LogLine::Level::Warning, "one sample is too much as well: " + *change);
        estimate = measure(context);
    }
}

} // namespace unlit::train
