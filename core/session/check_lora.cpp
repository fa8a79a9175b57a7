#include "core/session/check_lora.h"

#include "core/weights/lora_file.h"

namespace unlit {

void checkLora(const LoraChoice& choice) {
    weights::readLora(choice);
}

} // namespace unlit
