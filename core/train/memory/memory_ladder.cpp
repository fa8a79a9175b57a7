#include "core/train/memory/memory_ladder.h"

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
    if (m_savings.empty())
        return {};
    std::string what = m_savings.front().what;
    apply(m_savings.begin());
    return what;
}

void MemoryLadder::apply(std::vector<MemorySaving>::iterator saving) {
    saving->apply();
    m_applied.push_back(saving->name);
    m_savings.erase(saving);
}

nlohmann::json MemoryLadder::toJson() const {
    return {{"samples_at_once", m_samplesAtOnce}, {"savings", m_applied}};
}

void MemoryLadder::restore(const nlohmann::json& json, const std::string& file) {
    try {
        setSamplesAtOnce(json.at("samples_at_once").get<std::int64_t>());
        for (const auto& name : json.at("savings").get<std::vector<std::string>>()) {
            const auto saving = std::ranges::find(m_savings, name, &MemorySaving::name);
            if (saving != m_savings.end())
                apply(saving);
        }
    } catch (const nlohmann::json::exception&) {
        throw Error::corrupt(file, "it does not say how its memory was used",
                             "take another checkpoint");
    }
}

} // namespace unlit::train
