// One table per enumeration: its values with the names that config files give them.
#pragma once

#include "core/base/error.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace unlit::diffusion {

template <typename Value, std::size_t N>
using NamedChoices = std::array<std::pair<Value, std::string_view>, N>;

template <typename Value, std::size_t N>
std::string_view nameOf(const NamedChoices<Value, N>& choices, Value value) {
    for (const auto& [candidate, name] : choices) {
        if (candidate == value) {
            return name;
        }
    }
    throw Error::internal("a choice has no name");
}

/// `key` and `where` (a file or a setting) go into the message. Throws: Unsupported.
template <typename Value, std::size_t N>
Value choiceNamed(const NamedChoices<Value, N>& choices, std::string_view text,
                  const std::string& key, const std::string& where) {
    std::string known;
    for (const auto& [value, name] : choices) {
        if (name == text) {
            return value;
        }
        known += (known.empty() ? "" : ", ") + std::string(name);
    }
    throw Error::unsupported(where + ": " + key + " \"" + std::string(text) +
                                 "\" is not known here",
                             "known are " + known);
}

} // namespace unlit::diffusion
