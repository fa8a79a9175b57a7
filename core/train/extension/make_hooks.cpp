#include "core/train/extension/make_hooks.h"

#include "core/base/error.h"
#include "core/base/split_text.h"
#include "core/base/text.h"
#include "core/config/validate_hooks.h"
#include "core/train/extension/command_hook.h"
#include "core/train/extension/hook_library.h"
#include "core/train/extension/norms_hook.h"

#include <algorithm>
#include <cmath>

namespace unlit::train {

namespace {

using Make = std::function<std::unique_ptr<extension::Hook>(const extension::Options&)>;

constexpr const char* kTrace = "trace";
constexpr double kMostTraced = 1e9; // steps

bool isTrace(const config::HookConfig& hook) {
    return hook.name == kTrace && hook.sharedLibrary.empty() && hook.command.empty();
}

template <class Hook>
Make makerOf() {
    return [](const extension::Options& options) { return std::make_unique<Hook>(options); };
}

/// Those that config::builtInHooks() describes.
const std::map<std::string, Make>& makers() {
    static const std::map<std::string, Make> kMakers = {{"norms", makerOf<NormsHook>()}};
    return kMakers;
}

std::vector<extension::Point> pointsOf(const config::HookConfig& config,
                                       const extension::Hook& hook) {
    if (config.at.empty())
        return hook.points();
    std::vector<extension::Point> points;
    for (const std::string& name : config.at) {
        const auto* const found = std::ranges::find(extension::kPointNames, name);
        if (found == extension::kPointNames.end())
            throw Error::invalidInput("the hook " + config.name + " is called at " + name +
                                          ", which is no point of a run",
                                      "docs/hooks.md lists them");
        points.push_back(static_cast<extension::Point>(found - extension::kPointNames.begin()));
    }
    return points;
}

const extension::Entry& entryOf(const extension::Library& library,
                                const config::HookConfig& config) {
    std::vector<std::string> names;
    for (const extension::Entry& entry : library.entries) {
        if (entry.name == config.name)
            return entry;
        names.push_back(entry.name);
    }
    const std::string nearest = nearestName(config.name, names);
    throw Error::notFound(config.sharedLibrary.string() + " has no hook " + config.name +
                              (nearest.empty() ? "" : " (did you mean " + nearest + "?)"),
                          names.empty() ? "it has none" : "it has " + joined(names));
}

std::unique_ptr<extension::Hook> hookOf(const config::HookConfig& config,
                                        const std::filesystem::path& folder) {
    if (!config.command.empty())
        return std::make_unique<CommandHook>(config, folder);
    std::vector<config::BuiltInHook::Option> known;
    if (config.sharedLibrary.empty()) {
        const auto described =
            std::ranges::find(config::builtInHooks(), config.name, &config::BuiltInHook::name);
        const auto maker = makers().find(config.name);
        if (described == config::builtInHooks().end() || maker == makers().end())
            throw Error::notFound("there is no hook " + config.name, "docs/hooks.md lists them");
        return maker->second(extension::Options(config::hookOptions(config, described->options)));
    }
    const extension::Library& library = loadHookLibrary(folder / config.sharedLibrary);
    const extension::Entry& entry = entryOf(library, config);
    for (const extension::Option& option : entry.options)
        known.push_back({option.name, option.standard, option.help});
    return entry.make(extension::Options(config::hookOptions(config, known)));
}

} // namespace

std::optional<TraceOptions> traceOptions(const config::TrainConfig& config) {
    const auto found = std::ranges::find_if(config.hooks, isTrace);
    if (found == config.hooks.end())
        return {};
    const auto known =
        std::ranges::find(config::builtInHooks(), kTrace, &config::BuiltInHook::name);
    const extension::Options options(config::hookOptions(*found, known->options));
    const auto whole = [&](const char* name, double least) {
        double number = -1;
        try {
            number = options.number(name);
        } catch (const std::invalid_argument&) {
            number = -1;
        }
        if (number < least || number > kMostTraced || number != std::floor(number))
            throw Error::invalidInput(std::string("option ") + name +
                                          " of the hook trace is a whole number, not " +
                                          options.text(name),
                                      "as options: [steps=50, from=10]");
        return static_cast<std::int64_t>(number);
    };
    return TraceOptions{.steps = whole("steps", 1), .from = whole("from", 0)};
}

std::vector<MadeHook> makeHooks(const config::TrainConfig& config) {
    std::vector<MadeHook> made;
    for (const config::HookConfig& hook : config.hooks) {
        if (isTrace(hook))
            continue;
        try {
            MadeHook one{hook, {}, hookOf(hook, config.run.baseDataDir)};
            one.points = pointsOf(hook, *one.hook);
            made.push_back(std::move(one));
        } catch (const Error&) {
            throw;
        } catch (const std::exception& problem) {
            throw Error::invalidInput("the hook " + hook.name +
                                          " cannot be made: " + problem.what(),
                                      "mend its options, or take it out of hooks");
        }
    }
    return made;
}

} // namespace unlit::train
