#include "core/base/frame_sequence.h"

#include "core/base/error.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostDigits = 18; // of a number that fits

struct NumberedName {
    std::string pattern;
    std::int64_t number = 0;
};

NumberedName numberedName(const fs::path& file) {
    const std::string stem = file.stem().string();
    std::size_t begin = stem.size();
    while (begin > 0 && std::isdigit(static_cast<unsigned char>(stem[begin - 1])) != 0)
        --begin;
    if (begin == stem.size() || stem.size() - begin > kMostDigits)
        return {file.string(), 0};
    const std::string name = stem.substr(0, begin) + "*" + file.extension().string();
    return {(file.parent_path() / name).string(), std::stoll(stem.substr(begin))};
}

/// "3", "7 to 9".
std::string rangeText(std::int64_t first, std::int64_t last) {
    return std::to_string(first) + (first == last ? "" : " to " + std::to_string(last));
}

std::string listText(const std::vector<std::string>& parts) {
    constexpr std::size_t kMost = 8;
    std::string text;
    const std::size_t shown = std::min(parts.size(), kMost);
    for (std::size_t i = 0; i < shown; ++i) {
        const bool isLast = i + 1 == parts.size();
        text += (i == 0 ? "" : isLast ? " and " : ", ") + parts[i];
    }
    return parts.size() > kMost ? text + ", …" : text;
}

std::int64_t stepOf(const std::vector<std::int64_t>& numbers) {
    std::int64_t step = 0;
    for (std::size_t i = 1; i < numbers.size(); ++i)
        step = std::gcd(step, numbers[i] - numbers[i - 1]);
    return std::max<std::int64_t>(step, 1);
}

} // namespace

std::vector<FrameSequence> findSequences(const std::vector<fs::path>& files) {
    std::vector<FrameSequence> sequences;
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const NumberedName name = numberedName(files[i]);
        const auto [place, isNew] = places.try_emplace(name.pattern, sequences.size());
        if (isNew)
            sequences.push_back({name.pattern, {}, {}});
        FrameSequence& sequence = sequences[place->second];
        const auto at = std::ranges::lower_bound(sequence.numbers, name.number);
        const auto offset = at - sequence.numbers.begin();
        if (at != sequence.numbers.end() && *at == name.number)
            throw Error::invalidInput(
                files[sequence.files[static_cast<std::size_t>(offset)]].string() + " and " +
                    files[i].string() + " are the same frame of a sequence",
                "leave one of them out, or give it another name");
        sequence.numbers.insert(at, name.number);
        sequence.files.insert(sequence.files.begin() + offset, i);
    }
    for (FrameSequence& sequence : sequences)
        if (sequence.files.size() == 1)
            sequence.pattern = files[sequence.files.front()].string();
    return sequences;
}

std::vector<std::int64_t> frameTimes(const std::vector<std::int64_t>& numbers) {
    const std::int64_t step = stepOf(numbers);
    std::vector<std::int64_t> times;
    for (const std::int64_t number : numbers)
        times.push_back((number - numbers.front()) / step);
    return times;
}

std::string missingNumbersText(const FrameSequence& sequence) {
    const std::int64_t step = stepOf(sequence.numbers);
    std::vector<std::string> parts;
    bool isOne = true;
    for (std::size_t i = 1; i < sequence.numbers.size(); ++i) {
        const std::int64_t first = sequence.numbers[i - 1] + step;
        const std::int64_t last = sequence.numbers[i] - step;
        if (first > last)
            continue;
        isOne = parts.empty() && first == last;
        parts.push_back(rangeText(first, last));
    }
    if (parts.empty())
        return {};
    return (isOne ? "frame " : "frames ") + listText(parts) +
           (isOne ? " is missing" : " are missing");
}

std::string missingFramesText(const FrameSequence& sequence) {
    const std::string missing = missingNumbersText(sequence);
    if (missing.empty())
        return {};
    return sequence.pattern + ": " + missing + "; what is there is done without " +
           (missing.starts_with("frame ") ? "it" : "them");
}

bool looksLikeFrames(const FrameSequence& sequence, const std::vector<fs::path>& files) {
    constexpr std::size_t fewestFrames = 3;
    constexpr std::size_t fewestDigits = 3;
    if (sequence.files.size() < fewestFrames)
        return false;
    const fs::path& first = files[sequence.files.front()];
    std::string suffix = first.extension().string();
    std::ranges::transform(suffix, suffix.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::string stem = first.stem().string();
    const std::size_t digits = stem.size() - 1 - stem.find_last_not_of("0123456789");
    if (digits < fewestDigits || suffix == ".jpg" || suffix == ".jpeg")
        return false;
    const std::int64_t places =
        (sequence.numbers.back() - sequence.numbers.front()) / stepOf(sequence.numbers) + 1;
    return places < 2 * static_cast<std::int64_t>(sequence.files.size());
}

} // namespace unlit
