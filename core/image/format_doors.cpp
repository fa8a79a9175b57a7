// The functions of the module of formats, for those who call them: it is opened by the first call.
#include "core/base/program_module.h"
#include "core/image/format_functions.h"

namespace unlit {

namespace {

const FormatFunctions& formats() {
    static const auto& functions = *static_cast<const FormatFunctions*>(openModule(
        moduleFolder() / "libunlit_formats.so", "the part for TGA files and animations"));
    return functions;
}

} // namespace

ImageInfo targaInfo(ReadableFile& file) {
    return formats().targaInfo(file);
}

DecodedPicture readTarga(ReadableFile& file) {
    return formats().readTarga(file);
}

void writeAnimation(const std::filesystem::path& file, const std::vector<Image>& frames,
                    double framesPerSecond) {
    formats().writeAnimation(file, frames, framesPerSecond);
}

} // namespace unlit
