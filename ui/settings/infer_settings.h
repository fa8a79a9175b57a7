// What the settings column of the Infer page holds, and how it becomes a request.
#pragma once

#include "core/session/infer/inference_types.h"
#include "core/session/infer/request_schema.h"

#include <QString>
#include <QStringList>

#include <filesystem>
#include <optional>

namespace unlit::ui {

enum class Quality { Draft, Standard, Best, Custom };

/// Steps, members and size of a quality; what a model says of itself fills the rest.
struct QualityValues {
    int steps = 4;
    int ensemble = 1;
    int processingRes = 768; ///< pixels of the longer side, 0 = the picture's own size
    bool operator==(const QualityValues&) const = default;
};

/// What a model was made for, and what it can be asked for.
struct ModelQuality {
    QualityValues defaults;
    int mostMembers = inferLimits("ensemble").most;
    bool isOneStep = false;   ///< one step from zeros: further ones and the seed change nothing
    double strength = 1;      ///< of the correction, unless another is asked for
    bool hasStrength = true;  ///< until a model says otherwise
    bool knowsErrors = false; ///< one prediction alone has an uncertainty
    int classes = 0;          ///< that it can be told; 0 = none
    bool seesText = false;    ///< it can be told a text
};

/// What of it the model knows; a guidance of nothing is left out.
ConditionOptions knownTo(const ModelQuality& model, ConditionOptions condition);

/// What a model is asked for. Custom gives its defaults back.
QualityValues valuesOf(Quality quality, const ModelQuality& model);

/// File kinds that the page offers.
enum class OutputKind {
    LayeredHalf,
    ExrHalf,
    ExrFloat,
    Png16,
    Png8,
    Tiff,
    Tiff16,
    LayeredFloat,
    AsInput, ///< EXR becomes a layered EXR, TIFF a TIFF, other float files EXR, the rest PNG
};

struct OutputChoice {
    OutputKind kind = OutputKind::AsInput;
    QString folder; ///< empty = beside the input
    QString name =
        QString::fromLatin1(kDefaultOutputName); ///< see core/session/infer/output_names.h
    bool uncertainty = false; ///< as a file of its own; layered files have what there is
    bool sidecar = false;
    bool saveWhenDone = false;
    bool skipExisting = false; ///< with saveWhenDone: what has its files already does not run
    bool operator==(const OutputChoice&) const = default;

    /// Never overwrites; the page asks and sets that on its own. `hasUncertainty`: whether there is
    /// one to write: not of a single prediction whose model does not know its errors.
    /// `hasWideSamples`: the input has more than 8 bits a sample.
    OutputOptions optionsFor(const std::filesystem::path& input, bool hasUncertainty,
                             bool hasWideSamples = false) const;
};

/// What a file of this suffix holds, as near to what is chosen as its format allows; unset for
/// suffixes that are not written. `input` and `hasWideSamples` decide as with AsInput.
std::optional<OutputKind> kindForSuffix(const QString& suffix, OutputKind chosen,
                                        const std::filesystem::path& input, bool hasWideSamples);

/// InferOptions::settledSpread of an ensemble that ends when it has settled.
inline constexpr double kSettledSpread = 0.05;

/// What the studio begins with: four steps at 768 pixels, tiles for large pictures.
InferOptions studioOptions();

struct InferSettings {
    QString modelFolder; ///< empty = none chosen
    QStringList recentModels;
    Quality quality = Quality::Standard;
    /// Steps, ensemble and processing size are what is used with Quality::Custom, and always set.
    InferOptions options = studioOptions();
    OutputChoice output;
    LoraChoices loras{}; ///< low-rank additions to the model, those of all images
    bool operator==(const InferSettings& other) const;

    QualityValues custom() const;
    void setCustom(const QualityValues& values);

    /// `values`: of the chosen quality, as valuesOf gives them.
    InferOptions optionsWith(const QualityValues& values) const;
};

} // namespace unlit::ui
