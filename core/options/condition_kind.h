// What a model may be told beside the picture.
#pragma once

namespace unlit {

enum class ConditionKind {
    Class, ///< a whole number, by the UNet's class embedding
    Text,  ///< a line of text, by the text encoder
};

} // namespace unlit
