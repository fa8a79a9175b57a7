#include "core/evaluate/label_font.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

namespace unlit::evaluate {

namespace {

constexpr int kLetterWidth = 5;

struct Letter {
    char character;
    std::array<std::uint8_t, kLabelHeight> rows; ///< top first; the leftmost dot is bit 4
};

constexpr std::array<Letter, 45> kLetters = {{
    {'A', {14, 17, 17, 31, 17, 17, 17}}, {'B', {30, 17, 17, 30, 17, 17, 30}},
    {'C', {14, 17, 16, 16, 16, 17, 14}}, {'D', {30, 17, 17, 17, 17, 17, 30}},
    {'E', {31, 16, 16, 30, 16, 16, 31}}, {'F', {31, 16, 16, 30, 16, 16, 16}},
    {'G', {14, 17, 16, 23, 17, 17, 15}}, {'H', {17, 17, 17, 31, 17, 17, 17}},
    {'I', {14, 4, 4, 4, 4, 4, 14}},      {'J', {7, 2, 2, 2, 2, 18, 12}},
    {'K', {17, 18, 20, 24, 20, 18, 17}}, {'L', {16, 16, 16, 16, 16, 16, 31}},
    {'M', {17, 27, 21, 21, 17, 17, 17}}, {'N', {17, 25, 21, 19, 17, 17, 17}},
    {'O', {14, 17, 17, 17, 17, 17, 14}}, {'P', {30, 17, 17, 30, 16, 16, 16}},
    {'Q', {14, 17, 17, 17, 21, 18, 13}}, {'R', {30, 17, 17, 30, 20, 18, 17}},
    {'S', {15, 16, 16, 14, 1, 1, 30}},   {'T', {31, 4, 4, 4, 4, 4, 4}},
    {'U', {17, 17, 17, 17, 17, 17, 14}}, {'V', {17, 17, 17, 17, 17, 10, 4}},
    {'W', {17, 17, 17, 21, 21, 27, 17}}, {'X', {17, 17, 10, 4, 10, 17, 17}},
    {'Y', {17, 17, 10, 4, 4, 4, 4}},     {'Z', {31, 1, 2, 4, 8, 16, 31}},
    {'0', {14, 17, 19, 21, 25, 17, 14}}, {'1', {4, 12, 4, 4, 4, 4, 14}},
    {'2', {14, 17, 1, 6, 8, 16, 31}},    {'3', {30, 1, 1, 14, 1, 1, 30}},
    {'4', {2, 6, 10, 18, 31, 2, 2}},     {'5', {31, 16, 30, 1, 1, 17, 14}},
    {'6', {6, 8, 16, 30, 17, 17, 14}},   {'7', {31, 1, 2, 4, 8, 8, 8}},
    {'8', {14, 17, 17, 14, 17, 17, 14}}, {'9', {14, 17, 17, 15, 1, 2, 12}},
    {'.', {0, 0, 0, 0, 0, 12, 12}},      {'-', {0, 0, 0, 14, 0, 0, 0}},
    {'_', {0, 0, 0, 0, 0, 0, 31}},       {'/', {1, 1, 2, 4, 8, 16, 16}},
    {':', {0, 12, 12, 0, 12, 12, 0}},    {'+', {0, 4, 4, 31, 4, 4, 0}},
    {'(', {2, 4, 8, 8, 8, 4, 2}},        {')', {8, 4, 2, 2, 2, 4, 8}},
    {'#', {10, 10, 31, 10, 31, 10, 10}},
}};

void drawDot(Image& image, int left, int top, int size) {
    for (int c = 0; c < image.channelCount(); ++c)
        for (int y = std::max(top, 0); y < std::min(top + size, image.height); ++y)
            for (int x = std::max(left, 0); x < std::min(left + size, image.width); ++x)
                image.plane(c)[static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                               static_cast<std::size_t>(x)] = 1;
}

} // namespace

void drawLabel(Image& image, std::string_view text, int left, int top, int right, int dot) {
    for (const char each : text) {
        if (left + kLetterWidth * dot > right)
            return;
        const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(each)));
        const auto* const letter = std::ranges::find(kLetters, upper, &Letter::character);
        if (letter != kLetters.end())
            for (int y = 0; y < kLabelHeight; ++y)
                for (int x = 0; x < kLetterWidth; ++x)
                    if ((letter->rows[static_cast<std::size_t>(y)] >> (kLetterWidth - 1 - x)) & 1)
                        drawDot(image, left + x * dot, top + y * dot, dot);
        left += (kLetterWidth + 1) * dot;
    }
}

} // namespace unlit::evaluate
