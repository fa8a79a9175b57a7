#include "core/infer/infer_schema.h"

#include "core/base/number_text.h"
#include "core/config/schema/enum_words.h"
#include "core/config/schema/setting_makers.h"
#include "core/options/attention_heads.h"

namespace unlit {

namespace {

using config::Bound;
using config::choice;
using config::inWords;
using config::Option;
using config::Options;
using config::setting;

constexpr double kMostSteps = 1000; // the training timesteps of every known model
constexpr double kMostMembers = 1000;
constexpr double kMostPixels = 16384; // of the longer side

bool isDeviceName(const std::string& text) {
    if (text == "auto" || text == "cpu" || text == "cuda")
        return true;
    const std::string_view prefix = "cuda:";
    if (!text.starts_with(prefix))
        return false;
    const auto index = numberIn<unsigned>(std::string_view(text).substr(prefix.size()));
    return index && *index < 128;
}

void describeMembers(Options& list, InferOptions& options) {
    list.push_back({setting("steps", options.steps,
                            {.help = "DDIM steps", .min = Bound{1}, .max = Bound{kMostSteps}}),
                    kNetworkHeading});
    list.back().usual = "the model's, else 4";
    list.push_back({setting("processing_res", options.processingRes,
                            {.help = "Longer side that the network sees, in pixels; 0 = native "
                                     "size",
                             .min = Bound{0},
                             .max = Bound{kMostPixels}}),
                    kNetworkHeading});
    list.back().usual = "the model's, else 768";
    list.push_back({setting("ensemble", options.ensemble,
                            {.help = "Members: independent predictions that are reduced to one",
                             .min = Bound{1},
                             .max = Bound{kMostMembers}}),
                    kNetworkHeading});
    list.back().isAlwaysSaid = true;
    list.push_back(
        {setting("settled_spread", options.settledSpread,
                 {.help = "Ends the ensemble when a further member changes the mean spread by no "
                          "more than this share of it, twice in a row, such as 0.05; 0 = all "
                          "members",
                  .min = Bound{0},
                  .max = Bound{1}}),
         kNetworkHeading, "SHARE"});
    list.back().choosesResults = true;
    list.push_back(
        {setting("stop_after", options.stopAfter,
                 {.help = "Takes only the first so many members of the ensemble, what an early "
                          "stop has left; 0 = all of them",
                  .min = Bound{0},
                  .max = Bound{kMostMembers}}),
         kNetworkHeading});
    list.back().choosesResults = true;
}

void describeReduction(Options& list, InferOptions& options) {
    list.push_back(
        {choice("reduction", options.reduction, inWords({Reduction::Median, Reduction::Mean}),
                {.help = "How members are reduced, per pixel"}),
         kNetworkHeading});
    list.push_back({setting("strength", options.strength,
                            {.help = "Share of the correction that an albedo gets: 0 = the input, "
                                     "1 = the model's own word",
                             .min = Bound{0},
                             .max = Bound{1}}),
                    kNetworkHeading, "SHARE", "the model's, else 1"});
    list.push_back(config::seedOption("seed", options.seed, "Seed of the noise", kNetworkHeading));
    list.back().isAlwaysSaid = true;
}

void describeSizes(Options& list, InferOptions& options) {
    list.push_back({setting("match_input_res", options.matchInputRes,
                            {.help = "Resize the results back to the size of the input"}),
                    kNetworkHeading});
    list.back().choosesResults = true;
    list.push_back({choice("resample", options.resample,
                           inWords({Resample::Bilinear, Resample::Bicubic, Resample::Nearest}),
                           {.help = "Resampling on the way in and back"}),
                    kNetworkHeading});
    list.push_back({choice("resize_convention", options.resizeConvention,
                           inWords({ResizeConvention::Marigold, ResizeConvention::Diffusers,
                                    ResizeConvention::Unlit}),
                           {.help = "How pictures get to the network's size and back"}),
                    kNetworkHeading});
    list.back().usual = "the model's";
    list.push_back({choice("concat_order", options.concatOrder,
                           inWords({ConcatOrder::NoisyFirst, ConcatOrder::ImageFirst}),
                           {.help = "Order of the network's input channels"}),
                    kNetworkHeading});
    list.back().usual = "the model's";
    list.push_back({setting("batch_size", options.batchSize,
                            {.help = "Members per call of the network; 0 = as memory allows",
                             .min = Bound{0},
                             .max = Bound{kMostMembers}}),
                    kNetworkHeading});
}

void describeDetail(Options& list, InferOptions& options) {
    list.push_back(
        {choice("detail", options.detail, inWords({DetailMode::Guided, DetailMode::Off}),
                {.help = "Detail finer than the network's: guided = taken from the picture; off = "
                         "lost"}),
         kNetworkHeading});
    list.back().usual =
        "guided; off where --resize-convention asks for diffusers' or marigold's numbers";
    list.push_back(
        {choice("keep_black", options.keepBlack, inWords({KeepBlack::Auto, KeepBlack::Off}),
                {.help = "Pixels without light, such as the black around cut-outs: auto = hidden "
                         "from the network, and kept as they are"}),
         kInputHeading});
}

void describeMachine(Options& list, InferOptions& options) {
    list.push_back({choice("precision", options.precision,
                           inWords({Precision::Auto, Precision::Float32, Precision::BFloat16,
                                    Precision::Float16, Precision::Int8}),
                           {.help = "Numbers of the network; auto = the fastest here within the "
                                    "stated error; int8 = its weights in 8 bits, on a processor"}),
                    kNetworkHeading});
    list.push_back({setting("device", options.device,
                            {.help = "Where the network runs; auto = a GPU where there is one"}),
                    kNetworkHeading, "auto|cpu|cuda[:N]"});
    list.back().setting.meta.choices = {"auto", "cpu", "cuda"}; // the nearest is offered
    list.back().allowed = "one of auto, cpu, cuda, cuda:N";
    list.back().accepts = [](const config::Value& value) {
        return isDeviceName(std::get<std::string>(value));
    };
    list.push_back(config::writtenOption(
        "attention_processor", [&options] { return toText(options.attention); },
        [&options](const std::string& text) {
            options.attention = attentionProcessorsFrom(text).value();
        },
        {.help = "How attentions are worked out, also by parts of layers' names "
                 "(auto,mid_block=math): auto = a fused kernel where there is one; math = by the "
                 "formula, which --attention-slicing applies to",
         .choices = {"auto", "math"}},
        kNetworkHeading));
    list.back().placeholder = "auto|math[,LAYER=…]";
    list.back().allowed = "auto, math, or these by layer, such as auto,mid_block=math";
    list.back().accepts = [](const config::Value& value) {
        return attentionProcessorsFrom(std::get<std::string>(value)).has_value();
    };
    list.push_back({setting("targets", options.targets, {.help = "Targets to keep"}),
                    kNetworkHeading, "A,B", "all of the model's"});
    list.back().choosesResults = true;
}

void describeMemory(Options& list, MemoryOptions& memory) {
    list.push_back(config::writtenOption(
        "attention_slicing", [&memory] { return slicingText(memory.attentionSlicing); },
        [&memory](const std::string& text) {
            memory.attentionSlicing = attentionSlicingFromString(text).value();
        },
        {.help = "Heads of an attention at once: all, half of them, one, or so many; where a fused "
                 "kernel runs it has no effect (--attention-processor math)",
         .choices = {"off", "auto", "max"}},
        kMemoryHeading));
    list.back().placeholder = "off|auto|max|HEADS";
    list.back().allowed =
        "off, auto, max or a whole number from 1 to " + std::to_string(kMostSliceHeads);
    list.back().accepts = [](const config::Value& value) {
        return attentionSlicingFromString(std::get<std::string>(value)).has_value();
    };
    list.push_back({setting("vae_tiling", memory.vaeTiling,
                            {.help = "Encode and decode in tiles of the VAE's own size, blended; "
                                     "other numbers"}),
                    kMemoryHeading});
    list.push_back({setting("offload", memory.offload,
                            {.help = "Keep the VAE in the processor's memory while it is not "
                                     "used; GPUs only"}),
                    kMemoryHeading});
}

} // namespace

Options describe(TileOptions& tiles) {
    Options list;
    list.push_back(
        {choice("tiles", tiles.mode, inWords({TileMode::Off, TileMode::Auto, TileMode::On}),
                {.help = "Overlapping tiles at the picture's own size, held to a pass over the "
                         "whole at the processing resolution; auto = for pictures of more than two "
                         "tiles a side"}),
         kTilesHeading});
    list.push_back(
        {setting("tile_size", tiles.size,
                 {.help = "Side of a tile in pixels, " + std::to_string(infer::kSmallestTile) +
                          " at least; 0 = the processing resolution",
                  .min = Bound{0},
                  .max = Bound{infer::kLargestTile}}),
         kTilesHeading});
    list.push_back({setting("tile_overlap", tiles.overlap,
                            {.help = "Pixels that neighbours share at least, half a tile at most; "
                                     "0 = a quarter of a tile",
                             .min = Bound{0},
                             .max = Bound{infer::kLargestTile / 2}}),
                    kTilesHeading});
    return list;
}

Options describe(ConditionOptions& condition) {
    constexpr double kMostClass = 99999;
    constexpr double kMostGuidance = 100;
    Options list;
    list.push_back({setting("class", condition.classLabel,
                            {.help = "Class of the picture, for models that were trained with "
                                     "classes, from 0",
                             .min = Bound{0},
                             .max = Bound{kMostClass}}),
                    kConditionHeading, "N", "none"});
    list.push_back({setting("prompt", condition.prompt,
                            {.help = "Text about the picture, for models that were trained with "
                                     "texts"}),
                    kConditionHeading, "TEXT", "none"});
    list.push_back(
        {setting("guidance_scale", condition.guidanceScale,
                 {.help = "How much class or text count: 1 = as trained; otherwise the network "
                          "runs twice, and its answer is taken this many times as far from the one "
                          "without them",
                  .min = Bound{0},
                  .max = Bound{kMostGuidance}}),
         kConditionHeading});
    return list;
}

Options describe(InferOptions& options) {
    Options list;
    describeMembers(list, options);
    describeReduction(list, options);
    describeSizes(list, options);
    for (Option& tile : describe(options.tiles))
        list.push_back(std::move(tile));
    describeDetail(list, options);
    describeMachine(list, options);
    describeMemory(list, options.memory);
    for (Option& told : describe(options.condition))
        list.push_back(std::move(told));
    return list;
}

config::WholeLimits inferLimits(std::string_view key) {
    InferOptions options;
    return limitsOf(optionAt(describe(options), key));
}

} // namespace unlit
