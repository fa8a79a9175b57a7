// Any bytes as low-rank additions: a JSON object of peft's, or a safetensors file.
#include "core/base/error.h"
#include "core/weights/lora_file.h"
#include "core/weights/lora_strength.h"
#include "tests/fuzz/memory_file.h"

#include <nlohmann/json.hpp>
#include <torch/types.h>

#include <cstdlib>

using namespace unlit;

namespace {

void readStrength(const std::uint8_t* bytes, std::size_t size) {
    const auto json = nlohmann::json::parse(bytes, bytes + size, nullptr, false);
    if (!json.is_object())
        return;
    for (const char* const prefix : {"", "unet."}) {
        const weights::LoraStrength strength(json, prefix, "fuzz.json");
        for (const char* const layer : {"down_blocks.0.attentions.0.proj_in", "mid", ""})
            (void)strength.alphaOf(layer, 4);
    }
}

void readFile(const std::uint8_t* bytes, std::size_t size) {
    const MemoryFile file(bytes, size);
    for (const auto& [name, layer] : weights::readLora(file.path()))
        if (layer.down.scalar_type() != torch::kFloat32 || !layer.up.defined())
            std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    try {
        if (size > 0 && bytes[0] == '{')
            readStrength(bytes, size);
        else
            readFile(bytes, size);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Internal)
            std::abort();
    }
    return 0;
}
