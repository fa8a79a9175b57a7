#include "core/image/size_limits.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <string>

namespace unlit {

namespace {

// Small files: headers and rounding up to whole blocks weigh more than the ratio.
constexpr std::uint64_t kSlackBytes = 1U << 20;

} // namespace

void checkPictureSize(const std::filesystem::path& path, std::int64_t width, std::int64_t height,
                      int channels, std::uint64_t workingBytes) {
    const std::string size = std::to_string(width) + "x" + std::to_string(height);
    if (width < 1 || height < 1)
        throw Error::corrupt(path, "declares a picture of " + size + " pixels");
    const auto limit = static_cast<std::int64_t>(kMostReadBytes / sizeof(float));
    const bool isAbsurd =
        width > limit || height > limit / width || width * height > limit / channels;
    const std::uint64_t bytes =
        isAbsurd ? 0 : static_cast<std::uint64_t>(width * height * channels) * sizeof(float);
    if (isAbsurd || workingBytes > kMostReadBytes - bytes)
        throw Error::unsupported(path.string() + ": a picture of " + size + " pixels and " +
                                     std::to_string(channels) + " channels needs more than " +
                                     formatBytes(kMostReadBytes) +
                                     " of memory to read, the most that this program takes",
                                 "make it smaller, or cut it into pieces");
}

void checkExpansion(const std::filesystem::path& path, std::uint64_t decodedBytes,
                    std::uint64_t fileBytes, std::uint64_t bestRatio) {
    if (decodedBytes <= kSlackBytes || (decodedBytes - kSlackBytes) / bestRatio <= fileBytes)
        return;
    throw Error::corrupt(path,
                         "declares " + formatBytes(decodedBytes) + " of pixels, which a file of " +
                             formatBytes(fileBytes) + " cannot hold",
                         "it is damaged or cut off");
}

} // namespace unlit
