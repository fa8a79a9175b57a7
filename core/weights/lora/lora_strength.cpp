#include "core/weights/lora/lora_strength.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <regex>

namespace unlit::weights {

namespace {

using LoraJson = nlohmann::ordered_json;

constexpr std::size_t kLongestPattern = 300; // the standard library's matching is recursive
constexpr std::size_t kLongestLayer = 300;

LoraJson valueAt(const LoraJson& config, const std::string& key) {
    const auto found = config.find(key);
    return found == config.end() ? LoraJson() : *found;
}

/// Whether a setting is on: true, or a text or list that says something.
bool isOn(const LoraJson& value) {
    if (value.is_boolean())
        return value.get<bool>();
    return !value.is_null() && !value.empty() && value != "none" && value != 0;
}

[[noreturn]] void refuseKind(const std::filesystem::path& file, const std::string& what) {
    throw Error::unsupported(file.string() + " is no plain LoRA (" + what + ")",
                             "merge it with the library that made it");
}

[[noreturn]] void refuseValue(const std::filesystem::path& file, const std::string& key) {
    throw Error::corrupt(file, "its " + key + " is not what peft writes there",
                         "save the LoRA again");
}

/// Starts that move a part of the base weights into the additions (PiSSA, OLoRA, LoftQ, CorDA and
/// whatever comes after them): these are no additions to the weights that the model has.
bool changesBase(const LoraJson& start) {
    constexpr std::array harmless = {"gaussian", "eva", "orthogonal"};
    return start.is_string() &&
           std::find(harmless.begin(), harmless.end(), start.get<std::string>()) == harmless.end();
}

void requirePlain(const LoraJson& config, const std::string& prefix,
                  const std::filesystem::path& file) {
    const LoraJson kind = valueAt(config, prefix + "peft_type");
    if (!kind.is_null() && kind != "LORA")
        refuseKind(file, "peft_type " + kind.dump());
    for (const char* const key :
         {"use_dora", "use_qalora", "lora_bias", "fan_in_fan_out", "bias", "modules_to_save",
          "trainable_token_indices", "layer_replication", "alora_invocation_tokens"})
        if (isOn(valueAt(config, prefix + key)))
            refuseKind(file, key);
    if (const LoraJson start = valueAt(config, prefix + "init_lora_weights"); changesBase(start))
        refuseKind(file, "init_lora_weights " + start.dump());
}

/// The standard's matcher tries every way through a pattern, which a file could make endless: only
/// what peft's own files have, names with a few wild parts.
bool isSimple(const std::string& pattern) {
    constexpr std::string_view repeats = "*+?{";
    int repeated = 0;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (repeats.find(pattern[i]) == std::string_view::npos)
            continue;
        ++repeated;
        if (i > 0 && (pattern[i - 1] == ')' || repeats.find(pattern[i - 1]) != repeats.npos))
            return false; // of groups, or of what is repeated already
    }
    return repeated <= 2;
}

bool fits(const std::string& layer, const std::string& pattern, const std::filesystem::path& file) {
    if (layer == pattern || layer.ends_with("." + pattern))
        return true;
    if (pattern.size() > kLongestPattern || layer.size() > kLongestLayer || !isSimple(pattern))
        refuseValue(file, "alpha_pattern");
    try {
        return std::regex_match(layer, std::regex("(.*\\.)?(" + pattern + ")"));
    } catch (const std::regex_error&) {
        refuseValue(file, "alpha_pattern");
    }
}

} // namespace

LoraStrength::LoraStrength(const LoraJson& config, const std::string& prefix,
                           std::filesystem::path file)
    : m_file(std::move(file)) {
    requirePlain(config, prefix, m_file);
    m_alpha = valueAt(config, prefix + "lora_alpha");
    m_alphaPatterns = valueAt(config, prefix + "alpha_pattern");
    const LoraJson stabilised = valueAt(config, prefix + "use_rslora");
    m_isRankStabilised = isOn(stabilised);
    if (!m_alpha.is_null() && (!m_alpha.is_number() || !std::isfinite(m_alpha.get<double>())))
        refuseValue(m_file, "lora_alpha");
    if (!m_alphaPatterns.is_null() && !m_alphaPatterns.is_object())
        refuseValue(m_file, "alpha_pattern");
    for (const auto& [pattern, alpha] : m_alphaPatterns.items())
        if (!alpha.is_number())
            refuseValue(m_file, "alpha_pattern");
}

double LoraStrength::alphaOf(const std::string& layer, std::int64_t rank) const {
    const auto size = static_cast<double>(rank);
    double alpha =
        m_alpha.is_null() ? (m_isRankStabilised ? std::sqrt(size) : size) : m_alpha.get<double>();
    for (const auto& [pattern, own] : m_alphaPatterns.items())
        if (fits(layer, pattern, m_file)) {
            alpha = own.get<double>();
            break;
        }
    return m_isRankStabilised ? alpha * std::sqrt(size) : alpha;
}

} // namespace unlit::weights
