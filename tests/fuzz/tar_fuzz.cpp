// Any bytes as a tar archive: what is accepted must lie inside it.
#include "core/base/error.h"
#include "core/data/source/tar_index.h"
#include "tests/fuzz/memory_file.h"

#include <cstdlib>

using namespace unlit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const MemoryFile file(bytes, size);
    try {
        const data::TarIndex index(file.path());
        for (const auto& [name, member] : index.members())
            if (name.empty() || member.offset > size || member.size > size - member.offset)
                std::abort();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Internal)
            std::abort();
    }
    return 0;
}
