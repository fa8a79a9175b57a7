#include "core/config/load_config.h"

#include "core/config/derived_settings.h"
#include "core/config/findings.h"
#include "core/config/schema/schema.h"
#include "core/config/unused_settings.h"
#include "core/config/validate.h"
#include "core/config/yaml/document.h"
#include "core/config/yaml/interpolation.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace unlit::config {

namespace fs = std::filesystem;

namespace {

/// Settings that the chosen optimizer, loss or schedule does not look at, here and below.
void warnOfUnused(const Node& document, const Setting& section, const std::string& path,
                  std::vector<Diagnostic>& diagnostics) {
    std::string name;
    for (const Setting& child : section.children()) {
        if (child.key == "name" && child.isLeaf())
            if (const Value value = child.get(); std::holds_alternative<std::string>(value))
                name = std::get<std::string>(value);
        if (child.key != "kwargs") {
            if (child.kind == SettingKind::Section && (!child.isPresent || child.isPresent()))
                warnOfUnused(document, child, joinedPath(path, child.key), diagnostics);
            continue;
        }
        for (const Setting& kwarg : child.children()) {
            const std::string key = joinedPath(path, "kwargs." + kwarg.key);
            const Node* given = document.at(key);
            const auto& users = kwarg.meta.usedBy;
            if (given != nullptr && !users.empty() && std::ranges::find(users, name) == users.end())
                diagnostics.push_back({Diagnostic::Severity::Warning, given->mark, key,
                                       key + " is not used by " + name, "take it out"});
        }
    }
}

/// What becomes of the parts of a configuration while they are read.
struct Reading {
    Node document = Node::emptyMap();
    std::vector<Diagnostic> diagnostics = {};
    GivenRecipe given = {};

    /// The seed of everything before those that stand beside it: it takes away the ones below it.
    void apply(std::vector<std::string> overrides) {
        given.settings.insert(given.settings.end(), overrides.begin(), overrides.end());
        std::ranges::stable_partition(overrides, [](const std::string& text) {
            return isSeedOfAll(text.substr(0, text.find('=')));
        });
        for (const std::string& text : overrides)
            applyOverride(document, text, diagnostics);
    }

    void apply(std::vector<EnvironmentSetting> settings) {
        std::ranges::stable_partition(settings, isSeedOfAll, &EnvironmentSetting::key);
        for (const EnvironmentSetting& setting : settings) {
            const std::string text = setting.key + "=" + setting.value;
            applyOverride(document, text, diagnostics, "$" + setting.variable);
            given.settings.push_back("$" + setting.variable + ": " + text);
        }
    }
};

/// Of errors from `first` on those about a value that an earlier one has told to be no value.
void dropWhatFollows(std::vector<Diagnostic>& diagnostics, std::size_t first) {
    const auto isTold = [&](const Diagnostic& later) {
        return std::any_of(diagnostics.begin(), diagnostics.begin() + static_cast<long>(first),
                           [&](const Diagnostic& told) {
                               return std::tie(told.mark.file, told.mark.line, told.mark.column) ==
                                      std::tie(later.mark.file, later.mark.line, later.mark.column);
                           });
    };
    std::vector<Diagnostic> kept(diagnostics.begin(),
                                 diagnostics.begin() + static_cast<long>(first));
    for (std::size_t i = first; i < diagnostics.size(); ++i)
        if (diagnostics[i].severity != Diagnostic::Severity::Error || !isTold(diagnostics[i]))
            kept.push_back(std::move(diagnostics[i]));
    diagnostics = std::move(kept);
}

/// Where a file of the recipe could not be read, what is missing may stand in it: that was told,
/// and settings that nobody has written are not missed.
void passOverMissing(std::vector<Diagnostic>& findings, const Node& document) {
    std::erase_if(findings,
                  [&](const Diagnostic& finding) { return document.at(finding.key) == nullptr; });
}

/// `isRun`: the settings are a run's own.
LoadedConfig finish(Reading reading, const fs::path& file, bool isRun) {
    const bool isWhole = !hasErrors(reading.diagnostics);
    resolveInterpolations(reading.document, reading.diagnostics);
    const std::size_t unresolved = reading.diagnostics.size();
    spreadSeed(reading.document, reading.diagnostics);
    LoadedConfig loaded;
    loaded.document = std::move(reading.document);
    loaded.diagnostics = std::move(reading.diagnostics);
    loaded.given = std::move(reading.given);
    const Setting schema = schemaOf(loaded.config);
    BindResult bound = bind(loaded.document, schema);
    loaded.ignored = std::move(bound.ignored);
    std::erase(loaded.config.eval.targetsToEvalInLinearSpace, "None"); // Marigold's "no target"
    std::ranges::move(bound.diagnostics, std::back_inserter(loaded.diagnostics));
    takeTargetOfGtType(loaded.config, loaded.document, loaded.diagnostics);
    if (isRun)
        passOverOppositeGoal(loaded.config, loaded.diagnostics);
    for (const Setting& section : schema.children())
        if (section.kind == SettingKind::Section)
            warnOfUnused(loaded.document, section, section.key, loaded.diagnostics);
    std::ranges::move(unusedSettings(loaded.config, loaded.document),
                      std::back_inserter(loaded.diagnostics));
    std::vector<Diagnostic> findings = validate(loaded.config);
    if (!isWhole)
        passOverMissing(findings, loaded.document);
    addFindings(std::move(findings), loaded.document, file, loaded.diagnostics);
    dropWhatFollows(loaded.diagnostics, unresolved);
    return loaded;
}

/// RUN/config.yaml, which a run has written.
bool isOfRun(const fs::path& yaml) {
    std::error_code ignored;
    return yaml.filename() == "config.yaml" &&
           std::ranges::any_of(
               std::array{"metrics.jsonl", "events.jsonl", "checkpoint"},
               [&](const char* name) { return fs::exists(yaml.parent_path() / name, ignored); });
}

} // namespace

std::optional<SourceMark> LoadedConfig::originOf(const std::string& path) const {
    const Node* node = document.at(path);
    if (node == nullptr || node->mark.file.empty())
        return std::nullopt;
    return node->mark;
}

LoadedConfig loadConfig(const fs::path& file, const std::vector<std::string>& overrides) {
    return loadConfig(ConfigInput{{file}, {}, overrides});
}

LoadedConfig loadConfig(const ConfigInput& input) {
    Reading reading;
    fs::path first;
    for (const fs::path& file : input.files) {
        std::error_code ignored;
        const bool isRun =
            fs::is_directory(file, ignored) && fs::is_regular_file(file / "config.yaml", ignored);
        const fs::path yaml = isRun ? file / "config.yaml" : file;
        if (first.empty())
            first = yaml;
        const Node next = loadDocument(yaml, reading.diagnostics, &reading.given.files);
        // Without a file, everything else would be wrong, too.
        if (next.entries.empty() && hasErrors(reading.diagnostics)) {
            LoadedConfig failed;
            failed.diagnostics = std::move(reading.diagnostics);
            return failed;
        }
        layOver(reading.document, next);
    }
    reading.apply(input.environment);
    reading.apply(input.overrides);
    return finish(std::move(reading), first, isOfRun(first));
}

LoadedConfig loadConfigText(const std::string& yaml, const fs::path& shownAs,
                            const std::vector<std::string>& overrides) {
    Reading reading;
    reading.document = loadDocumentText(yaml, shownAs, reading.diagnostics, &reading.given.files);
    reading.apply(overrides);
    return finish(std::move(reading), shownAs, /*isRun=*/false);
}

LoadedConfig loadRunConfigText(const std::string& yaml, const fs::path& shownAs) {
    Reading reading;
    reading.document = loadDocumentText(yaml, shownAs, reading.diagnostics, &reading.given.files);
    return finish(std::move(reading), shownAs, /*isRun=*/true);
}

void requireUsable(const LoadedConfig& loaded) {
    requireNoErrors(loaded.diagnostics);
}

TrainConfig resolved(TrainConfig config, const fs::path& file) {
    if (config.run.name.empty())
        config.run.name = file.stem().string();
    for (fs::path* base : {&config.run.baseDataDir, &config.run.baseCkptDir})
        *base = fs::absolute(base->empty() ? fs::current_path() : *base).lexically_normal();
    return config;
}

} // namespace unlit::config
