// Whether a file is a LoRA at all, before anything runs with it.
#pragma once

#include "core/weights/lora/lora_choice.h"

namespace unlit {

/// Reads it whole. Throws Error as weights::readLora, naming the file: for what is none, damaged,
/// of another kind, or not there. Whether it fits a model is said when they meet. Any thread.
void checkLora(const LoraChoice& choice);

} // namespace unlit
