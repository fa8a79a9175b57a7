// The tensors of VGG16 and lpips as their public files have them.
#pragma once

#include "core/weights/state_dict.h"

#include <torch/torch.h>

#include <string>
#include <utility>
#include <vector>

namespace unlit::test {

/// Every tensor of the public files, in zeros but for what a test looks at.
inline weights::StateDict publicVggWeights(bool isLpipss) {
    const std::vector<std::vector<std::pair<int, std::int64_t>>> stages = {
        {{0, 64}, {2, 64}},
        {{5, 128}, {7, 128}},
        {{10, 256}, {12, 256}, {14, 256}},
        {{17, 512}, {19, 512}, {21, 512}},
        {{24, 512}, {26, 512}, {28, 512}}};
    weights::StateDict state;
    std::int64_t in = 3;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        for (const auto& [number, out] : stages[i]) {
            const std::string name =
                (isLpipss ? "net.slice" + std::to_string(i + 1) + "." : std::string("features.")) +
                std::to_string(number);
            state[name + ".weight"] = torch::zeros({out, in, 3, 3});
            state[name + ".bias"] = torch::zeros({out});
            in = out;
        }
        state["lin" + std::to_string(i) + ".model.1.weight"] = torch::zeros({1, in, 1, 1});
    }
    // The first convolution of channel 0 hands red through: what is left is known by hand.
    const std::string first = isLpipss ? "net.slice1.0" : "features.0";
    const std::string second = isLpipss ? "net.slice1.2" : "features.2";
    state.at(first + ".weight")[0][0][1][1] = 1.0F;
    state.at(second + ".weight")[0][0][1][1] = 1.0F;
    state.at("lin0.model.1.weight")[0][0][0][0] = 0.5F;
    return state;
}

} // namespace unlit::test
