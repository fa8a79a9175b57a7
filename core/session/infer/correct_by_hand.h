// Strokes on a result that is there: the network does not run again.
#pragma once

#include "core/session/infer/inference_types.h"
#include "core/strokes/stroke_solver.h"
#include "core/weights/target_info.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace unlit {

/// Whether strokes can correct this result: it has an albedo in colours, of the picture's size.
/// Empty = yes; else why not, as a full thought.
std::string whyNotCorrectable(const InferenceResult& result);

/// The result without its strokes: `result.uncorrected` where it has any, else itself.
/// Precondition: result is not null.
std::shared_ptr<const InferenceResult>
uncorrected(const std::shared_ptr<const InferenceResult>& result);

/// A small corrected picture, for drawing.
struct StrokePreview {
    Image albedo; ///< Linear, R,G,B; the picture's shape
    /// Raw, one channel, [0,1], a pixel a cell of the solver's grid (some 40 000 of the picture's
    /// shape): how far strokes decide. Empty where no stroke counts.
    Image influence;
    Image contradiction;          ///< likewise: natural logarithms that strokes miss there
    std::vector<float> residuals; ///< of each stroke, see StrokeSolution
};

/// Keeps what strokes on one result share, so that the next stroke is quick. Immutable; any thread,
/// several at once. Holds the result.
class HandCorrection {
public:
    /// Previews have at most `previewPixels`. Strokes count on the albedo as it is: at the strength
    /// it has, before albedo_scale and anchors. Strokes that the result has already are taken off
    /// first. Throws Error::invalidInput with whyNotCorrectable(). About 0.2 s for 1 MP, a pass
    /// over the picture for larger ones.
    explicit HandCorrection(std::shared_ptr<const InferenceResult> result,
                            std::size_t previewPixels = 1'000'000);
    ~HandCorrection();
    HandCorrection(const HandCorrection&) = delete;
    HandCorrection& operator=(const HandCorrection&) = delete;

    /// Some 60 ms for 1 MP on two idle cores. Throws as checkStrokes().
    StrokePreview preview(const StrokeSet& strokes) const;

    /// In [0,1], Raw, one channel, a pixel a cell as StrokePreview::influence: where stroke `index`
    /// will count, as if it were on. As quick as a preview.
    Image spread(const StrokeSet& strokes, std::size_t index) const;

    /// The result as if it had been asked for with these strokes: its request has them, its albedo
    /// is corrected, its shading has what the albedo lost, and pixels under Unknown are uncertain;
    /// `uncorrected` is the result without. No stroke that counts: the same pixels, bit by bit. Its
    /// files are no longer those of the result: there are none. Throws Error::invalidInput for
    /// strokes of another picture (whyStrokesDoNotFit) and as checkStrokes().
    std::shared_ptr<InferenceResult> corrected(std::shared_ptr<const StrokeSet> strokes) const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

/// Throws Error::invalidInput, before the network runs, where the strokes of a request are not of
/// its picture, which has been read, or no result of it could be corrected: `targets` are those of
/// the model, of which the request may keep some.
void requireStrokes(const InferenceResult& result, const std::vector<weights::TargetInfo>& targets);

/// What an inference does at its end: `result.request.strokes` on the result itself, in its place;
/// nothing for a request without. Throws as corrected(). The result without them is kept where no
/// files are asked for, or it is asked for, and somebody may go on drawing.
void applyStrokes(InferenceResult& result);

/// The same as HandCorrection::corrected for a single time, without the preview's copies.
std::shared_ptr<InferenceResult> withStrokes(const std::shared_ptr<const InferenceResult>& result,
                                             std::shared_ptr<const StrokeSet> strokes);

} // namespace unlit
