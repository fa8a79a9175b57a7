#include "core/runs/run_event.h"

#include "core/base/json_depth.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

namespace unlit::runs {

namespace {

constexpr std::array<std::string_view, 17> kKinds = {
    "process",          "started",  "resumed",   "changed",     "learning_rate", "save_asked",
    "validation_asked", "paused",   "continued", "saved",       "validated",     "stopped",
    "failed",           "complete", "forked",    "rolled_back", "bad_sample"};
constexpr std::array<const char*, 4> kCommon = {"version", "time", "step", "kind"};

} // namespace

std::string_view toString(RunEventKind kind) {
    return kKinds[static_cast<std::size_t>(kind)];
}

std::string RunEvent::text(std::string_view field) const {
    const auto found = fields.find(field);
    return found != fields.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string runEventTime(std::chrono::system_clock::time_point time) {
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
    const std::time_t seconds = milliseconds / 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> date{};
    std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%s.%03dZ", date.data(),
                  static_cast<int>(milliseconds % 1000));
    return text.data();
}

std::string lineOf(const RunEvent& event) {
    nlohmann::ordered_json object = {{kCommon[0], kRunEventVersion},
                                     {kCommon[1], event.time},
                                     {kCommon[2], event.step},
                                     {kCommon[3], toString(event.kind)}};
    for (const auto& [key, value] : event.fields.items())
        object[key] = value;
    return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::optional<RunEvent> runEventOf(std::string_view line) {
    if (isJsonTooDeep(line))
        return {};
    nlohmann::ordered_json object =
        nlohmann::ordered_json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object())
        return {};
    const auto kind = object.find(kCommon[3]);
    const auto step = object.find(kCommon[2]);
    if (kind == object.end() || !kind->is_string() || step == object.end() ||
        !step->is_number_integer())
        return {};
    const auto known = std::ranges::find(kKinds, kind->get_ref<const std::string&>());
    if (known == kKinds.end())
        return {};
    RunEvent event;
    event.kind = static_cast<RunEventKind>(known - kKinds.begin());
    event.step = step->get<std::int64_t>();
    if (const auto time = object.find(kCommon[1]); time != object.end() && time->is_string())
        event.time = time->get<std::string>();
    for (const char* key : kCommon)
        object.erase(key);
    event.fields = std::move(object);
    return event;
}

} // namespace unlit::runs
