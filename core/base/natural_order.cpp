#include "core/base/natural_order.h"

#include <algorithm>

namespace unlit {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Takes the digits at the front of `text` away and returns them without leading zeros.
std::string_view takeNumber(std::string_view& text) {
    const auto end = std::ranges::find_if_not(text, isDigit);
    std::string_view number = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(number.size());
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    return number;
}

} // namespace

bool comesBefore(std::string_view a, std::string_view b) {
    std::string_view restA = a;
    std::string_view restB = b;
    while (!restA.empty() && !restB.empty()) {
        if (isDigit(restA.front()) && isDigit(restB.front())) {
            const std::string_view numberA = takeNumber(restA);
            const std::string_view numberB = takeNumber(restB);
            if (numberA.size() != numberB.size())
                return numberA.size() < numberB.size();
            if (numberA != numberB)
                return numberA < numberB;
            continue;
        }
        if (restA.front() != restB.front())
            return static_cast<unsigned char>(restA.front()) <
                   static_cast<unsigned char>(restB.front());
        restA.remove_prefix(1);
        restB.remove_prefix(1);
    }
    if (restA.empty() != restB.empty())
        return restA.empty();
    return a < b; // "img1" and "img01" are equal as numbers
}

} // namespace unlit
