#include "core/config/load_config.h"

#include "core/config/findings.h"
#include "core/config/schema/schema.h"
#include "core/config/unused_settings.h"
#include "core/config/validate.h"
#include "core/config/yaml/document.h"
#include "core/config/yaml/interpolation.h"

#include <algorithm>

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

LoadedConfig finish(Node document, std::vector<Diagnostic> diagnostics, const fs::path& file) {
    resolveInterpolations(document, diagnostics);
    LoadedConfig loaded;
    loaded.document = std::move(document);
    loaded.diagnostics = std::move(diagnostics);
    const Setting schema = schemaOf(loaded.config);
    BindResult bound = bind(loaded.document, schema);
    loaded.ignored = std::move(bound.ignored);
    std::erase(loaded.config.eval.targetsToEvalInLinearSpace, "None"); // Marigold's "no target"
    std::ranges::move(bound.diagnostics, std::back_inserter(loaded.diagnostics));
    for (const Setting& section : schema.children())
        if (section.kind == SettingKind::Section)
            warnOfUnused(loaded.document, section, section.key, loaded.diagnostics);
    std::ranges::move(unusedSettings(loaded.config, loaded.document),
                      std::back_inserter(loaded.diagnostics));
    addFindings(validate(loaded.config), loaded.document, file, loaded.diagnostics);
    return loaded;
}

} // namespace

std::optional<SourceMark> LoadedConfig::originOf(const std::string& path) const {
    const Node* node = document.at(path);
    if (node == nullptr || node->mark.file.empty())
        return std::nullopt;
    return node->mark;
}

LoadedConfig loadConfig(const fs::path& file, const std::vector<std::string>& overrides) {
    std::error_code ignored;
    const bool isRun =
        fs::is_directory(file, ignored) && fs::is_regular_file(file / "config.yaml", ignored);
    const fs::path yaml = isRun ? file / "config.yaml" : file;
    std::vector<Diagnostic> diagnostics;
    Node document = loadDocument(yaml, diagnostics);
    // Without a file, everything else would be wrong, too.
    if (document.entries.empty() && hasErrors(diagnostics)) {
        LoadedConfig failed;
        failed.diagnostics = std::move(diagnostics);
        return failed;
    }
    for (const std::string& text : overrides)
        applyOverride(document, text, diagnostics);
    return finish(std::move(document), std::move(diagnostics), yaml);
}

LoadedConfig loadConfigText(const std::string& yaml, const fs::path& shownAs,
                            const std::vector<std::string>& overrides) {
    std::vector<Diagnostic> diagnostics;
    Node document = loadDocumentText(yaml, shownAs, diagnostics);
    for (const std::string& text : overrides)
        applyOverride(document, text, diagnostics);
    return finish(std::move(document), std::move(diagnostics), shownAs);
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
