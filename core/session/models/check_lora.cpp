#include "core/session/models/check_lora.h"

#include "core/weights/lora/lora_file.h"

namespace unlit {

void checkLora(const LoraChoice& choice) {
    weights::readLora(choice);
}

} // namespace unlit
