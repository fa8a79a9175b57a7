// The entry of the module of formats.
#include "core/base/program_module.h"
#include "core/image/format_functions.h"

#include "unlit_version.h"

extern "C" const unlit::ModuleEntry* unlitModule();

const unlit::ModuleEntry* unlitModule() {
    static const unlit::FormatFunctions functions{
        .targaInfo = unlit::targaInfo,
        .readTarga = unlit::readTarga,
        .writeAnimation = unlit::writeAnimation,
    };
    static const unlit::ModuleEntry entry{UNLIT_VERSION, &functions};
    return &entry;
}
