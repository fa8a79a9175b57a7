// Any bytes as what stands beside low-rank additions: peft's settings, and kohya's names of layers.
// The matrices are tensors of a safetensors file, which has a fuzzer of its own.
#include "core/base/error.h"
#include "core/weights/lora/kohya_names.h"
#include "core/weights/lora/lora_strength.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <string>

using namespace unlit;

namespace {

void readStrength(const nlohmann::ordered_json& json) {
    for (const char* const prefix : {"", "unet."}) {
        const weights::LoraStrength strength(json, prefix, "fuzz.json");
        for (const char* const layer : {"down_blocks.0.attentions.0.proj_in", "mid", ""})
            (void)strength.alphaOf(layer, 4);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    try {
        (void)weights::layerOfKohya(std::string(bytes, bytes + size));
        if (const auto json = nlohmann::ordered_json::parse(bytes, bytes + size, nullptr, false);
            json.is_object())
            readStrength(json);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Internal)
            std::abort();
    }
    return 0;
}
