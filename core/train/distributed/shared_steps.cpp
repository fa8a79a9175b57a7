#include "core/train/distributed/shared_steps.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace unlit::train {

namespace {

using nlohmann::json;

/// What this process did of the step. Numbers that are not finite travel as null.
json partOf(const RunPosition& position, const std::set<BatchPlace>& found, double waited) {
    json part = {
        {"empty", found}, {"micro", json::array()}, {"samples", json::array()}, {"waited", waited}};
    for (std::size_t i = 0; i < position.losses.size(); ++i)
        if (!position.samples[i].empty())
            part["micro"].push_back(
                {{"at", i}, {"loss", position.losses[i]}, {"samples", position.samples[i]}});
    for (const SampleLoss& sample : position.sampleLosses)
        part["samples"].push_back({sample.sample, sample.timestep, sample.loss});
    return part;
}

void addPart(const json& part, RunPosition& position) {
    for (const json& micro : part.at("micro")) {
        const auto at = micro.at("at").get<std::size_t>();
        const json& loss = micro.at("loss");
        position.losses.at(at) = loss.is_null() ? NAN : loss.get<float>();
        position.samples.at(at) = micro.at("samples").get<std::vector<std::string>>();
    }
    for (const json& sample : part.at("samples"))
        position.sampleLosses.push_back({sample.at(0), sample.at(1), sample.at(2)});
}

} // namespace

bool SharedSteps::hasNoneOf(std::int64_t count, BatchPlace place, std::int64_t perEpoch) const {
    for (std::int64_t passed = 0; count > 0 && passed < perEpoch;) {
        if (++place.second >= perEpoch)
            place = {place.first + 1, 0};
        if (isEmpty(place)) {
            ++passed;
            continue;
        }
        if (place.second % m_peers->size() == m_peers->rank())
            return false;
        --count;
    }
    return true;
}

bool SharedSteps::join(RunPosition& position) {
    json mine = partOf(position, m_found, m_peers->takeWaited());
    mine["under_way"] = m_sums.isAnyUnderWay();
    if (m_peers->isFirst() && !m_sums.hasOrder() && !m_sums.seenOrder().empty())
        mine["order"] = m_sums.seenOrder();
    m_found.clear();
    std::vector<json> parts;
    const std::size_t known = m_empty.size();
    bool isAnyUnderWay = false;
    for (const std::string& text : m_peers->exchange(mine.dump())) {
        parts.push_back(json::parse(text));
        m_empty.merge(parts.back().at("empty").get<std::set<BatchPlace>>());
        isAnyUnderWay = isAnyUnderWay || parts.back().at("under_way").get<bool>();
    }
    if (m_empty.size() > known) {
        if (isAnyUnderWay)
            m_sums.drop();
        return false;
    }
    position.sampleLosses.clear();
    for (const json& part : parts)
        addPart(part, position);
    m_waited = 0;
    for (const json& part : parts)
        m_waited += part.at("waited").get<double>() / m_peers->size();
    m_sums.finish();
    if (const auto order = parts.front().find("order"); order != parts.front().end())
        m_sums.setOrder(order->get<std::vector<std::size_t>>());
    return true;
}

} // namespace unlit::train
