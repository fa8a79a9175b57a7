#include "core/train/checkpoint/checkpoint_content.h"

#include <torch/utils.h>

namespace unlit::train {

namespace {

torch::Tensor onCpu(const torch::Tensor& tensor) {
    return tensor.detach().to(torch::kCPU, tensor.scalar_type(), /*non_blocking=*/false,
                              /*copy=*/true);
}

weights::WeightSource weightsOnCpu(const weights::WeightSource& source) {
    weights::StateDict weights;
    for (const weights::TensorSpec& spec : source.specs)
        weights.emplace(spec.name, onCpu(source.tensor(spec)));
    return weights::weightsOf(std::move(weights));
}

} // namespace

CheckpointContent copiedToCpu(const CheckpointContent& content) {
    const torch::NoGradGuard noGrad;
    CheckpointContent copy = content;
    if (copy.lora) {
        for (auto& [layer, pair] : *copy.lora)
            pair = {onCpu(pair.down), onCpu(pair.up), pair.alpha};
    } else {
        copy.model.unet.weights = weightsOnCpu(content.model.unet.weights);
    }
    if (content.model.unetEma)
        copy.model.unetEma->weights = weightsOnCpu(content.model.unetEma->weights);
    for (auto& [name, tensor] : copy.state)
        tensor = onCpu(tensor);
    return copy;
}

std::uint64_t trainedBytes(const CheckpointContent& content) {
    std::uint64_t bytes = 0;
    if (content.lora)
        for (const auto& [layer, pair] : *content.lora)
            bytes += pair.down.nbytes() + pair.up.nbytes();
    else
        bytes += weights::byteCount(content.model.unet.weights);
    if (content.model.unetEma)
        bytes += weights::byteCount(content.model.unetEma->weights);
    for (const auto& [name, tensor] : content.state)
        bytes += tensor.nbytes();
    return bytes;
}

std::uint64_t frozenBytes(const CheckpointContent& content) {
    std::uint64_t bytes = weights::byteCount(content.model.vae.weights) +
                          weights::byteCount(content.model.textEncoder.weights);
    if (content.model.vaeBeauty)
        bytes += weights::byteCount(content.model.vaeBeauty->weights);
    if (content.lora)
        bytes += weights::byteCount(content.model.unet.weights);
    return bytes;
}

} // namespace unlit::train
