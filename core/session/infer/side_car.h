// The file beside a result that says how it was made, so that it can be made again.
#pragma once

#include "core/session/infer/inference_types.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace unlit {

/// What a side-car says of the files that went in.
struct SideCarSource {
    std::filesystem::path path; ///< absolute; empty = it does not say
    std::string hash;           ///< empty = unknown
};

struct SideCar {
    nlohmann::ordered_json settings; ///< every flag of `unlit infer` by its name
    SideCarSource input;
    SideCarSource model;
    std::vector<SideCarSource> loras;
    std::string version;              ///< of the program; empty = unknown
    std::optional<StrokeSet> strokes; ///< that the result was corrected with
    bool isFrame = false;             ///< of a sequence, whose other frames made its pixels, too
};

/// {"pattern","frame","frames","factor"}: where a frame stands in its sequence, and what its albedo
/// was multiplied by. Precondition: result.request.sequence is set.
nlohmann::ordered_json sequenceJson(const InferenceResult& result);

/// {"program","version","input":{"path","hash","layer","space_reason","exposure_ev"},
/// "model":{"path","hash"},"lora":{"path","hash","scale" unless 1}|a list of
/// them|null,"sequence":{…} of a frame,"strokes":{…} of a corrected result
/// (stroke_json.h),"settings":{…},"command","outputs":{…},
/// "uncertainty":{…},"width","height","network_width","network_height","members","seconds"}. Hashes
/// are XXH64 in 16 hexadecimal digits: see content_hash.h and model_hash.h.
nlohmann::ordered_json sideCarJson(const InferenceResult& result);

/// Through an AtomicFile. Throws Error; an existing file is one unless the result's output may
/// overwrite.
void writeSideCar(const std::filesystem::path& file, const InferenceResult& result);

/// Reads a side-car, the JSON of `infer --json`, one entry of its "results", or a settings object
/// alone. Throws Error::invalidInput naming the file for anything else, and where it holds results
/// with different settings.
SideCar readSideCar(const std::filesystem::path& file);

/// The files that a side-car names, uncertainties among them, beside which it lies; none of a file
/// that is no side-car, or cannot be read.
std::vector<std::filesystem::path> outputsOfSideCar(const std::filesystem::path& file);

/// Of one that the program itself wrote for a picture: by target, or "layered", without
/// uncertainties, and the picture; nothing of any other file, and of frames of sequences.
struct NamedResult {
    std::filesystem::path input; ///< absolute
    std::map<std::string, std::filesystem::path> outputs;
};

NamedResult resultOfSideCar(const std::filesystem::path& file);

/// What stands between this program with these files and the same pixels: one sentence for each
/// file that is not the one of the side-car, and one for another version. Reads the files whole.
/// Throws Error when one cannot be read.
struct SideCarMismatch {
    enum class What { Input, Model, Lora, Version };
    What what = What::Input;
    std::string text; ///< "the model /m is not the one that made hall_unlit.json"
};

std::vector<SideCarMismatch> compareWithSideCar(const SideCar& sideCar,
                                                const std::filesystem::path& sideCarFile,
                                                const InferenceRequest& request);

} // namespace unlit
