#include "core/train/checkpoint/checkpoint_content.h"

#include <torch/utils.h>

namespace unlit::train {

namespace {

torch::Tensor onCpu(const torch::Tensor& tensor) {
    return tensor.detach().to(torch::kCPU, tensor.scalar_type(), /*non_blocking=*/false,
                              /*copy=*/true);
}

} // namespace

CheckpointContent copiedToCpu(const CheckpointContent& content) {
    const torch::NoGradGuard noGrad;
    CheckpointContent copy = content;
    if (copy.lora) {
        for (auto& [layer, pair] : *copy.lora)
            pair = {onCpu(pair.down), onCpu(pair.up), pair.alpha};
    } else {
        weights::StateDict weights;
        for (const weights::TensorSpec& spec : content.model.unet.weights.specs)
            weights.emplace(spec.name, onCpu(content.model.unet.weights.tensor(spec)));
        copy.model.unet.weights = weights::weightsOf(std::move(weights));
    }
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
