#include "core/train/writers/jsonl_writer.h"

#include "core/train/writers/cut_lines.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace unlit::train {

namespace {

std::optional<LinePlace> jsonlPlace(const std::string& line) {
    const nlohmann::json object = nlohmann::json::parse(line, nullptr, false);
    if (!object.is_object() || !object.contains("step") || !object["step"].is_number_integer())
        return std::nullopt;
    LinePlace place{object["step"].get<std::int64_t>(), false};
    for (const auto& [key, value] : object.items())
        place.isValidation = place.isValidation || key.starts_with("val/");
    return place;
}

std::filesystem::path cutJsonl(const std::filesystem::path& file,
                               const std::optional<KeepUntil>& resumeFrom) {
    if (resumeFrom)
        cutLines(file, 0, jsonlPlace, *resumeFrom);
    return file;
}

} // namespace

JsonlWriter::JsonlWriter(const std::filesystem::path& file,
                         const std::optional<KeepUntil>& resumeFrom)
    : m_file(cutJsonl(file, resumeFrom)) {}

void JsonlWriter::write(const MetricRow& row) {
    nlohmann::ordered_json object = {{"step", row.step}, {"time", row.time}, {"epoch", row.epoch}};
    for (const Scalar& scalar : row.scalars)
        object[scalar.tag] =
            std::isfinite(scalar.value) ? nlohmann::ordered_json(scalar.value) : nullptr;
    m_file.append(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
                  "\n");
}

} // namespace unlit::train
