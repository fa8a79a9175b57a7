#include "core/session/evaluate/evaluation_schema.h"

#include "core/config/schema/enum_words.h"
#include "core/config/schema/setting_makers.h"
#include "core/session/infer/request_schema.h"

namespace unlit {

namespace {

using config::Bound;
using config::choice;
using config::inWords;
using config::setting;

constexpr Bound kMostWorkers{1024};
constexpr Bound kMostResamples{1'000'000};
constexpr Bound kMostSheetRows{100};

void describePictures(config::Options& list, EvaluationRequest& request) {
    const std::vector<std::pair<bool, std::string>> splits = {{false, "all"}, {true, "test"}};
    list.push_back({choice("judgements_split", request.judgements.testOnly, splits,
                           {.help = "test = every fifth picture, as published tables have it"}),
                    kPicturesHeading});
    list.push_back({choice("truth_space", request.truthSpace,
                           inWords({ColorSpace::Srgb, ColorSpace::Gamma22, ColorSpace::Linear,
                                    ColorSpace::AcesCg, ColorSpace::Raw}),
                           {.help = "Colour space of the albedos"}),
                    kPicturesHeading});
    list.back().nullWord = "auto";
    list.push_back({setting("workers", request.workers,
                            {.help = "Threads that measure; 0 = one for each processor",
                             .min = Bound{0},
                             .max = kMostWorkers}),
                    kPicturesHeading});
}

void describeProtocol(config::Options& list, EvaluationRequest& request) {
    list.push_back(
        {choice("encoding", request.encoding, inWords({ColorSpace::Srgb, ColorSpace::Gamma22}),
                {.help = "Display curve of the encoded figures; Marigold's are gamma22"}),
         kProtocolHeading});
    list.push_back({setting("keep_black", request.keepBlackAlbedo,
                            {.help = "Count pixels whose albedo is black under a lit picture "
                                     "(metal, glass) in the masked figures"}),
                    kProtocolHeading});
    list.push_back({setting("resamples", request.bootstrap.resamples,
                            {.help = "Draws of the paired bootstrap",
                             .min = Bound{evaluate::kFewestResamples},
                             .max = kMostResamples}),
                    kProtocolHeading});
    list.push_back(config::seedOption(
        "bootstrap_seed", request.bootstrap.seed,
        "Seed of the bootstrap: the same seed gives the same intervals", kProtocolHeading));
}

} // namespace

config::Options describe(EvaluationRequest& request) {
    config::Options list;
    describePictures(list, request);
    describeProtocol(list, request);
    list.push_back(
        {setting("target", request.target, {.help = "The model's target whose truth the set has"}),
         kNetworkHeading, "NAME", "albedo, else the first"});
    list.push_back(
        {setting("sheet_rows", request.sheetRows,
                 {.help = "Pictures on the contact sheet", .min = Bound{0}, .max = kMostSheetRows}),
         kOutputHeading});
    return list;
}

} // namespace unlit
