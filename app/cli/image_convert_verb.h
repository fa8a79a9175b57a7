// `unlit image convert`: one layer of an image file into another file.
#pragma once

#include "app/cli/verb.h"
#include "core/image/image_file.h"

namespace unlit::cli {

/// The format follows from OUT's suffix. JSON: {"input","output","width","height","layer",
/// "input_space","input_space_reason","output_space","exposure_ev"}.
class ImageConvertVerb : public Verb {
public:
    explicit ImageConvertVerb(CLI::App& image);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_input;
    std::string m_output;
    ReadOptions m_read;
    std::optional<ColorSpace> m_outputSpace;
    std::optional<double> m_exposureEv = 0.0; ///< unset = auto
    bool m_half = false;
    bool m_overwrite = false;
};

} // namespace unlit::cli
