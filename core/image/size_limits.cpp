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
                      int channels) {
    const std::string size = std::to_string(width) + "x" + std::to_string(height);
    if (width < 1 || height < 1)
        throw Error::corrupt(path, "declares a picture of " + size + " pixels");
    const auto limit = static_cast<std::int64_t>(kMaxSamples);
    if (width > limit || height > limit / width || width * height > limit / channels)
        throw Error::unsupported(path.string() + ": a picture of " + size + " pixels and " +
                                     std::to_string(channels) +
                                     " channels is more than this program reads (1 Gi samples)",
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
