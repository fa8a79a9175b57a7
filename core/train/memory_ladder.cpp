#include "core/train/memory_ladder.h"

#include "core/base/error.h"

#include <algorithm>

namespace unlit::train {

MemoryLadder::MemoryLadder(std::int64_t samples, std::vector<MemorySaving> savings)
    : m_samplesAtOnce(samples), m_savings(std::move(savings)) {}

void MemoryLadder::setSamplesAtOnce(std::int64_t count) {
    m_samplesAtOnce = std::clamp<std::int64_t>(count, 1, m_samplesAtOnce);
}

std::optional<std::string> MemoryLadder::stepDown() {
    if (m_samplesAtOnce > 1) {
        m_samplesAtOnce = (m_samplesAtOnce + 1) / 2;
        return "a micro-batch goes through the network in parts of " +
               std::to_string(m_samplesAtOnce) + (m_samplesAtOnce == 1 ? " sample" : " samples");
    }
    if (m_applied == m_savings.size())
        return {};
    const MemorySaving& saving = m_savings[m_applied++];
    saving.apply();
    return saving.what;
}

nlohmann::json MemoryLadder::toJson() const {
    nlohmann::json names = nlohmann::json::array();
    for (std::size_t i = 0; i < m_applied; ++i)
        names.push_back(m_savings[i].name);
    return {{"samples_at_once", m_samplesAtOnce}, {"savings", names}};
}

void MemoryLadder::restore(const nlohmann::json& json, const std::string& file) {
    try {
        setSamplesAtOnce(json.at("samples_at_once").get<std::int64_t>());
        for (const auto& name : json.at("savings")) {
            if (m_applied == m_savings.size() ||
                m_savings[m_applied].name != name.get<std::string>())
                throw Error::unsupported(file + " was trained with " + name.get<std::string>() +
                                             ", which is not known here",
                                         "resume with the version that wrote it");
            m_savings[m_applied++].apply();
        }
    } catch (const nlohmann::json::exception&) {
        throw Error::corrupt(file, "it does not say how its memory was used",
                             "take another checkpoint");
    }
}

} // namespace unlit::train
