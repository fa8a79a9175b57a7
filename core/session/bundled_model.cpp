#include "core/session/bundled_model.h"

namespace unlit {

std::filesystem::path bundledModelOf(const std::filesystem::path& program) {
    const std::filesystem::path folder = program.parent_path();
    for (const std::filesystem::path& root : {folder.parent_path(), folder}) {
        const std::filesystem::path model = root / "share/unlit/models/unlit-small";
        std::error_code ignored;
        if (std::filesystem::exists(model / "model_index.json", ignored))
            return model;
    }
    return {};
}

std::filesystem::path bundledModel() {
    std::error_code unreadable;
    const std::filesystem::path program =
        std::filesystem::read_symlink("/proc/self/exe", unreadable);
    return unreadable ? std::filesystem::path{} : bundledModelOf(program);
}

} // namespace unlit
