// One model folder, read part by part: the work behind openModelFolder.
#pragma once

#include "core/weights/model_folder.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unlit::weights {

inline constexpr const char* kIndexName = "model_index.json";
inline constexpr const char* kUnlitName = "unlit.json";

/// Absolute, without "." or a slash at the end, so that parent folder and name can be asked for.
std::filesystem::path plainPath(const std::filesystem::path& path);

/// Reads one folder; every fault goes into the list and the rest is still read.
class FolderReader {
public:
    FolderReader(std::filesystem::path path, const ComponentOverrides& overrides,
                 std::vector<Error>& faults)
        : m_overrides(overrides), m_faults(faults) {
        m_model.path = std::move(path);
    }

    ModelFolder read();

private:
    template <class Step>
    bool attempt(Step step) {
        try {
            step();
            return true;
        } catch (const Error& error) {
            m_faults.push_back(error);
            return false;
        }
    }

    void readIndex();
    void readIdentity();
    bool readPart(Component& part, ComponentKind kind, const std::string& name,
                  const std::optional<std::filesystem::path>& chosen);
    void readVaes();
    std::filesystem::path overridden(const std::filesystem::path& chosen,
                                     const std::string& name) const;
    void decideConventions();
    void readDefaults();
    void readTargets(int targetCount);
    int wholeNumberOfIndex(const std::string& key, int missing, int least, int most) const;

    const ComponentOverrides& m_overrides;
    std::vector<Error>& m_faults;
    ModelFolder m_model;
    nlohmann::json m_index = nlohmann::json::object(); ///< names the parts
    std::filesystem::path
        m_identityFolder; ///< says what the pictures mean: the folder around the UNet
    nlohmann::json m_identity = nlohmann::json::object(); ///< its model_index.json
    bool m_hasVaes = false;
};

} // namespace unlit::weights
