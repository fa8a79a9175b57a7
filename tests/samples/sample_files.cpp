#include "tests/samples/sample_files.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>

namespace unlit {

namespace fs = std::filesystem;

namespace {

bool isDocument(const fs::path& path) {
    static const std::vector<std::string> suffixes = {".md",   ".csv",  ".rst", ".txt",
                                                      ".json", ".toml", ".yaml"};
    const std::string suffix = toLower(path.extension().string());
    const std::string name = path.filename().string();
    return std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end() ||
           name == "SHA256SUMS" || name.starts_with("LICENSE") || name.starts_with("COPYING") ||
           name == "README";
}

} // namespace

fs::path samplesDir() {
    const char* fromEnvironment = std::getenv("UNLIT_SAMPLES_DIR");
    return fromEnvironment != nullptr ? fromEnvironment : UNLIT_SAMPLES_DIR;
}

std::vector<fs::path> filesUnder(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && !isDocument(entry.path()))
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::string setOf(const fs::path& file) {
    const fs::path relative = file.lexically_relative(samplesDir());
    auto part = relative.begin();
    const fs::path kind = *part++;
    return part == relative.end() ? kind.string() : (kind / *part).string();
}

} // namespace unlit
