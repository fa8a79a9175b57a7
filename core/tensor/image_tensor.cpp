#include "core/tensor/image_tensor.h"

#include "core/base/error.h"

#include <torch/utils.h>

#include <algorithm>
#include <cstring>

namespace unlit::infer {

namespace {

Image copyPlanes(const torch::Tensor& planes_3HW, ColorSpace space) {
    TORCH_CHECK(planes_3HW.dim() == 3 && planes_3HW.size(0) == 3, "a picture is [3, H, W]");
    const torch::Tensor planes = planes_3HW.to(torch::kCPU, torch::kFloat32).contiguous();
    Image image = makeImage(static_cast<int>(planes.size(2)), static_cast<int>(planes.size(1)),
                            {"R", "G", "B"}, space);
    std::memcpy(image.samples.data(), planes.data_ptr<float>(),
                image.samples.size() * sizeof(float));
    return image;
}

} // namespace

torch::Tensor viewOf(const Image& image) {
    // from_blob has no form for values that are only read.
    return torch::from_blob(const_cast<float*>(image.samples.data()),
                            {1, image.channelCount(), image.height, image.width},
                            torch::TensorOptions().dtype(torch::kFloat32));
}

void requireColorPlanes(const Image& image) {
    constexpr int kColorChannels = 3;
    if (image.width < 1 || image.height < 1)
        throw Error::invalidInput("the picture has no pixels");
    if (image.channelCount() != kColorChannels)
        throw Error::invalidInput("the picture has " + std::to_string(image.channelCount()) +
                                  " channels, the network takes red, green and blue");
    if (image.samples.size() != kColorChannels * image.planeSize())
        throw Error::internal("an image whose samples do not fill its planes");
}

torch::Tensor toTensor(const Image& image) {
    requireColorPlanes(image);
    return viewOf(image).clone();
}

Image toImage(const torch::Tensor& planes_3HW, ColorSpace space) {
    Image image = copyPlanes(planes_3HW, space);
    for (float& sample :
         image.samples) // in place: one more picture would be touched for the first time
        sample = std::clamp(sample, 0.0F, 1.0F);
    return image;
}

Image toRawImage(const torch::Tensor& planes_3HW) {
    return copyPlanes(planes_3HW, ColorSpace::Raw);
}

} // namespace unlit::infer
