// Whether two OpenEXR files hold the same, found out with the library alone.
#pragma once

#include <filesystem>
#include <string>

namespace unlit {

struct ExrCompareOptions {
    bool ignoreCompression = false;
};

/// "" where parts, names, types, windows, channels, all attributes (by their bytes) and all samples
/// of all levels are equal, bit for bit; else what differs. Throws the library's exceptions.
std::string differenceOfExr(const std::filesystem::path& a, const std::filesystem::path& b,
                            const ExrCompareOptions& options = {});

} // namespace unlit
