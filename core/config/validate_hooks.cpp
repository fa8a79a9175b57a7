#include "core/config/validate_hooks.h"

#include "core/base/error.h"
#include "core/base/split_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <set>

namespace unlit::config {

namespace {

template <class Range>
std::vector<std::string> hookNamesOf(const Range& range) {
    std::vector<std::string> names;
    for (const auto& entry : range)
        names.push_back(entry.name);
    return names;
}

std::string meant(const std::string& word, const std::vector<std::string>& names) {
    const std::string nearest = nearestName(word, names);
    return nearest.empty() ? "" : " (did you mean " + nearest + "?)";
}

/// Its name begins the tags of its figures.
bool isHookName(const std::string& name) {
    return !name.empty() && name.size() <= 64 &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-") == std::string::npos;
}

class HookCheck {
public:
    HookCheck(const HookConfig& hook, std::string key, std::vector<Diagnostic>& found)
        : m_hook(hook), m_key(std::move(key)), m_found(found) {}

    void run() {
        if (!isHookName(m_hook.name))
            return say("name",
                       "the name of a hook is letters, digits, - and _, not \"" + m_hook.name +
                           "\"",
                       "name it in a word: notify");
        const bool isCommand = !m_hook.command.empty();
        const bool isOfLibrary = !m_hook.sharedLibrary.empty();
        if (isCommand && isOfLibrary)
            return say("shared_library", "the hook " + m_hook.name + " has a command and a library",
                       "make two hooks of it");
        if (isCommand)
            return checkCommand();
        if (!isOfLibrary)
            checkBuiltIn();
    }

private:
    void say(const std::string& key, std::string what, std::string hint) {
        m_found.push_back(
            {Diagnostic::Severity::Error, {}, m_key + "." + key, std::move(what), std::move(hint)});
    }

    void checkCommand() {
        const auto known = hookNamesOf(builtInHooks());
        if (m_hook.command.front().empty())
            say("command", "the command of the hook " + m_hook.name + " begins with an empty word",
                "name the program first");
        if (std::ranges::find(known, m_hook.name) != known.end())
            say("name", m_hook.name + " is the name of a hook that comes with the program",
                "call the command something else");
        if (m_hook.at.empty())
            say("at", "the hook " + m_hook.name + " is a command and is called nowhere",
                "name points of the run, as at: [after_validation]");
        if (std::ranges::find(m_hook.at, "before_backward") != m_hook.at.end())
            say("at",
                "the hook " + m_hook.name +
                    " is a command, and before_backward comes too often "
                    "for one",
                "take before_step, or a hook of a library");
    }

    void checkBuiltIn() {
        const auto known = std::ranges::find(builtInHooks(), m_hook.name, &BuiltInHook::name);
        if (known == builtInHooks().end()) {
            const auto names = hookNamesOf(builtInHooks());
            return say("name", "there is no hook " + m_hook.name + meant(m_hook.name, names),
                       "take one of " + joined(names) + ", or give it a command or a library");
        }
        if (m_hook.name == "trace" && (!m_hook.at.empty() || m_hook.every != 1))
            say(m_hook.at.empty() ? "every" : "at",
                "the hook trace looks at every point of the steps that it holds",
                "take at and every out; its options are steps and from");
        if (m_hook.timeout != HookConfig().timeout)
            say("timeout", "the hook " + m_hook.name + " comes with the program and is not timed",
                "leave timeout out");
        if (m_hook.name == "trace" && m_hook.onFailure != HookConfig().onFailure)
            say("on_failure", "the hook trace only writes a file, and its failures are warnings",
                "leave on_failure out");
        try {
            (void)hookOptions(m_hook, known->options);
        } catch (const Error& error) {
            say("options", error.what(), error.hint());
        }
    }

    const HookConfig& m_hook;
    std::string m_key;
    std::vector<Diagnostic>& m_found;
};

} // namespace

std::map<std::string, std::string> hookOptions(const HookConfig& hook,
                                               const std::vector<BuiltInHook::Option>& known) {
    std::map<std::string, std::string> values;
    for (const BuiltInHook::Option& option : known)
        values[option.name] = option.standard;
    for (const std::string& text : hook.options) {
        const auto [name, value] = hookOption(text);
        if (!values.contains(name))
            throw Error::invalidInput("the hook " + hook.name + " knows no option " + name +
                                          meant(name, hookNamesOf(known)),
                                      known.empty() ? "it has none"
                                                    : "it has " + joined(hookNamesOf(known)));
        if (text.find('=') == std::string::npos)
            throw Error::invalidInput("the option " + name + " of the hook " + hook.name +
                                          " has no value",
                                      "write " + name + "=VALUE");
        values[name] = value;
    }
    return values;
}

std::vector<Diagnostic> validateHooks(const TrainConfig& config) {
    std::vector<Diagnostic> found;
    std::set<std::string> names;
    for (std::size_t i = 0; i < config.hooks.size(); ++i) {
        const std::string key = "hooks." + std::to_string(i);
        const HookConfig& hook = config.hooks[i];
        HookCheck(hook, key, found).run();
        if (!names.insert(hook.name).second)
            found.push_back({Diagnostic::Severity::Error,
                             {},
                             key + ".name",
                             "two hooks have the name " + hook.name +
                                 ", under which their figures and states are kept",
                             "give one of them another name"});
    }
    return found;
}

} // namespace unlit::config
