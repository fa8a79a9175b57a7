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

const weights::ComponentToSave& trainedPart(const CheckpointContent& content) {
    return content.trained == TrainedPart::Vae ? content.model.vae : content.model.unet;
}

const std::optional<weights::ComponentToSave>& meansOf(const CheckpointContent& content) {
    return content.trained == TrainedPart::Vae ? content.model.vaeEma : content.model.unetEma;
}

} // namespace

weights::ComponentToSave& trainedPart(CheckpointContent& content) {
    return content.trained == TrainedPart::Vae ? content.model.vae : content.model.unet;
}

std::optional<weights::ComponentToSave>& meansOf(CheckpointContent& content) {
    return content.trained == TrainedPart::Vae ? content.model.vaeEma : content.model.unetEma;
}

CheckpointContent copiedToCpu(const CheckpointContent& content) {
    const torch::NoGradGuard noGrad;
    CheckpointContent copy = content;
    if (copy.lora) {
        for (auto& [layer, pair] : *copy.lora)
            pair = {onCpu(pair.down), onCpu(pair.up), pair.alpha};
    } else {
        trainedPart(copy).weights = weightsOnCpu(trainedPart(content).weights);
    }
    if (meansOf(copy))
        meansOf(copy)->weights = weightsOnCpu(meansOf(content)->weights);
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
        bytes += weights::byteCount(trainedPart(content).weights);
    if (meansOf(content))
        bytes += weights::byteCount(meansOf(content)->weights);
    for (const auto& [name, tensor] : content.state)
        bytes += tensor.nbytes();
    return bytes;
}

std::uint64_t frozenBytes(const CheckpointContent& content) {
    const weights::ModelToSave& model = content.model;
    std::uint64_t bytes = weights::byteCount(model.textEncoder.weights);
    if (content.trained != TrainedPart::Vae)
        bytes += weights::byteCount(model.vae.weights);
    if (model.vaeBeauty)
        bytes += weights::byteCount(model.vaeBeauty->weights);
    if (content.lora || content.trained != TrainedPart::Unet)
        bytes += weights::byteCount(model.unet.weights);
    return bytes;
}

} // namespace unlit::train
