#include "core/session/infer/sequence_record.h"

#include "core/base/atomic_file.h"
#include "core/base/content_hash.h"
#include "core/base/log.h"
#include "core/session/command_text.h"
#include "core/session/infer/model_hash.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <span>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr int kRecordFormat = 1;
constexpr std::uintmax_t kLargestRecord = 64u << 20;

std::string stateOf(const fs::path& file) {
    std::error_code unknown;
    const auto size = fs::file_size(file, unknown);
    const auto time = fs::last_write_time(file, unknown).time_since_epoch().count();
    return file.string() + "|" + std::to_string(size) + "|" + std::to_string(time) + "\n";
}

bool areFinite(const std::vector<double>& numbers) {
    for (const double number : numbers)
        if (!std::isfinite(number))
            return false;
    return true;
}

SequenceRecord recordOf(const nlohmann::json& json) {
    SequenceRecord record;
    if (!json.at("exposure_ev").is_null())
        record.exposureEv = json.at("exposure_ev").get<double>();
    for (const auto& entry : json.at("levels"))
        record.levels[entry.at(0).get<std::int64_t>()] = entry.at(1).get<std::vector<double>>();
    if (!json.at("common_level").is_null())
        record.commonLevel = json.at("common_level").get<std::vector<double>>();
    record.passed = json.at("passed").get<std::vector<std::size_t>>();
    return record;
}

bool isUsable(const SequenceRecord& record) {
    for (const auto& [time, levels] : record.levels)
        if (!areFinite(levels))
            return false;
    return areFinite(record.commonLevel.value_or(std::vector<double>())) &&
           std::isfinite(record.exposureEv.value_or(0));
}

} // namespace

fs::path recordFile(const std::vector<InferenceRequest>& requests) {
    std::string key = inferCommand(requests.front()) + "\n" + modelStamp(requests.front().model);
    for (const InferenceRequest& request : requests)
        key += stateOf(request.input);
    ContentHash hash;
    hash.add(std::as_bytes(std::span(key)));
    return requests.front().output->folder /
           (".unlit-sequence-" + hashText(hash.digest()) + ".json");
}

std::optional<SequenceRecord> readRecord(const fs::path& file) {
    try {
        if (!fs::is_regular_file(file) || fs::file_size(file) > kLargestRecord)
            return {};
        std::ifstream stream(file, std::ios::binary);
        const nlohmann::json json = nlohmann::json::parse(stream);
        if (json.at("format").get<int>() != kRecordFormat)
            return {};
        const SequenceRecord record = recordOf(json);
        return isUsable(record) ? std::optional(record) : std::nullopt;
    } catch (const std::exception&) {
        logSwallowed("reading how far a sequence is from " + file.string());
        return {};
    }
}

void writeRecord(const fs::path& file, const SequenceRecord& record) {
    nlohmann::json levels = nlohmann::json::array();
    for (const auto& [time, own] : record.levels)
        levels.push_back({time, own});
    const nlohmann::json json = {
        {"format", kRecordFormat},
        {"exposure_ev", record.exposureEv ? nlohmann::json(*record.exposureEv) : nlohmann::json()},
        {"levels", levels},
        {"passed", record.passed},
        {"common_level",
         record.commonLevel ? nlohmann::json(*record.commonLevel) : nlohmann::json()}};
    writeAtomically(file, json.dump() + "\n");
}

} // namespace unlit
