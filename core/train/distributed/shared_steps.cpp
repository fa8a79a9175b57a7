#include "core/train/distributed/shared_steps.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>
#include <torch/utils.h>

#include <cmath>

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

bool SharedSteps::join(RunPosition& position, const std::vector<NamedParameter>& parameters) {
    const std::vector<std::string> told =
        m_peers->exchange(partOf(position, m_found, m_peers->takeWaited()).dump());
    m_found.clear();
    std::vector<json> parts;
    const std::size_t known = m_empty.size();
    for (const std::string& text : told) {
        parts.push_back(json::parse(text));
        m_empty.merge(parts.back().at("empty").get<std::set<BatchPlace>>());
    }
    if (m_empty.size() > known)
        return false;
    position.sampleLosses.clear();
    for (const json& part : parts)
        addPart(part, position);
    m_waited = 0;
    for (const json& part : parts)
        m_waited += part.at("waited").get<double>() / m_peers->size();
    sumGradients(parameters);
    return true;
}

void SharedSteps::sumGradients(const std::vector<NamedParameter>& parameters) {
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> gradients;
    for (const NamedParameter& parameter : parameters) {
        torch::Tensor& gradient = torch::Tensor(parameter.value).mutable_grad();
        if (!gradient.defined()) // this process had no micro-batch of the step
            gradient = torch::zeros_like(parameter.value, torch::MemoryFormat::Preserve);
        gradients.push_back(gradient);
    }
    m_peers->sum(gradients, m_exchange);
}

} // namespace unlit::train
