// A module of a build that this program does not come from.
#include "core/base/program_module.h"

extern "C" const unlit::ModuleEntry* unlitModule();

const unlit::ModuleEntry* unlitModule() {
    static const unlit::ModuleEntry entry{"0.0.0-other", nullptr};
    return &entry;
}
