#include "core/image/resize.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace {

/// Which source samples a target sample covers: the first and last of them in part only.
struct Cover {
    int first = 0;
    std::vector<float> weights; ///< add up to 1
};

std::vector<Cover> coversOf(int source, int target) {
    const double scale = static_cast<double>(source) / target;
    std::vector<Cover> covers(static_cast<std::size_t>(target));
    for (int i = 0; i < target; ++i) {
        const double begin = i * scale;
        const double end = std::min<double>(source, (i + 1) * scale);
        Cover& cover = covers[static_cast<std::size_t>(i)];
        cover.first = static_cast<int>(begin);
        for (int at = cover.first; at < source && at < end; ++at) {
            const double overlap = std::min<double>(at + 1, end) - std::max<double>(at, begin);
            cover.weights.push_back(static_cast<float>(overlap / scale));
        }
    }
    return covers;
}

void shrinkPlane(std::span<const float> source, int width, std::span<float> target,
                 const std::vector<Cover>& columns, const std::vector<Cover>& rows) {
    const auto targetWidth = columns.size();
    std::fill(target.begin(), target.end(), 0.0F);
    std::vector<float> narrowed(targetWidth);
    for (std::size_t y = 0; y < rows.size(); ++y)
        for (std::size_t i = 0; i < rows[y].weights.size(); ++i) {
            const auto sourceRow = static_cast<std::size_t>(rows[y].first) + i;
            const float* row = source.data() + sourceRow * static_cast<std::size_t>(width);
            for (std::size_t x = 0; x < targetWidth; ++x) {
                float sum = 0;
                for (std::size_t k = 0; k < columns[x].weights.size(); ++k) {
                    const float value = row[static_cast<std::size_t>(columns[x].first) + k];
                    sum += std::isfinite(value) ? columns[x].weights[k] * value : 0.0F;
                }
                narrowed[x] = sum;
            }
            for (std::size_t x = 0; x < targetWidth; ++x)
                target[y * targetWidth + x] += rows[y].weights[i] * narrowed[x];
        }
}

} // namespace

Image thumbnail(const Image& image, int maxEdge) {
    if (maxEdge < 1)
        throw Error::invalidInput("a thumbnail of " + std::to_string(maxEdge) + " pixels");
    const int longer = std::max(image.width, image.height);
    if (longer <= maxEdge)
        return image;
    const double scale = static_cast<double>(maxEdge) / longer;
    const auto shrunk = [&](int side) {
        return std::max(1, static_cast<int>(std::lround(side * scale)));
    };
    Image small = makeImage(shrunk(image.width), shrunk(image.height), image.channels, image.space);
    small.metadata = image.metadata;
    const std::vector<Cover> columns = coversOf(image.width, small.width);
    const std::vector<Cover> rows = coversOf(image.height, small.height);
    for (int c = 0; c < image.channelCount(); ++c)
        shrinkPlane(image.plane(c), image.width, small.plane(c), columns, rows);
    if (!image.mask.empty()) {
        small.mask.resize(small.planeSize());
        shrinkPlane(image.mask, image.width, small.mask, columns, rows);
    }
    return small;
}

} // namespace unlit
