// What an inference job is asked and what it answers: plain values without torch.
#pragma once

#include "core/image/image_file.h"
#include "core/image/paint_limits.h"
#include "core/options/infer_options.h"
#include "core/strokes/stroke.h"
#include "core/weights/lora/lora_choice.h"

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace unlit {

/// How a file becomes the picture that the network sees.
struct InputOptions {
    std::string layer;                ///< "" = the file's default layer
    std::optional<ColorSpace> space;  ///< unset = auto
    std::optional<double> exposureEv; ///< unset = auto (scene-linear inputs only)
    /// A picture that is black where the input has no light, "" = none; see light_mask.h.
    std::string mask{};
    std::string maskLayer{}; ///< the same as a layer of the input's file; one of both at most

    bool operator==(const InputOptions&) const = default;
};

/// Names as the command line's contract has them.
constexpr const char* kDefaultOutputName = "{stem}_{target}";

/// What is written, and where.
struct OutputOptions {
    std::filesystem::path folder;
    std::string name = kDefaultOutputName; ///< without suffix; see output_names.h
    FileFormat format = FileFormat::Exr;
    std::optional<ColorSpace>
        space; ///< unset = auto: float files linear, PNG display-encoded; data targets untouched
    bool half = false;        ///< 16 bits a sample instead of 32: floats in EXR, integers in TIFF
    bool dither = true;       ///< 8-bit PNG: of colours; data is rounded
    bool uncertainty = false; ///< <stem>_<target>_uncertainty.<ext>
    bool layered = false;     ///< one <stem>_unlit.exr instead of a file per target: all that the
                              ///< input has, and all that was made of it
    bool sidecar = false;     ///< <stem>_unlit.json: what gives the same pixels again
    bool splitStack = false;  ///< the parts of a stack target as files of their own
    bool overwrite = false;
    /// Paint is this many times as bright as the model has it, in linear light, and shading as
    /// much darker (albedo_scale.h); above 0.
    double albedoScale = 1;
    PaintLimits paintLimits{}; ///< what is counted as no paint
};

/// A place whose paint is known.
struct AlbedoAnchor {
    int x = 0; ///< pixel of the input, from 0 at its upper left corner
    int y = 0;
    double value = 0; ///< luminance that its albedo gets, linear, above 0
};

/// A frame of a sequence: its result is made of its neighbours, too.
struct SequencePlace {
    std::string pattern; ///< that names its frames, "shots/hall.*.exr"
    int frame = 1;       ///< which of them, from 1
    int frames = 1;
};

/// Pictures of what the network's attentions look at.
struct AttentionRequest {
    std::filesystem::path folder; ///< made, whole or not at all
    /// Column and row of the input's pixel that looks, from 0 at the upper left; unset = its
    /// middle.
    std::optional<std::array<int, 2>> point;
};

struct InferenceRequest {
    std::filesystem::path input;
    std::filesystem::path model;
    LoraChoices loras; ///< low-rank additions to the model's UNet
    InferOptions options;
    InputOptions inputOptions;
    std::optional<OutputOptions> output; ///< unset = the result is only handed out in ResultReady
    /// Takes the place of output->albedoScale: in the result that has the factor, and no anchor.
    std::optional<AlbedoAnchor> anchor{};
    /// Corrections by hand, on the albedo at its strength, before anchor and albedoScale; null =
    /// none. Of another picture they are an error, unless `strokesForAll` and the size is the same.
    std::shared_ptr<const StrokeSet> strokes{};
    bool strokesForAll = false;
    bool keepsUncorrected = false; ///< in the result, even where it is written: see `uncorrected`
    std::filesystem::path strokesFrom{}; ///< the file that they were read from; empty = from none
    std::optional<AttentionRequest> attention{}; ///< of one member, whole; no sequence
    std::optional<SequencePlace> sequence{};     ///< filled in by InferenceSession::submitSequence
};

/// Immutable once posted. `prediction` is empty in InputReady; the pictures are shared, never null.
struct InferenceResult {
    InferenceRequest request;
    std::shared_ptr<const Image> input; ///< as read: own colour space, full range
    std::shared_ptr<const Image>
        display; ///< what the network sees: display-encoded [0,1], before resizing
    std::string layer;
    std::string spaceReason;
    double exposureEv = 0;
    std::size_t badPixels =
        0; ///< input pixels with NaN or Inf, shown to the network as clipped numbers
    Prediction prediction;            ///< as the model has it, whatever output->albedoScale says
    std::optional<PaintShares> paint; ///< of the albedo that was written; unset = none was
    double sequenceFactor = 1;        ///< that brought the albedo to its sequence's level
    /// The result before its strokes; null where it has none, or where its files were all that was
    /// asked for.
    std::shared_ptr<const InferenceResult> uncorrected;
    double seconds = 0;        ///< wall time of the job, decoding and writing included
    double networkSeconds = 0; ///< of it, from encoding to the last decoding
    std::string inputHash;     ///< of the file's bytes when it was read; see content_hash.h
    std::string modelStamp;    ///< changes when a file of the model is replaced
    std::string modelHash;     ///< see model_hash.h; empty until a side-car asks for it
    std::map<std::string, std::filesystem::path> outputs; ///< by target; "layered" with that option
    std::map<std::string, std::filesystem::path> uncertaintyOutputs; ///< by target
    std::filesystem::path sidecar;                                   ///< empty = none written
    std::vector<std::string> inputNotes; ///< what of the input's file is not in the picture
};

} // namespace unlit
