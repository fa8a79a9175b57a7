#include "ui/settings/earlier_settings.h"

#include "core/base/number_text.h"

#include <functional>
#include <optional>

namespace unlit::ui {

namespace {

using Texts = std::map<std::string, std::string>;

/// The words that the numbers stood for, from 0 on. They are history: they never change. "" = what
/// is not set now.
const std::map<std::string, std::vector<std::string>> kNumberedWords = {
    {"quality", {"draft", "standard", "best", "custom"}},
    {"precision", {"auto", "float32", "bfloat16", "float16"}},
    {"tiles", {"off", "auto", "on"}},
    {"detail", {"off", ""}},
    {"keep_black", {"off", "auto"}},
    {"kind",
     {"layered_half", "exr_half", "exr_float", "png16", "png8", "tiff", "tiff16", "layered_float",
      "as_input"}},
};

void nameNumbers(Texts& stored) {
    for (const auto& [key, words] : kNumberedWords) {
        const auto found = stored.find(key);
        const auto number = found == stored.end() ? std::nullopt : numberIn<int>(found->second);
        if (number && *number >= 0 && *number < static_cast<int>(words.size()))
            found->second = words[static_cast<std::size_t>(*number)];
    }
}

/// "75" is 0.75; -1 was what the model says.
std::string shareOfPercent(const std::string& text) {
    const auto percent = numberIn<int>(text);
    if (!percent || *percent < 0 || *percent > 100)
        return {};
    return std::to_string(*percent / 100) + "." + std::to_string(*percent % 100 / 10) +
           std::to_string(*percent % 10);
}

void takeOver(Texts& stored, const char* from, const char* to,
              const std::function<std::string(const std::string&)>& change) {
    if (const auto found = stored.find(from); found != stored.end())
        stored.try_emplace(to, change(found->second));
}

} // namespace

const std::vector<std::string>& keysOfEarlierVersions() {
    static const std::vector<std::string> keys = {"space", "processing_px", "strength_percent",
                                                  "ends_settled"};
    return keys;
}

Texts withTodaysWords(Texts stored) {
    const auto same = [](const std::string& text) { return text; };
    nameNumbers(stored);
    takeOver(stored, "space", "input_space", same);
    takeOver(stored, "processing_px", "processing_res", same);
    takeOver(stored, "strength_percent", "strength", shareOfPercent);
    takeOver(stored, "ends_settled", "settled_spread",
             [](const std::string& text) { return text == "true" ? "0.05" : "0"; });
    return stored;
}

} // namespace unlit::ui
