#include "app/cli/option_flags.h"

#include "app/cli/usage_error.h"
#include "core/base/error.h"

namespace unlit::cli {

namespace {

OptionSet::Assign assignerOf(const config::Option& option) {
    return [option](const std::string& text) {
        try {
            return assignText(option, text);
        } catch (const Error& error) {
            throw UsageError(flagOf(option) + ": " + error.what() + "; " + error.hint());
        }
    };
}

std::string defaultOf(const config::Option& option) {
    return option.usual.empty() ? textOf(option) : option.usual;
}

void addSwitch(OptionSet& set, const config::Option& option) {
    const bool isOn = textOf(option) == "true";
    const std::string name = flagOf(option);
    set.flag(isOn ? name + ",!" + "--no-" + name.substr(2) : name, assignerOf(option),
             option.setting.meta.help, isOn ? "on" : "off");
}

/// The limits of whole numbers are a part of their help.
std::string helpWithLimits(const config::Option& option) {
    const config::SettingMeta& meta = option.setting.meta;
    if (option.setting.kind != config::SettingKind::Whole || !meta.min || !meta.max)
        return meta.help;
    const config::WholeLimits limits = limitsOf(option);
    return meta.help + "; " + std::to_string(limits.least) + " to " + std::to_string(limits.most);
}

} // namespace

void addOption(OptionSet& set, const config::Option& option) {
    if (option.setting.kind == config::SettingKind::Bool) {
        addSwitch(set, option);
        return;
    }
    set.value(flagOf(option), placeholderOf(option), {allowedText(option), wordsOf(option)},
              assignerOf(option), helpWithLimits(option), defaultOf(option));
}

void addOptions(OptionSet& set, const config::Options& options) {
    for (const config::Option& option : options) {
        set.section(option.heading);
        addOption(set, option);
    }
}

config::Option helped(config::Option option, std::string help) {
    option.setting.meta.help = std::move(help);
    return option;
}

} // namespace unlit::cli
