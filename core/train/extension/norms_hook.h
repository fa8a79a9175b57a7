// Norms of weights, gradients and updates, part by part of the network.
#pragma once

#include "core/extension/in_program.h"

#include <map>
#include <string>
#include <vector>

namespace unlit::train {

/// Figures norms/weight/PART, norms/gradient/PART and norms/update_ratio/PART: the norm of what a
/// step has added to the weights over that of the weights. Option `depth`: how many dotted parts
/// of a weight's name make a PART. Between two points of a step it keeps a copy of the weights.
class NormsHook : public extension::Hook {
public:
    /// Throws std::invalid_argument for a depth that is no whole number from 1 on.
    explicit NormsHook(const extension::Options& options);

    std::vector<extension::Point> points() const override {
        return {extension::Point::BeforeOptimizer, extension::Point::AfterOptimizer};
    }

    void at(extension::Moment& moment) override;

private:
    std::string partOf(std::string_view weight) const;
    void lookBefore(const extension::Moment& moment);
    void tellAfter(extension::Moment& moment);

    int m_depth;
    std::map<std::string, std::vector<float>, std::less<>> m_before; ///< weights by name
    std::map<std::string, double> m_gradients;                       ///< squares by part
};

} // namespace unlit::train
