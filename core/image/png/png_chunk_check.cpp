#include "core/image/png/png_chunk_check.h"

#include "core/base/error.h"
#include "core/image/file_text.h"

#include <array>
#include <cstdint>
#include <string>

namespace unlit {

namespace {

constexpr std::uint64_t kSignatureBytes = 8;
constexpr std::uint64_t kChecksumBytes = 4;
constexpr std::uint64_t kMostAncillaryBytes = std::uint64_t{1} << 26U;

bool isAncillary(const std::string& kind) {
    return (static_cast<unsigned char>(kind[0]) & 0x20U) != 0; // a small letter
}

} // namespace

PngChunks checkPngChunks(ReadableFile& file) {
    PngChunks chunks;
    file.seek(kSignatureBytes);
    for (std::string kind; kind != "IEND";) {
        std::array<unsigned char, 8> head{};
        file.readAll(head);
        std::uint64_t length = 0;
        for (std::size_t i = 0; i < 4; ++i)
            length = length << 8U | head[i];
        kind.assign(head.begin() + 4, head.end());
        const std::uint64_t rest = file.size() - file.position();
        if (length + kChecksumBytes > rest)
            throw Error::corrupt(file.path(),
                                 "its chunk '" + printable(kind) + "' of " +
                                     std::to_string(length) + " bytes is longer than the file",
                                 "it is damaged or cut off");
        if (length > kMostAncillaryBytes && isAncillary(kind))
            throw Error::unsupported(file.path().string() + ": its chunk '" + printable(kind) +
                                         "' is longer than 64 MiB",
                                     "save it without its texts and profiles");
        const std::uint64_t next = file.position() + length + kChecksumBytes;
        std::vector<unsigned char>* const kept = kind == "eXIf"   ? &chunks.exif
                                                 : kind == "iCCP" ? &chunks.packedProfile
                                                                  : nullptr;
        if (kept != nullptr && kept->empty()) {
            kept->resize(length);
            file.readAll(*kept);
        }
        if (length > 0)
            chunks.kinds.insert(kind);
        file.seek(next);
    }
    file.seek(0);
    return chunks;
}

} // namespace unlit
