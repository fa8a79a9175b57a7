#include "core/data/doctor/report_json.h"

#include "core/base/log.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace unlit::data {

namespace {

using nlohmann::json;

constexpr float kSteps = 512; // to a stop: far finer than what counts as the same picture

json areasToJson(const PictureFingerprint& print) {
    json values = json::array();
    for (const float area : print.areas)
        values.push_back(std::lround(area * kSteps));
    return {{"areas", values},
            {"mean", print.meanStops},
            {"contrast", print.contrast},
            {"hash", print.hash}};
}

PictureFingerprint areasFromJson(const json& value) {
    PictureFingerprint print;
    const json& areas = value.at("areas");
    for (std::size_t i = 0; i < print.areas.size(); ++i)
        print.areas[i] = static_cast<float>(areas.at(i).get<int>()) / kSteps;
    print.meanStops = value.at("mean");
    print.contrast = value.at("contrast");
    print.hash = value.at("hash");
    return print;
}

json findingsToJson(const Findings& findings) {
    json values = json::array();
    for (const Finding& finding : findings)
        values.push_back({toString(finding.check), toString(finding.severity), finding.text});
    return values;
}

Findings findingsFromJson(const json& values) {
    Findings findings;
    for (const json& value : values)
        findings.push_back({checkFromString(value.at(0).get<std::string>()).value(),
                            severityFromString(value.at(1).get<std::string>()).value(),
                            value.at(2)});
    return findings;
}

} // namespace

std::string toJsonLine(const PairReport& report) {
    json value = {{"findings", findingsToJson(report.findings)},
                  {"width", report.width},
                  {"height", report.height},
                  {"beauty_float", report.beautyIsFloat},
                  {"albedo_float", report.albedoIsFloat},
                  {"mask_file", report.hasMaskFile},
                  {"valid", report.validShare},
                  {"black", report.blackShare},
                  {"albedo_mean", report.albedoMean},
                  {"beauty_stops", report.beautyStops}};
    if (report.lightStops)
        value["light_stops"] = *report.lightStops;
    if (report.isComparable)
        value["fingerprint"] = {areasToJson(report.fingerprint.beauty),
                                areasToJson(report.fingerprint.albedo)};
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<PairReport> reportFromJsonLine(const std::string& line) {
    try {
        const json value = json::parse(line);
        PairReport report;
        report.findings = findingsFromJson(value.at("findings"));
        report.width = value.at("width");
        report.height = value.at("height");
        report.beautyIsFloat = value.at("beauty_float");
        report.albedoIsFloat = value.at("albedo_float");
        report.hasMaskFile = value.at("mask_file");
        report.validShare = value.at("valid");
        report.blackShare = value.at("black");
        report.albedoMean = value.at("albedo_mean");
        report.beautyStops = value.at("beauty_stops");
        if (value.contains("light_stops"))
            report.lightStops = value.at("light_stops").get<double>();
        report.isComparable = value.contains("fingerprint");
        if (report.isComparable)
            report.fingerprint = {areasFromJson(value.at("fingerprint").at(0)),
                                  areasFromJson(value.at("fingerprint").at(1))};
        return report;
    } catch (const std::exception&) { // an older or damaged cache: as if there were none
        logSwallowed("reading what the pair doctor remembers", LogLevel::Debug);
        return {};
    }
}

} // namespace unlit::data
