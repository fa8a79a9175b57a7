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

void copyToCpu(weights::ComponentToSave& part) {
    part.weights = weightsOnCpu(part.weights);
}

std::uint64_t bytesOf(const weights::ComponentToSave& part) {
    return weights::byteCount(part.weights);
}

} // namespace

bool isUnetTrained(const CheckpointContent& content) {
    return content.trained != TrainedPart::Vae && !content.lora;
}

bool isVaeTrained(const CheckpointContent& content) {
    return content.trained != TrainedPart::Unet;
}

CheckpointContent copiedToCpu(const CheckpointContent& content) {
    const torch::NoGradGuard noGrad;
    CheckpointContent copy = content;
    if (copy.lora)
        for (auto& [layer, pair] : *copy.lora)
            pair = {onCpu(pair.down), onCpu(pair.up), pair.alpha};
    if (isUnetTrained(copy))
        copyToCpu(copy.model.unet);
    if (isVaeTrained(copy))
        copyToCpu(copy.model.vae);
    for (auto* means : {&copy.model.unetEma, &copy.model.vaeEma})
        if (*means)
            copyToCpu(**means);
    for (auto& [name, tensor] : copy.state)
        tensor = onCpu(tensor);
    return copy;
}

std::uint64_t trainedBytes(const CheckpointContent& content) {
    std::uint64_t bytes = 0;
    if (content.lora)
        for (const auto& [layer, pair] : *content.lora)
            bytes += pair.down.nbytes() + pair.up.nbytes();
    if (isUnetTrained(content))
        bytes += bytesOf(content.model.unet);
    if (isVaeTrained(content))
        bytes += bytesOf(content.model.vae);
    for (const auto* means : {&content.model.unetEma, &content.model.vaeEma})
        if (*means)
            bytes += bytesOf(**means);
    for (const auto& [name, tensor] : content.state)
        bytes += tensor.nbytes();
    return bytes;
}

std::uint64_t frozenBytes(const CheckpointContent& content) {
    const weights::ModelToSave& model = content.model;
    std::uint64_t bytes = bytesOf(model.textEncoder);
    if (!isVaeTrained(content))
        bytes += bytesOf(model.vae);
    if (model.vaeBeauty)
        bytes += bytesOf(*model.vaeBeauty);
    if (!isUnetTrained(content))
        bytes += bytesOf(model.unet);
    return bytes;
}

} // namespace unlit::train
