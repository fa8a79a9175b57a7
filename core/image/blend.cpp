#include "core/image/blend.h"

#include "core/base/error.h"

namespace unlit {

void blend(Image& prediction, const Image& input, double share) {
    if (prediction.samples.size() != input.samples.size() || prediction.width != input.width)
        throw Error::internal("a mean of pictures of different sizes");
    if (share == 1)
        return;
    const auto part = static_cast<float>(share);
    for (std::size_t i = 0; i < prediction.samples.size(); ++i)
        prediction.samples[i] =
            input.samples[i] + part * (prediction.samples[i] - input.samples[i]);
}

} // namespace unlit
