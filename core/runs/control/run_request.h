// What is asked of a run that trains, and what it answers: one JSON object a line each way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace unlit::runs {

enum class RunVerb {
    Status, ///< asks for nothing but the answer
    Pause,
    Continue,
    Save,
    Validate,
    LearningRate,
    Stop,       ///< saved, to be resumed
    Histograms, ///< of weights and gradients, for TensorBoard
};

/// "status", "pause", "continue", "save", "validate", "rate", "stop", "histograms".
std::string_view toString(RunVerb verb);

struct RunRequest {
    RunVerb verb = RunVerb::Status;
    bool isFromWindow = false;          ///< else from a terminal; for the run's record
    std::optional<double> learningRate; ///< of LearningRate alone; above 0
};

struct RunAnswer {
    std::int64_t step = 0;              ///< optimizer steps done
    std::int64_t maxStep = 0;           ///< 0 = none
    bool isPaused = false;              ///< or about to be
    bool isStopping = false;            ///< asked to; what a resume needs is being saved
    double baseRate = 0;                ///< that the schedule multiplies
    std::optional<double> learningRate; ///< of the last step, as the schedule has made it
    long process = 0;
    std::string waitsFor; ///< of a run that a full disk has paused: what there is no room for
    std::optional<double> secondsLeft; ///< to its end, once it can be estimated

    std::string problem; ///< "" or why the request was not taken
    std::string hint;
};

/// A request or an answer that is longer is none.
inline constexpr std::size_t kLongestMessage = 4096;

/// With its line end.
std::string lineOf(const RunRequest& request);
std::string lineOf(const RunAnswer& answer);

/// Throw Error::invalidInput for what is no request of this version, Error::unsupported for what is
/// no answer.
RunRequest requestOf(std::string_view line);
RunAnswer answerOf(std::string_view line);

} // namespace unlit::runs
