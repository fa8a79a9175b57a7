// Enumerations that have a toString, for choice().
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace unlit::config {

/// Those values and their words, in this order.
template <class E>
std::vector<std::pair<E, std::string>> inWords(std::initializer_list<E> values) {
    std::vector<std::pair<E, std::string>> words;
    for (const E value : values)
        words.emplace_back(value, std::string(toString(value)));
    return words;
}

} // namespace unlit::config
