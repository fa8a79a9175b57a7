// Trainings of several processes in one: each is a thread; they meet in a file and talk over Gloo,
// as processes do.
#pragma once

#include "core/weights/state_dict.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

namespace unlit::test {

/// A file that nobody has met in.
std::filesystem::path newMeeting(const std::filesystem::path& folder);

inline constexpr std::chrono::seconds kPatience{60};

/// Calls `each` with the peers of every process, each on a thread of its own, and gives back what
/// they returned. What one throws is thrown on, that of the first of them.
template <class Each>
auto inProcesses(const std::filesystem::path& folder, int count, const Each& each) {
    const std::filesystem::path file = newMeeting(folder);
    using Result = decltype(each(std::shared_ptr<train::Peers>()));
    std::vector<std::future<Result>> under;
    for (int rank = 0; rank < count; ++rank)
        under.push_back(std::async(std::launch::async, [&each, file, count, rank] {
            return each(train::Peers::meet({.rank = rank,
                                            .size = count,
                                            .localRank = rank,
                                            .file = file,
                                            .host = {},
                                            .port = 0},
                                           kPatience));
        }));
    std::vector<Result> results;
    for (auto& result : under)
        results.push_back(result.get());
    return results;
}

/// "train/loss" of each step.
std::vector<double> lossesOf(const std::filesystem::path& run);

/// Rows of validations, without clocks.
std::vector<nlohmann::json> validationFiguresOf(const std::filesystem::path& run);

double largestDifference(const weights::StateDict& a, const weights::StateDict& b);

class SharedRun : public testing::Test {
protected:
    SharedRun() { whole.config = recipe(whole.config); }

    /// Seven micro-batches a step, of five pairs an epoch: steps and epochs end anywhere.
    static config::TrainConfig recipe(config::TrainConfig config);

    /// The same recipe for each process, from start() or resume(); the first one's folder has the
    /// run afterwards.
    std::vector<train::RunEnd> train(const std::string& name, int count, bool isResumed = false,
                                     const std::function<void(SmallRun&, int)>& prepare = {});

    /// Like the run "whole" of one process: losses within 1e-6 of them, weights within 1e-5.
    void expectLikeWhole(const std::string& name);

    std::filesystem::path run(const std::string& name) const { return folder.path() / "0" / name; }

    weights::StateDict weightsOf(const std::filesystem::path& run) const {
        return weights::readWeights(run / "checkpoint" / "latest" / "unet");
    }

    TempFolder folder;
    SmallRun whole{folder.path() / "alone"};
};

} // namespace unlit::test
