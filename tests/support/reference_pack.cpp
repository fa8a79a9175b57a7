#include "tests/support/reference_pack.h"

#include "core/base/error.h"

#include <cstdlib>
#include <fstream>

namespace unlit::test {

namespace fs = std::filesystem;

namespace {

nlohmann::json readJson(const fs::path& file) {
    std::ifstream in(file);
    if (!in)
        throw Error::notFound("no reference file " + file.string(),
                              "set UNLIT_REFERENCE_DIR to a reference pack");
    return nlohmann::json::parse(in);
}

void checkListed(const std::string& pack, const nlohmann::json& listed,
                 const weights::SafetensorsFile& file) {
    for (const auto& [name, entry] : listed.items()) {
        const auto shape = entry.at("shape").get<std::vector<std::int64_t>>();
        if (file.info(name).shape != shape)
            throw Error::corrupt(file.path(), "tensor '" + name + "' of the pack '" + pack +
                                                  "' has another shape than its JSON says");
    }
}

} // namespace

fs::path referenceDir() {
    const char* const chosen = std::getenv("UNLIT_REFERENCE_DIR");
    fs::path folder = chosen != nullptr && *chosen != '\0' ? chosen : UNLIT_DEFAULT_REFERENCE_DIR;
    if (!fs::is_directory(folder))
        throw Error::notFound("no reference folder " + folder.string(),
                              "set UNLIT_REFERENCE_DIR to a reference pack");
    return folder;
}

ReferencePack::ReferencePack(const std::string& name)
    : m_name(name), m_json(readJson(referenceDir() / (name + ".json"))) {
    const fs::path tensors = referenceDir() / (name + ".safetensors");
    const bool listed = m_json.is_object() && m_json.contains("tensors");
    if (listed || fs::exists(tensors))
        m_tensors.emplace(tensors);
    if (listed)
        checkListed(name, m_json.at("tensors"), *m_tensors);
}

bool ReferencePack::has(const std::string& tensor) const {
    return m_tensors && m_tensors->has(tensor);
}

torch::Tensor ReferencePack::tensor(const std::string& name) const {
    if (!m_tensors)
        throw Error::notFound("the reference pack '" + m_name + "' has no tensors");
    return m_tensors->tensor(name);
}

std::vector<std::string> ReferencePack::names() const {
    return m_tensors ? m_tensors->names() : std::vector<std::string>{};
}

} // namespace unlit::test
