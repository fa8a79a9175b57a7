// `unlit bench train`: how fast this machine trains, phase by phase, in each way there is.
#pragma once

#include "app/cli/verb.h"
#include "core/train/step_timing.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// JSON: {"like","device","side","batch_size","steps","modes":[{"mode","seconds_per_step",
/// "images_per_second","speed","peak_bytes","phases":{NAME: seconds}}]}.
class BenchTrainVerb : public Verb {
public:
    explicit BenchTrainVerb(CLI::App& bench);
    ExitCode run(VerbContext& context) override;

private:
    train::StepTimingOptions m_sizes;
    int m_side = 128;
    int m_batchSize = 4;
    int m_steps = 5;
    std::string m_device = "cpu";
    std::vector<std::string> m_modes;
};

} // namespace unlit::cli
