#include "core/session/train/rehearsal_report.h"

#include "core/base/text.h"

#include <array>
#include <cstdio>

namespace unlit {

namespace {

using Kind = RehearsalCheck::Kind;
using State = RehearsalCheck::State;

std::string fourDigits(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

} // namespace

std::string toEnglish(RehearsalCheck::Kind kind) {
    switch (kind) {
    case Kind::Read:
        return "model and sets are found and read";
    case Kind::Train:
        return "two steps are trained";
    case Kind::Validate:
        return "a validation runs, on one picture of each set";
    case Kind::Save:
        return "a checkpoint is written";
    case Kind::Resume:
        return "the run is resumed from it, and goes on";
    }
    return {};
}

std::string foundInEnglish(const RehearsalCheck& check) {
    const RehearsalFound& found = check.found;
    if (check.state == State::LeftOut)
        return "the recipe has no validation set";
    if (check.state != State::Passed)
        return found.text;
    switch (check.kind) {
    case Kind::Train:
        return fourDigits(found.secondsPerStep) + " s a step, loss " + fourDigits(found.loss);
    case Kind::Save:
        return formatBytes(found.bytes) + " in " + formatSeconds(found.saveSeconds) +
               ", training waited " + formatSeconds(found.waitSeconds);
    case Kind::Resume:
        return "step " + std::to_string(found.step) + " follows";
    case Kind::Read:
    case Kind::Validate:
        break;
    }
    return found.text;
}

} // namespace unlit
