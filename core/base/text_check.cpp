#include "core/base/text_check.h"

#include "core/base/error.h"

#include <algorithm>
#include <string_view>

namespace unlit {

std::string checkedText(std::string text, const std::filesystem::path& file) {
    constexpr std::string_view utf8Mark = "\xEF\xBB\xBF";
    const bool isWide = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
    const std::size_t zero = text.find('\0');
    // Without a mark: every other byte of plain letters is zero.
    const bool looksWide = zero < 2 && text.size() > 3 && text[zero + 2] == '\0';
    if (isWide || looksWide)
        throw Error::invalidInput(file.string() + " is no text in UTF-8 but in UTF-16",
                                  "save it as UTF-8 (PowerShell: Out-File -Encoding utf8)");
    if (zero != std::string::npos)
        throw Error::invalidInput(
            file.string() + " is not a text file: there is a zero byte in line " +
                std::to_string(std::count(text.begin(),
                                          text.begin() + static_cast<std::ptrdiff_t>(zero), '\n') +
                               1),
            "give a text file, saved as UTF-8");
    const std::size_t bareReturn = text.find('\r');
    if (text.find('\n') == std::string::npos && bareReturn != std::string::npos &&
        bareReturn + 1 < text.size())
        throw Error::invalidInput(file.string() + " has no line ends but those of old Macs (CR)",
                                  "save it with line ends of Unix or Windows");
    if (text.starts_with(utf8Mark))
        text.erase(0, utf8Mark.size());
    return text;
}

} // namespace unlit
