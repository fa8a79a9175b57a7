#include "core/infer/idle_options.h"

namespace unlit {

std::vector<std::string> idleOptions(const InferOptions& options) {
    const InferOptions usual;
    std::vector<std::string> idle;
    const auto note = [&idle](bool isChanged, const std::string& flag, const char* why) {
        if (isChanged)
            idle.push_back(flag + " has no effect: " + why);
    };
    if (options.ensemble < 2) {
        constexpr const char* kAlone = "there is one prediction (--ensemble)";
        note(options.settledSpread != usual.settledSpread, "--settled-spread", kAlone);
        note(options.stopAfter != usual.stopAfter, "--stop-after", kAlone);
        note(options.reduction != usual.reduction, "--reduction", kAlone);
    }
    if (options.tiles.mode == TileMode::Off) {
        constexpr const char* kWhole = "the picture is not cut into tiles (--tiles)";
        note(options.tiles.size != usual.tiles.size, "--tile-size", kWhole);
        note(options.tiles.overlap != usual.tiles.overlap, "--tile-overlap", kWhole);
    }
    return idle;
}

} // namespace unlit
