#include "core/base/version.h"

#include "unlit_version.h"

namespace unlit {

std::string_view version() {
    return UNLIT_VERSION;
}

} // namespace unlit
