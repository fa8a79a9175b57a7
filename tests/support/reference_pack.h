// The reference tensors as tests read them: one JSON file and the tensors beside it.
#pragma once

#include "core/weights/files/safetensors.h"

#include <nlohmann/json.hpp>
#include <torch/types.h>

#include <filesystem>
#include <optional>
#include <string>

namespace unlit::test {

/// $UNLIT_REFERENCE_DIR, else the pack in this repository. Throws when it is no folder.
std::filesystem::path referenceDir();

/// ReferencePack pack("schedulers/step") reads schedulers/step.json and, where it exists,
/// schedulers/step.safetensors. Throws (so that the test fails) when the JSON is absent, when the
/// JSON lists tensors and the file is absent, or when a listed tensor is missing or has another
/// shape.
class ReferencePack {
public:
    explicit ReferencePack(const std::string& name);

    const nlohmann::json& json() const { return m_json; }

    bool has(const std::string& tensor) const;

    /// A view of the file; clone before changing it. Throws naming pack and tensor when absent.
    torch::Tensor tensor(const std::string& name) const;

    std::vector<std::string> names() const;

private:
    std::string m_name;
    nlohmann::json m_json;
    std::optional<weights::SafetensorsFile> m_tensors;
};

} // namespace unlit::test
