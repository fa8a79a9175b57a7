// A training that takes a second or two, as files: config, model, pairs.
#pragma once

#include "tests/cli/command_fixture.h"

namespace unlit::test {

class TrainCommandTest : public CommandTest {
protected:
    /// Writes NAME.yaml beside a tiny model and eight rendered pairs (made once): twelve steps of
    /// two micro-batches, augmentation on, `latest` every 2 steps, validation every 5.
    std::string config(const std::string& name, const std::string& more = {});

    /// `unlit train --config NAME.yaml --output-dir runs MORE…` in the test's folder.
    std::vector<std::string> trainArguments(const std::string& name,
                                            const std::vector<std::string>& more = {});
    std::vector<std::string> resumeArguments(const std::string& name,
                                             const std::vector<std::string>& more = {});

    /// The path of a file of a run.
    std::filesystem::path runFile(const std::string& name, const std::string& file) const;

    /// What must be the same for two runs that are the same training: weights and optimizer bit for
    /// bit, and all figures but clocks and memory.
    nlohmann::json traceOf(const std::string& name) const;

    bool hasSteps(const std::string& name, int count) const;
};

} // namespace unlit::test
