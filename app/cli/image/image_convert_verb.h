// `unlit image convert`: an image file, or one layer of it, into another file.
#pragma once

#include "app/cli/verb.h"
#include "core/image/image_file.h"

namespace unlit::cli {

/// The format follows from OUT's suffix. EXR to EXR without a word about layer, space, exposure or
/// alpha keeps all parts, layers and attributes. JSON: {"input","output","width","height","layer",
/// "input_space","input_space_reason","output_space","exposure_ev","alpha","everything_kept"}.
class ImageConvertVerb : public Verb {
public:
    explicit ImageConvertVerb(CLI::App& image);
    ExitCode run(VerbContext& context) override;

private:
    bool keepsEverything(FileFormat format) const;
    Json copyEverything();
    Json convertOneLayer(FileFormat format);

    std::string m_input;
    std::string m_output;
    ReadOptions m_read;
    std::optional<ColorSpace> m_outputSpace;
    std::optional<double> m_exposureEv = 0.0; ///< unset = auto
    std::optional<ExrCompression> m_compression;
    std::optional<FileFormat> m_format; ///< unset = by OUT's suffix
    std::string m_layerNames;           ///< a file; "" = the user's own table, or the built-in one
    bool m_half = false;
    bool m_overwrite = false;
};

} // namespace unlit::cli
