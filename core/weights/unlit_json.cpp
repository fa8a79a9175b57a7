#include "core/weights/unlit_json.h"

#include "core/base/error.h"
#include "core/weights/json_file.h"

#include <string_view>

namespace unlit::weights {

namespace {

using Json = nlohmann::json;

constexpr int kFormat = 1;
constexpr double kMostHeadroom = 8;

[[noreturn]] void failValue(const std::filesystem::path& file, const std::string& key,
                            const Json& value, const std::string& expectation) {
    throw Error::invalidInput(file.string() + ": " + key + " is " + value.dump().substr(0, 60) +
                                  ", but must be " + expectation,
                              "correct the file");
}

std::optional<std::string> textOf(const std::filesystem::path& file, const Json& json,
                                  const std::string& key) {
    const auto found = json.find(key);
    if (found == json.end() || found->is_null())
        return {};
    if (!found->is_string())
        failValue(file, key, *found, "a text");
    return found->get<std::string>();
}

template <class Value>
std::optional<Value>
wordOf(const std::filesystem::path& file, const Json& json, const std::string& key,
       std::optional<Value> (*fromString)(std::string_view), const std::string& known) {
    const std::optional<std::string> text = textOf(file, json, key);
    if (!text)
        return {};
    const std::optional<Value> value = fromString(*text);
    if (!value)
        failValue(file, key, json.at(key), known);
    return value;
}

std::optional<ColorSpace> transferFromString(std::string_view name) {
    const std::optional<ColorSpace> space = colorSpaceFromString(name);
    return space && isDisplayEncoded(*space) ? space : std::nullopt;
}

void checkFormat(const std::filesystem::path& file, const Json& json) {
    const auto found = json.find("format");
    if (found == json.end())
        return;
    if (!found->is_number_integer())
        failValue(file, "format", *found, "a whole number");
    if (found->get<std::int64_t>() > kFormat) {
        throw Error::unsupported(file.string() + " has format " + found->dump() +
                                     ", newer than the " + std::to_string(kFormat) +
                                     " that this program knows",
                                 "use a newer version of the program");
    }
}

/// False where it is absent.
bool flagOf(const std::filesystem::path& file, const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end())
        return false;
    if (!found->is_boolean())
        failValue(file, key, *found, "true or false");
    return found->get<bool>();
}

std::optional<double> shareOf(const std::filesystem::path& file, const Json& json,
                              const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || found->is_null())
        return {};
    if (!found->is_number() || !(found->get<double>() > 0 && found->get<double>() <= 1))
        failValue(file, key, *found, "a number above 0, 1 at most");
    return found->get<double>();
}

std::optional<double> headroomOf(const std::filesystem::path& file, const Json& json) {
    const char* const key = "headroom_ev";
    const auto found = json.find(key);
    if (found == json.end() || found->is_null())
        return {};
    if (!found->is_number() ||
        !(found->get<double>() >= 0 && found->get<double>() <= kMostHeadroom))
        failValue(file, key, *found, "a number of stops from 0 to 8");
    return found->get<double>();
}

} // namespace

UnlitJson readUnlitJson(const std::filesystem::path& file) {
    const Json json = readJsonObject(file);
    checkFormat(file, json);
    constexpr const char* kOrders = "noisy_first or image_first";
    UnlitJson content;
    content.concatOrder =
        wordOf<ConcatOrder>(file, json, "concat_order", concatOrderFromString, kOrders);
    content.trainedConcatOrder =
        wordOf<ConcatOrder>(file, json, "trained_concat_order", concatOrderFromString, kOrders);
    content.resizeConvention =
        wordOf<ResizeConvention>(file, json, "resize_convention", resizeConventionFromString,
                                 "marigold, diffusers or unlit");
    content.transfer =
        wordOf<ColorSpace>(file, json, "transfer", transferFromString, "srgb, gamma22 or log100");
    content.headroomEv = headroomOf(file, json);
    content.provenance = textOf(file, json, "provenance").value_or("");
    content.isRandom = flagOf(file, json, "is_random");
    content.beginsWithZeros = flagOf(file, json, "begins_with_zeros");
    content.seesText = flagOf(file, json, "sees_text");
    content.strength = shareOf(file, json, "strength");
    if (const auto found = json.find("calibration"); found != json.end() && !found->is_null()) {
        if (!found->is_object())
            failValue(file, "calibration", *found, "an object");
        content.calibration = *found;
    }
    return content;
}

Json toJson(const UnlitJson& content) {
    Json json = {{"format", kFormat}, {"is_random", content.isRandom}};
    if (content.beginsWithZeros)
        json["begins_with_zeros"] = true;
    if (content.seesText)
        json["sees_text"] = true;
    if (content.concatOrder)
        json["concat_order"] = toString(*content.concatOrder);
    if (content.trainedConcatOrder)
        json["trained_concat_order"] = toString(*content.trainedConcatOrder);
    if (content.resizeConvention)
        json["resize_convention"] = toString(*content.resizeConvention);
    if (content.transfer)
        json["transfer"] = toString(*content.transfer);
    if (content.headroomEv)
        json["headroom_ev"] = *content.headroomEv;
    if (!content.provenance.empty())
        json["provenance"] = content.provenance;
    if (content.strength)
        json["strength"] = *content.strength;
    if (!content.calibration.is_null())
        json["calibration"] = content.calibration;
    return json;
}

void updateUnlitJson(const std::filesystem::path& file, const UnlitJson& content,
                     const Json& keys) {
    Json json = std::filesystem::exists(file) ? readJsonObject(file) : toJson(content);
    for (const auto& [key, value] : keys.items()) {
        if (value.is_null())
            json.erase(key);
        else
            json[key] = value;
    }
    writeJson(file, json);
}

} // namespace unlit::weights
