#include "core/session/data/synthesis_schema.h"

#include "core/base/split_text.h"
#include "core/config/schema/setting_makers.h"

namespace unlit {

namespace {

config::Option heldOutOption(std::vector<std::string>& heldOut) {
    config::Option made{
        config::setting("hold_out", heldOut,
                        {.help = "Materials that must not appear: " + joined(syntheticFamilies()) +
                                 ", or names of texture sets"}),
        kSetHeading, "FAMILY,…", "none"};
    made.setting.meta.choices = syntheticFamilies(); // the nearest is offered
    made.allowed = "families with commas between them: " + joined(syntheticFamilies());
    return made;
}

} // namespace

config::Options describe(SynthesisOptions& options) {
    using config::Bound;
    using config::setting;
    constexpr Bound one{1};
    config::Options list;
    list.push_back({setting("count", options.count,
                            {.help = "Pairs to render", .min = one, .max = Bound{1'000'000}}),
                    kSetHeading});
    list.push_back({setting("size", options.size,
                            {.help = "Pixels per side", .min = Bound{16}, .max = Bound{2048}}),
                    kSetHeading});
    list.push_back(config::seedOption("seed", options.seed,
                                      "Seed of the scenes: the same seed gives the same files",
                                      kSetHeading));
    list.push_back(heldOutOption(options.heldOut));
    list.push_back({setting("repaint", options.repaint,
                            {.help = "How many materials keep pattern and relief but get other "
                                     "colours",
                             .min = Bound{0},
                             .max = one}),
                    kSetHeading, "SHARE"});
    list.push_back({setting("swap_relief", options.swapRelief,
                            {.help = "How many materials keep pattern and gloss but get the "
                                     "relief of another",
                             .min = Bound{0},
                             .max = one}),
                    kSetHeading, "SHARE"});
    list.push_back({setting("samples", options.samples,
                            {.help = "Light paths per pixel", .min = one, .max = Bound{256}}),
                    kRenderingHeading});
    list.push_back({setting("workers", options.workers,
                            {.help = "Threads; 0 = one per core; the files do not depend on it",
                             .min = Bound{0},
                             .max = Bound{256}}),
                    kRenderingHeading});
    list.push_back(
        {setting("half", options.half, {.help = "16-bit float samples in the EXR files"}),
         kRenderingHeading});
    list.push_back({setting("overwrite", options.overwrite,
                            {.help = "Replace a synthetic set that is there already"}),
                    kRenderingHeading});
    return list;
}

config::WholeLimits synthesisLimits(std::string_view key) {
    SynthesisOptions options;
    return limitsOf(optionAt(describe(options), key));
}

} // namespace unlit
