#include "core/train/distributed/sharded_state.h"

#include "core/train/distributed/pieces.h"

#include <nlohmann/json.hpp>
#include <torch/utils.h>

#include <algorithm>
#include <numeric>

namespace unlit::train {

namespace {

using Words = nlohmann::json;

constexpr const char* kStateCall = "state";
constexpr std::int64_t kBytesAtOnce = std::int64_t{16} << 20;

Words shapesOf(const weights::StateDict& tensors) {
    Words shapes = Words::array();
    for (const auto& [name, tensor] : tensors)
        shapes.push_back({name, static_cast<int>(tensor.scalar_type()), tensor.sizes().vec()});
    return shapes;
}

std::vector<torch::Tensor> tensorsOf(const weights::StateDict& named) {
    std::vector<torch::Tensor> tensors;
    for (const auto& [name, tensor] : named)
        tensors.push_back(tensor);
    return tensors;
}

weights::StateDict emptyOnesOf(const Words& shapes) {
    weights::StateDict tensors;
    for (const Words& shape : shapes)
        tensors.emplace(shape.at(0).get<std::string>(),
                        torch::empty(shape.at(2).get<std::vector<std::int64_t>>(),
                                     static_cast<torch::ScalarType>(shape.at(1).get<int>())));
    return tensors;
}

std::int64_t bytesIn(const Words& shapes) {
    std::int64_t bytes = 0;
    for (const Words& shape : shapes) {
        const auto sizes = shape.at(2).get<std::vector<std::int64_t>>();
        bytes += std::accumulate(sizes.begin(), sizes.end(),
                                 static_cast<std::int64_t>(c10::elementSize(
                                     static_cast<torch::ScalarType>(shape.at(1).get<int>()))),
                                 std::multiplies<>());
    }
    return bytes;
}

} // namespace

std::vector<int> ownersOf(const std::vector<NamedParameter>& parameters, int processes) {
    std::vector<std::size_t> largestFirst(parameters.size());
    std::iota(largestFirst.begin(), largestFirst.end(), std::size_t{0});
    std::ranges::stable_sort(largestFirst, std::ranges::greater(),
                             [&](std::size_t i) { return parameters[i].value.numel(); });
    std::vector<int> owners(parameters.size());
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(processes));
    for (const std::size_t i : largestFirst) {
        const auto least = std::ranges::min_element(numbers);
        *least += parameters[i].value.numel();
        owners[i] = static_cast<int>(least - numbers.begin());
    }
    return owners;
}

ShardedState::ShardedState(std::shared_ptr<Peers> peers,
                           const std::vector<NamedParameter>& parameters)
    : m_peers(std::move(peers)), m_owners(ownersOf(parameters, m_peers->size())) {}

void ShardedState::complete(std::vector<torch::Tensor>& tensors) const {
    m_peers->takeFromOwners(tensors, m_owners);
}

std::string ShardedState::calledFor(const std::string& told) {
    return Words::parse(told).value(kStateCall, "");
}

weights::StateDict ShardedState::called(const std::string& what,
                                        const weights::StateDict& mine) const {
    (void)m_peers->exchange(Words{{kStateCall, what}}.dump());
    return brought(mine);
}

void ShardedState::give(const weights::StateDict& mine) const {
    (void)brought(mine);
}

weights::StateDict ShardedState::brought(const weights::StateDict& mine) const {
    const torch::NoGradGuard noGrad;
    weights::StateDict all = mine;
    std::vector<ByteRow> theirs;
    std::int64_t most = 0;
    int rank = 0;
    for (const std::string& text : m_peers->exchange(shapesOf(mine).dump())) {
        const Words shapes = Words::parse(text);
        most = std::max(most, bytesIn(shapes));
        if (!m_peers->isFirst() || rank++ == 0)
            continue;
        const weights::StateDict empty = emptyOnesOf(shapes);
        theirs.emplace_back(tensorsOf(empty));
        all.insert(empty.begin(), empty.end());
    }
    ByteRow row(m_peers->isFirst() ? std::vector<torch::Tensor>() : tensorsOf(mine));
    for (std::int64_t at = 0; at < most; at += kBytesAtOnce) {
        torch::Tensor bytes = torch::zeros({std::min(kBytesAtOnce, most - at)}, torch::kUInt8);
        row.read(bytes);
        const std::vector<torch::Tensor> brought = m_peers->bringToFirst(bytes);
        for (std::size_t i = 0; i < theirs.size(); ++i)
            theirs[i].write(brought[i + 1]);
    }
    return all;
}

} // namespace unlit::train
