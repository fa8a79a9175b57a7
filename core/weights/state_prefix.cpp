#include "core/weights/state_prefix.h"

namespace unlit::weights {

void insertAs(std::string_view prefix, const StateDict& from, StateDict& to) {
    for (const auto& [name, tensor] : from)
        to.emplace(std::string(prefix) + name, tensor);
}

StateDict withPrefix(std::string_view prefix, const StateDict& all) {
    StateDict part;
    for (const auto& [name, tensor] : all)
        if (name.starts_with(prefix))
            part.emplace(name.substr(prefix.size()), tensor);
    return part;
}

} // namespace unlit::weights
