#include "core/nn/config_reader.h"

#include "core/base/error.h"

#include <algorithm>

namespace unlit::nn {

using nlohmann::json;

namespace {

/// A config may be hostile or damaged: a message quotes only the beginning of a long value.
std::string quoted(const json& value) {
    constexpr size_t kMostCharacters = 60;
    std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    if (text.size() > kMostCharacters)
        text = text.substr(0, kMostCharacters) + "…";
    return text;
}

} // namespace

ConfigReader::ConfigReader(const json& config, std::string what)
    : m_config(config), m_what(std::move(what)) {
    if (!config.is_object())
        throw Error::invalidInput(m_what + ": expected a JSON object",
                                  "take the config.json that came with the weights");
}

const json* ConfigReader::find(const std::string& key) const {
    const auto found = m_config.find(key);
    return found == m_config.end() || found->is_null() ? nullptr : &*found;
}

bool ConfigReader::has(const std::string& key) const {
    return find(key) != nullptr;
}

void ConfigReader::refuse(const std::string& key, const std::string& complaint) const {
    const auto found = m_config.find(key);
    const std::string value = found == m_config.end() ? "" : " = " + quoted(*found);
    throw Error::invalidInput(m_what + ": " + key + value + " " + complaint,
                              "take the config.json that came with the weights");
}

int64_t ConfigReader::checkedInteger(const std::string& key, const json& value,
                                     IntegerRange range) const {
    if (!value.is_number_integer())
        refuse(key, "must be a whole number");
    const bool tooLarge =
        value.is_number_unsigned() && value.get<uint64_t>() > static_cast<uint64_t>(range.most);
    if (tooLarge || value.get<int64_t>() < range.least || value.get<int64_t>() > range.most)
        refuse(key, "must lie between " + std::to_string(range.least) + " and " +
                        std::to_string(range.most));
    return value.get<int64_t>();
}

int64_t ConfigReader::integer(const std::string& key, int64_t fallback, IntegerRange range) const {
    const json* value = find(key);
    return value ? checkedInteger(key, *value, range) : fallback;
}

double ConfigReader::number(const std::string& key, double fallback) const {
    const json* value = find(key);
    if (!value)
        return fallback;
    if (!value->is_number())
        refuse(key, "must be a number");
    return value->get<double>();
}

bool ConfigReader::flag(const std::string& key, bool fallback) const {
    const json* value = find(key);
    if (!value)
        return fallback;
    if (!value->is_boolean())
        refuse(key, "must be true or false");
    return value->get<bool>();
}

std::string ConfigReader::text(const std::string& key, const std::string& fallback) const {
    const json* value = find(key);
    if (!value)
        return fallback;
    if (!value->is_string())
        refuse(key, "must be a text");
    return value->get<std::string>();
}

std::vector<int64_t> ConfigReader::integers(const std::string& key, IntegerRange range) const {
    const json* value = find(key);
    if (!value)
        refuse(key, "is missing");
    if (!value->is_array() || value->empty())
        refuse(key, "must be a list of whole numbers");
    std::vector<int64_t> numbers;
    for (const json& element : *value)
        numbers.push_back(checkedInteger(key, element, range));
    return numbers;
}

std::vector<std::string> ConfigReader::texts(const std::string& key,
                                             const std::vector<std::string>& fallback) const {
    const json* value = find(key);
    if (!value)
        return fallback;
    const auto isText = [](const json& element) { return element.is_string(); };
    if (!value->is_array() || !std::all_of(value->begin(), value->end(), isText))
        refuse(key, "must be a list of texts");
    return value->get<std::vector<std::string>>();
}

std::vector<int64_t> ConfigReader::integerPerBlock(const std::string& key, int64_t fallback,
                                                   size_t count, IntegerRange range) const {
    const json* value = find(key);
    if (!value || !value->is_array())
        return std::vector<int64_t>(count, integer(key, fallback, range));
    std::vector<int64_t> numbers = integers(key, range);
    if (numbers.size() != count)
        refuse(key, "must have " + std::to_string(count) +
                        " entries, one for each of block_out_channels");
    return numbers;
}

void ConfigReader::expectOneOf(const std::string& key, std::initializer_list<json> allowed) const {
    const auto found = m_config.find(key);
    if (found == m_config.end() ||
        std::find(allowed.begin(), allowed.end(), *found) != allowed.end())
        return;
    throw Error::unsupported(m_what + ": " + key + " = " + quoted(*found) + " is not supported",
                             "use a model of the Stable Diffusion 1.x or 2.x family");
}

void ConfigReader::expectNull(std::initializer_list<const char*> keys) const {
    for (const char* key : keys)
        expectOneOf(key, {json(nullptr)});
}

void ConfigReader::expectFalse(std::initializer_list<const char*> keys) const {
    for (const char* key : keys)
        expectOneOf(key, {json(nullptr), json(false)});
}

void checkGroups(const ConfigReader& reader, int64_t groups, int64_t channels) {
    if (channels % groups != 0)
        reader.refuse("norm_num_groups",
                      "does not divide the " + std::to_string(channels) + " channels of a block");
}

} // namespace unlit::nn
