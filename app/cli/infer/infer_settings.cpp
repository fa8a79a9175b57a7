// Settings of a result back into flags: the names are those of the flags.
#include "app/cli/infer/infer_flags.h"

#include "app/cli/usage_error.h"
#include "core/base/error.h"
#include "core/base/split_text.h"

namespace unlit::cli {

namespace {

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
    throw UsageError("--from: " + file + " " + why);
}

constexpr const char* kRepeatedSetting = "lora"; ///< a flag a value; other lists are one flag

/// As the flags would be written; nothing for null.
std::vector<std::string> textsOf(const Json& value, const std::string& key,
                                 const std::string& file) {
    if (value.is_null())
        return {};
    if (value.is_string())
        return {value.get<std::string>()};
    if (value.is_number() || value.is_boolean())
        return {value.dump()};
    if (!value.is_array())
        refuse(file, "has an object as value of \"" + key + "\"");
    std::vector<std::string> parts;
    for (const Json& part : value) {
        if (!part.is_string())
            refuse(file, "has something other than names in \"" + key + "\"");
        parts.push_back(part.get<std::string>());
    }
    if (parts.empty() || key == kRepeatedSetting)
        return parts;
    return {joined(parts, ",")};
}

SideCar read(const std::string& file) {
    try {
        return readSideCar(file);
    } catch (const Error& error) {
        throw UsageError(std::string("--from: ") + error.what());
    }
}

/// Whether the user named this file, so that it need not be the side-car's.
bool isChosen(SideCarMismatch::What what, const OptionSet& set) {
    switch (what) {
    case SideCarMismatch::What::Input:
        return set.wasGiven("INPUT");
    case SideCarMismatch::What::Model:
        return set.wasGiven("--model");
    case SideCarMismatch::What::Lora:
        return set.wasGiven("--lora");
    case SideCarMismatch::What::Version:
        break;
    }
    return true;
}

} // namespace

SideCar applySettingsFile(InferFlags& flags, OptionSet& set) {
    const std::string& file = flags.from;
    SideCar sideCar = read(file);
    for (const auto& [key, value] : sideCar.settings.items()) {
        // No side-car of ours says it: whoever sent the file has no say in what is replaced.
        if (key == "overwrite")
            refuse(file, "asks for files to be replaced; take \"overwrite\" out, and give "
                         "--overwrite if you mean it");
        const std::vector<std::string> texts = textsOf(value, key, file);
        if (texts.empty())
            continue;
        try {
            set.assignUnlessGiven(key, texts);
        } catch (const UsageError& error) {
            refuse(file, std::string("has a setting that cannot be used: ") + error.what());
        }
    }
    if (sideCar.strokes) {
        flags.strokes = std::make_shared<const StrokeSet>(*sideCar.strokes);
        flags.strokesFrom = file;
    }
    if (flags.inputs.empty() && !sideCar.input.path.empty())
        flags.inputs = {sideCar.input.path.string()};
    return sideCar;
}

void refuseOtherSources(const SideCar& sideCar, const InferFlags& flags, const OptionSet& set,
                        Console& console) {
    if (flags.inputs.size() != 1)
        return; // settings for many: none of them has to be the side-car's input
    if (sideCar.isFrame)
        console.warning(flags.from + " is of a frame of a sequence, which its other frames made, "
                                     "too: alone its pixels differ");
    const InferenceRequest request = requestFor(flags, flags.inputs.front());
    for (const SideCarMismatch& found : compareWithSideCar(sideCar, flags.from, request)) {
        if (isChosen(found.what, set))
            console.warning(found.text + ": the pixels may differ");
        else
            throw Error::invalidInput(found.text + ", so the pixels would differ",
                                      "name the file on the command line to use it all the same");
    }
}

} // namespace unlit::cli
