#include "core/config/schema/schema_sections.h"
#include "core/config/schema/setting_makers.h"
#include "core/extension/in_program.h"

namespace unlit::config {

namespace {

const std::vector<std::pair<HookFailure, std::string>> kFailures = {{HookFailure::Warn, "warn"},
                                                                    {HookFailure::Stop, "stop"}};

std::string namesOfBuiltIn() {
    std::string names;
    for (const BuiltInHook& hook : builtInHooks())
        names += (names.empty() ? "" : ", ") + hook.name;
    return names;
}

} // namespace

std::vector<Setting> describeOn(OnConfig& on) {
    const auto command = [](std::string key, std::vector<std::string>& member,
                            const std::string& when) {
        return setting(std::move(key), member,
                       {.help = "Program and arguments, started when " + when + "; empty: none"});
    };
    return {
        command("finished", on.finished, "the run is complete"),
        command("failed", on.failed, "it has failed"),
        command("best", on.best, "a validation was the best so far"),
        command("stopped", on.stopped, "it is saved and can be resumed"),
        setting("timeout", on.timeout,
                {.help = "A command that takes longer is ended",
                 .unit = "seconds",
                 .min = Bound{0, false},
                 .max = Bound{86400}}),
    };
}

std::vector<Setting> describeHook(HookConfig& hook) {
    return {
        setting("name", hook.name,
                {.help = "Of a hook that comes with the program (" + namesOfBuiltIn() +
                         "), of one in `library`, or any for a `command`"}),
        setting("command", hook.command,
                {.help = "Program and arguments, each a text of the list; it gets JSON on its "
                         "standard input and may answer with JSON, as docs/hooks.md says"}),
        setting("shared_library", hook.sharedLibrary,
                {.help = "A library of hooks in C++, loaded into the process that trains"}),
        setting("at", hook.at,
                {.help = "Points of the run at which it is called; empty: those that the hook "
                         "itself names, which a command does not",
                 .choices = {extension::kPointNames.begin(), extension::kPointNames.end()}}),
        setting("every", hook.every,
                {.help = "At points of a step: in steps that this number divides",
                 .unit = "optimizer steps",
                 .min = Bound{1}}),
        setting("options", hook.options, {.help = "KEY=VALUE texts that the hook knows"}),
        setting("timeout", hook.timeout,
                {.help = "A command that takes longer is ended; of a library's hook it is told",
                 .unit = "seconds",
                 .min = Bound{0, false},
                 .max = Bound{86400}}),
        choice("on_failure", hook.onFailure, kFailures,
               {.help = "warn: it is told and the run goes on, without the hook after three "
                        "failures in a row; stop: the run ends as failed, saved"}),
    };
}

} // namespace unlit::config
