#include "core/base/json_depth.h"

namespace unlit {

bool isJsonTooDeep(std::string_view json, int deepest) {
    int depth = 0;
    bool isInText = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (isInText) {
            if (c == '\\')
                ++i; // what follows is part of the text, a quote too
            else if (c == '"')
                isInText = false;
        } else if (c == '"') {
            isInText = true;
        } else if (c == '[' || c == '{') {
            if (++depth > deepest)
                return true;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

} // namespace unlit
