// Any bytes as an OpenEXR file: header, every layer's pixels, and a copy of it all.
#include "core/base/error.h"
#include "core/image/exr/exr_copy.h"
#include "core/image/image_file.h"
#include "tests/fuzz/memory_file.h"

#include <algorithm>
#include <cstring>

using namespace unlit;

namespace {

// Pixels of large parts cost time and find nothing that small ones do not.
constexpr std::int64_t kMostPixels = 1 << 14;

bool isLarge(const PartInfo& part) {
    const std::vector<int>& window = part.dataWindow;
    return (std::int64_t{window[2]} - window[0] + 1) * (std::int64_t{window[3]} - window[1] + 1) >
           kMostPixels;
}

void check(const LoadedImage& picture) {
    const Image& image = picture.image;
    if (image.samples.size() != 3 * image.planeSize() ||
        (!image.mask.empty() && image.mask.size() != image.planeSize()))
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    if (size < 8 || std::memcmp(bytes, "\x76\x2f\x31\x01", 4) != 0)
        return -1; // not worth keeping: refused before our code
    const MemoryFile file(bytes, size);
    try {
        const ImageInfo info = readImageInfo(file.path(), LayerTable::builtIn());
        if (std::int64_t{info.width} * info.height > kMostPixels ||
            std::any_of(info.partList.begin(), info.partList.end(), isLarge))
            return 0;
        ReadOptions options;
        options.layerTable = LayerTable::builtIn();
        check(readImage(file.path(), options));
        if (info.layers.size() > 1) {
            options.layer = info.layers.back().name;
            check(readImage(file.path(), options));
        }
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Internal)
            std::abort();
    }
    const std::filesystem::path out = "/dev/shm/unlit_exr_fuzz_" + std::to_string(::getpid());
    try {
        copyExr(file.path(), out,
                {.half = true, .overwrite = true, .layerTable = LayerTable::builtIn()});
    } catch (const Error&) {
    }
    std::error_code ignored;
    std::filesystem::remove(out, ignored);
    return 0;
}
