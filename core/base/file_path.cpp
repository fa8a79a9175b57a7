#include "core/base/file_path.h"

namespace unlit {

std::filesystem::path withoutSlash(const std::filesystem::path& path) {
    const std::filesystem::path plain = path.lexically_normal();
    return plain.has_filename() ? plain : plain.parent_path();
}

} // namespace unlit
