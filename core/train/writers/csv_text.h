// Fields of files of comma-separated values (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace unlit::train {

/// Quoted where it has to be; line ends become spaces, so that a row is a line.
std::string csvField(const std::string& text);

/// What csvField has made, without quotes.
std::string fromCsvField(std::string_view field);

/// The shortest text that reads back to the same number.
std::string csvNumber(double value);

} // namespace unlit::train
