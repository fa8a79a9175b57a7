#include "core/train/run_position.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace unlit::train {

using Json = nlohmann::json;

namespace {

template <class T>
Json optionalJson(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

template <class T>
std::optional<T> optionalFrom(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional<T>(json.get<T>());
}

Json samplesJson(const std::vector<SampleLoss>& samples) {
    Json all = Json::array();
    for (const SampleLoss& entry : samples)
        all.push_back({entry.sample, entry.timestep, entry.loss});
    return all;
}

Json bestJson(const std::vector<BestCheckpoint>& best) {
    Json all = Json::array();
    for (const BestCheckpoint& entry : best)
        all.push_back(
            {{"iter", entry.step}, {"metric", entry.metric}, {"is_backup", entry.isBackup}});
    return all;
}

Json earlyStoppingJson(const std::optional<EarlyStoppingState>& state) {
    if (!state)
        return nullptr;
    return {{"best", state->best},
            {"best_iter", state->bestStep},
            {"last", state->last},
            {"waited", state->waited}};
}

/// Earlier versions had no such rule. A figure that is no number is null in JSON.
void readEarlyStopping(const Json& json, RunPosition& position) {
    const Json state = json.value("early_stopping", Json());
    if (state.is_null())
        return;
    position.earlyStopping = {.best = state.at("best").get<double>(),
                              .bestStep = state.at("best_iter").get<std::int64_t>(),
                              .last = optionalFrom<double>(state.at("last")).value_or(NAN),
                              .waited = state.at("waited").get<std::int64_t>()};
}

/// Earlier versions did not write either list; they kept one best checkpoint.
void readLists(const Json& json, RunPosition& position) {
    for (const Json& entry : json.value("micro_sample_losses", Json::array()))
        position.sampleLosses.push_back({entry.at(0).get<std::string>(),
                                         entry.at(1).get<std::int64_t>(),
                                         entry.at(2).get<double>()});
    for (const Json& entry : json.value("best_checkpoints", Json::array()))
        position.bestCheckpoints.push_back({entry.at("iter").get<std::int64_t>(),
                                            entry.at("metric").get<double>(),
                                            entry.at("is_backup").get<bool>()});
    if (!json.contains("best_checkpoints") && position.bestStep && position.bestMetric)
        position.bestCheckpoints = {{*position.bestStep, *position.bestMetric, false}};
}

} // namespace

bool haveSameState(const RunPosition& a, RunPosition b) {
    b.inEvaluation = a.inEvaluation;
    b.bestMetric = a.bestMetric;
    b.bestStep = a.bestStep;
    b.bestCheckpoints = a.bestCheckpoints;
    b.earlyStopping = a.earlyStopping;
    return a == b;
}

Json toJson(const RunPosition& position) {
    Json json = {{"effective_iter", position.step},
                 {"epoch", position.epoch},
                 {"n_batch_in_epoch", position.batchInEpoch},
                 {"micro_step", position.microStep},
                 {"micro_losses", position.losses},
                 {"micro_samples", position.samples},
                 {"micro_sample_losses", samplesJson(position.sampleLosses)},
                 {"empty_batches", position.emptyBatches},
                 {"in_evaluation", position.inEvaluation},
                 {"best_metric", optionalJson(position.bestMetric)},
                 {"best_iter", optionalJson(position.bestStep)},
                 {"best_checkpoints", bestJson(position.bestCheckpoints)},
                 {"learning_rate", optionalJson(position.learningRate)},
                 {"early_stopping", earlyStoppingJson(position.earlyStopping)},
                 {"backup_epoch", position.backupEpoch}};
    if (position.notFiniteSamples > 0)
        json["not_finite_samples"] = position.notFiniteSamples;
    if (!position.recentLosses.empty())
        json["recent_losses"] = position.recentLosses;
    if (!position.hookStates.empty())
        json["hook_states"] = position.hookStates;
    return json;
}

RunPosition runPositionFromJson(const Json& json, const std::string& file) {
    try {
        RunPosition position;
        position.step = json.at("effective_iter").get<std::int64_t>();
        position.epoch = json.at("epoch").get<std::int64_t>();
        position.batchInEpoch = json.at("n_batch_in_epoch").get<std::int64_t>();
        position.microStep = json.at("micro_step").get<std::int64_t>();
        position.losses = json.at("micro_losses").get<std::vector<float>>();
        position.samples = json.at("micro_samples").get<std::vector<std::vector<std::string>>>();
        position.emptyBatches = json.at("empty_batches").get<std::int64_t>();
        position.notFiniteSamples = json.value("not_finite_samples", std::int64_t{0});
        position.inEvaluation = json.at("in_evaluation").get<bool>();
        position.bestMetric = optionalFrom<double>(json.at("best_metric"));
        position.bestStep = optionalFrom<std::int64_t>(json.at("best_iter"));
        position.learningRate = optionalFrom<double>(json.at("learning_rate"));
        readLists(json, position);
        readEarlyStopping(json, position);
        position.recentLosses = json.value("recent_losses", std::vector<double>());
        position.hookStates = json.value("hook_states", std::map<std::string, std::string>());
        position.backupEpoch = json.value("backup_epoch", position.epoch);
        const auto micro = static_cast<std::size_t>(position.microStep);
        if (position.step < 0 || position.epoch < 1 || position.batchInEpoch < 0 ||
            position.microStep < 0 || position.losses.size() != micro ||
            position.samples.size() != micro)
            throw Error::corrupt(file, "the counts of the run contradict each other",
                                 "take another checkpoint");
        return position;
    } catch (const Json::exception&) {
        throw Error::corrupt(file, "a count of the run is missing or no number",
                             "take another checkpoint");
    }
}

} // namespace unlit::train
