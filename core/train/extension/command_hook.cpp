#include "core/train/extension/command_hook.h"

#include "core/base/error.h"
#include "core/base/json_depth.h"
#include "core/base/steering.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>

namespace unlit::train {

using Json = nlohmann::json;

namespace {

const std::vector<std::string> kAnswers = {"figures", "log",           "warn",
                                           "end",     "learning_rate", "state"};

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
    throw Error::invalidInput(what, hint);
}

std::string shortText(const std::string& text) {
    constexpr std::size_t kMost = 80;
    const std::string line = withoutSteering(firstLine(text), '?');
    return line.size() > kMost ? line.substr(0, kMost) + "…" : line;
}

std::string textIn(const Json& answer, const std::string& key) {
    if (!answer.at(key).is_string())
        refuse("its answer has " + key + " that is no text", "put it in quotes");
    return answer.at(key).get<std::string>();
}

void requireKnown(const Json& answer) {
    for (const auto& [key, value] : answer.items()) {
        if (std::ranges::find(kAnswers, key) != kAnswers.end())
            continue;
        if (key == "step" || key == "epoch" || key == "rollback")
            refuse("it asks for " + key + ": no hook can take a run to another step",
                   "end the run and go back by hand: unlit run rollback RUN --checkpoint NAME");
        const std::string nearest = nearestName(key, kAnswers);
        refuse("its answer has an unknown key " + shortText(key) +
                   (nearest.empty() ? "" : " (did you mean " + nearest + "?)"),
               "keys are figures, log, warn, end, learning_rate, state");
    }
}

Json optionsJson(const config::HookConfig& config) {
    Json options = Json::object();
    for (const std::string& text : config.options) {
        const auto [name, value] = config::hookOption(text);
        options[name] = value;
    }
    return options;
}

} // namespace

std::string CommandHook::question(const extension::Moment& moment) const {
    Json json = {{"hook", m_config.name},
                 {"point", nameOf(moment.point())},
                 {"run", moment.runFolder()},
                 {"step", moment.step()},
                 {"max_step", moment.maxStep()},
                 {"epoch", moment.epoch()},
                 {"loss", moment.loss()},
                 {"learning_rate", moment.learningRate()},
                 {"figures", moment.figures()},
                 {"options", optionsJson(m_config)},
                 {"state", nullptr}};
    if (const std::string state = moment.state(); !state.empty())
        json["state"] = Json::accept(state) ? Json::parse(state) : Json(state);
    if (const std::string folder = moment.checkpoint(); !folder.empty())
        json["checkpoint"] = folder;
    if (const std::string ending = moment.ending(); !ending.empty())
        json["ending"] = ending;
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void CommandHook::at(extension::Moment& moment) {
    const auto patience = std::chrono::duration<double>(m_config.timeout);
    const CommandResult result =
        runCommand({.words = m_config.command,
                    .folder = m_folder,
                    .input = question(moment),
                    .patience = std::chrono::duration_cast<std::chrono::milliseconds>(patience)});
    if (!result.isGood())
        refuse(result.problem(), "run it by hand with such JSON on its standard input");
    follow(result.output, moment);
}

void CommandHook::follow(const std::string& text, extension::Moment& moment) const {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        return;
    const Json answer = isJsonTooDeep(text) ? Json() : Json::parse(text, nullptr, false);
    if (!answer.is_object())
        refuse("its answer is no JSON object: " + shortText(text),
               "print one object or nothing; words for people go to standard error");
    requireKnown(answer);
    const Json figures = answer.value("figures", Json::object());
    if (!figures.is_object())
        refuse("its answer has figures that are no object", "write {\"figures\": {\"name\": 1.5}}");
    for (const auto& [name, value] : figures.items()) {
        if (!value.is_number())
            refuse("its figure " + shortText(name) + " is no number", "give numbers alone");
        moment.figure(name, value.get<double>());
    }
    if (answer.contains("log"))
        moment.log(textIn(answer, "log"));
    if (answer.contains("warn"))
        moment.warn(textIn(answer, "warn"));
    if (answer.contains("learning_rate")) {
        if (!answer.at("learning_rate").is_number())
            refuse("its answer has a learning_rate that is no number", "give a number above 0");
        moment.setLearningRate(answer.at("learning_rate").get<double>());
    }
    if (answer.contains("state"))
        moment.setState(answer.at("state").is_null() ? "" : answer.at("state").dump());
    if (answer.contains("end"))
        moment.end(textIn(answer, "end"));
}

} // namespace unlit::train
