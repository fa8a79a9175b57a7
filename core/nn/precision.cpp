#include "core/nn/precision.h"

#include "core/base/error.h"
#include "core/nn/layers/module.h"

#include <torch/utils.h>

namespace unlit::nn {

namespace {

torch::Tensor placed(const torch::Tensor& parameter, torch::Dtype type, torch::Device device,
                     WeightValues values) {
    const auto layout =
        parameter.dim() == 4 ? torch::MemoryFormat::ChannelsLast : torch::MemoryFormat::Contiguous;
    const auto options = torch::TensorOptions(type).device(device);
    if (values == WeightValues::Discard)
        return torch::empty(parameter.sizes(), options, layout);
    return parameter.detach().to(options).contiguous(layout);
}

} // namespace

void setPrecision(torch::nn::Module& module, torch::Dtype type, torch::Device device,
                  WeightValues values) {
    if (type == torch::kFloat16 && !device.is_cuda())
        throw Error::unsupported("float16 runs on CUDA devices only", "use bfloat16 or float32");
    torch::NoGradGuard noGrad;
    for (const auto& part : module.modules()) {
        const auto* ours = dynamic_cast<const Module*>(part.get());
        const torch::Dtype own = ours != nullptr ? ours->weightType(type) : type;
        for (auto& parameter : part->parameters(/*recurse=*/false)) {
            parameter.mutable_grad() = torch::Tensor();
            parameter.set_data(placed(parameter, own, device, values));
        }
    }
}

void keepInInt8(torch::nn::Module& module) {
    for (const auto& part : module.modules())
        if (auto* ours = dynamic_cast<Module*>(part.get()))
            ours->keepInInt8();
}

} // namespace unlit::nn
