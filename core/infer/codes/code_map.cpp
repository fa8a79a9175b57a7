#include "core/infer/codes/code_map.h"

#include "core/infer/padding.h"
#include "core/tensor/image_tensor.h"

#include <torch/utils.h>

namespace unlit::infer {

CodeMap encodeToCodes(nn::AutoencoderKL& vae, const Image& display, torch::Device device) {
    const torch::NoGradGuard noGrad;
    const torch::Tensor picture_13HW = toTensor(display) * 2 - 1;
    const Padding padding =
        paddingToMultiple({display.height, display.width}, vae->options().downscaleFactor());
    const torch::Tensor padded = padReplicate(picture_13HW, padding).to(device);
    CodeMap map;
    map.codes_hw =
        vae->quantizer->codes(vae->encode(padded).mean)[0].to(torch::kCPU, torch::kInt32);
    map.width = display.width;
    map.height = display.height;
    map.transfer = display.space;
    return map;
}

Image decodeCodes(nn::AutoencoderKL& vae, const CodeMap& map, torch::Device device) {
    const torch::NoGradGuard noGrad;
    const torch::Tensor codes_1hw = map.codes_hw.to(device, torch::kInt64).unsqueeze(0);
    const torch::Tensor decoded = vae->decode(vae->quantizer->ofCodes(codes_1hw))[0];
    const torch::Tensor picture_3HW =
        (decoded.clamp(-1, 1) + 1).div(2).slice(1, 0, map.height).slice(2, 0, map.width);
    return toImage(picture_3HW.to(torch::kCPU), map.transfer);
}

} // namespace unlit::infer
