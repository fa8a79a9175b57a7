// Between the core's text and paths and Qt's; and numbers as people read them.
#pragma once

#include <QString>

#include <filesystem>
#include <string>
#include <string_view>

namespace unlit::ui {

QString toQString(std::string_view utf8);
QString toQString(const std::string& utf8);
QString toQString(const std::filesystem::path& path);
std::filesystem::path toPath(const QString& text);

/// "4096 × 2160".
QString pixelSizeText(int width, int height);

/// 14023456 -> "14.0 M", 865922244 -> "866 M", 5120 -> "5.1 k".
QString countText(std::uint64_t count);

/// "9 s left", "1 min 20 s left", "2 h 5 min left": whole seconds, so that nothing flickers.
QString timeLeftText(double seconds);

/// A core message as a sentence: first letter upper case, full stop.
QString sentence(std::string_view message);

} // namespace unlit::ui
