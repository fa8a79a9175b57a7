#include "core/runs/control/run_request.h"

#include "core/base/error.h"
#include "core/base/steering.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace unlit::runs {

namespace {

using RequestJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 8> kVerbNames = {
    "status", "pause", "continue", "save", "validate", "rate", "stop", "histograms"};

std::string plainText(const RequestJson& json, const char* key) {
    return withoutSteering(json.value(key, std::string()), '?');
}

std::string lineOfJson(const RequestJson& json) {
    return json.dump(-1, ' ', true, RequestJson::error_handler_t::replace) + "\n";
}

} // namespace

std::string_view toString(RunVerb verb) {
    return kVerbNames[static_cast<std::size_t>(verb)];
}

std::string lineOf(const RunRequest& request) {
    RequestJson json = {{"verb", toString(request.verb)},
                        {"by", request.isFromWindow ? "window" : "terminal"}};
    if (request.learningRate)
        json["learning_rate"] = *request.learningRate;
    return lineOfJson(json);
}

std::string lineOf(const RunAnswer& answer) {
    RequestJson json = {{"step", answer.step},       {"max_step", answer.maxStep},
                        {"paused", answer.isPaused}, {"stopping", answer.isStopping},
                        {"process", answer.process}, {"base_rate", answer.baseRate},
                        {"learning_rate", nullptr},  {"problem", answer.problem},
                        {"hint", answer.hint},       {"waits_for", answer.waitsFor}};
    if (answer.secondsLeft)
        json["seconds_left"] = *answer.secondsLeft;
    if (answer.learningRate)
        json["learning_rate"] = *answer.learningRate;
    return lineOfJson(json);
}

RunRequest requestOf(std::string_view line) {
    const RequestJson json = RequestJson::parse(line, nullptr, false);
    const auto text = [&](const char* key) {
        return json.is_object() && json.contains(key) && json.at(key).is_string()
                   ? json.at(key).get<std::string>()
                   : std::string();
    };
    const auto* name = std::ranges::find(kVerbNames, text("verb"));
    if (name == kVerbNames.end())
        throw Error::invalidInput("a run was asked for something that it does not know",
                                  "ask with a program of the run's version");
    RunRequest request{static_cast<RunVerb>(name - kVerbNames.begin()), text("by") == "window", {}};
    if (request.verb != RunVerb::LearningRate)
        return request;
    if (!json.contains("learning_rate") || !json.at("learning_rate").is_number())
        throw Error::invalidInput("a learning rate was asked for without its number");
    request.learningRate = json.at("learning_rate").get<double>();
    return request;
}

RunAnswer answerOf(std::string_view line) {
    try {
        const RequestJson json = RequestJson::parse(line);
        RunAnswer answer;
        answer.step = json.at("step").get<std::int64_t>();
        answer.maxStep = json.at("max_step").get<std::int64_t>();
        answer.isPaused = json.at("paused").get<bool>();
        answer.isStopping = json.at("stopping").get<bool>();
        answer.process = json.at("process").get<long>();
        answer.baseRate = json.at("base_rate").get<double>();
        if (json.at("learning_rate").is_number())
            answer.learningRate = json.at("learning_rate").get<double>();
        if (json.contains("seconds_left") && json.at("seconds_left").is_number())
            answer.secondsLeft = json.at("seconds_left").get<double>();
        answer.waitsFor = plainText(json, "waits_for"); // earlier versions do not say either
        answer.problem = plainText(json, "problem");
        answer.hint = plainText(json, "hint");
        return answer;
    } catch (const RequestJson::exception&) {
        throw Error::unsupported("the run answered with something that this version does not know",
                                 "steer it with the program that trains it");
    }
}

} // namespace unlit::runs
