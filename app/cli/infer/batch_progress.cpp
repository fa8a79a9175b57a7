#include "app/cli/infer/batch_progress.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace unlit::cli {

namespace {

constexpr int kBarColumns = 24;
constexpr int kColumnsForBar = 70; // narrower terminals spend their room on words
constexpr std::chrono::milliseconds kLivePeriod{100};
constexpr std::chrono::seconds kPlainPeriod{5};

double batchFraction(const BatchState& state) {
    if (state.picture < 1 || state.pictures < 1)
        return 0;
    const double fraction = std::clamp(state.progress.fraction, 0.0, 1.0);
    return (state.picture - 1 + fraction) / state.pictures;
}

std::string bar(double fraction) {
    const auto full = static_cast<std::size_t>(std::floor(fraction * kBarColumns));
    return "[" + std::string(full, '#') + std::string(kBarColumns - full, '-') + "] ";
}

// Rounded down: 100 % is said when it is true.
std::string percent(double fraction) {
    return std::to_string(static_cast<int>(std::floor(fraction * 100))) + " %";
}

std::string pictureText(const BatchState& state) {
    return "image " + std::to_string(state.picture) + " of " + std::to_string(state.pictures);
}

} // namespace

std::string liveText(const BatchState& state, std::optional<double> secondsLeft, int columns) {
    const double fraction = batchFraction(state);
    std::string text = columns >= kColumnsForBar ? bar(fraction) : "";
    text += percent(fraction) + "  " + pictureText(state);
    if (!state.progress.stage.empty())
        text += " · " + toEnglish(state.progress.stage);
    if (secondsLeft)
        text += " · " + formatSeconds(std::max(*secondsLeft, 0.0)) + " left";
    return cutToColumns(text, columns);
}

std::optional<double> batchSecondsLeft(const BatchState& state, double secondsPassed) {
    if (state.pictures <= 1)
        return state.progress.secondsLeft;
    // The pace of whole pictures is the better witness once there is one.
    const double fraction = batchFraction(state);
    if (state.picture > 1 && fraction > 0)
        return secondsPassed / fraction * (1 - fraction);
    if (!state.progress.secondsLeft)
        return std::nullopt;
    const double onePicture = secondsPassed + *state.progress.secondsLeft;
    return *state.progress.secondsLeft + (state.pictures - 1) * onePicture;
}

BatchProgress::BatchProgress(Console& console, int pictures, Clock::time_point now)
    : m_console(console), m_begin(now), m_lastShown(now) {
    m_state.pictures = pictures;
}

void BatchProgress::started(const std::string& name, Clock::time_point now) {
    ++m_state.picture;
    m_state.name = name;
    m_state.progress = {};
    if (m_console.isLive()) {
        show(now);
    } else {
        m_console.note(pictureText(m_state) + ": " + name);
        m_lastShown = now;
    }
}

void BatchProgress::advanced(const Progress& progress, Clock::time_point now) {
    m_state.progress = progress;
    const auto passed = now - m_lastShown;
    if (m_console.isLive() ? passed >= kLivePeriod : passed >= kPlainPeriod)
        show(now);
}

void BatchProgress::finished(const std::string& how, Clock::time_point now) {
    m_state.progress = {1.0, 0.0, {}};
    if (!m_console.isLive())
        m_console.note(pictureText(m_state) + ": " + m_state.name + " " + how);
    m_lastShown = now;
}

void BatchProgress::show(Clock::time_point now) {
    const std::chrono::duration<double> passed = now - m_begin;
    const std::optional<double> left = batchSecondsLeft(m_state, passed.count());
    m_lastShown = now;
    if (m_console.isLive())
        m_console.progress(liveText(m_state, left, LiveLine::terminalColumns() - 1));
    else
        m_console.note(liveText(m_state, left, kColumnsForBar - 1));
}

} // namespace unlit::cli
