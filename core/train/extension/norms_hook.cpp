#include "core/train/extension/norms_hook.h"

#include <cmath>

namespace unlit::train {

namespace {

double squaresOf(std::span<const float> values) {
    double sum = 0;
    for (const float value : values)
        sum += static_cast<double>(value) * value;
    return sum;
}

} // namespace

NormsHook::NormsHook(const extension::Options& options) {
    const double depth = options.number("depth");
    if (depth < 1 || depth > 100 || depth != std::floor(depth))
        throw std::invalid_argument("option depth has to be a whole number from 1 on, not " +
                                    options.text("depth"));
    m_depth = static_cast<int>(depth);
}

std::string NormsHook::partOf(std::string_view weight) const {
    std::size_t end = 0;
    for (int i = 0; i < m_depth; ++i) {
        const std::size_t dot = weight.find('.', end == 0 ? 0 : end + 1);
        if (dot == std::string_view::npos)
            return std::string(weight.substr(0, end == 0 ? weight.size() : end));
        end = dot;
    }
    return std::string(weight.substr(0, end));
}

void NormsHook::at(extension::Moment& moment) {
    if (moment.point() == extension::Point::BeforeOptimizer)
        lookBefore(moment);
    else if (!m_before.empty())
        tellAfter(moment);
}

void NormsHook::lookBefore(const extension::Moment& moment) {
    m_gradients.clear();
    m_before.clear();
    moment.forEachWeight([this](const extension::Weight& weight) {
        m_gradients[partOf(weight.name)] += squaresOf(weight.gradient);
        m_before.emplace(weight.name,
                         std::vector<float>(weight.values.begin(), weight.values.end()));
    });
}

void NormsHook::tellAfter(extension::Moment& moment) {
    std::map<std::string, double> weights;
    std::map<std::string, double> updates;
    moment.forEachWeight([&](const extension::Weight& weight) {
        const auto before = m_before.find(weight.name);
        if (before == m_before.end() || before->second.size() != weight.values.size())
            return;
        double moved = 0;
        for (std::size_t i = 0; i < weight.values.size(); ++i) {
            const double step = static_cast<double>(weight.values[i]) - before->second[i];
            moved += step * step;
        }
        const std::string part = partOf(weight.name);
        updates[part] += moved;
        weights[part] += squaresOf(before->second);
    });
    for (const auto& [part, squares] : weights) {
        moment.figure("weight/" + part, std::sqrt(squares));
        moment.figure("gradient/" + part, std::sqrt(m_gradients[part]));
        if (squares > 0)
            moment.figure("update_ratio/" + part, std::sqrt(updates[part] / squares));
    }
    m_before.clear();
}

} // namespace unlit::train
