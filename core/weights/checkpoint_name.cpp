#include "core/weights/checkpoint_name.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace unlit::weights {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kIteration = "iter_";

/// Of one that has no figure in its name, which is what people type.
std::optional<std::int64_t> stepOfPlainName(const fs::path& name) {
    const auto step = stepOfIteration(name.string());
    return step && name == iterationName(*step) ? step : std::nullopt;
}

} // namespace

std::string iterationName(std::int64_t step) {
    std::array<char, 40> name{};
    std::snprintf(name.data(), name.size(), "iter_%06lld", static_cast<long long>(step));
    return name.data();
}

std::optional<std::int64_t> stepOfIteration(std::string_view name) {
    if (!name.starts_with(kIteration))
        return {};
    name.remove_prefix(kIteration.size());
    std::int64_t step = 0;
    const char* const end = name.data() + name.size();
    const auto [rest, failed] = std::from_chars(name.data(), end, step);
    const bool isWhole = failed == std::errc() && (rest == end || *rest == '_');
    return isWhole && step >= 0 ? std::optional(step) : std::nullopt;
}

fs::path existingCheckpoint(const fs::path& path) {
    std::error_code failed;
    const fs::path parent = path.parent_path();
    if (path.empty() || parent == path || fs::exists(path, failed))
        return path;
    if (!path.has_filename()) // a slash at the end
        return existingCheckpoint(parent);
    const auto step = stepOfPlainName(path.filename());
    if (step)
        for (const auto& entry : fs::directory_iterator(parent, failed))
            if (stepOfIteration(entry.path().filename().string()) == step)
                return entry.path();
    if (step || !stepOfPlainName(parent.filename()))
        return path;
    return existingCheckpoint(parent) / path.filename(); // unet_ema of one
}

} // namespace unlit::weights
