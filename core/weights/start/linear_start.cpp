#include "core/weights/start/linear_start.h"

#include <cmath>

namespace unlit::weights {

namespace {

std::int64_t groupSize(const Layout& layout) {
    return layout.width / layout.groups;
}

std::int64_t valuesPerGroup(const Layout& layout) {
    return (groupSize(layout) - 2) / 2;
}

/// Zero for what holds a value or a constant, so that the rest alone stays random.
void forgetUsed(torch::Tensor row, const Place& in) {
    for (std::int64_t value = 0; value < in.count; ++value) {
        const std::int64_t column = in.layout.channelOf(value);
        row.slice(0, column, column + (in.layout.groups > 0 ? 2 : 1)).zero_();
    }
    for (std::int64_t group = 0; group < in.layout.groups; ++group)
        row.slice(0, in.layout.constantOf(group), in.layout.constantOf(group) + 2).zero_();
}

void writeRow(torch::Tensor row, std::int64_t value, const Place& in, const Kernel& kernel) {
    forgetUsed(row, in);
    for (std::int64_t i = 0; i < in.count; ++i) {
        const std::int64_t column = in.layout.channelOf(i);
        kernel(value, i, row[column]);
        if (in.layout.groups == 0)
            continue;
        row[column].mul_(in.layout.divisor());
        row[column + 1].copy_(-row[column]);
    }
}

} // namespace

std::int64_t Layout::room() const {
    return groups == 0 ? width : groups * valuesPerGroup(*this);
}

std::int64_t Layout::channelOf(std::int64_t value) const {
    if (groups == 0)
        return value;
    const std::int64_t perGroup = valuesPerGroup(*this);
    return value / perGroup * groupSize(*this) + 2 * (value % perGroup);
}

std::int64_t Layout::constantOf(std::int64_t group) const {
    return (group + 1) * groupSize(*this) - 2;
}

double Layout::divisor() const {
    return groups == 0 ? 1 : constant * std::sqrt(2.0 / static_cast<double>(groupSize(*this)));
}

void writeLinear(StateDict& state, const std::string& name, const Place& in, const Place& out,
                 const Kernel& kernel) {
    torch::Tensor weight = state.at(name + ".weight"), bias = state.at(name + ".bias");
    const torch::Tensor random = weight.clone();
    weight.zero_();
    bias.zero_();
    for (std::int64_t value = 0; value < out.count; ++value) {
        const std::int64_t row = out.layout.channelOf(value);
        weight[row].copy_(random[row]);
        writeRow(weight[row], value, in, kernel);
        if (out.layout.groups > 0)
            weight[row + 1].copy_(-weight[row]);
    }
    for (std::int64_t group = 0; group < out.layout.groups; ++group) {
        bias[out.layout.constantOf(group)] = out.layout.constant;
        bias[out.layout.constantOf(group) + 1] = -out.layout.constant;
    }
}

void writeIdentity(StateDict& state, const std::string& name) {
    torch::Tensor& weight = state.at(name + ".weight");
    weight.copy_(torch::eye(weight.size(0)).view_as(weight));
    state.at(name + ".bias").zero_();
}

} // namespace unlit::weights
