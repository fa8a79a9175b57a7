// Any text as a table of layers.
#include "core/base/error.h"
#include "core/image/layers/layer_table.h"

#include <cstdlib>

using namespace unlit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    try {
        const LayerTable table = LayerTable::parse(std::string(bytes, bytes + size), "fuzz.yaml");
        (void)table.find("ViewLayer.Diffuse Color");
        for (const LayerAlias& alias : table.aliases())
            if (alias.name.find('*') == std::string::npos && table.find(alias.name) == nullptr)
                std::abort();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::InvalidInput || !error.mark())
            std::abort();
    }
    return 0;
}
