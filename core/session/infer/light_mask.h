// Mattes: what somebody says of where a picture has light, as a file beside it or a layer in it.
#pragma once

#include "core/image/color/color.h"
#include "core/session/infer/inference_types.h"

#include <filesystem>
#include <optional>
#include <string>

namespace unlit {

namespace weights {
struct ModelFolder;
}

/// The file that InputOptions::mask means for an input: "{stem}", "{name}" and "{frame}" are those
/// of output_names.h. Throws Error::invalidInput for another field.
std::filesystem::path maskFile(const std::filesystem::path& input, const std::string& mask);

/// What the network sees of `image`, which was read from `input` and is as it was afterwards, with
/// alpha 0 where its mask is black: darker than a hundredth in its brightest channel, or cut out.
/// `exposureEv` unset = auto, found without those pixels. Throws Error naming the mask: it cannot
/// be read, has another size, or leaves nothing.
DisplayImage shownToNetwork(Image& image, const std::filesystem::path& input,
                            const InputOptions& options, const weights::ModelFolder& model,
                            std::optional<double> exposureEv);

} // namespace unlit
