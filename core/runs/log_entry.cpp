#include "core/runs/log_entry.h"

#include <optional>

namespace unlit::runs {

namespace {

std::optional<LogEntry::Level> levelOf(std::string_view word) {
    if (word == "info")
        return LogEntry::Level::Info;
    if (word == "warning")
        return LogEntry::Level::Warning;
    if (word == "error")
        return LogEntry::Level::Error;
    return {};
}

/// "step 12 epoch 1 train/loss=…"; a validation or a checkpoint says what it is behind the number.
bool isStepRow(std::string_view text) {
    constexpr std::string_view kStep = "step ";
    if (!text.starts_with(kStep))
        return false;
    const std::size_t end = text.find_first_not_of("0123456789", kStep.size());
    return end != std::string_view::npos && text.substr(end).starts_with(" epoch ");
}

} // namespace

LogEntry logEntryOf(std::string_view line) {
    const std::size_t afterTime = line.find(' ');
    const std::size_t afterLevel =
        afterTime == std::string_view::npos ? afterTime : line.find(' ', afterTime + 1);
    const auto level = afterLevel == std::string_view::npos
                           ? std::nullopt
                           : levelOf(line.substr(afterTime + 1, afterLevel - afterTime - 1));
    if (!level)
        return {{}, LogEntry::Level::Info, std::string(line)};
    const std::string_view text = line.substr(afterLevel + 1);
    return {std::string(line.substr(0, afterTime)), *level, std::string(text), isStepRow(text)};
}

} // namespace unlit::runs
