// Reads one component's config.json key by key, with errors that name the key and its value.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace unlit::nn {

struct IntegerRange {
    int64_t least = 0;
    int64_t most = 0;
};

// What no network that anybody trained comes near; a larger number is a damaged file.
inline constexpr IntegerRange kChannels{1, 1 << 16};
inline constexpr std::size_t kMostBlocks = 12;

/// A key that is absent (or null, where the value may be) takes the fallback, which is diffusers'
/// default. Holds a reference to the json. Throws Error::invalidInput for a wrong type, a value out
/// of range or a wrong length, Error::unsupported from the `expect…` functions.
class ConfigReader {
public:
    /// `what` opens every message: "UNet config". Throws if `config` is no JSON object.
    ConfigReader(const nlohmann::json& config, std::string what);

    bool has(const std::string& key) const; ///< present and not null

    int64_t integer(const std::string& key, int64_t fallback, IntegerRange range) const;
    double number(const std::string& key, double fallback) const;
    bool flag(const std::string& key, bool fallback) const;
    std::string text(const std::string& key, const std::string& fallback) const;

    /// A list; an absent key is an error unless there is a fallback.
    std::vector<int64_t> integers(const std::string& key, IntegerRange range) const;
    std::vector<std::string> texts(const std::string& key,
                                   const std::vector<std::string>& fallback) const;

    /// One number for all `count` blocks, or a list of exactly `count`.
    std::vector<int64_t> integerPerBlock(const std::string& key, int64_t fallback, size_t count,
                                         IntegerRange range) const;

    /// Refuses any value but the listed ones; an absent key passes.
    void expectOneOf(const std::string& key, std::initializer_list<nlohmann::json> allowed) const;
    void expectNull(std::initializer_list<const char*> keys) const;
    void expectFalse(std::initializer_list<const char*> keys) const; ///< null passes too

    /// "UNet config: key = value <complaint>", thrown as invalid input.
    [[noreturn]] void refuse(const std::string& key, const std::string& complaint) const;

private:
    const nlohmann::json* find(const std::string& key) const; ///< nullptr if absent or null
    int64_t checkedInteger(const std::string& key, const nlohmann::json& value,
                           IntegerRange range) const;

    const nlohmann::json& m_config;
    std::string m_what;
};

/// Throws unless `groups` divides `channels`: "UNet config: norm_num_groups = 32 does not divide
/// …".
void checkGroups(const ConfigReader& reader, int64_t groups, int64_t channels);

} // namespace unlit::nn
