#include "core/train/batch_parts.h"

namespace unlit::train {

TrainBatch partOf(const TrainBatch& batch, std::int64_t first, std::int64_t count) {
    TrainBatch part;
    part.beauty_N3HW = batch.beauty_N3HW.narrow(0, first, count);
    for (const torch::Tensor& target : batch.targets_TN3HW)
        part.targets_TN3HW.push_back(target.narrow(0, first, count));
    if (batch.valid_N1HW)
        part.valid_N1HW = batch.valid_N1HW->narrow(0, first, count);
    for (std::int64_t i = first; i < first + count && !batch.conditions.empty(); ++i)
        part.conditions.push_back(batch.conditions[static_cast<std::size_t>(i)]);
    return part;
}

StepDraws partOf(const StepDraws& draws, std::int64_t first, std::int64_t count) {
    return {draws.timesteps_N.narrow(0, first, count), draws.noise.narrow(0, first, count),
            draws.untold_N.defined() ? draws.untold_N.narrow(0, first, count) : torch::Tensor()};
}

MicroStepTrace joined(const std::vector<MicroStepTrace>& parts) {
    const auto join = [&parts](torch::Tensor MicroStepTrace::*member) {
        std::vector<torch::Tensor> tensors;
        for (const MicroStepTrace& part : parts)
            tensors.push_back(part.*member);
        return torch::cat(tensors);
    };
    MicroStepTrace whole{join(&MicroStepTrace::beautyLatent), join(&MicroStepTrace::targetLatents),
                         join(&MicroStepTrace::timesteps),    join(&MicroStepTrace::noise),
                         join(&MicroStepTrace::noisyLatents), join(&MicroStepTrace::prediction),
                         join(&MicroStepTrace::target),       {}};
    if (parts.front().valid_N1hw) {
        std::vector<torch::Tensor> valid;
        for (const MicroStepTrace& part : parts)
            valid.push_back(*part.valid_N1hw);
        whole.valid_N1hw = torch::cat(valid);
    }
    return whole;
}

} // namespace unlit::train
