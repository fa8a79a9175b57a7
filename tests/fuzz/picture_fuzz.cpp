// Any bytes as a picture of the other kinds: the first bytes decide which.
#include "core/base/error.h"
#include "core/image/image_file.h"
#include "tests/fuzz/memory_file.h"

using namespace unlit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    constexpr std::int64_t mostPixels = 1 << 20;
    if (size < 8 || bytes[0] == 0x76)
        return -1;
    const MemoryFile file(bytes, size);
    try {
        const ImageInfo info = readImageInfo(file.path(), LayerTable::builtIn());
        if (std::int64_t{info.width} * info.height > mostPixels)
            return 0;
        const LoadedImage picture = readImage(file.path());
        if (picture.image.width != info.width || picture.image.height != info.height ||
            picture.image.samples.size() != 3 * picture.image.planeSize())
            std::abort();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Internal)
            std::abort();
    }
    return 0;
}
