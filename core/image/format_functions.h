// What OpenImageIO does for us, in a module of its own (base/program_module.h): loading it and all
// that it is linked with takes longer than most commands take, and few files need it.
#pragma once

#include "core/image/animation.h"
#include "core/image/formats/targa_reader.h"

namespace unlit {

/// References: a table that leaves one out does not compile.
struct FormatFunctions {
    decltype(unlit::targaInfo)& targaInfo;
    decltype(unlit::readTarga)& readTarga;
    decltype(unlit::writeAnimation)& writeAnimation;
};

} // namespace unlit
