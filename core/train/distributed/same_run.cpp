#include "core/train/distributed/same_run.h"

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/split_text.h"
#include "core/base/version.h"
#include "core/config/yaml/yaml_writer.h"

#include <nlohmann/json.hpp>
#include <torch/cuda.h>

namespace unlit::train {

namespace {

using nlohmann::json;

json fingerprintOf(const RunPlan& plan) {
    config::TrainConfig config = plan.config;
    config.run = {}; // where and how long a process runs is its own
    const RunPosition position = startOf(plan);
    return {{"version", std::string(version())},
            {"recipe", config::toYaml(config)},
            {"training set", describeSet(*plan.data.train)},
            {"place in the run", {position.step, position.microStep}}};
}

/// All of them know; one speaks.
[[noreturn]] void fail(const Peers& peers, const Error& error) {
    if (peers.isFirst())
        throw error;
    throw Error(error.kind(), kLeftToFirst);
}

constexpr const char* kFailure = "failure";

/// `all`: what each process says, in the order of ranks, with the same keys.
void requireEqual(const Peers& peers, const std::vector<json>& all, const std::string& hint) {
    for (std::size_t rank = 1; rank < all.size(); ++rank) {
        std::vector<std::string> differences;
        for (const auto& [what, value] : all.front().items())
            if (all[rank].at(what) != value)
                differences.push_back(what);
        if (!differences.empty())
            fail(peers, Error::invalidInput(processName(static_cast<int>(rank), peers.size()) +
                                                " has another " + joined(differences) +
                                                " than the first one",
                                            hint));
    }
}

std::string digestOf(const std::vector<torch::Tensor>& tensors) {
    ContentHash hash;
    for (const torch::Tensor& tensor : tensors) {
        const torch::Tensor flat = tensor.detach().to(torch::kCPU).contiguous();
        hash.add({static_cast<const std::byte*>(flat.data_ptr()), flat.nbytes()});
    }
    return hashText(hash.digest());
}

void requireShareable(const Peers& peers, const RunPlan& plan) {
    const std::int64_t count = plan.config.dataloader.accumulationSteps();
    if (count < peers.size())
        fail(peers,
             Error::invalidInput(
                 "a step has " + std::to_string(count) + " micro-batch" + (count == 1 ? "" : "es") +
                     ", too few for " + std::to_string(peers.size()) + " processes",
                 "lower dataloader.max_train_batch_size: a step of dataloader.effective_batch_size "
                 "samples is dealt out in micro-batches of that many"));
}

} // namespace

void requireSameRun(Peers& peers, const RunPlan& plan) {
    requireShareable(peers, plan);
    std::vector<json> all;
    for (const std::string& text : peers.exchange(fingerprintOf(plan).dump())) {
        all.push_back(json::parse(text));
        if (all.back().contains(kFailure))
            fail(peers,
                 Error::invalidInput(processName(static_cast<int>(all.size()) - 1, peers.size()) +
                                     ": " + all.back().at(kFailure).get<std::string>()));
    }
    requireEqual(peers, all, "give all of them the same program, recipe and data");
}

void requireSameFrozenWeights(Peers& peers, const FrozenWeights& frozen) {
    json mine = json::object();
    for (const auto& [network, weights] : frozen)
        mine[network] = digestOf(weights);
    std::vector<json> all;
    for (const std::string& text : peers.exchange(mine.dump()))
        all.push_back(json::parse(text));
    requireEqual(peers, all, "give all of them the same files of the model");
}

void leaveToFirst(Peers& peers, const Failure& failure) {
    (void)peers.exchange(json{{kFailure, failure.text()}}.dump());
    throw Error(failure.kind, kLeftToFirst);
}

std::string deviceOf(const Rendezvous& meeting, const std::string& wanted) {
    const bool isOpen = wanted == "cuda" || (wanted == "auto" && torch::cuda::is_available());
    return isOpen ? "cuda:" + std::to_string(meeting.localRank) : wanted;
}

} // namespace unlit::train
