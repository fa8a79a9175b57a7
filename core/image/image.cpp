#include "core/image/image.h"

#include "core/base/error.h"
#include "core/base/large_pages.h"

namespace unlit {

Image makeImage(int width, int height, std::vector<std::string> channels, ColorSpace space) {
    if (width < 1 || height < 1)
        throw Error::invalidInput("an image of " + std::to_string(width) + "x" +
                                  std::to_string(height) + " pixels has no pixels");
    Image image;
    image.width = width;
    image.height = height;
    image.channels = std::move(channels);
    const std::size_t count = image.channels.size() * image.planeSize();
    image.samples.reserve(count);
    preferLargePages(image.samples.data(), count * sizeof(float));
    image.samples.resize(count);
    image.space = space;
    return image;
}

std::string sizeText(const Image& image) {
    return std::to_string(image.width) + "x" + std::to_string(image.height);
}

} // namespace unlit
