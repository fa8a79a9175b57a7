// Any bytes as a safetensors file: what is accepted must lie inside it.
#include "core/base/error.h"
#include "core/weights/files/safetensors_header.h"

#include <cstdlib>

using namespace unlit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    try {
        const auto header = weights::parseSafetensorsHeader(
            {reinterpret_cast<const std::byte*>(bytes), size}, "fuzz.safetensors");
        for (const auto& [name, info] : header.tensors)
            if (info.begin > info.end || info.end > size ||
                info.bytes() !=
                    static_cast<std::uint64_t>(info.elements()) * weights::bytesOf(info.dtype))
                std::abort();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Internal)
            std::abort();
    }
    return 0;
}
