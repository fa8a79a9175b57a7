// What an inference gives up, one thing after the other, when memory runs out.
#pragma once

#include "core/base/error.h"
#include "core/options/infer_options.h"

#include <optional>
#include <string>

namespace unlit {

/// Changes `options` to need less memory; says what it was ("one member at a time"), or nothing
/// when there is nothing left to give up. First fewer members at a time, then heads of attentions,
/// then decoding in tiles: what changes numbers most comes last.
std::optional<std::string> stepDownMemory(InferOptions& options);

/// What a failed try has left with allocators goes back to device and system.
void letMemoryGo();

/// Calls `run(options)` until it does not throw OutOfMemory, with less each time; `say` is told
/// what was given up before each new try. Throws the last error when nothing is left.
template <class Run, class Say>
auto runWithLessMemory(InferOptions& options, const Run& run, const Say& say) {
    for (;;) {
        std::optional<std::string> step;
        try {
            return run(options);
        } catch (const Error& error) {
            // Nothing of the exception is kept: it may hold on to memory.
            if (error.kind() == ErrorKind::OutOfMemory)
                step = stepDownMemory(options);
            if (!step)
                throw;
        }
        letMemoryGo();
        say(*step);
    }
}

} // namespace unlit
