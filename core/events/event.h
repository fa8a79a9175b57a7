// What sessions tell their listeners: plain values, copyable, without Qt or torch.
#pragma once

#include "core/base/failure.h"
#include "core/base/job_id.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace unlit {

struct InferenceResult; // core/session/inference_types.h

enum class Outcome { Done, Failed, Cancelled };

struct Started {
    std::string title; ///< "hall_0042.exr"
};

struct Progress {
    double fraction = 0;               ///< 0..1, never decreases within a job
    std::optional<double> secondsLeft; ///< unset until it can be estimated
    std::string what;                  ///< "member 2 of 5 · step 3 of 4"
};

struct InputReady { ///< the picture is decoded and can be shown while the network works
    std::shared_ptr<const InferenceResult> result; ///< prediction still empty
};

struct ResultReady {
    std::shared_ptr<const InferenceResult> result;
};

struct LogLine {
    enum class Level { Info, Warning };
    Level level = Level::Info;
    std::string text;
};

/// Exactly one per job, always its last event.
struct Finished {
    Outcome outcome = Outcome::Done;
    std::optional<Failure> failure; ///< set when outcome is Failed
};

struct Event {
    JobId job;
    std::chrono::system_clock::time_point at;
    std::variant<Started, Progress, InputReady, ResultReady, LogLine, Finished> body;
};

} // namespace unlit
