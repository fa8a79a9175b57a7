#include "core/session/infer/correct_by_hand.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/image/resize.h"
#include "core/session/infer/albedo_scale.h"
#include "core/session/infer/derived_layers.h"
#include "core/strokes/stroke_field.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace {

/// Of a result's pixels, where they are of its albedo's size; else none.
std::span<const unsigned char> lightlessOf(const InferenceResult& result) {
    const auto& lightless = result.prediction.lightless;
    if (lightless.size() != result.display->planeSize())
        return {};
    return lightless;
}

StrokeSolver solverFor(const InferenceResult& result) {
    return {*result.display, paintOf(result.prediction)->image, lightlessOf(result)};
}

void requireFit(const StrokeSet& strokes, const InferenceResult& result) {
    const std::string why =
        whyStrokesDoNotFit(strokes, result.display->width, result.display->height, result.inputHash,
                           result.request.strokesForAll);
    if (!why.empty())
        throw Error::invalidInput(result.request.input.string() + ": " + why,
                                  "take the strokes of this picture, or carry them over to "
                                  "others of its size (--strokes-for-all)");
}

std::string whyNoAlbedo(const InferenceResult& result) {
    const TargetPrediction* paint = paintOf(result.prediction);
    if (paint == nullptr || paint->image.channelCount() != 3)
        return "there is no albedo among the results that strokes could correct";
    if (!result.display || result.display->channelCount() != 3 ||
        paint->image.width != result.display->width ||
        paint->image.height != result.display->height)
        return "strokes correct albedos of the picture's own size, and this one has another";
    return {};
}

void refuseFor(const InferenceResult& result, const std::string& why) {
    if (!why.empty())
        throw Error::invalidInput(result.request.input.string() + ": " + why,
                                  "leave the strokes out");
}

/// Shading gets, factor by factor, what the albedo has lost: their product stays.
void divideShading(Image& shading, const Image& before, const Image& after) {
    const auto lightAt = [](const Image& image, std::size_t i) {
        return decodeDisplay(image.samples[i], image.space);
    };
    for (std::size_t i = 0; i < shading.samples.size(); ++i) {
        if (before.samples[i] == after.samples[i])
            continue;
        const float from = std::max(lightAt(before, i), kDarkestAlbedo);
        const float to = std::max(lightAt(after, i), kDarkestAlbedo);
        shading.samples[i] = encodeDisplay(lightAt(shading, i) * (from / to), shading.space);
    }
}

bool isShadingOf(const TargetPrediction& target, const Image& albedo) {
    return lightFactor(target, 2) != 1 && !isPaint(target) &&
           target.image.samples.size() == albedo.samples.size();
}

void markUnknown(TargetPrediction& paint, const StrokeSolution& solution) {
    if (!paint.uncertainty ||
        std::ranges::none_of(solution.unknown, [](float share) { return share > 0; }))
        return;
    Image& uncertainty = *paint.uncertainty;
    const Image unknown =
        strokeMap(solution.unknown, solution.grid, uncertainty.width, uncertainty.height);
    const std::size_t plane = uncertainty.planeSize();
    for (std::size_t i = 0; i < uncertainty.samples.size(); ++i)
        uncertainty.samples[i] = std::max(uncertainty.samples[i], unknown.samples[i % plane]);
}

/// In place. False for strokes that come to nothing: every pixel stays as it is.
bool correct(Prediction& prediction, const Image& display, std::span<const unsigned char> lightless,
             const StrokeSolver& solver, const StrokeSet& strokes) {
    const StrokeSolution solution = solver.solve(strokes);
    if (solution.empty())
        return false;
    const std::string name = paintOf(prediction)->name;
    TargetPrediction& paint = *std::ranges::find(prediction.targets, name, &TargetPrediction::name);
    const bool hasShading =
        std::ranges::any_of(prediction.targets, [&](const TargetPrediction& target) {
            return isShadingOf(target, paint.image);
        });
    const Image before = hasShading ? paint.image : Image();
    solver.field(solution).apply(paint.image, display, lightless);
    for (TargetPrediction& target : prediction.targets)
        if (isShadingOf(target, paint.image))
            divideShading(target.image, before, paint.image);
    markUnknown(paint, solution);
    return true;
}

std::shared_ptr<InferenceResult> correctedBy(const StrokeSolver* solver,
                                             const std::shared_ptr<const InferenceResult>& bare,
                                             std::shared_ptr<const StrokeSet> strokes) {
    auto changed = std::make_shared<InferenceResult>(*bare);
    changed->outputs.clear();
    changed->uncertaintyOutputs.clear();
    changed->sidecar.clear();
    changed->request.strokes = strokes;
    changed->request.strokesFrom.clear();
    if (!strokes)
        return changed;
    checkStrokes(*strokes);
    requireFit(*strokes, *bare);
    changed->uncorrected = bare;
    if (!strokes->isActive())
        return changed;
    refuseFor(*bare, whyNotCorrectable(*bare));
    if (solver != nullptr)
        correct(changed->prediction, *bare->display, lightlessOf(*bare), *solver, *strokes);
    else
        correct(changed->prediction, *bare->display, lightlessOf(*bare), solverFor(*bare),
                *strokes);
    return changed;
}

std::shared_ptr<const InferenceResult> withoutStrokes(const InferenceResult& result) {
    auto bare = std::make_shared<InferenceResult>(result);
    bare->request.strokes.reset();
    return bare;
}

Image previewOf(Image image, ColorSpace space, std::size_t pixels) {
    const double all = static_cast<double>(image.planeSize());
    const double scale = std::min(1.0, std::sqrt(static_cast<double>(pixels) / all));
    if (scale < 1)
        image = thumbnail(
            image, std::max(1, static_cast<int>(std::max(image.width, image.height) * scale)));
    image.mask.clear();
    convertTo(image, space);
    return image;
}

/// Of a smaller copy: the pixel that lies in the middle of each of its own.
std::vector<unsigned char> previewLightless(const InferenceResult& result, const Image& preview) {
    const auto lightless = lightlessOf(result);
    if (lightless.empty())
        return {};
    const Image& full = *result.display;
    std::vector<unsigned char> small(preview.planeSize());
    for (int y = 0; y < preview.height; ++y)
        for (int x = 0; x < preview.width; ++x) {
            const auto row = (2 * static_cast<std::size_t>(y) + 1) *
                             static_cast<std::size_t>(full.height) /
                             (2 * static_cast<std::size_t>(preview.height));
            const auto column = (2 * static_cast<std::size_t>(x) + 1) *
                                static_cast<std::size_t>(full.width) /
                                (2 * static_cast<std::size_t>(preview.width));
            small[static_cast<std::size_t>(y) * static_cast<std::size_t>(preview.width) +
                  static_cast<std::size_t>(x)] =
                lightless[row * static_cast<std::size_t>(full.width) + column];
        }
    return small;
}

/// Precondition: there are strokes.
void requireOwnStrokes(const InferenceResult& result) {
    checkStrokes(*result.request.strokes);
    requireFit(*result.request.strokes, result);
    if (!result.request.options.matchInputRes && result.request.strokes->isActive())
        throw Error::invalidInput(result.request.input.string() +
                                      ": strokes correct albedos of the picture's own size",
                                  "leave --no-match-input-res out, or the strokes");
}

} // namespace

std::string whyNotCorrectable(const InferenceResult& result) {
    const InferenceResult& bare = result.uncorrected ? *result.uncorrected : result;
    if (bare.request.strokes && bare.request.strokes->isActive())
        return "it was corrected by hand already, and how it was before was not kept";
    return whyNoAlbedo(bare);
}

std::shared_ptr<const InferenceResult>
uncorrected(const std::shared_ptr<const InferenceResult>& result) {
    return result->uncorrected ? result->uncorrected : result;
}

void requireStrokes(const InferenceResult& result,
                    const std::vector<weights::TargetInfo>& targets) {
    const InferenceRequest& request = result.request;
    if (!request.strokes)
        return;
    requireOwnStrokes(result);
    const auto& wanted = request.options.targets;
    const bool keepsPaint = std::ranges::any_of(targets, [&](const weights::TargetInfo& target) {
        return isPaint(target) &&
               (wanted.empty() || std::ranges::find(wanted, target.name) != wanted.end());
    });
    if (request.strokes->isActive() && !keepsPaint)
        throw Error::invalidInput(request.input.string() +
                                      ": there is no albedo among the targets that strokes could "
                                      "correct",
                                  "keep the albedo (--targets), take another model, or leave the "
                                  "strokes out");
}

void applyStrokes(InferenceResult& result) {
    if (!result.request.strokes)
        return;
    requireOwnStrokes(result);
    const auto strokes = result.request.strokes;
    if (!strokes)
        return;
    if (!result.request.output || result.request.keepsUncorrected)
        result.uncorrected = withoutStrokes(result);
    if (!strokes->isActive())
        return;
    refuseFor(result, whyNoAlbedo(result));
    correct(result.prediction, *result.display, lightlessOf(result), solverFor(result), *strokes);
}

struct HandCorrection::Parts {
    std::shared_ptr<const InferenceResult> bare;
    StrokeSolver solver;
    Image picture; ///< small, Log100
    Image albedo;  ///< small, Linear
    std::vector<unsigned char> lightless;
};

HandCorrection::HandCorrection(std::shared_ptr<const InferenceResult> result,
                               std::size_t previewPixels) {
    const std::shared_ptr<const InferenceResult> bare = uncorrected(result);
    refuseFor(*bare, whyNotCorrectable(*bare));
    const Image& albedo = paintOf(bare->prediction)->image;
    // Means of light for what is looked at, of logarithms for what edges are found by.
    Image linear = albedo;
    convertTo(linear, ColorSpace::Linear);
    Image logarithms = *bare->display;
    convertTo(logarithms, ColorSpace::Log100);
    m_parts = std::make_unique<Parts>(
        Parts{.bare = bare,
              .solver = solverFor(*bare),
              .picture = previewOf(std::move(logarithms), ColorSpace::Log100, previewPixels),
              .albedo = previewOf(std::move(linear), ColorSpace::Linear, previewPixels),
              .lightless = {}});
    m_parts->lightless = previewLightless(*bare, m_parts->picture);
}

HandCorrection::~HandCorrection() = default;

StrokePreview HandCorrection::preview(const StrokeSet& strokes) const {
    const Parts& parts = *m_parts;
    StrokePreview preview{.albedo = parts.albedo,
                          .influence = {},
                          .contradiction = {},
                          .residuals = std::vector<float>(strokes.strokes.size(), 0.0F)};
    const StrokeSolution solution = parts.solver.solve(strokes);
    if (solution.empty())
        return preview;
    parts.solver.field(solution).apply(preview.albedo, parts.picture, parts.lightless);
    const StrokeGrid& grid = solution.grid;
    preview.influence = strokeMap(solution.influence, grid, grid.width, grid.height);
    preview.contradiction = strokeMap(solution.contradiction, grid, grid.width, grid.height);
    preview.residuals = solution.residuals;
    return preview;
}

Image HandCorrection::spread(const StrokeSet& strokes, std::size_t index) const {
    const StrokeGrid& grid = m_parts->solver.grid();
    return strokeMap(m_parts->solver.spread(strokes, index), grid, grid.width, grid.height);
}

std::shared_ptr<InferenceResult>
HandCorrection::corrected(std::shared_ptr<const StrokeSet> strokes) const {
    return correctedBy(&m_parts->solver, m_parts->bare, std::move(strokes));
}

std::shared_ptr<InferenceResult> withStrokes(const std::shared_ptr<const InferenceResult>& result,
                                             std::shared_ptr<const StrokeSet> strokes) {
    return correctedBy(nullptr, uncorrected(result), std::move(strokes));
}

} // namespace unlit
