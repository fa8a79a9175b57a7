// Models and baselines measured against the truth, without torch in sight.
#pragma once

#include "core/base/failure.h"
#include "core/base/work_share.h"
#include "core/evaluate/contact_sheet.h"
#include "core/evaluate/summary.h"
#include "core/evaluate/whdr.h"
#include "core/session/data/dataset_commands.h"
#include "core/session/infer/inference_types.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

/// Judgements of Intrinsic Images in the Wild: a folder of ID.json, each with its picture ID.png
/// (or another suffix) beside it.
struct JudgementInput {
    std::filesystem::path folder; ///< "" = none
    bool testOnly = false; ///< every fifth by number, from the first: the split of published tables
};

struct EvaluationRequest {
    std::vector<std::string> models; ///< folders, or names of baselines; the others are compared
                                     ///< with the first
    DatasetInput dataset;            ///< an empty source = none
    JudgementInput judgements;
    InferOptions options;
    InputOptions input;                     ///< of beauties
    std::optional<ColorSpace> truthSpace;   ///< overrides what the files of the truth say
    std::string target;                     ///< "" = albedo, else a model's first
    ColorSpace encoding = ColorSpace::Srgb; ///< of the encoded cells: Srgb or Gamma22
    bool keepBlackAlbedo = false; ///< black truth under a lit picture counts in the masked cells
    evaluate::BootstrapOptions bootstrap;
    int workers = 0;      ///< threads; 0 = one for each processor
    int sheetRows = 8;    ///< pictures on the contact sheet, spread over the set
    WorkShare share = {}; ///< of the pictures, in the order of the set
};

/// One picture that could not be measured.
struct EvaluationFailure {
    std::string picture;
    std::string model; ///< "" = the picture itself is at fault
    Failure failure;
};

/// Of one model over the judged pictures.
struct WhdrFigures {
    std::string model;
    std::vector<double>
        pictures;            ///< in the order of Evaluation::judgedPictures; NaN where it failed
    evaluate::Interval mean; ///< over the pictures that every model has; no limits
    std::optional<evaluate::Interval> difference;  ///< to the first model
    std::vector<evaluate::JudgementErrors> errors; ///< by picture, as `pictures`
    evaluate::JudgementErrors all;                 ///< over the pictures that every model has
};

struct Evaluation {
    EvaluationRequest request;
    std::vector<std::string> pictures; ///< names as the list has them
    std::vector<evaluate::ModelFigures> models;
    evaluate::Summary summary;
    bool isMasked = false; ///< some picture has pixels that are not valid
    std::vector<std::string> judgedPictures;
    std::vector<WhdrFigures> whdr;
    std::vector<EvaluationFailure> failures; ///< in the order of the pictures
    evaluate::ContactSheet sheet{{}};
};

/// Called on the calling thread with "colour-retinex · picture 3 of 8".
using EvaluationProgress = std::function<void(const std::string& what)>;

/// One model after the other, so that memory holds one; pictures are read when their turn comes. A
/// picture that fails is named and left out, the rest goes on. nullopt when stopped. Throws Error
/// for what concerns all: no models, a model or list that cannot be used, more shares than
/// pictures. A share of several has no summary (evaluation_share.h makes it out of all).
std::optional<Evaluation> evaluateModels(const EvaluationRequest& request,
                                         const EvaluationProgress& progress,
                                         const std::stop_token& stop);

} // namespace unlit
