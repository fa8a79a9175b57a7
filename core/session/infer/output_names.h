// How result files are called: templates such as "{stem}_{target}".
#pragma once

#include "core/session/infer/inference_types.h"

#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

/// One field of a template, for documents and tool tips.
struct OutputNameField {
    std::string name;    ///< "stem"
    std::string meaning; ///< "name of the input without its suffix"
};

/// All fields, in the order in which they are explained.
const std::vector<OutputNameField>& outputNameFields();

/// Throws Error::invalidInput for an unknown field (naming the nearest), a brace without its
/// partner, an empty or absolute name, and one that leads out of the folder with "..".
void checkOutputName(const std::string& nameTemplate);

/// The file of a request for `what` ("albedo", "albedo_uncertainty", "unlit"), in its output
/// folder. A slash in the template makes folders. "{frame}" is the number at the end of the input's
/// name with its leading zeros; where there is none, the '.', '_' or '-' before the field goes with
/// it. Throws as checkOutputName. Precondition: request.output is set.
std::filesystem::path outputFile(const InferenceRequest& request, const std::string& what,
                                 std::string_view suffix);

/// `text` with the fields of the input's own name, {stem}, {name} and {frame}, filled in. Throws
/// Error::invalidInput for other fields and a brace without its partner.
std::string expandInputFields(const std::filesystem::path& input, const std::string& text);

} // namespace unlit
