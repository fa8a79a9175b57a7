// Numbers written as text, and nothing else around them.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>

namespace unlit {

/// The number that all of `text` is; none for anything in front or behind, for one that T cannot
/// hold, and for infinities and NaN. T: an integer, or a double.
template <class T>
std::optional<T> numberIn(std::string_view text) {
    T number{};
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, number);
    if (failure != std::errc{} || stop != end)
        return {};
    if constexpr (std::is_floating_point_v<T>)
        if (!std::isfinite(number))
            return {};
    return number;
}

} // namespace unlit
