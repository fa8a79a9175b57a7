#include "core/strokes/stroke_json.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/json_depth.h"
#include "core/base/text_check.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

namespace unlit {

namespace fs = std::filesystem;

namespace {

using StrokeJson = nlohmann::ordered_json;

constexpr int kStrokeVersion = 1;
constexpr std::uintmax_t kLargestStrokeFile = 256u << 20;

[[noreturn]] void refuseStrokes(const std::string& where, const std::string& why,
                                const std::string& hint = "give a file of strokes, or a side-car") {
    throw Error::invalidInput(where + " " + why, hint);
}

StrokeJson pointsJson(const std::vector<StrokePoint>& points) {
    StrokeJson json = StrokeJson::array();
    for (const StrokePoint& point : points) {
        json.push_back(point.x);
        json.push_back(point.y);
    }
    return json;
}

/// One object of the file, whose every key is asked for.
class StrokeReader {
public:
    StrokeReader(const StrokeJson& json, std::string where)
        : m_json(json), m_where(std::move(where)) {
        if (!json.is_object())
            refuseStrokes(m_where, "is no object of JSON");
    }

    const StrokeJson* find(const char* key) {
        m_known.push_back(key);
        const auto found = m_json.find(key);
        return found == m_json.end() ? nullptr : &*found;
    }

    const StrokeJson& at(const char* key) {
        const StrokeJson* found = find(key);
        if (found == nullptr)
            refuseStrokes(m_where, "has no \"" + std::string(key) + "\"");
        return *found;
    }

    int wholeNumber(const char* key) {
        const StrokeJson& value = at(key);
        if (!value.is_number_integer() || value < 1 || value > 1'000'000)
            refuseStrokes(m_where, "has a \"" + std::string(key) +
                                       "\" that is no whole number "
                                       "from 1 on");
        return value.get<int>();
    }

    double number(const StrokeJson& value, const char* key) const {
        if (!value.is_number() || !std::isfinite(value.get<double>()) ||
            !std::isfinite(value.get<float>()))
            refuseStrokes(m_where,
                          "has something in \"" + std::string(key) + "\" that is no finite number");
        return value.get<double>();
    }

    std::string text(const char* key) {
        const StrokeJson& value = at(key);
        if (!value.is_string())
            refuseStrokes(m_where, "has a \"" + std::string(key) + "\" that is no text");
        return value.get<std::string>();
    }

    const StrokeJson& list(const char* key) {
        const StrokeJson& value = at(key);
        if (!value.is_array())
            refuseStrokes(m_where, "has a \"" + std::string(key) + "\" that is no list");
        return value;
    }

    void refuseUnknownKeys() const {
        for (const auto& [key, value] : m_json.items())
            if (std::ranges::find(m_known, key) == m_known.end())
                refuseStrokes(m_where, "has a \"" + key + "\" that this program does not know",
                              "take it out, if it is not meant; a newer version may know it");
    }

    const std::string& where() const { return m_where; }

private:
    const StrokeJson& m_json;
    std::string m_where;
    std::vector<std::string> m_known;
};

std::vector<StrokePoint> pointsIn(StrokeReader& reader) {
    const StrokeJson& list = reader.list("points");
    if (list.size() % 2 != 0)
        refuseStrokes(reader.where(), "has a point without its y");
    std::vector<StrokePoint> points(list.size() / 2);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = {static_cast<float>(reader.number(list[2 * i], "points")),
                     static_cast<float>(reader.number(list[2 * i + 1], "points"))};
    return points;
}

std::vector<double> valueIn(StrokeReader& reader) {
    const StrokeJson* value = reader.find("value");
    if (value == nullptr)
        return {};
    if (!value->is_array())
        return {reader.number(*value, "value")};
    std::vector<double> numbers;
    for (const StrokeJson& one : *value)
        numbers.push_back(reader.number(one, "value"));
    return numbers;
}

Stroke strokeIn(const StrokeJson& json, const std::string& where) {
    StrokeReader reader(json, where);
    const std::string kind = reader.text("kind");
    const std::optional<StrokeKind> known = strokeKindFromString(kind);
    if (!known)
        refuseStrokes(where, "is of the kind \"" + kind + "\", which this program does not know",
                      "kinds are same_paint, same_light, keep, unknown and this_bright");
    Stroke stroke{.kind = *known,
                  .radius = static_cast<float>(reader.number(reader.at("radius"), "radius")),
                  .points = pointsIn(reader),
                  .value = valueIn(reader)};
    if (const StrokeJson* on = reader.find("on")) {
        if (!on->is_boolean())
            refuseStrokes(where, "has an \"on\" that is neither true nor false");
        stroke.isOn = on->get<bool>();
    }
    reader.refuseUnknownKeys();
    return stroke;
}

StrokeJson parsed(const fs::path& file) {
    std::error_code failed;
    const std::uintmax_t size = fs::file_size(file, failed);
    if (failed)
        refuseStrokes(file.string(), "cannot be read: " + failed.message());
    if (size > kLargestStrokeFile)
        refuseStrokes(file.string(), "is too large for a file of strokes");
    std::ifstream stream(file, std::ios::binary);
    const std::string text = checkedText(
        {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()}, file);
    if (isJsonTooDeep(text))
        refuseStrokes(file.string(), "is nested too deeply for a file of strokes");
    try {
        return StrokeJson::parse(text);
    } catch (const StrokeJson::exception& error) {
        const std::string what = error.what();
        const std::size_t where = what.find("parse error");
        refuseStrokes(file.string(),
                      "is no JSON: " + what.substr(where == std::string::npos ? 0 : where));
    }
}

} // namespace

StrokeJson strokesJson(const StrokeSet& set) {
    StrokeJson json{{"version", kStrokeVersion},
                    {"width", set.width},
                    {"height", set.height},
                    {"hash", set.hash},
                    {"strokes", StrokeJson::array()}};
    for (const Stroke& stroke : set.strokes) {
        StrokeJson one{{"kind", toString(stroke.kind)},
                       {"radius", stroke.radius},
                       {"points", pointsJson(stroke.points)}};
        if (stroke.value.size() == 1)
            one["value"] = stroke.value.front();
        else if (!stroke.value.empty())
            one["value"] = stroke.value;
        if (!stroke.isOn)
            one["on"] = false;
        json["strokes"].push_back(std::move(one));
    }
    return json;
}

StrokeSet strokesFromJson(const StrokeJson& json, const std::string& where) {
    StrokeReader reader(json, where);
    if (reader.wholeNumber("version") > kStrokeVersion)
        refuseStrokes(where, "has strokes of a later version of the program",
                      "use that version, or draw them again");
    StrokeSet set{.width = reader.wholeNumber("width"),
                  .height = reader.wholeNumber("height"),
                  .hash = reader.text("hash"),
                  .strokes = {}};
    std::size_t number = 0;
    for (const StrokeJson& stroke : reader.list("strokes"))
        set.strokes.push_back(strokeIn(stroke, where + ": stroke " + std::to_string(++number)));
    reader.refuseUnknownKeys();
    try {
        checkStrokes(set);
    } catch (const Error& error) {
        throw Error::invalidInput(where + ": " + error.what(), error.hint());
    }
    return set;
}

StrokeSet readStrokes(const fs::path& file) {
    const StrokeJson json = parsed(file);
    if (!json.is_object())
        refuseStrokes(file.string(), "holds no JSON object");
    // A side-car has them as one of its parts; in a file by itself "strokes" is their list.
    const bool isSideCar = json.contains("settings") || json.contains("program");
    if (!isSideCar)
        return strokesFromJson(json, file.string());
    if (!json.contains("strokes"))
        refuseStrokes(file.string(), "is a side-car without strokes",
                      "give one of a result that was corrected by hand");
    return strokesFromJson(json["strokes"], file.string());
}

void writeStrokes(const fs::path& file, const StrokeSet& set, bool overwrite) {
    std::error_code unknown;
    if (!overwrite && fs::exists(file, unknown))
        throw Error(ErrorKind::Io, file.string() + " exists already",
                    "choose another name, or allow overwriting");
    writeAtomically(file, strokesJson(set).dump() + "\n");
}

} // namespace unlit
